#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "base/mutex.h"
#include "base/result.h"
#include "client/http_header.h"

// Requests that this program sends to others. The calling thread waits.
namespace stator::client {

class NameLookup;

// "http://host:port/path?query" or the same with https, in its parts.
struct HttpUrl {
  bool tls = false;          // https
  std::string host;          // without the brackets of an IPv6 address
  std::string port = "80";   // digits; "443" for https
  std::string target = "/";  // path and query
  std::string authority;     // as the Host header names it
  bool operator==(const HttpUrl&) const = default;
};

// ValidationException with one sentence if it is not such a URL.
Result<HttpUrl> ParseUrl(std::string_view text);
// The same, and https is refused.
Result<HttpUrl> ParseHttpUrl(std::string_view text);

struct HttpCall {
  HttpUrl url;
  std::string_view method = "GET";
  std::string_view body;
  std::string_view content_type = "application/json";  // not sent with GET
  std::span<const HttpHeader> headers;                 // further ones; values without line ends
  // For all of it: the lookup of the host's name, the connection, the answer.
  std::chrono::milliseconds timeout{10'000};
  NameLookup* names = nullptr;  // for tests; null: NameLookup::OfSystem()
  std::size_t answer_bytes_max = limits::kClientAnswerBytesMax;  // of the body
};

struct HttpAnswer {
  int status = 0;
  std::string body;
  std::string function_error;  // the header X-Amz-Function-Error, by which AWS Lambda says so
};

// kUnavailable with one sentence if no whole answer came: nobody listens, the time was up, the
// answer is not HTTP or is too large. Whatever status came is an answer. Safe for concurrent use.
// REQUIRES: not https.
Result<HttpAnswer> Fetch(const HttpCall& call);

struct HttpConnectionsOptions {
  std::size_t kept_max = 1;
  bool tls = false;  // TLS 1.2 or newer; the server must prove its name
  // With tls: the PEM file of those whose word on a name is believed; empty: whom the system
  // believes.
  std::string authorities_file;
};

// The same over connections that are kept for the next call. Safe for concurrent use: each call has
// a connection for itself. One that the other side has closed meanwhile is not used. A call is
// sent once.
class HttpConnections {
 public:
  // ValidationException with one sentence if the file cannot be used.
  static Result<std::unique_ptr<HttpConnections>> Make(const HttpConnectionsOptions& options);
  ~HttpConnections();
  HttpConnections(const HttpConnections&) = delete;
  HttpConnections& operator=(const HttpConnections&) = delete;

  // REQUIRES: every call goes to the same host and port, with https where there is TLS.
  Result<HttpAnswer> Fetch(const HttpCall& call);

  // Open and without a call.
  std::size_t kept() const;

 private:
  struct Channel;
  struct Tls;

  HttpConnections(std::size_t kept_max, std::unique_ptr<Tls> tls);
  std::unique_ptr<Channel> MakeChannel() const;
  std::unique_ptr<Channel> Take();
  void Keep(std::unique_ptr<Channel> channel);

  const std::size_t kept_max_;
  const std::unique_ptr<Tls> tls_;  // null: none
  mutable Mutex mutex_;
  std::vector<std::unique_ptr<Channel>> idle_ GUARDED_BY(mutex_);  // the latest used last
};

}  // namespace stator::client
