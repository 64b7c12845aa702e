#include "server/inflate.h"

#include <algorithm>

#include <zlib.h>

#include "server/http_message.h"

namespace stator::server {
namespace {

constexpr int kZlibWindow = 15;
constexpr int kGzipWindow = 15 + 16;
constexpr std::size_t kStepBytes = 64U * 1024;

// Ends the stream whichever way it went.
class Stream {
 public:
  explicit Stream(ContentCoding coding) {
    ready_ = inflateInit2(&z_, coding == ContentCoding::kGzip ? kGzipWindow : kZlibWindow) == Z_OK;
  }
  ~Stream() {
    if (ready_) inflateEnd(&z_);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  bool ready() const { return ready_; }
  z_stream& z() { return z_; }

 private:
  z_stream z_{};
  bool ready_ = false;
};

// Runs one call of inflate into the end of `out`, one byte of room past `bytes_max` at most, so
// that exactly the limit can be told from more.
int Step(z_stream& z, std::size_t bytes_max, std::string& out) {
  const std::size_t before = out.size();
  const std::size_t room = std::min(kStepBytes, bytes_max + 1 - before);
  out.resize(before + room);
  z.next_out = reinterpret_cast<Bytef*>(out.data() + before);
  z.avail_out = static_cast<uInt>(room);
  const int status = inflate(&z, Z_NO_FLUSH);
  out.resize(before + room - z.avail_out);
  return status;
}

}  // namespace

ContentCoding ParseContentCoding(std::string_view header) {
  const auto first = header.find_first_not_of(" \t");
  if (first == header.npos) return ContentCoding::kIdentity;
  header = header.substr(first, header.find_last_not_of(" \t") - first + 1);
  if (EqualsIgnoringCase(header, "identity")) return ContentCoding::kIdentity;
  if (EqualsIgnoringCase(header, "gzip") || EqualsIgnoringCase(header, "x-gzip")) {
    return ContentCoding::kGzip;
  }
  return EqualsIgnoringCase(header, "deflate") ? ContentCoding::kDeflate : ContentCoding::kUnknown;
}

InflateOutcome Inflate(ContentCoding coding, std::string_view packed, std::size_t bytes_max,
                       std::string& out) {
  out.clear();
  Stream stream(coding);
  if (!stream.ready()) return InflateOutcome::kBroken;
  z_stream& z = stream.z();
  // zlib's interface is older than const.
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  z.avail_in = static_cast<uInt>(packed.size());
  while (true) {
    const int status = Step(z, bytes_max, out);
    if (out.size() > bytes_max) return InflateOutcome::kTooLarge;
    if (status == Z_STREAM_END) {
      if (z.avail_in == 0) return InflateOutcome::kDone;
      if (coding != ContentCoding::kGzip) return InflateOutcome::kBroken;
      if (inflateReset(&z) != Z_OK) return InflateOutcome::kBroken;
    } else if (status != Z_OK) {
      return InflateOutcome::kBroken;  // Z_BUF_ERROR: the input ended too early
    }
  }
}

}  // namespace stator::server
