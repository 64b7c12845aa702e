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

// The interface between the HTTP part and the rest of the server. No socket, no Beast.
namespace stator::server {

using client::EqualsIgnoringCase;
using client::HttpHeader;

// One complete request. Lifetime: the connection owns all of it, until the request is answered.
struct HttpRequest {
  std::string_view method;
  std::string_view path;   // without the query
  std::string_view query;  // after the first '?', without it
  std::vector<HttpHeader> headers;
  const std::string* body_text =
      nullptr;                     // as sent: not inflated; with room for a parser's padding
  std::string_view request_id;     // also in the answer
  std::string_view local_address;  // the address that the client reached, without a port
  std::uint16_t local_port = 0;
  bool tls = false;

  // Returns the body as sent; empty if there is none.
  std::string_view body() const {
    return body_text == nullptr ? std::string_view() : std::string_view(*body_text);
  }

  // Whether the method is GET or HEAD.
  bool IsRead() const { return method == "GET" || method == "HEAD"; }

  // Returns the first header of that name.
  std::optional<std::string_view> Find(std::string_view name) const;
};

// The answer to a request.
struct HttpReply {
  int status = 200;
  std::string_view content_type;  // lives for the whole program; empty: the header is left out
  std::string body;
  std::string headers;     // further lines, each ended by CR LF
  bool checksum = true;    // send x-amz-crc32 and x-amzn-RequestId
  bool close = false;      // end the connection after this answer
  bool owed = false;       // reports a committed change: never dropped for lack of room
  bool operation = false;  // counted as an operation by the handler, not as another reply
};

using Respond = std::move_only_function<void(HttpReply)>;

// Answers requests. Each event loop has its own handler. Threads: that loop's.
class RequestHandler {
 public:
  virtual ~RequestHandler() = default;

  // Calls `respond` exactly once, on the loop's thread: before Handle returns, or later through
  // `loop`. Lifetime: `request` is valid until then.
  virtual void Handle(const HttpRequest& request, Loop& loop, Respond respond) = 0;

  // The answer to a request whose Handle threw an exception.
  virtual HttpReply Broken() const { return {.status = 500}; }
};

}  // namespace stator::server
