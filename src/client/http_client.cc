#include "client/http_client.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <fmt/format.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "client/loopback.h"
#include "client/name_lookup.h"

namespace stator::client {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace ssl = asio::ssl;
using boost::system::error_code;
using tcp = asio::ip::tcp;

constexpr int kHttp11 = 11;
constexpr std::string_view kPlainScheme = "http://";
constexpr std::string_view kTlsScheme = "https://";

beast::string_view Boost(std::string_view text) { return {text.data(), text.size()}; }

std::optional<std::uint16_t> PortOf(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return port;
}

// A connection, perhaps not open yet. Threads: one at a time.
struct Line {
  // Lifetime: `tls` outlives the channel; null: no TLS.
  explicit Line(ssl::context* tls = nullptr) {
    if (tls != nullptr) secure.emplace(stream, *tls);
  }

  asio::io_context io{1};
  beast::tcp_stream stream{io};
  std::optional<ssl::stream<beast::tcp_stream&>> secure;  // over `stream`
  beast::flat_buffer buffer{limits::kHeaderBytesMax + limits::kReadBytesMax};
  bool open = false;  // an exchange was completed on it, and another may follow

  // Whether the other side has sent nothing since, and has not closed the connection.
  bool Quiet() {
    char next = 0;
    const auto got = ::recv(stream.socket().native_handle(), &next, 1, MSG_PEEK | MSG_DONTWAIT);
    return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
  }
};

// One exchange, from the lookup of the name to the last byte of the answer. Each step starts the
// next. The caller runs them until the deadline.
class Exchange {
 public:
  Exchange(const HttpCall& call, Line& line, bool keep) : call_(call), line_(line) {
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

  // The error that ended the exchange; nullopt if the time was up first.
  std::optional<error_code> Run() {
    const auto deadline = MachineSteadyNow() + call_.timeout;
    line_.io.restart();
    if (line_.open) {
      Write();
    } else {
      Resolve(deadline);
    }
    line_.io.run_until(deadline);
    line_.open = outcome_ == error_code() && parser_.get().keep_alive() && line_.buffer.size() == 0;
    return outcome_;
  }

  HttpAnswer TakeAnswer() {
    auto& response = parser_.get();
    return {static_cast<int>(response.result_int()), std::move(response.body()),
            std::string(response["X-Amz-Function-Error"])};
  }

 private:
  // Waits for the name server until the deadline. Asio's own lookup cannot be interrupted, so the
  // end of the connection would wait for it.
  void Resolve(NameLookup::Deadline deadline) {
    const auto port = PortOf(call_.url.port);
    if (!port) return End(asio::error::service_not_found);
    const auto found = AddressesOf(call_.url.host, deadline);
    if (!found) return;  // the time is up
    if (found->error) return End(found->error);
    std::vector<tcp::endpoint> endpoints;
    for (const auto& address : found->addresses) endpoints.emplace_back(address, *port);
    Connect(endpoints);
  }

  std::optional<FoundAddresses> AddressesOf(const std::string& host,
                                            NameLookup::Deadline deadline) const {
    FoundAddresses known{.error = {}, .addresses = LoopbackOf(host)};
    if (!known.addresses.empty()) return known;
    const auto literal = asio::ip::make_address(host, known.error);
    NameLookup& names = call_.names == nullptr ? NameLookup::OfSystem() : *call_.names;
    if (known.error) return names.Find(host, deadline);
    known.addresses = {literal};
    return known;
  }

  void Connect(const std::vector<tcp::endpoint>& found) {
    line_.stream.async_connect(found, [this](error_code error, const tcp::endpoint&) {
      if (error) return End(error);
      // Every request waits for an answer, so delaying its last segment would only add latency.
      line_.stream.socket().set_option(tcp::no_delay(true), error);
      line_.secure ? Shake() : Write();
    });
  }

  void Shake() {
    error_code error;
    line_.secure->set_verify_callback(ssl::host_name_verification(call_.url.host), error);
    if (error) return End(error);
    SayName();
    line_.secure->async_handshake(ssl::stream_base::client, [this](error_code shaken) {
      if (shaken) return End(shaken);
      Write();
    });
  }

  // Tells the server which of its names is meant. An address is not a name. No certificate can have
  // a name that OpenSSL refuses.
  void SayName() {
    error_code no_address;
    asio::ip::make_address(call_.url.host, no_address);
    if (!no_address) return;
    SSL_ctrl(line_.secure->native_handle(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
             const_cast<char*>(call_.url.host.c_str()));
  }

  void Write() { line_.secure ? WriteTo(*line_.secure) : WriteTo(line_.stream); }

  template <class Stream>
  void WriteTo(Stream& stream) {
    http::async_write(stream, request_, [this, &stream](error_code error, std::size_t) {
      if (error) return End(error);
      http::async_read(stream, line_.buffer, parser_,
                       [this](error_code read_error, std::size_t) { End(read_error); });
    });
  }

  void End(error_code error) { outcome_ = error; }

  const HttpCall& call_;
  Line& line_;
  http::request<http::string_body> request_;
  http::response_parser<http::string_body> parser_;
  std::optional<error_code> outcome_;
};

Result<HttpAnswer> AnswerOf(const HttpCall& call, Exchange& exchange,
                            const std::optional<error_code>& ended) {
  const auto failed = [&call](std::string_view why) {
    return Fail(ErrorCode::kUnavailable,
                fmt::format("{}{} did not answer: {}.", call.url.tls ? kTlsScheme : kPlainScheme,
                            call.url.authority, why));
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
      "'{}' is not a URL of the form http://HOST:PORT/PATH or https://HOST:PORT/PATH.", text));
}

}  // namespace

Result<HttpUrl> ParseUrl(std::string_view text) {
  HttpUrl url{.tls = text.starts_with(kTlsScheme)};
  if (url.tls) url.port = "443";
  const std::string_view scheme = url.tls ? kTlsScheme : kPlainScheme;
  if (!text.starts_with(scheme)) return RefuseUrl(text);
  // A blank or a control character would end the request line early.
  if (std::ranges::any_of(text, [](char each) { return each <= ' ' || each == '\x7F'; })) {
    return RefuseUrl(text);
  }
  const std::string_view rest = text.substr(scheme.size());
  const auto path = std::min(rest.find_first_of("/?"), rest.size());
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
  if (!port.starts_with(':') || !PortOf(port.substr(1))) return RefuseUrl(text);
  url.port = port.substr(1);
  return url;
}

Result<HttpAnswer> Fetch(const HttpCall& call) {
  Line line;
  Exchange exchange(call, line, false);
  const auto ended = exchange.Run();
  return AnswerOf(call, exchange, ended);
}

struct HttpConnections::Channel : Line {
  using Line::Line;
};

struct HttpConnections::Tls {
  ssl::context context{ssl::context::tls_client};
};

Result<std::unique_ptr<HttpConnections>> HttpConnections::Make(
    const HttpConnectionsOptions& options) {
  std::unique_ptr<Tls> tls;
  if (options.tls) {
    tls = std::make_unique<Tls>();
    error_code error;
    SSL_CTX_set_min_proto_version(tls->context.native_handle(), TLS1_2_VERSION);
    tls->context.set_verify_mode(ssl::verify_peer, error);
    if (options.authorities_file.empty()) {
      tls->context.set_default_verify_paths(error);
    } else {
      tls->context.load_verify_file(options.authorities_file, error);
    }
    if (error) {
      return FailInvalid(fmt::format("The authorities in '{}' cannot be used: {}.",
                                     options.authorities_file, error.message()));
    }
  }
  return std::unique_ptr<HttpConnections>(new HttpConnections(options.kept_max, std::move(tls)));
}

HttpConnections::HttpConnections(std::size_t kept_max, std::unique_ptr<Tls> tls)
    : kept_max_(kept_max), tls_(std::move(tls)) {}

std::unique_ptr<HttpConnections::Channel> HttpConnections::MakeChannel() const {
  return std::make_unique<Channel>(tls_ == nullptr ? nullptr : &tls_->context);
}

HttpConnections::~HttpConnections() = default;

Result<HttpAnswer> HttpConnections::Fetch(const HttpCall& call) {
  const auto answered = [&](Channel& channel) {
    Exchange exchange(call, channel, true);
    const auto ended = exchange.Run();
    return AnswerOf(call, exchange, ended);
  };
  auto channel = Take();
  auto answer = answered(*channel);
  if (channel->open) Keep(std::move(channel));
  return answer;
}

std::size_t HttpConnections::kept() const {
  const MutexLock lock(mutex_);
  return idle_.size();
}

std::unique_ptr<HttpConnections::Channel> HttpConnections::Take() {
  const MutexLock lock(mutex_);
  while (!idle_.empty()) {
    auto channel = std::move(idle_.back());
    idle_.pop_back();
    if (channel->Quiet()) return channel;
  }
  return MakeChannel();
}

void HttpConnections::Keep(std::unique_ptr<Channel> channel) {
  const MutexLock lock(mutex_);
  if (idle_.size() < kept_max_) idle_.push_back(std::move(channel));
}

}  // namespace stator::client
