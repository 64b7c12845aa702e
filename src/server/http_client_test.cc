#include "client/http_client.h"

#include <latch>
#include <memory>
#include <string>
#include <thread>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client/name_lookup.h"
#include "server/http_server.h"

namespace stator::server {
namespace {

using client::Fetch;
using client::FoundAddresses;
using client::HttpCall;
using client::NameLookup;
using client::ParseUrl;
using testing::HasSubstr;

// Echoes the request. "/teapot" answers another status, "/big" a megabyte.
class Echo final : public RequestHandler {
 public:
  void Handle(const HttpRequest& request, Loop& /*loop*/, Respond respond) override {
    HttpReply reply{.content_type = "text/plain"};
    if (request.path == "/teapot") reply.status = 418;
    if (request.path == "/big") {
      reply.body.assign(1'000'000, 'x');
    } else {
      reply.body = fmt::format("{} {}?{} {} {} {}", request.method, request.path, request.query,
                               request.Find("host").value_or("no host"),
                               request.Find("content-type").value_or("no type"), request.body());
    }
    respond(std::move(reply));
  }
};

class HttpClientTest : public ::testing::Test {
 protected:
  HttpClientTest() {
    HttpServerOptions options;
    options.port = 0;
    options.hosts = {"127.0.0.1"};
    server_ = *HttpServer::Listen(options, log_);
    thread_ = std::jthread(
        [this] { server_->Run([](std::size_t) { return std::make_unique<Echo>(); }); });
  }
  void TearDown() override { server_->Stop(); }

  HttpCall To(const std::string& target) {
    return {.url = *ParseUrl(fmt::format("http://127.0.0.1:{}{}", server_->port(), target))};
  }

  Log log_{LogLevel::kOff, LogForm::kText};
  std::unique_ptr<HttpServer> server_;
  std::jthread thread_;
};

TEST(HttpUrl, HasItsParts) {
  const auto url = ParseUrl("http://host.example:8080/a/b?c=d");
  ASSERT_TRUE(url.has_value());
  EXPECT_EQ(url->host, "host.example");
  EXPECT_EQ(url->port, "8080");
  EXPECT_EQ(url->target, "/a/b?c=d");
  EXPECT_EQ(url->authority, "host.example:8080");
}

TEST(HttpUrl, HasDefaultsForMissingParts) {
  const auto url = ParseUrl("http://localhost");
  ASSERT_TRUE(url.has_value());
  EXPECT_EQ(url->port, "80");
  EXPECT_EQ(url->target, "/");
  EXPECT_EQ(ParseUrl("http://localhost?a=b")->target, "/?a=b");
}

TEST(HttpUrl, MayAskForTls) {
  const auto url = client::ParseUrl("https://db.example/x");
  ASSERT_TRUE(url.has_value());
  EXPECT_TRUE(url->tls);
  EXPECT_EQ(url->port, "443");
  EXPECT_EQ(url->host, "db.example");
  EXPECT_EQ(client::ParseUrl("https://db.example:8443")->port, "8443");
  EXPECT_FALSE(client::ParseUrl("http://db.example")->tls);
  EXPECT_FALSE(client::ParseUrl("https://").has_value());
  EXPECT_FALSE(client::ParseUrl("ftp://db.example").has_value());
}

TEST(HttpUrl, BracketsEncloseIPv6Addresses) {
  const auto url = ParseUrl("http://[::1]:8000/x");
  ASSERT_TRUE(url.has_value());
  EXPECT_EQ(url->host, "::1");
  EXPECT_EQ(url->port, "8000");
  EXPECT_EQ(url->authority, "[::1]:8000");
}

TEST(HttpUrl, OtherTextsAreRefusedInOneSentence) {
  for (const char* text : {"", "localhost:8000", "https://", "http://", "http://:80", "http://h:",
                           "http://h:x", "http://h:-1", "http://h:65536", "http://[::1",
                           "http://[::1]x", "http://user@h", "http://h/a b", "http://h/\r\nX: y"}) {
    const auto url = ParseUrl(text);
    ASSERT_FALSE(url.has_value()) << text;
    EXPECT_EQ(url.error().code, ErrorCode::kValidationException);
  }
}

TEST_F(HttpClientTest, GetsAndPosts) {
  const auto got = Fetch(To("/a?b=c"));
  ASSERT_TRUE(got.has_value()) << got.error().message;
  EXPECT_EQ(got->status, 200);
  EXPECT_EQ(got->body, fmt::format("GET /a?b=c 127.0.0.1:{} no type ", server_->port()));
  auto call = To("/p");
  call.method = "POST";
  call.body = R"({"a":1})";
  const auto posted = Fetch(call);
  ASSERT_TRUE(posted.has_value()) << posted.error().message;
  EXPECT_EQ(posted->body,
            fmt::format(R"(POST /p? 127.0.0.1:{} application/json {{"a":1}})", server_->port()));
}

// The client knows localhost without a name server.
TEST_F(HttpClientTest, LocalhostIsThisMachine) {
  for (const char* host : {"localhost", "any.localhost"}) {
    const auto answer =
        Fetch({.url = *ParseUrl(fmt::format("http://{}:{}", host, server_->port()))});
    ASSERT_TRUE(answer.has_value()) << answer.error().message;
    EXPECT_EQ(answer->status, 200);
  }
}

TEST_F(HttpClientTest, AnyStatusIsAnAnswer) {
  const auto answer = Fetch(To("/teapot"));
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->status, 418);
}

TEST_F(HttpClientTest, RefusesAnAnswerThatIsTooLarge) {
  auto call = To("/big");
  call.answer_bytes_max = 999'999;
  const auto answer = Fetch(call);
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(answer.error().message, HasSubstr("larger than 999999 bytes"));
  call.answer_bytes_max = 1'000'000;
  EXPECT_TRUE(Fetch(call).has_value());
}

// The name lookup blocks until the test opens the latch.
TEST(HttpClient, ASilentNameServerTimesOut) {
  const auto opened = std::make_shared<std::latch>(1);
  NameLookup names(
      [opened](const std::string&) {
        opened->wait();
        return FoundAddresses{};
      },
      1);
  const auto answer = Fetch({.url = *ParseUrl("http://name.example"),
                             .timeout = std::chrono::milliseconds(20),
                             .names = &names});
  ASSERT_FALSE(answer.has_value());
  EXPECT_THAT(answer.error().message, HasSubstr("longer than 20 ms"));
  opened->count_down();
}

TEST_F(HttpClientTest, ConnectsToTheAddressesOfAName) {
  NameLookup names(
      [](const std::string& host) {
        EXPECT_EQ(host, "name.example");
        return FoundAddresses{.error = {},
                              .addresses = {boost::asio::ip::make_address("127.0.0.1")}};
      },
      1);
  auto url = *ParseUrl("http://name.example");
  url.port = fmt::format("{}", server_->port());
  const auto answer = Fetch({.url = url, .names = &names});
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  EXPECT_EQ(answer->status, 200);
}

TEST(HttpClient, ASilentServerTimesOut) {
  const int silent = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(::bind(silent, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  ASSERT_EQ(::listen(silent, 1), 0);
  socklen_t size = sizeof(address);
  ASSERT_EQ(::getsockname(silent, reinterpret_cast<sockaddr*>(&address), &size), 0);
  const auto url = *ParseUrl(fmt::format("http://127.0.0.1:{}", ntohs(address.sin_port)));
  const auto answer = Fetch({.url = url, .timeout = std::chrono::milliseconds(20)});
  ASSERT_FALSE(answer.has_value());
  EXPECT_THAT(answer.error().message, HasSubstr("longer than 20 ms"));
  ::close(silent);
  // No server listens at all.
  const auto refused = Fetch({.url = url});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kUnavailable);
}

}  // namespace
}  // namespace stator::server
