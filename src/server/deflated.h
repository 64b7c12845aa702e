#pragma once

#include <string>
#include <string_view>

#include <zlib.h>

namespace stator::server {

constexpr int kZlibWindow = 15;
constexpr int kGzipWindow = kZlibWindow + 16;  // zlib's sign for gzip's header

// Returns the text compressed, as clients send long bodies. For tests.
inline std::string Deflated(std::string_view text, int window) {
  z_stream z{};
  deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&z, text.size()), '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  deflate(&z, Z_FINISH);
  out.resize(out.size() - z.avail_out);
  deflateEnd(&z);
  return out;
}
inline std::string GzipText(std::string_view text) { return Deflated(text, kGzipWindow); }
inline std::string ZlibText(std::string_view text) { return Deflated(text, kZlibWindow); }

}  // namespace stator::server
