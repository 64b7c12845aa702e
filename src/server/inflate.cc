#include "server/inflate.h"

#include <algorithm>

#include <zlib.h>

#include "base/text.h"
#include "server/http_message.h"

namespace stator::server {
namespace {

constexpr int kZlibWindow = 15;
constexpr int kGzipWindow = 15 + 16;
constexpr std::size_t kStepBytes = 64U * 1024;
// Each member costs time, even an empty one. Some tools compress in pieces of 64 KB, so 16 MB have
// 256 members.
constexpr std::size_t kMembersMax = 65'536;

// Ends the zlib stream on every path.
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

// Adds room to `out`, which is full. The room ends one byte past `bytes_max`, to tell the exact
// limit from more. A member's unused room serves the next member.
void AddRoom(z_stream& z, std::size_t bytes_max, std::string& out) {
  const std::size_t full = out.size();
  const std::size_t room = std::min(kStepBytes, bytes_max + 1 - full);
  out.resize(full + room);
  z.next_out = reinterpret_cast<Bytef*>(out.data() + full);
  z.avail_out = static_cast<uInt>(room);
}

// Whether the parameters of a coding, such as "q=0.5", refuse it: its weight is 0.
bool IsRefused(std::string_view parameters) {
  const auto weight = parameters.find("q=");
  if (weight == parameters.npos) return false;
  const std::string_view digits = Trimmed(parameters.substr(weight + 2));
  return !digits.empty() && digits.find_first_not_of("0.") == digits.npos;
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

bool AcceptsGzip(std::optional<std::string_view> header) {
  bool others = false;
  for (const auto each : SplitAt(',', header.value_or(""))) {
    const auto name_end = std::min(each.find(';'), each.size());
    const std::string_view name = Trimmed(each.substr(0, name_end));
    const bool accepted = !IsRefused(each.substr(name_end));
    if (ParseContentCoding(name) == ContentCoding::kGzip) return accepted;
    if (name == "*") others = accepted;
  }
  return others;
}

InflateOutcome Inflate(ContentCoding coding, std::string_view packed, std::size_t bytes_max,
                       std::string& out) {
  out.clear();
  Stream stream(coding);
  if (!stream.ready()) return InflateOutcome::kBroken;
  z_stream& z = stream.z();
  // zlib's interface lacks const.
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  z.avail_in = static_cast<uInt>(packed.size());
  for (std::size_t members = 1; members <= kMembersMax;) {
    if (z.avail_out == 0) AddRoom(z, bytes_max, out);
    const int status = inflate(&z, Z_NO_FLUSH);
    const std::size_t size = out.size() - z.avail_out;
    if (size > bytes_max) return InflateOutcome::kTooLarge;
    if (status == Z_STREAM_END) {
      if (z.avail_in == 0) {
        out.resize(size);
        return InflateOutcome::kDone;
      }
      if (coding != ContentCoding::kGzip) return InflateOutcome::kBroken;
      if (inflateReset(&z) != Z_OK) return InflateOutcome::kBroken;
      ++members;
    } else if (status != Z_OK) {
      return InflateOutcome::kBroken;  // Z_BUF_ERROR: the input ended early
    }
  }
  return InflateOutcome::kBroken;
}

}  // namespace stator::server
