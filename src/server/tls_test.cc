#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <openssl/ssl.h>

#include "server/http_server.h"
#include "server/test_client.h"
#include "support/tls_identity.h"

namespace stator::server {
namespace {

using testing::HasSubstr;
using tests::Freed;
using tests::Identity;

using Context = std::unique_ptr<SSL_CTX, Freed<SSL_CTX_free>>;
using Stream = std::unique_ptr<SSL, Freed<SSL_free>>;

class Echo final : public RequestHandler {
 public:
  void Handle(const HttpRequest& request, Loop& /*loop*/, Respond respond) override {
    HttpReply reply{.body = std::string(request.body())};
    if (request.path == "/big") reply.body.assign(3'000'000, 'x');
    reply.headers = request.tls ? "X-Tls: yes\r\n" : "";
    respond(std::move(reply));
  }
};

class TlsServer : public testing::Test {
 protected:
  void SetUp() override {
    const Identity identity("tls_server");
    auto server = HttpServer::Listen({.hosts = {"127.0.0.1"},
                                      .port = 0,
                                      .tls_certificate = identity.certificate_file,
                                      .tls_key = identity.key_file},
                                     log_);
    ASSERT_TRUE(server.has_value()) << server.error().message;
    server_ = *std::move(server);
    thread_ = std::jthread(
        [this] { server_->Run([](std::size_t) { return std::make_unique<Echo>(); }); });
  }
  void TearDown() override {
    server_->Stop();
    thread_.join();
  }

  // Connects with at most TLS `version`; returns null if the handshake fails.
  Stream Connect(const TestClient& client, int version) {
    context_.reset(SSL_CTX_new(TLS_client_method()));
    SSL_CTX_set_max_proto_version(context_.get(), version);
    Stream stream(SSL_new(context_.get()));
    SSL_set_fd(stream.get(), client.socket());
    if (SSL_connect(stream.get()) != 1) return nullptr;
    return stream;
  }

  std::string Metrics() const {
    metrics::Exposition exposition;
    server_->Report(exposition);
    return exposition.Take();
  }

  static std::string ReadAll(SSL* stream, std::size_t until) {
    std::string all;
    char bytes[16384];
    while (all.size() < until) {
      const int got = SSL_read(stream, bytes, sizeof(bytes));
      if (got <= 0) break;
      all.append(bytes, static_cast<std::size_t>(got));
    }
    return all;
  }

  Log log_{LogLevel::kOff, LogForm::kText};
  std::unique_ptr<HttpServer> server_;
  std::jthread thread_;
  Context context_;
};

TEST_F(TlsServer, ServesTheSameHttp) {
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    const TestClient client(server_->port());
    const Stream stream = Connect(client, version);
    ASSERT_NE(stream, nullptr);
    EXPECT_EQ(SSL_version(stream.get()), version);
    const std::string post = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi";
    const std::string twice = post + post;
    ASSERT_GT(SSL_write(stream.get(), twice.data(), static_cast<int>(twice.size())), 0);
    const std::string replies = ReadAll(stream.get(), 400);
    EXPECT_THAT(replies, HasSubstr("X-Tls: yes\r\n\r\nhiHTTP/1.1 200 OK"));
  }
}

// A connection costs its client nothing before the hello, so it must cost the server little.
TEST_F(TlsServer, SilentConnectionsTakeLittleMemory) {
  constexpr std::size_t kClients = 200;
  constexpr std::size_t kBytesMax = 20'000;  // both ends together
  std::vector<std::unique_ptr<TestClient>> clients;
  const auto before = mallinfo2();
  for (std::size_t i = 0; i < kClients; ++i) {
    clients.push_back(std::make_unique<TestClient>(server_->port()));
  }
  const std::string accepted = fmt::format("stator_connections_accepted_total {}\n", kClients);
  while (!Metrics().contains(accepted)) std::this_thread::yield();
  const auto after = mallinfo2();
  EXPECT_LT(after.uordblks + after.hblkhd, before.uordblks + before.hblkhd + kClients * kBytesMax);
  // The server serves them once they send.
  const Stream stream = Connect(*clients.back(), TLS1_3_VERSION);
  EXPECT_NE(stream, nullptr);
}

// The same holds after the first bytes of a hello.
TEST_F(TlsServer, BeginningsOfAHelloTakeLittleMemory) {
  constexpr std::size_t kClients = 200;
  constexpr std::size_t kBytesMax = 20'000;  // both ends together
  const std::string_view hello("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11);
  for (const std::size_t sent : {std::size_t{1}, std::size_t{5}, hello.size()}) {
    std::vector<std::unique_ptr<TestClient>> clients;
    const auto before = mallinfo2();
    for (std::size_t i = 0; i < kClients; ++i) {
      clients.push_back(std::make_unique<TestClient>(server_->port()));
      ASSERT_TRUE(clients.back()->Send(hello.substr(0, sent)));
    }
    // A complete handshake takes several turns of the one loop. By then the loop has read from all
    // other connections.
    const TestClient other(server_->port());
    const Stream stream = Connect(other, TLS1_3_VERSION);
    ASSERT_NE(stream, nullptr);
    const auto after = mallinfo2();
    EXPECT_LT(after.uordblks + after.hblkhd, before.uordblks + before.hblkhd + kClients * kBytesMax)
        << sent;
  }
}

TEST_F(TlsServer, AHelloMayArriveInPieces) {
  const TestClient client(server_->port());
  const Context context(SSL_CTX_new(TLS_client_method()));
  const Stream stream(SSL_new(context.get()));
  BIO* const received = BIO_new(BIO_s_mem());
  BIO* const wanted = BIO_new(BIO_s_mem());
  SSL_set_bio(stream.get(), received, wanted);
  EXPECT_EQ(SSL_connect(stream.get()), -1);
  const char* bytes = nullptr;
  const auto size = static_cast<std::size_t>(BIO_get_mem_data(wanted, &bytes));
  for (const char byte : std::string_view(bytes, size)) {
    ASSERT_EQ(::send(client.socket(), &byte, 1, MSG_NOSIGNAL), 1);
  }
  char answer = 0;
  EXPECT_EQ(::recv(client.socket(), &answer, 1, 0), 1);
  EXPECT_EQ(answer, '\x16');
}

// The server drops a client that closes its side in the middle of its hello.
TEST_F(TlsServer, ATruncatedHelloEndsTheConnection) {
  TestClient client(server_->port());
  ASSERT_TRUE(client.Send("\x16\x03"));
  ::shutdown(client.socket(), SHUT_WR);
  EXPECT_TRUE(client.ReadToEnd());
}

TEST_F(TlsServer, EndedSilentConnectionsAreNotCounted) {
  {
    const TestClient silent(server_->port());
    const TestClient speaking(server_->port());
    EXPECT_NE(Connect(speaking, TLS1_3_VERSION), nullptr);
    while (!Metrics().contains("stator_connections_open 2\n")) std::this_thread::yield();
  }
  while (!Metrics().contains("stator_connections_open 0\n")) std::this_thread::yield();
}

TEST_F(TlsServer, SendsLargeAnswers) {
  const TestClient client(server_->port());
  const Stream stream = Connect(client, TLS1_3_VERSION);
  ASSERT_NE(stream, nullptr);
  const std::string get = "GET /big HTTP/1.1\r\nHost: x\r\n\r\n";
  ASSERT_GT(SSL_write(stream.get(), get.data(), static_cast<int>(get.size())), 0);
  EXPECT_EQ(ReadAll(stream.get(), 3'000'000 + 100).substr(3'000'000 - 1000, 500),
            std::string(500, 'x'));
}

TEST_F(TlsServer, RefusesOldVersionsAndPlainHttp) {
  const TestClient old(server_->port());
  EXPECT_EQ(Connect(old, TLS1_1_VERSION), nullptr);
  TestClient plain(server_->port());
  plain.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_TRUE(plain.ReadToEnd());
}

std::string Refusal(const std::string& certificate, const std::string& key) {
  Log log(LogLevel::kOff, LogForm::kText);
  const auto server = HttpServer::Listen(
      {.hosts = {"127.0.0.1"}, .port = 0, .tls_certificate = certificate, .tls_key = key}, log);
  return server ? "listening" : server.error().message;
}

TEST(TlsFiles, InvalidFilesAreRefusedInOneSentence) {
  const Identity one("tls_one");
  const Identity two("tls_two");
  EXPECT_EQ(Refusal(one.certificate_file, one.key_file), "listening");
  EXPECT_EQ(Refusal(one.certificate_file, two.key_file),
            fmt::format("The TLS key in {} does not belong to the certificate in {}.", two.key_file,
                        one.certificate_file));
  EXPECT_THAT(Refusal("/nowhere", one.key_file),
              HasSubstr("The TLS certificate in /nowhere cannot be used: "));
  EXPECT_THAT(Refusal(one.certificate_file, "/nowhere"),
              HasSubstr("The TLS key in /nowhere cannot be used: "));
  EXPECT_THAT(Refusal(one.key_file, one.key_file), HasSubstr("The TLS certificate in "));
}

}  // namespace
}  // namespace stator::server
