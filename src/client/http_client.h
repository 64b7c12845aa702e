#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "base/result.h"

// Requests that this program sends to others, one at a time. The calling thread waits.
namespace stator::client {

// "http://host:port/path?query" in its parts.
struct HttpUrl {
  std::string host;          // without the brackets of an IPv6 address
  std::string port = "80";   // digits
  std::string target = "/";  // path and query
  std::string authority;     // as the Host header names it
  bool operator==(const HttpUrl&) const = default;
};

// ValidationException with one sentence if it is not such a URL. Only http: there is no TLS here.
Result<HttpUrl> ParseHttpUrl(std::string_view text);

struct HttpCall {
  HttpUrl url;
  std::string_view method = "GET";
  std::string_view body;
  std::string_view content_type = "application/json";  // sent with a body only
  std::chrono::milliseconds timeout{10'000};           // for all of it, the connection included
  std::size_t answer_bytes_max = limits::kClientAnswerBytesMax;  // of the body
};

struct HttpAnswer {
  int status = 0;
  std::string body;
  std::string function_error;  // the header X-Amz-Function-Error, by which AWS Lambda says so
};

// kUnavailable with one sentence if no whole answer came: nobody listens, the time was up, the
// answer is not HTTP or is too large. Whatever status came is an answer. Safe for concurrent use.
Result<HttpAnswer> Fetch(const HttpCall& call);

}  // namespace stator::client
