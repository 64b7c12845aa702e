#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stator::server {

enum class ContentCoding : std::uint8_t { kIdentity, kGzip, kDeflate, kUnknown };

// What a Content-Encoding header names; an absent or empty one is kIdentity.
ContentCoding ParseContentCoding(std::string_view header);

enum class InflateOutcome : std::uint8_t { kDone, kBroken, kTooLarge };

// Inflates the whole of `packed` into `out`, never past `bytes_max` however small a bomb is. gzip
// may be several members one after another, up to 65,536, deflate is a single zlib stream; anything
// left over, a stream cut short or nothing at all is kBroken (facts 1.3). `coding` is kGzip or
// kDeflate.
InflateOutcome Inflate(ContentCoding coding, std::string_view packed, std::size_t bytes_max,
                       std::string& out);

}  // namespace stator::server
