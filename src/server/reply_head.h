#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/http_message.h"

namespace stator::server {

// The current time in the form of the Date header, formatted once a second. Thread-compatible.
class HttpDate {
 public:
  // Lifetime: the text is valid until the next call.
  std::string_view Now();
  // `seconds` are since the epoch. Used by Now and by tests.
  std::string_view At(std::int64_t seconds);

 private:
  std::int64_t seconds_ = -1;
  std::string text_;
};

// The parts of a head that are not in the reply.
struct ReplyHead {
  std::string_view request_id;
  std::string_view date;
  bool keep_alive = true;
};

// Empties `out` and writes the status line and the headers of `reply` to it. It formats by hand:
// one buffer, one pass, no allocation once the buffer has grown.
void WriteReplyHead(const HttpReply& reply, const ReplyHead& head, std::string& out);

// Returns "OK" for 200, and so on.
std::string_view ReasonPhrase(int status);

}  // namespace stator::server
