#include "server/reply_head.h"

#include <ctime>
#include <iterator>

#include <fmt/format.h>

#include "base/clock.h"
#include "server/checksum.h"

namespace stator::server {
namespace {

constexpr std::int64_t kMicrosPerSecond = 1'000'000;
constexpr const char* kDays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

void AppendNumber(std::uint64_t number, std::string& out) {
  const fmt::format_int digits(number);
  out.append(digits.data(), digits.size());
}

void AppendLine(std::string_view name, std::string_view value, std::string& out) {
  out += name;
  out += value;
  out += "\r\n";
}

}  // namespace

std::string_view HttpDate::Now() { return At(MachineNow() / kMicrosPerSecond); }

// Formats by hand, because strftime writes names of days in the machine's language.
std::string_view HttpDate::At(std::int64_t seconds) {
  if (seconds == seconds_) return text_;
  seconds_ = seconds;
  const std::time_t time = seconds;
  std::tm utc{};
  gmtime_r(&time, &utc);
  text_ = fmt::format("{}, {:02} {} {} {:02}:{:02}:{:02} GMT", kDays[utc.tm_wday], utc.tm_mday,
                      kMonths[utc.tm_mon], utc.tm_year + 1900, utc.tm_hour, utc.tm_min, utc.tm_sec);
  return text_;
}

std::string_view ReasonPhrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 302:
      return "Found";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    default:
      return "Other";
  }
}

void WriteReplyHead(const HttpReply& reply, const ReplyHead& head, std::string& out) {
  out.clear();
  out += "HTTP/1.1 ";
  AppendNumber(static_cast<std::uint64_t>(reply.status), out);
  out += ' ';
  out += ReasonPhrase(reply.status);
  out += "\r\nServer: Server\r\n";
  AppendLine("Date: ", head.date, out);
  if (!reply.content_type.empty()) AppendLine("Content-Type: ", reply.content_type, out);
  // A 304 has no body, and its Content-Length would be that of the body left out (RFC 9110, 8.6).
  if (reply.status != 304) {
    out += "Content-Length: ";
    AppendNumber(reply.body.size(), out);
    out += "\r\n";
  }
  out += head.keep_alive ? "Connection: keep-alive\r\n" : "Connection: close\r\n";
  if (reply.checksum) {
    AppendLine("x-amzn-RequestId: ", head.request_id, out);
    out += "x-amz-crc32: ";
    AppendNumber(Crc32(reply.body), out);
    out += "\r\n";
  }
  out += reply.headers;
  out += "\r\n";
}

}  // namespace stator::server
