// Measures the cost of HTTP alone: a Beast server that reads a request and always answers with the
// same body. It has no timeouts, no limits and no routing, so a real server can only be slower.

#include <cstdio>
#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include "bench/sample.h"

namespace stator::bench {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;

// The concrete executor is a little faster than the type-erased one of asio::ip::tcp::socket.
using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<asio::ip::tcp, Executor>;
using Acceptor = asio::basic_socket_acceptor<asio::ip::tcp, Executor>;
using Canned = http::response<http::string_body>;

// Builds an answer with the headers of Stator's.
Canned MakeCanned(std::size_t body_bytes) {
  Canned canned;
  canned.set(http::field::server, "Server");
  canned.set(http::field::date, "Thu, 01 Jan 2026 00:00:00 GMT");
  canned.set(http::field::content_type, "application/x-amz-json-1.0");
  canned.set(http::field::connection, "keep-alive");
  canned.set("x-amzn-RequestId", std::string(52, 'A'));
  canned.set("x-amz-crc32", "2745614147");
  canned.body() = Payload(body_bytes);
  canned.prepare_payload();
  return canned;
}

class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Socket socket, const Canned& canned) : socket_(std::move(socket)), canned_(canned) {}

  void Read() {
    request_ = {};
    http::async_read(socket_, buffer_, request_,
                     [self = shared_from_this()](boost::system::error_code error, std::size_t) {
                       if (!error) self->Write();
                     });
  }

 private:
  void Write() {
    http::async_write(socket_, canned_,
                      [self = shared_from_this()](boost::system::error_code error, std::size_t) {
                        if (!error) self->Read();
                      });
  }

  Socket socket_;
  const Canned& canned_;
  boost::beast::flat_buffer buffer_;
  http::request<http::string_body> request_;
};

// Assigns connections to the contexts in turn.
class Server {
 public:
  Server(std::deque<asio::io_context>& contexts, const Canned& canned)
      : contexts_(contexts),
        canned_(canned),
        acceptor_(contexts.front(), {asio::ip::address_v4::loopback(), 0}) {
    Accept();
  }
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

 private:
  void Accept() {
    asio::io_context& context = contexts_[next_++ % contexts_.size()];
    acceptor_.async_accept(context, [this](boost::system::error_code error, Socket socket) {
      if (error) return;
      socket.set_option(asio::ip::tcp::no_delay(true));
      // The session runs on its context's thread from its first byte on.
      const auto executor = socket.get_executor();
      asio::post(executor, [session = std::make_shared<Session>(std::move(socket), canned_)] {
        session->Read();
      });
      Accept();
    });
  }

  std::deque<asio::io_context>& contexts_;
  const Canned& canned_;
  Acceptor acceptor_;
  std::size_t next_ = 0;
};

// Runs `contexts` event loops, each on `threads` threads.
void Serve(std::size_t contexts, std::size_t threads, std::size_t body_bytes) {
  const Canned canned = MakeCanned(body_bytes);
  std::deque<asio::io_context> loops;
  for (std::size_t i = 0; i < contexts; ++i) loops.emplace_back(static_cast<int>(threads));
  const Server server(loops, canned);
  std::vector<asio::executor_work_guard<Executor>> guards;
  for (auto& loop : loops) guards.emplace_back(loop.get_executor());
  std::printf("listening on http://127.0.0.1:%d\n", server.port());
  std::fflush(stdout);
  std::vector<std::jthread> running;
  for (auto& loop : loops) {
    for (std::size_t i = 0; i < threads; ++i) running.emplace_back([&loop] { loop.run(); });
  }
}

}  // namespace
}  // namespace stator::bench

int main(int count, char** arguments) {
  std::size_t contexts = 1;
  std::size_t threads = 1;
  std::size_t body_bytes = 2;
  CLI::App app("A bare HTTP server; prints its port and serves until it is killed");
  app.add_option("--contexts", contexts, "Event loops")->check(CLI::Range(1, 256));
  app.add_option("--threads", threads, "Threads for each of them")->check(CLI::Range(1, 256));
  app.add_option("--body-bytes", body_bytes, "Length of every answer");
  CLI11_PARSE(app, count, arguments);
  stator::bench::Serve(contexts, threads, body_bytes);
}
