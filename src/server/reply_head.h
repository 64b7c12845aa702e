#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/http_message.h"

namespace stator::server {

// The current time as the Date header has it, formatted once a second. Thread-compatible.
class HttpDate {
 public:
  std::string_view Now();
  // `seconds` since the epoch. For tests, and for Now.
  std::string_view At(std::int64_t seconds);

 private:
  std::int64_t seconds_ = -1;
  std::string text_;
};

struct ReplyHead {
  std::string_view request_id;
  std::string_view date;
  bool keep_alive = true;
};

// Writes status line and headers of `reply` to `out`, which it empties first. Built by hand: one
// buffer, one pass, nothing allocated once the buffer has grown.
void WriteReplyHead(const HttpReply& reply, const ReplyHead& head, std::string& out);

std::string_view ReasonPhrase(int status);

}  // namespace stator::server
