#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stator::server {

// A coding of a request's body; kUnknown for unsupported ones.
enum class ContentCoding : std::uint8_t { kIdentity, kGzip, kDeflate, kUnknown };

// Parses a Content-Encoding header; an absent or empty one is kIdentity.
ContentCoding ParseContentCoding(std::string_view header);

// Whether an Accept-Encoding header names gzip and does not refuse it. An absent header accepts any
// coding, but clients that send none seldom decompress: nullopt is false.
bool AcceptsGzip(std::optional<std::string_view> header);

// The result of decompression; kBroken for invalid input, kTooLarge beyond the bound.
enum class InflateOutcome : std::uint8_t { kDone, kBroken, kTooLarge };

// Decompresses all of `packed` into `out`, never past `bytes_max`, even for a decompression bomb.
// gzip may have up to 65,536 members in a row; deflate is a single zlib stream. Trailing bytes, a
// truncated stream and empty input are kBroken (facts 1.3).
// REQUIRES: `coding` is kGzip or kDeflate.
InflateOutcome Inflate(ContentCoding coding, std::string_view packed, std::size_t bytes_max,
                       std::string& out);

}  // namespace stator::server
