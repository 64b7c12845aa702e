#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/log.h"
#include "base/metrics.h"
#include "base/result.h"
#include "server/http_message.h"

namespace stator::server {

// Where to listen, and the bounds of connections, bodies and answers.
struct HttpServerOptions {
  std::vector<std::string> hosts;  // empty: the loopback addresses
  std::uint16_t port = 8000;       // 0: any free one
  std::string tls_certificate;     // PEM files; both or neither
  std::string tls_key;
  std::size_t loops = 1;  // event loops, one thread each
  std::size_t connections_max = 10'000;
  std::size_t bodies_bytes_max = 256U * 1024 * 1024;   // of large bodies, over all connections
  std::size_t answers_bytes_max = 256U * 1024 * 1024;  // of large answers, likewise
  std::chrono::milliseconds idle_timeout{120'000};
  std::chrono::milliseconds request_timeout{60'000};
  std::chrono::milliseconds drain_timeout{30'000};
};

// Serves HTTP/1.1 on several event loops. Each address has one acceptor. Connections are assigned
// to the loops in turn and never move.
class HttpServer {
 public:
  // Makes the handler of one loop.
  using HandlerFactory = std::function<std::unique_ptr<RequestHandler>(std::size_t loop)>;

  // Binds and listens. Connections wait in the kernel until Run. Lifetime: `log` outlives the
  // server. Errors: kStartup with a sentence that says what to change.
  static Result<std::unique_ptr<HttpServer>> Listen(const HttpServerOptions& options, Log& log);

  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  std::uint16_t port() const;
  const std::vector<std::string>& addresses() const;  // as text, IPv6 without brackets

  // Serves until Stop, then finishes the running requests and returns. When the server begins to
  // stop, a loop calls `stopping`, before it waits for those requests. Lifetime: the handlers live
  // until the server is destroyed; by then nothing may use the loops any more.
  void Run(const HandlerFactory& factory, std::function<void()> stopping = {});

  // Begins a graceful stop. Before Run it makes Run return at once.
  // Threads: any, while the server lives.
  void Stop();

  // Adds the counts of all connections. Threads: any, while Run runs.
  void Report(metrics::Exposition& exposition) const;

 private:
  class Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace stator::server
