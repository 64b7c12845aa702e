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

// An HTTP client. The calling thread waits for the answer.
namespace stator::client {

class NameLookup;

// The parts of "http://host:port/path?query" or of an https URL.
struct HttpUrl {
  bool tls = false;          // https
  std::string host;          // without the brackets of an IPv6 address
  std::string port = "80";   // digits; "443" for https
  std::string target = "/";  // path and query
  std::string authority;     // as the Host header names it
  bool operator==(const HttpUrl&) const = default;
};

// Errors: ValidationException with one sentence if the text is no such URL.
Result<HttpUrl> ParseUrl(std::string_view text);

struct HttpCall {
  HttpUrl url;
  std::string_view method = "GET";
  std::string_view body;
  std::string_view content_type = "application/json";  // not sent with GET
  std::span<const HttpHeader> headers;                 // more headers; values without line ends
  // For the lookup of the host's name, the connection and the answer together.
  std::chrono::milliseconds timeout{10'000};
  NameLookup* names = nullptr;  // for tests; null: NameLookup::OfSystem()
  std::size_t answer_bytes_max = limits::kClientAnswerBytesMax;  // of the body
};

struct HttpAnswer {
  int status = 0;
  std::string body;
  std::string function_error;  // the header X-Amz-Function-Error of AWS Lambda
};

// Sends one request. An answer with any status is a success. Threads: any. REQUIRES: not https.
// Errors: kUnavailable with one sentence if no whole answer came: nobody listens, the time was up,
// the answer is not HTTP or is too large.
Result<HttpAnswer> Fetch(const HttpCall& call);

struct HttpConnectionsOptions {
  std::size_t kept_max = 1;
  bool tls = false;  // TLS 1.2 or newer; the server must prove its name
  // With tls: a PEM file with the authorities that may vouch for a name; empty: those of the
  // system.
  std::string authorities_file;
};

// As Fetch, over connections that are kept for the next call. Each call has a connection for
// itself. A connection that the other side has closed is not used again. A call is sent once.
// Threads: any.
class HttpConnections {
 public:
  // Errors: ValidationException with one sentence if the file cannot be used.
  static Result<std::unique_ptr<HttpConnections>> Make(const HttpConnectionsOptions& options);
  ~HttpConnections();
  HttpConnections(const HttpConnections&) = delete;
  HttpConnections& operator=(const HttpConnections&) = delete;

  // REQUIRES: every call goes to the same host and port, with https where there is TLS.
  Result<HttpAnswer> Fetch(const HttpCall& call);

  // The number of open connections without a call.
  std::size_t kept() const;

 private:
  struct Channel;
  struct Tls;

  HttpConnections(std::size_t kept_max, std::unique_ptr<Tls> tls);
  std::unique_ptr<Channel> MakeChannel() const;
  std::unique_ptr<Channel> Take();
  void Keep(std::unique_ptr<Channel> channel);

  const std::size_t kept_max_;
  const std::unique_ptr<Tls> tls_;  // null: no TLS
  mutable Mutex mutex_;
  std::vector<std::unique_ptr<Channel>> idle_ GUARDED_BY(mutex_);  // the one used last at the end
};

}  // namespace stator::client
