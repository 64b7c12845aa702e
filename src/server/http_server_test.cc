#include "server/http_server.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include "base/limits.h"
#include "server/test_client.h"

namespace stator::server {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

// Echoes the request, except for some paths.
// - "/later": another thread answers through the loop.
// - "/hold": answers when the test releases it.
// - "/big": answers 8 MB. "/made" does too, as the owed answer to a write.
// - "/throw": throws.
// - "/turn": makes the loop note how many requests it handled before other connections had a turn.
class Echo final : public RequestHandler {
 public:
  void Handle(const HttpRequest& request, Loop& loop, Respond respond) override {
    HttpReply reply{.content_type = "text/plain",
                    .body = fmt::format("{} {} {}", request.method, request.path, request.body())};
    ++handled_;
    if (request.path == "/turn") AwaitTurn(loop);
    if (request.path == "/throw") throw std::runtime_error("a defect");
    reply.owed = request.path == "/made";
    if (request.path == "/big" || reply.owed) reply.body.assign(8'000'000, 'x');
    if (request.path == "/later") {
      std::thread([&loop, reply = std::move(reply), respond = std::move(respond)]() mutable {
        loop.Post([reply = std::move(reply), respond = std::move(respond)]() mutable {
          respond(std::move(reply));
        });
      }).detach();
      return;
    }
    if (request.path == "/hold") return Hold(loop, std::move(respond));
    respond(std::move(reply));
  }

  HttpReply Broken() const override { return {.status = 500, .body = "broken"}; }

  static int handled_until_turn() { return handled_until_turn_; }

  static void WaitUntilHeld() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [] { return held_ != nullptr; });
  }

  static void Release() {
    std::unique_lock lock(mutex_);
    loop_->Post([respond = std::move(held_)]() mutable { respond(HttpReply{.body = "released"}); });
    held_ = nullptr;
  }

 private:
  static void AwaitTurn(Loop& loop) {
    handled_ = 0;
    handled_until_turn_ = std::numeric_limits<int>::max();
    loop.Post([] { handled_until_turn_ = handled_.load(); });
  }

  static void Hold(Loop& loop, Respond respond) {
    const std::unique_lock lock(mutex_);
    loop_ = &loop;
    held_ = std::move(respond);
    changed_.notify_all();
  }

  static inline std::atomic<int> handled_ = 0;
  static inline std::atomic<int> handled_until_turn_ = 0;
  static inline std::mutex mutex_;
  static inline std::condition_variable changed_;
  static inline Respond held_;
  static inline Loop* loop_ = nullptr;
};

class Running {
 public:
  explicit Running(HttpServerOptions options = {}) {
    options.port = 0;
    options.hosts = {"127.0.0.1"};
    auto server = HttpServer::Listen(options, log_);
    if (!server) ADD_FAILURE() << server.error().message;
    server_ = *std::move(server);
    thread_ = std::jthread([this] {
      server_->Run([](std::size_t) { return std::make_unique<Echo>(); });
      stopped_ = true;
    });
  }
  ~Running() { Stop(); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void BeginStop() { server_->Stop(); }
  void Stop() {
    if (!thread_.joinable()) return;
    server_->Stop();
    thread_.join();
  }
  std::uint16_t port() const { return server_->port(); }
  std::string Metrics() const {
    metrics::Exposition exposition;
    server_->Report(exposition);
    return exposition.Take();
  }

 private:
  Log log_{LogLevel::kOff, LogForm::kText};
  std::unique_ptr<HttpServer> server_;
  std::atomic<bool> stopped_ = false;
  std::jthread thread_;
};

std::string Get(std::string_view path) {
  return fmt::format("GET {} HTTP/1.1\r\nHost: x\r\n\r\n", path);
}

TEST(HttpServer, AnswersManyRequestsOnOneConnection) {
  Running server;
  TestClient client(server.port());
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(client.Send(Get("/a")));
    const TestReply reply = client.Read();
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body, "GET /a ");
    EXPECT_EQ(reply.Header("connection"), "keep-alive");
    EXPECT_EQ(reply.Header("server"), "Server");
    EXPECT_EQ(reply.Header("x-amzn-requestid").size(), 52U);
    EXPECT_THAT(reply.Header("date"), testing::EndsWith(" GMT"));
  }
}

TEST(HttpServer, AnswersPipelinedRequestsInOrder) {
  Running server({.loops = 2});
  TestClient client(server.port());
  std::string all;
  for (int i = 0; i < 200; ++i) all += Get(i % 5 == 0 ? "/later" : fmt::format("/{}", i));
  ASSERT_TRUE(client.Send(all));
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(client.Read().body, i % 5 == 0 ? "GET /later " : fmt::format("GET /{} ", i));
  }
}

TEST(HttpServer, OtherConnectionsGetATurnBetweenPipelinedRequests) {
  Running server;
  TestClient client(server.port());
  std::string all = Get("/turn");
  for (int i = 0; i < 100; ++i) all += Get("/");
  ASSERT_LT(all.size(), limits::kReadBytesMin);  // so that the server reads them together
  ASSERT_TRUE(client.Send(all));
  for (int i = 0; i <= 100; ++i) EXPECT_EQ(client.Read().status, 200);
  EXPECT_LT(Echo::handled_until_turn(), 100);
}

TEST(HttpServer, ReadsChunkedAndTrickledBodies) {
  Running server;
  TestClient client(server.port());
  for (const char byte :
       std::string("POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                   "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")) {
    ASSERT_TRUE(client.Send({&byte, 1}));
  }
  EXPECT_EQ(client.Read().body, "POST /c abcde");
}

TEST(HttpServer, SendsContinueOnlyWhenTheBodyIsWelcome) {
  Running server;
  TestClient client(server.port());
  ASSERT_TRUE(client.Send(
      "POST /e HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"));
  EXPECT_EQ(client.Read(false).status, 100);
  ASSERT_TRUE(client.Send("hi"));
  EXPECT_EQ(client.Read().body, "POST /e hi");
  ASSERT_TRUE(client.Send(
      "POST /e HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 16777217\r\n\r\n"));
  EXPECT_EQ(client.Read().status, 413);
}

TEST(HttpServer, AcceptsBodiesUpToExactlySixteenMegabytes) {
  Running server;
  TestClient client(server.port());
  const std::size_t max = 16'777'216;
  ASSERT_TRUE(
      client.Send(fmt::format("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n", max)));
  ASSERT_TRUE(client.Send(std::string(max, 'x')));
  EXPECT_EQ(client.Read().body.size(), max + 7);
  // A client that sends its whole body before it reads must still learn the reason of the refusal.
  ASSERT_TRUE(client.Send(
      fmt::format("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n", max + 1)));
  ASSERT_TRUE(client.Send(std::string(max + 1, 'x')));
  const TestReply refused = client.Read();
  EXPECT_EQ(refused.status, 413);
  EXPECT_EQ(refused.body, "");
  EXPECT_EQ(refused.Header("connection"), "close");
  EXPECT_THAT(server.Metrics(), HasSubstr("stator_large_body_bytes 0\n"));
}

TEST(HttpServer, RefusesBodiesBeyondTheSharedBound) {
  Running server({.bodies_bytes_max = 1'000'000});
  TestClient client(server.port());
  ASSERT_TRUE(client.Send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n"));
  ASSERT_TRUE(client.Send(std::string(2'000'000, 'x')));
  EXPECT_EQ(client.Read().status, 503);
}

void WaitForMetric(const Running& server, const std::string& line) {
  while (server.Metrics().find(line) == std::string::npos) std::this_thread::yield();
}

TEST(HttpServer, DropsLargeAnswersBeyondTheSharedBound) {
  Running server({.loops = 2, .answers_bytes_max = 20'000'000});
  std::vector<std::unique_ptr<TestClient>> slow;  // clients that never read
  for (int i = 0; i < 2; ++i) {
    slow.push_back(std::make_unique<TestClient>(server.port()));
    ASSERT_TRUE(slow.back()->Send(Get("/big")));
  }
  WaitForMetric(server, "stator_large_answer_bytes 16000000\n");
  TestClient client(server.port());
  ASSERT_TRUE(client.Send(Get("/big")));
  const TestReply dropped = client.Read();
  EXPECT_EQ(dropped.status, 503);
  EXPECT_EQ(dropped.body, "");
  ASSERT_TRUE(client.Send(Get("/small")));
  EXPECT_EQ(client.Read().status, 200);

  EXPECT_EQ(slow.front()->Read().body.size(), 8'000'000U);
  slow.back()->Close();
  WaitForMetric(server, "stator_large_answer_bytes 0\n");
  ASSERT_TRUE(client.Send(Get("/big")));
  EXPECT_EQ(client.Read().body.size(), 8'000'000U);
  EXPECT_THAT(server.Metrics(), HasSubstr("stator_other_replies_total{status=\"503\"} 1\n"));
}

TEST(HttpServer, NeverDropsAnswersToCommittedWrites) {
  Running server({.loops = 2, .answers_bytes_max = 10'000'000});
  std::vector<std::unique_ptr<TestClient>> slow;
  for (const char* path : {"/big", "/made", "/made"}) {
    slow.push_back(std::make_unique<TestClient>(server.port()));
    ASSERT_TRUE(slow.back()->Send(Get(path)));
    WaitForMetric(server, fmt::format("stator_large_answer_bytes {}\n", slow.size() * 8'000'000));
  }
  TestClient client(server.port());
  ASSERT_TRUE(client.Send(Get("/small")));
  EXPECT_EQ(client.Read().status, 200);
  ASSERT_TRUE(client.Send("POST /small HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"));
  EXPECT_EQ(client.Read().status, 503) << "before it changes anything";

  EXPECT_EQ(slow[1]->Read().body.size(), 8'000'000U);
  WaitForMetric(server, "stator_large_answer_bytes 16000000\n");
  ASSERT_TRUE(client.Send("POST /small HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"));
  EXPECT_EQ(client.Read().status, 200);
  EXPECT_EQ(slow[2]->Read().body.size(), 8'000'000U);
  EXPECT_EQ(slow[0]->Read().body.size(), 8'000'000U);
  WaitForMetric(server, "stator_large_answer_bytes 0\n");
}

TEST(HttpServer, ASingleAnswerMayExceedTheSharedBound) {
  Running server({.answers_bytes_max = 1'000'000});
  TestClient client(server.port());
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(client.Send(Get("/big")));
    EXPECT_EQ(client.Read().body.size(), 8'000'000U);
  }
}

// Reads a whole answer and keeps nothing of it.
void Swallow(TestClient& client, std::size_t body_bytes) {
  std::string bytes(1U << 16U, '\0');
  std::string head;
  std::size_t received = 0;
  while (received < head.find("\r\n\r\n") + 4 + body_bytes) {
    const ssize_t size = ::recv(client.socket(), bytes.data(), bytes.size(), 0);
    ASSERT_GT(size, 0);
    if (received == 0) head.assign(bytes, 0, static_cast<std::size_t>(size));
    received += static_cast<std::size_t>(size);
  }
}

TEST(HttpServer, ConnectionsKeepNoMemoryOfLargeAnswers) {
  Running server;
  std::vector<std::unique_ptr<TestClient>> clients;
  const auto before = mallinfo2();
  for (int i = 0; i < 8; ++i) {
    clients.push_back(std::make_unique<TestClient>(server.port()));
    ASSERT_TRUE(clients.back()->Send(Get("/big")));
    Swallow(*clients.back(), 8'000'000);
    ASSERT_TRUE(clients.back()->Send(Get("/small")));
    EXPECT_EQ(clients.back()->Read().status, 200);
  }
  const auto after = mallinfo2();
  EXPECT_LT(after.uordblks + after.hblkhd, before.uordblks + before.hblkhd + 16'000'000);
}

// A connection releases the memory of a large head. It also releases the memory of its input when
// stray bytes follow the request.
TEST(HttpServer, ConnectionsKeepNoMemoryOfLargeRequests) {
  constexpr std::size_t kClients = 64;
  constexpr std::size_t kKeptMax = 32'000;
  Running server;
  std::string request = "POST / HTTP/1.1\r\nHost: x\r\n";
  for (int i = 0; i < 3'000; ++i) request += "a:\r\n";
  request += "Content-Length: 200000\r\n\r\n" + std::string(200'000, 'x') + "\r\n";
  std::vector<std::unique_ptr<TestClient>> clients;
  const auto before = mallinfo2();
  for (std::size_t i = 0; i < kClients; ++i) {
    clients.push_back(std::make_unique<TestClient>(server.port()));
    ASSERT_TRUE(clients.back()->Send(request));
    Swallow(*clients.back(), 200'007);
  }
  const auto after = mallinfo2();
  EXPECT_LT(after.uordblks + after.hblkhd, before.uordblks + before.hblkhd + kClients * kKeptMax);
}

TEST(HttpServer, RefusesLargeHeadersAndInvalidRequests) {
  Running server;
  for (const std::string& bytes :
       {Get("/" + std::string(20'000, 'a')),
        "GET / HTTP/1.1\r\nHost: x\r\nX: " + std::string(17'000, 'b') + "\r\n\r\n",
        std::string("nonsense\r\n\r\n"),
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;" +
            std::string(100'000, 'x')}) {
    TestClient client(server.port());
    client.Send(bytes);
    EXPECT_EQ(client.Read().status, 400);
  }
  EXPECT_THAT(server.Metrics(), HasSubstr("stator_other_replies_total{status=\"400\"} 4\n"));
}

TEST(HttpServer, EndsTheConnectionWhenAsked) {
  Running server;
  for (const char* bytes :
       {"GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"}) {
    TestClient client(server.port());
    ASSERT_TRUE(client.Send(bytes));
    EXPECT_EQ(client.Read().Header("connection"), "close");
    EXPECT_TRUE(client.ReadToEnd());
  }
}

TEST(HttpServer, AnswersHeadWithoutABody) {
  Running server;
  TestClient client(server.port());
  ASSERT_TRUE(client.Send("HEAD /h HTTP/1.1\r\nHost: x\r\n\r\n" + Get("/g")));
  EXPECT_EQ(client.Read(false).Header("content-length"), "8");
  EXPECT_EQ(client.Read().body, "GET /g ");
}

TEST(HttpServer, ClosesIdleConnections) {
  Running server({.idle_timeout = milliseconds(40)});
  TestClient client(server.port());
  EXPECT_TRUE(client.ReadToEnd());
  EXPECT_THAT(server.Metrics(), HasSubstr("stator_connections_timed_out_total 1\n"));
}

TEST(HttpServer, ClosesConnectionsWithTricklingRequests) {
  Running server({.request_timeout = milliseconds(60)});
  for (const char* start :
       {"GET / HT", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\nX",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n"}) {
    TestClient client(server.port());
    client.Send(start);
    // Bytes keep coming, but none of them extends the deadline.
    std::atomic<bool> done = false;
    std::jthread feeder([&] {
      while (!done && client.Send("x")) std::this_thread::yield();
    });
    client.ReadToEnd();
    done = true;
  }
  EXPECT_THAT(server.Metrics(), testing::Not(HasSubstr("stator_connections_timed_out_total 0\n")));
}

TEST(HttpServer, ClosesConnectionsThatDoNotReadTheirAnswer) {
  Running server({.request_timeout = milliseconds(100)});
  TestClient client(server.port());
  for (int i = 0; i < 4; ++i) client.Send(Get("/big"));
  TestClient other(server.port());
  // The count of timeouts stays 0 until the server closes the first connection.
  while (server.Metrics().find("stator_connections_timed_out_total 0\n") != std::string::npos) {
    other.Send(Get("/"));
    other.Read();
  }
  client.ReadToEnd();
  EXPECT_LT(client.buffer().size(), 32'000'000U);
}

TEST(HttpServer, SendsLargeAnswersWhole) {
  Running server;
  TestClient client(server.port());
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(client.Send(Get("/big")));
  for (int i = 0; i < 4; ++i) EXPECT_EQ(client.Read().body, std::string(8'000'000, 'x'));
}

TEST(HttpServer, TurnsAwayConnectionsBeyondTheBound) {
  Running server({.connections_max = 2});
  TestClient first(server.port());
  TestClient second(server.port());
  for (TestClient* client : {&first, &second}) {
    ASSERT_TRUE(client->Send(Get("/")));
    EXPECT_EQ(client->Read().status, 200);
  }
  TestClient third(server.port());
  EXPECT_EQ(third.Read().status, 503);
  EXPECT_TRUE(third.ReadToEnd());
  // The next connection gets the slot of one that ends.
  first.Send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  first.ReadToEnd();
  first.Close();
  int status = 503;
  while (status != 200) {
    TestClient next(server.port());
    next.Send(Get("/"));
    status = next.Read().status;
  }
}

// Short bodies leave in one piece with their head; long ones in two.
TEST(HttpServer, SendsBodiesOfEveryLengthWhole) {
  Running server;
  TestClient client(server.port());
  constexpr std::string_view kEchoed = "POST / ";
  for (const std::size_t size : {std::size_t{1}, limits::kJoinedBodyBytesMax - 1,
                                 limits::kJoinedBodyBytesMax, limits::kJoinedBodyBytesMax + 1}) {
    const std::string body(size - std::min(size, kEchoed.size()), 'b');
    ASSERT_TRUE(client.Send(fmt::format(
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n{}", body.size(), body)));
    EXPECT_EQ(client.Read().body, fmt::format("{}{}", kEchoed, body));
  }
}

TEST(HttpServer, SurvivesAHandlerThatThrows) {
  Running server;
  TestClient client(server.port());
  ASSERT_TRUE(client.Send(Get("/throw")));
  const auto answer = client.Read();
  EXPECT_EQ(answer.status, 500);
  EXPECT_EQ(answer.body, "broken");
  EXPECT_THAT(server.Metrics(), HasSubstr("stator_exceptions_total 1\n"));
}

TEST(HttpServer, SurvivesClientsThatLeave) {
  Running server;
  for (int i = 0; i < 50; ++i) {
    TestClient client(server.port());
    client.Send(i % 2 == 0 ? Get("/later") : Get("/big"));
  }
  TestClient client(server.port());
  ASSERT_TRUE(client.Send(Get("/")));
  EXPECT_EQ(client.Read().status, 200);
}

TEST(HttpServer, FinishesRunningRequestsWhenItStops) {
  Running server({.loops = 2});
  TestClient idle(server.port());
  ASSERT_TRUE(idle.Send(Get("/")));
  EXPECT_EQ(idle.Read().status, 200);
  TestClient busy(server.port());
  ASSERT_TRUE(busy.Send(Get("/hold")));
  Echo::WaitUntilHeld();
  server.BeginStop();
  EXPECT_TRUE(idle.ReadToEnd());
  EXPECT_FALSE(TestClient(server.port()).connected());
  Echo::Release();
  const TestReply reply = busy.Read();
  EXPECT_EQ(reply.body, "released");
  EXPECT_EQ(reply.Header("connection"), "close");
  busy.Close();
  server.Stop();
}

TEST(HttpServer, StopsWithoutRequestsThatTakeTooLong) {
  Running server({.drain_timeout = milliseconds(30)});
  TestClient busy(server.port());
  ASSERT_TRUE(busy.Send(Get("/hold")));
  Echo::WaitUntilHeld();
  server.Stop();
  Echo::Release();  // no connection waits for this answer any more
  EXPECT_TRUE(busy.ReadToEnd());
}

// Notes how many connections were open when the first request was handled.
class FirstRequest final : public RequestHandler {
 public:
  explicit FirstRequest(HttpServer& server) : server_(server) {}

  void Handle(const HttpRequest& /*request*/, Loop& /*loop*/, Respond respond) override {
    if (metrics_.empty()) {
      metrics::Exposition exposition;
      server_.Report(exposition);
      metrics_ = exposition.Take();
    }
    respond(HttpReply());
  }

  static const std::string& metrics() { return metrics_; }

 private:
  HttpServer& server_;
  static inline std::string metrics_;
};

// With one accept a turn, the last of a crowd would wait for as many turns of a busy loop.
TEST(HttpServer, AcceptsACrowdInOneTurn) {
  constexpr int kClients = 100;
  Log log(LogLevel::kOff, LogForm::kText);
  const auto server = *HttpServer::Listen({.hosts = {"127.0.0.1"}, .port = 0}, log);
  std::vector<std::unique_ptr<TestClient>> clients;  // these wait in the kernel until Run
  for (int i = 0; i < kClients; ++i) {
    clients.push_back(std::make_unique<TestClient>(server->port()));
    ASSERT_TRUE(clients.back()->Send(Get("/")));
  }
  std::jthread thread(
      [&] { server->Run([&](std::size_t) { return std::make_unique<FirstRequest>(*server); }); });
  for (const auto& client : clients) EXPECT_EQ(client->Read().status, 200);
  server->Stop();
  thread.join();
  EXPECT_THAT(FirstRequest::metrics(),
              HasSubstr(fmt::format("stator_connections_open {}\n", kClients)));
}

TEST(HttpServer, AStopBeforeRunEndsRunAtOnce) {
  Log log(LogLevel::kOff, LogForm::kText);
  const auto server = *HttpServer::Listen({.hosts = {"127.0.0.1"}, .port = 0}, log);
  server->Stop();
  server->Run([](std::size_t) { return std::make_unique<Echo>(); });
}

std::string ListenRefusal(const HttpServerOptions& options) {
  Log log(LogLevel::kOff, LogForm::kText);
  const auto server = HttpServer::Listen(options, log);
  return server ? "listening" : server.error().message;
}

TEST(HttpServer, ReportsWhyItCannotListen) {
  Running server;
  EXPECT_EQ(
      ListenRefusal({.hosts = {"127.0.0.1"}, .port = server.port()}),
      fmt::format("Port {} on 127.0.0.1 is in use; choose another with --port.", server.port()));
  EXPECT_EQ(
      ListenRefusal({.port = server.port()}),
      fmt::format("Port {} on 127.0.0.1 is in use; choose another with --port.", server.port()));
  EXPECT_EQ(ListenRefusal({.hosts = {"no such host"}}),
            "The address no such host is not known; choose another with --host.");
  EXPECT_THAT(ListenRefusal({.hosts = {"192.0.2.1"}, .port = 0}),
              HasSubstr("Cannot listen on port 0 of 192.0.2.1: "));
}

TEST(HttpServer, ListensOnBothLoopbackAddressesByDefault) {
  Log log(LogLevel::kOff, LogForm::kText);
  for (const std::vector<std::string>& hosts :
       {std::vector<std::string>(), {"localhost"}, {"any.localhost", "127.0.0.1"}}) {
    const auto server = HttpServer::Listen({.hosts = hosts, .port = 0}, log);
    ASSERT_TRUE(server.has_value()) << server.error().message;
    EXPECT_NE((*server)->port(), 0);
    EXPECT_EQ((*server)->addresses().front(), "127.0.0.1");
    if ((*server)->addresses().size() > 1) {
      EXPECT_EQ((*server)->addresses()[1], "::1");
    }
  }
}

}  // namespace
}  // namespace stator::server
