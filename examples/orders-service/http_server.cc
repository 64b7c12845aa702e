#include "http_server.h"

#include <array>
#include <atomic>
#include <csignal>
#include <exception>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio.hpp>
#include <boost/beast.hpp>

#include "json.h"

namespace service {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;

constexpr auto kResult = asio::as_tuple(asio::use_awaitable);  // makes operations return errors
constexpr std::size_t kDrainedBytesMax = 1 << 20;
constexpr std::chrono::milliseconds kAcceptPause{100};

using Parser = http::request_parser<http::string_body>;
using Response = http::response<http::string_body>;

// Counts one of the kConnectionsMax connections that may be open.
class Place {
 public:
  explicit Place(std::shared_ptr<std::atomic<int>> taken) : taken_(std::move(taken)) { ++*taken_; }
  Place(Place&&) noexcept = default;
  Place& operator=(Place&&) = delete;
  ~Place() {
    if (taken_) --*taken_;
  }
  bool free() const { return *taken_ <= kConnectionsMax; }

 private:
  std::shared_ptr<std::atomic<int>> taken_;
};

// Returns the answer to bytes that are no request. nullopt: the client has disconnected.
std::optional<HttpAnswer> RefusalOf(const beast::error_code& error) {
  if (error == http::error::body_limit) return Refuse(413, "the body is too large");
  if (error == http::error::header_limit) return Refuse(431, "the header is too large");
  const beast::error_code gone = http::error::end_of_stream;
  const bool cut = error == gone || error == http::error::partial_message;
  if (cut || error.category() != gone.category()) return std::nullopt;
  return Refuse(400, "this is not HTTP");
}

HttpAnswer Answered(const Handler& handler, Parser& parser) {
  try {
    const auto& request = parser.get();
    return handler({.method = std::string(request.method_string()),
                    .target = std::string(request.target()),
                    .body = request.body()});
  } catch (const std::exception&) {  // thrown by a library, for example when memory runs out
    return {.status = 500, .body = R"({"error":"the service failed"})"};
  }
}

Response ResponseOf(HttpAnswer answer, bool keep_alive) {
  Response response(static_cast<http::status>(answer.status), 11);
  response.set(http::field::content_type, "application/json");
  for (const auto& [name, value] : answer.fields) response.set(name, value);
  response.keep_alive(keep_alive);
  response.body() = std::move(answer.body);
  response.prepare_payload();
  return response;
}

// Reads the rest of a refused client's bytes, within a bound. Closing with unread bytes would
// discard the answer.
asio::awaitable<void> Drain(beast::tcp_stream& stream) {
  beast::error_code ignored;
  stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
  std::array<char, 4096> bytes{};
  for (std::size_t drained = 0; drained < kDrainedBytesMax;) {
    const auto [error, size] = co_await stream.async_read_some(asio::buffer(bytes), kResult);
    if (error) break;
    drained += size;
  }
}

asio::awaitable<void> Converse(tcp::socket socket, const Handler& handler, Place) {
  beast::tcp_stream stream(std::move(socket));
  beast::flat_buffer buffer;
  while (true) {
    Parser parser;
    parser.header_limit(kHeaderBytesMax);
    parser.body_limit(kBodyBytesMax);
    stream.expires_after(kPatience);
    const auto [error, read] = co_await http::async_read(stream, buffer, parser, kResult);
    auto answer = error ? RefusalOf(error) : Answered(handler, parser);
    if (!answer) co_return;
    const bool keep_alive = !error && parser.get().keep_alive();
    auto response = ResponseOf(*std::move(answer), keep_alive);
    stream.expires_after(kPatience);
    const auto [failed, written] = co_await http::async_write(stream, response, kResult);
    if (failed) co_return;
    if (!keep_alive) break;
  }
  co_await Drain(stream);
}

asio::awaitable<void> Accept(tcp::acceptor& acceptor, const Handler& handler) {
  const auto taken = std::make_shared<std::atomic<int>>(0);
  asio::steady_timer pause(acceptor.get_executor());
  while (acceptor.is_open()) {
    const auto strand = asio::make_strand(acceptor.get_executor());
    tcp::socket socket(strand);
    const auto [error] = co_await acceptor.async_accept(socket, kResult);
    if (error) {  // for example if no descriptor is left; one may soon be free
      pause.expires_after(kAcceptPause);
      co_await pause.async_wait(kResult);
      continue;
    }
    Place place(taken);
    if (!place.free()) continue;
    asio::co_spawn(strand, Converse(std::move(socket), handler, std::move(place)), asio::detached);
  }
}

beast::error_code Open(tcp::acceptor& acceptor, std::uint16_t port) {
  const tcp::endpoint endpoint(asio::ip::address_v4::loopback(), port);
  beast::error_code error;
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  return error;
}

}  // namespace

std::optional<std::string> Serve(std::uint16_t port, const Handler& handler,
                                 const std::function<void(std::uint16_t)>& listening) {
  asio::io_context context(kThreads);
  asio::signal_set signals(context, SIGINT, SIGTERM);
  signals.async_wait([&](const beast::error_code&, int) { context.stop(); });
  tcp::acceptor acceptor(context);
  if (const auto error = Open(acceptor, port)) return error.message();
  listening(acceptor.local_endpoint().port());
  asio::co_spawn(context, Accept(acceptor, handler), asio::detached);
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back([&] { context.run(); });
  return std::nullopt;
}

}  // namespace service
