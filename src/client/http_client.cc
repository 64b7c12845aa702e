#include "client/http_client.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <fmt/format.h>

namespace stator::client {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;
using tcp = asio::ip::tcp;

constexpr int kHttp11 = 11;
constexpr std::string_view kScheme = "http://";

beast::string_view Boost(std::string_view text) { return {text.data(), text.size()}; }

// A connection, or what will be one. Used by one thread at a time.
struct Line {
  asio::io_context io{1};
  beast::tcp_stream stream{io};
  beast::flat_buffer buffer{limits::kHeaderBytesMax + limits::kReadBytesMax};
  bool open = false;  // an exchange was completed on it, and another may follow
};

// One exchange from the name's lookup to the answer's last byte. Each step begins the next; the
// caller lets them run for as long as it is willing to wait.
class Exchange {
 public:
  Exchange(const HttpCall& call, Line& line, bool keep)
      : call_(call), line_(line), resolver_(line.io) {
    parser_.body_limit(call.answer_bytes_max);
    parser_.header_limit(limits::kHeaderBytesMax);
    request_.version(kHttp11);
    request_.method_string(Boost(call.method));
    request_.target(Boost(call.url.target));
    request_.set(http::field::host, Boost(call.url.authority));
    if (!keep) request_.set(http::field::connection, "close");
    if (call.method != "GET") request_.set(http::field::content_type, Boost(call.content_type));
    for (const HttpHeader& header : call.headers) {
      request_.set(Boost(header.name), Boost(header.value));
    }
    request_.body() = call.body;
    request_.prepare_payload();
  }

  // The error that ended it; nullopt if the time was up first.
  std::optional<error_code> Run() {
    line_.io.restart();
    if (line_.open) {
      Write();
    } else {
      Resolve();
    }
    line_.io.run_for(call_.timeout);
    line_.open = outcome_ == error_code() && parser_.get().keep_alive() && line_.buffer.size() == 0;
    return outcome_;
  }

  // Whether the other side has begun to answer.
  bool begun() const { return parser_.got_some(); }

  HttpAnswer TakeAnswer() {
    auto& response = parser_.get();
    return {static_cast<int>(response.result_int()), std::move(response.body()),
            std::string(response["X-Amz-Function-Error"])};
  }

 private:
  void Resolve() {
    resolver_.async_resolve(call_.url.host, call_.url.port,
                            [this](error_code error, const tcp::resolver::results_type& found) {
                              if (error) return End(error);
                              Connect(found);
                            });
  }

  void Connect(const tcp::resolver::results_type& found) {
    line_.stream.async_connect(found, [this](error_code error, const tcp::endpoint&) {
      if (error) return End(error);
      // An answer to wait for follows every request: nothing is gained by holding its end back.
      line_.stream.socket().set_option(tcp::no_delay(true), error);
      Write();
    });
  }

  void Write() {
    http::async_write(line_.stream, request_, [this](error_code error, std::size_t) {
      if (error) return End(error);
      http::async_read(line_.stream, line_.buffer, parser_,
                       [this](error_code read_error, std::size_t) { End(read_error); });
    });
  }

  void End(error_code error) { outcome_ = error; }

  const HttpCall& call_;
  Line& line_;
  tcp::resolver resolver_;
  http::request<http::string_body> request_;
  http::response_parser<http::string_body> parser_;
  std::optional<error_code> outcome_;
};

Result<HttpAnswer> AnswerOf(const HttpCall& call, Exchange& exchange,
                            const std::optional<error_code>& ended) {
  const auto failed = [&call](std::string_view why) {
    return Fail(ErrorCode::kUnavailable,
                fmt::format("http://{} did not answer: {}.", call.url.authority, why));
  };
  if (!ended) return failed(fmt::format("it took longer than {} ms", call.timeout.count()));
  if (*ended == http::error::body_limit) {
    return failed(fmt::format("its answer is larger than {} bytes", call.answer_bytes_max));
  }
  if (*ended) return failed(ended->message());
  return exchange.TakeAnswer();
}

Result<HttpUrl> RefuseUrl(std::string_view text) {
  return FailInvalid(fmt::format(
      "'{}' is not a URL that can be reached: it takes http://HOST, perhaps with :PORT and /PATH.",
      text));
}

bool IsPort(std::string_view text) {
  return !text.empty() && text.size() <= 5 &&
         std::ranges::all_of(text, [](char each) { return each >= '0' && each <= '9'; });
}

}  // namespace

Result<HttpUrl> ParseHttpUrl(std::string_view text) {
  if (!text.starts_with(kScheme)) return RefuseUrl(text);
  // A blank or control character would end the request's line early.
  if (std::ranges::any_of(text, [](char each) { return each <= ' ' || each == '\x7F'; })) {
    return RefuseUrl(text);
  }
  const std::string_view rest = text.substr(kScheme.size());
  const auto path = std::min(rest.find_first_of("/?"), rest.size());
  HttpUrl url;
  url.authority = rest.substr(0, path);
  if (path < rest.size())
    url.target = (rest[path] == '?' ? "/" : "") + std::string(rest.substr(path));
  const std::string_view authority = url.authority;
  const bool bracketed = authority.starts_with('[');
  const auto end = std::min(authority.find(bracketed ? ']' : ':'), authority.size());
  if (authority.contains('@') || (bracketed && end == authority.size())) return RefuseUrl(text);
  url.host = bracketed ? authority.substr(1, end - 1) : authority.substr(0, end);
  const std::string_view port = authority.substr(bracketed ? end + 1 : end);
  if (url.host.empty()) return RefuseUrl(text);
  if (port.empty()) return url;
  if (!port.starts_with(':') || !IsPort(port.substr(1))) return RefuseUrl(text);
  url.port = port.substr(1);
  return url;
}

Result<HttpAnswer> Fetch(const HttpCall& call) {
  Line line;
  Exchange exchange(call, line, false);
  const auto ended = exchange.Run();
  return AnswerOf(call, exchange, ended);
}

struct HttpConnections::Channel : Line {};

HttpConnections::HttpConnections(std::size_t kept_max) : kept_max_(kept_max) {}

HttpConnections::~HttpConnections() = default;

Result<HttpAnswer> HttpConnections::Fetch(const HttpCall& call) {
  auto channel = Take();
  while (true) {
    const bool kept = channel->open;
    Exchange exchange(call, *channel, true);
    const auto ended = exchange.Run();
    // A server may close a connection it has not heard from for a while.
    if (kept && ended && *ended && !exchange.begun()) {
      channel = std::make_unique<Channel>();
      continue;
    }
    auto answer = AnswerOf(call, exchange, ended);
    if (channel->open) Keep(std::move(channel));
    return answer;
  }
}

std::size_t HttpConnections::kept() const {
  const MutexLock lock(mutex_);
  return idle_.size();
}

std::unique_ptr<HttpConnections::Channel> HttpConnections::Take() {
  const MutexLock lock(mutex_);
  if (idle_.empty()) return std::make_unique<Channel>();
  auto channel = std::move(idle_.back());
  idle_.pop_back();
  return channel;
}

void HttpConnections::Keep(std::unique_ptr<Channel> channel) {
  const MutexLock lock(mutex_);
  if (idle_.size() < kept_max_) idle_.push_back(std::move(channel));
}

}  // namespace stator::client
