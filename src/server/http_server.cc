#include "server/http_server.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include "base/clock.h"
#include "base/limits.h"
#include "base/request_limits.h"
#include "server/answer_budget.h"
#include "server/event_loop.h"
#include "server/listener.h"
#include "server/session.h"
#include "server/tls.h"

namespace stator::server {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using tcp = asio::ip::tcp;

// The pause after the process runs out of file descriptors: only waiting helps.
constexpr std::chrono::milliseconds kAcceptPause{100};
constexpr std::string_view kRefusal =
    "HTTP/1.1 503 Service Unavailable\r\nServer: Server\r\nContent-Length: 0\r\n"
    "Connection: close\r\n\r\n";

class CountingBudget final : public BodyBudget {
 public:
  explicit CountingBudget(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  bool Take(std::size_t bytes) override {
    const std::size_t before = used_.fetch_add(bytes, std::memory_order_relaxed);
    if (before + bytes <= bytes_max_) return true;
    GiveBack(bytes);
    return false;
  }
  void GiveBack(std::size_t bytes) override { used_.fetch_sub(bytes, std::memory_order_relaxed); }
  std::size_t used() const { return used_.load(std::memory_order_relaxed); }

 private:
  const std::size_t bytes_max_;
  std::atomic<std::size_t> used_ = 0;
};

// Returns an interval short enough that a timeout is at most a quarter late, and long enough to
// cost nothing.
std::chrono::milliseconds TickOf(const HttpServerOptions& options) {
  const auto shortest =
      std::min({options.idle_timeout, options.request_timeout, options.drain_timeout});
  return std::clamp(shortest / 4, std::chrono::milliseconds(5), std::chrono::milliseconds(1'000));
}

}  // namespace

class HttpServer::Impl {
 public:
  Impl(const HttpServerOptions& options, Log& log)
      : options_(options),
        log_(log),
        bodies_(options.bodies_bytes_max),
        answers_(options.answers_bytes_max) {
    const auto tick = TickOf(options);
    for (std::size_t i = 0; i < std::max<std::size_t>(options.loops, 1); ++i) {
      loops_.push_back(std::make_unique<EventLoop>(tick));
      environments_.push_back(std::make_unique<SessionEnvironment>(
          *loops_.back(), bodies_, answers_, open_,
          SessionTimeouts{.idle = options.idle_timeout, .request = options.request_timeout}));
    }
  }

  // Connections use their environment until the last one is gone. The loops' end is the end of the
  // last one.
  ~Impl() {
    acceptors_.clear();
    loops_.clear();
  }

  Result<> Listen() {
    if (!options_.tls_certificate.empty()) {
      tls_ = TRY(OpenTls(options_.tls_certificate, options_.tls_key));
    }
    auto acceptors =
        TRY(server::Listen(loops_[0]->io(), {.hosts = options_.hosts, .port = options_.port}));
    for (auto& acceptor : acceptors) {
      const auto endpoint = acceptor.local_endpoint();
      port_ = endpoint.port();
      addresses_.push_back(endpoint.address().to_string());
      acceptors_.push_back(std::make_unique<Acceptor>(std::move(acceptor)));
    }
    return {};
  }

  void Run(const HandlerFactory& factory, std::function<void()> stopping) {
    when_stopping_ = std::move(stopping);
    for (std::size_t i = 0; i < loops_.size(); ++i) {
      handlers_.push_back(factory(i));
      environments_[i]->handler = handlers_.back().get();
    }
    for (auto& acceptor : acceptors_) Accept(*acceptor);
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < loops_.size(); ++i) {
      threads.emplace_back([loop = loops_[i].get()] { loop->Run(); });
    }
    loops_[0]->Run();
  }

  void Stop() {
    loops_[0]->Post([this] { BeginStop(); });
  }

  void Report(metrics::Exposition& exposition) const;

  std::uint16_t port() const { return port_; }
  const std::vector<std::string>& addresses() const { return addresses_; }

 private:
  struct Acceptor {
    explicit Acceptor(tcp::acceptor bound)
        : socket(std::move(bound)), pause(socket.get_executor()) {}
    tcp::acceptor socket;
    asio::steady_timer pause;
  };

  void Accept(Acceptor& acceptor) {
    acceptor.socket.async_wait(tcp::acceptor::wait_read,
                               [this, &acceptor](const error_code& error) {
                                 if (stopping_) return;
                                 OnWaiting(acceptor, error);
                               });
  }

  void OnWaiting(Acceptor& acceptor, error_code error) {
    std::size_t loop = 0;
    const auto next_io = [this, &loop]() -> asio::io_context& {
      loop = next_loop_++ % loops_.size();
      return loops_[loop]->io();
    };
    const auto take = [this, &loop](Socket socket) { Deal(loop, std::move(socket)); };
    if (!error) error = AcceptWaiting(acceptor.socket, limits::kAcceptsPerTurnMax, next_io, take);
    if (!error || error == asio::error::would_block) return Accept(acceptor);
    log_.Warning("accept-failed", {{"reason", error.message()}});
    acceptor.pause.expires_after(kAcceptPause);
    acceptor.pause.async_wait([this, &acceptor](const error_code& cancelled) {
      if (!cancelled && !stopping_) Accept(acceptor);
    });
  }

  void Deal(std::size_t loop, Socket socket) {
    if (open_.fetch_add(1, std::memory_order_relaxed) >= options_.connections_max) {
      open_.fetch_sub(1, std::memory_order_relaxed);
      return TurnAway(std::move(socket));
    }
    loops_[loop]->Post([this, loop, taken = std::move(socket)]() mutable {
      StartSession(std::move(taken), tls_.get(), *environments_[loop]);
    });
  }

  // Makes one attempt to send the reason, in plain HTTP only: a TLS handshake would cost the memory
  // that the bound saves.
  void TurnAway(Socket socket) {
    refused_.Add();
    error_code ignored;
    socket.non_blocking(true, ignored);
    if (tls_ == nullptr) socket.write_some(asio::buffer(kRefusal), ignored);
    socket.close(ignored);
  }

  void BeginStop() {
    if (std::exchange(stopping_, true)) return;
    for (auto& acceptor : acceptors_) {
      error_code ignored;
      acceptor->socket.close(ignored);
      acceptor->pause.cancel();
    }
    if (when_stopping_) when_stopping_();
    const SteadyTime deadline = MachineSteadyNow() + options_.drain_timeout;
    for (auto& loop : loops_) loop->Post([&loop = *loop, deadline] { loop.Drain(deadline); });
  }

  const HttpServerOptions options_;
  std::function<void()> when_stopping_;
  Log& log_;
  CountingBudget bodies_;
  AnswerBudget answers_;
  std::atomic<std::size_t> open_ = 0;
  metrics::Counter refused_;
  std::unique_ptr<asio::ssl::context> tls_;
  std::vector<std::unique_ptr<RequestHandler>> handlers_;
  std::vector<std::unique_ptr<SessionEnvironment>> environments_;
  std::vector<std::unique_ptr<EventLoop>> loops_;
  std::vector<std::unique_ptr<Acceptor>> acceptors_;
  std::vector<std::string> addresses_;
  std::uint16_t port_ = 0;
  std::size_t next_loop_ = 0;  // used by the first loop only
  bool stopping_ = false;      // used by the first loop only
};

void HttpServer::Impl::Report(metrics::Exposition& exposition) const {
  using metrics::Id;
  const auto sum = [this](auto member) {
    std::uint64_t total = 0;
    for (const auto& each : environments_) total += ((*each).*member).value();
    return total;
  };
  for (std::size_t i = 0; i < ReplyCounts::kStatuses.size(); ++i) {
    std::uint64_t total = 0;
    for (const auto& each : environments_) total += each->other_replies.count(i);
    const std::string status = std::to_string(ReplyCounts::kStatuses[i]);
    exposition.Sample(Id::kOtherReplies, {{"status", status}}, total);
  }
  std::uint64_t exceptions = sum(&SessionEnvironment::exceptions);
  for (const auto& loop : loops_) exceptions += loop->exceptions().value();
  exposition.Sample(Id::kExceptions, {}, exceptions);
  exposition.Sample(Id::kConnectionsOpen, {}, std::uint64_t{open_.load(std::memory_order_relaxed)});
  exposition.Sample(Id::kConnectionsAccepted, {}, sum(&SessionEnvironment::accepted));
  exposition.Sample(Id::kConnectionsRefused, {}, refused_.value());
  exposition.Sample(Id::kConnectionsTimedOut, {}, sum(&SessionEnvironment::timed_out));
  exposition.Sample(Id::kReceivedBytes, {}, sum(&SessionEnvironment::received_bytes));
  exposition.Sample(Id::kSentBytes, {}, sum(&SessionEnvironment::sent_bytes));
  exposition.Sample(Id::kBodyBytes, {}, std::uint64_t{bodies_.used()});
  exposition.Sample(Id::kAnswerBytes, {}, std::uint64_t{answers_.used()});
}

Result<std::unique_ptr<HttpServer>> HttpServer::Listen(const HttpServerOptions& options, Log& log) {
  auto impl = std::make_unique<Impl>(options, log);
  TRY(impl->Listen());
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpServer::~HttpServer() = default;

std::uint16_t HttpServer::port() const { return impl_->port(); }
const std::vector<std::string>& HttpServer::addresses() const { return impl_->addresses(); }
void HttpServer::Run(const HandlerFactory& factory, std::function<void()> stopping) {
  impl_->Run(factory, std::move(stopping));
}
void HttpServer::Stop() { impl_->Stop(); }
void HttpServer::Report(metrics::Exposition& exposition) const { impl_->Report(exposition); }

}  // namespace stator::server
