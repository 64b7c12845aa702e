#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/loop.h"
#include "client/http_header.h"

// What the HTTP part and the rest of the server say to each other. No socket, no Beast.
namespace stator::server {

using client::EqualsIgnoringCase;
using client::HttpHeader;

// One request, whole. Everything in it is borrowed from the connection and stays until the request
// is answered.
struct HttpRequest {
  std::string_view method;
  std::string_view path;   // without the query
  std::string_view query;  // after the first '?', without it
  std::vector<HttpHeader> headers;
  const std::string* body_text =
      nullptr;                     // as sent: not inflated; with room for a parser's padding
  std::string_view request_id;     // of the answer
  std::string_view local_address;  // at which the client reached us, without a port
  std::uint16_t local_port = 0;
  bool tls = false;

  std::string_view body() const {
    return body_text == nullptr ? std::string_view() : std::string_view(*body_text);
  }

  // The first header of that name, or nothing.
  std::optional<std::string_view> Find(std::string_view name) const;
};

struct HttpReply {
  int status = 200;
  std::string_view content_type;  // lives for the whole program; empty: the header is left out
  std::string body;
  std::string headers;     // further lines, each ended by CR LF
  bool checksum = true;    // send x-amz-crc32 and x-amzn-RequestId
  bool close = false;      // end the connection after this answer
  bool owed = false;       // tells of a change that was made: not dropped for want of room
  bool operation = false;  // counted as an operation by the handler, not as another reply
};

using Respond = std::move_only_function<void(HttpReply)>;

// Answers requests. Each event loop has its own, which is only ever used on that loop's thread.
class RequestHandler {
 public:
  virtual ~RequestHandler() = default;

  // Calls `respond` exactly once, on the loop's thread: before Handle returns, or later through
  // `loop`. `request` is valid until then.
  virtual void Handle(const HttpRequest& request, Loop& loop, Respond respond) = 0;

  // The answer to a request of which Handle let an exception escape.
  virtual HttpReply Broken() const { return {.status = 500}; }
};

}  // namespace stator::server
