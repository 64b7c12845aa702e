#include "server/http_parser.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/limits.h"

namespace stator::server {
namespace {

using State = HttpParser::State;

class Budget final : public BodyBudget {
 public:
  bool Take(std::size_t bytes) override {
    if (bytes > left) return false;
    left -= bytes;
    return true;
  }
  void GiveBack(std::size_t bytes) override { left += bytes; }

  std::size_t left = 1U << 30U;
};

class HttpParserTest : public testing::Test {
 protected:
  // Feeds `bytes` in pieces and keeps the unconsumed rest, as a connection does.
  State Feed(std::string_view bytes, std::size_t piece) {
    State state = State::kNeedMore;
    for (std::size_t at = 0; at < bytes.size() && state != State::kRefused; at += piece) {
      pending_ += bytes.substr(at, piece);
      state = Drain();
    }
    return state;
  }

  State Drain() {
    while (true) {
      std::size_t taken = 0;
      const State state = parser_.Put(pending_, taken);
      pending_.erase(0, taken);
      if (state != State::kHeaderDone) return state;
    }
  }

  Budget budget_;
  HttpParser parser_{budget_};
  std::string pending_;
};

constexpr char kPost[] =
    "POST /path?a=b HTTP/1.1\r\nHost: x\r\nX-Amz-Target: T.Op\r\nContent-Length: 4\r\n\r\nbody";

TEST_F(HttpParserTest, ReadsARequestInPiecesOfAnySize) {
  for (std::size_t piece = 1; piece <= sizeof(kPost); ++piece) {
    ASSERT_EQ(Feed(kPost, piece), State::kDone) << piece;
    const HttpRequest& request = parser_.request();
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.path, "/path");
    EXPECT_EQ(request.query, "a=b");
    EXPECT_EQ(request.headers.size(), 3U);
    EXPECT_EQ(request.Find("x-AMZ-target"), "T.Op");
    EXPECT_EQ(request.Find("absent"), std::nullopt);
    EXPECT_EQ(request.body(), "body");
    EXPECT_GE(request.body_text->capacity(), 4U + 64U);
    EXPECT_TRUE(parser_.KeepAlive());
    parser_.Reset();
  }
}

TEST_F(HttpParserTest, ReadsOneRequestAfterAnother) {
  pending_ = std::string(kPost) + "\r\n" + kPost + "GET / HTTP/1.0\r\n\r\n";
  for (const char* path : {"/path", "/path", "/"}) {
    ASSERT_EQ(Drain(), State::kDone);
    EXPECT_EQ(parser_.request().path, path);
    parser_.Reset();
  }
  EXPECT_EQ(pending_, "");
  EXPECT_EQ(Drain(), State::kNeedMore);
  EXPECT_FALSE(parser_.started());
}

TEST_F(HttpParserTest, ReadsChunksAndDropsTrailers) {
  for (std::size_t piece = 1; piece < 20; ++piece) {
    ASSERT_EQ(Feed("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                   "4;note=x\r\nbody\r\n1\r\n!\r\n0\r\nAuthorization: late\r\n\r\n",
                   piece),
              State::kDone);
    EXPECT_EQ(parser_.request().body(), "body!");
    EXPECT_EQ(parser_.request().Find("authorization"), std::nullopt);
    parser_.Reset();
  }
}

TEST_F(HttpParserTest, KnowsWhenTheConnectionEnds) {
  ASSERT_EQ(Feed("GET / HTTP/1.0\r\n\r\n", 99), State::kDone);
  EXPECT_FALSE(parser_.KeepAlive());
  parser_.Reset();
  ASSERT_EQ(Feed("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 99), State::kDone);
  EXPECT_TRUE(parser_.KeepAlive());
  parser_.Reset();
  ASSERT_EQ(Feed("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 99), State::kDone);
  EXPECT_FALSE(parser_.KeepAlive());
}

TEST_F(HttpParserTest, OldClientsGetNoContinue) {
  for (const auto& [version, expects] : {std::pair("1.1", true), std::pair("1.0", false)}) {
    std::size_t taken = 0;
    EXPECT_EQ(parser_.Put(fmt::format("POST / HTTP/{}\r\nHost: x\r\nExpect: 100-continue\r\n"
                                      "Content-Length: 2\r\n\r\n",
                                      version),
                          taken),
              State::kHeaderDone);
    EXPECT_EQ(parser_.ExpectsContinue(), expects) << version;
    parser_.Reset();
  }
}

TEST_F(HttpParserTest, AcceptsAbsoluteTargets) {
  ASSERT_EQ(Feed("GET http://host:1/a/b?c HTTP/1.1\r\nHost: x\r\n\r\n", 99), State::kDone);
  EXPECT_EQ(parser_.request().path, "/a/b");
  EXPECT_EQ(parser_.request().query, "c");
  parser_.Reset();
  ASSERT_EQ(Feed("GET http://host HTTP/1.1\r\nHost: x\r\n\r\n", 99), State::kDone);
  EXPECT_EQ(parser_.request().path, "/");
}

TEST_F(HttpParserTest, RefusesBytesThatAreNotHttp) {
  for (const char* bytes :
       {"\x16\x03\x01 hello\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/2.0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"}) {
    Budget budget;
    HttpParser parser(budget);
    std::size_t taken = 0;
    std::string rest = bytes;
    State state = State::kHeaderDone;
    while (state == State::kHeaderDone) {
      state = parser.Put(rest, taken);
      rest.erase(0, taken);
    }
    EXPECT_EQ(state, State::kRefused) << bytes;
    EXPECT_EQ(parser.refusal_status(), 400) << bytes;
  }
}

// A proxy between server and client may read such framing differently.
TEST_F(HttpParserTest, RefusesAmbiguousFraming) {
  for (const char* head :
       {"HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked",
        "HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: identity",
        "HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked",
        "HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked", "HTTP/1.1\r\nHost: x\r\nHost: y"}) {
    HttpParser parser(budget_);
    std::size_t taken = 0;
    const std::string request = fmt::format("POST / {}\r\n\r\n", head);
    EXPECT_EQ(parser.Put(request, taken), State::kRefused) << head;
  }
}

TEST_F(HttpParserTest, AnHttp11RequestMustNameItsHost) {
  HttpParser parser(budget_);
  std::size_t taken = 0;
  EXPECT_EQ(parser.Put("GET / HTTP/1.1\r\nX: y\r\n\r\n", taken), State::kRefused);
  EXPECT_EQ(parser.refusal_status(), 400);
  EXPECT_EQ(Feed("GET / HTTP/1.0\r\nX: y\r\n\r\n", 99), State::kDone);
  parser_.Reset();
  EXPECT_EQ(Feed("GET / HTTP/1.1\r\nHost:\r\n\r\n", 99), State::kDone);
}

TEST_F(HttpParserTest, RefusesFoldedLines) {
  for (const char* head : {"X: y\r\n z", "X: y\r\n\tz", "X:\r\n y", "X: y\r\n \r\nZ: z"}) {
    const std::string request =
        fmt::format("POST / HTTP/1.1\r\nHost: x\r\n{}\r\nContent-Length: 4\r\n\r\n b\n\t", head);
    for (const std::size_t piece : {std::size_t{1}, request.size()}) {
      parser_.Reset();
      pending_.clear();
      EXPECT_EQ(Feed(request, piece), State::kRefused) << head;
      EXPECT_EQ(parser_.refusal_status(), 400) << head;
    }
  }
  parser_.Reset();
  pending_.clear();
  EXPECT_EQ(Feed("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n\n b\t", 99),
            State::kDone);
}

TEST_F(HttpParserTest, LimitsTheRequestLineAndTheHeadersEach) {
  const auto with = [](std::size_t line, std::size_t header) {
    return "GET /" + std::string(line, 'a') +
           " HTTP/1.1\r\nHost: x\r\nX: " + std::string(header, 'b') + "\r\n\r\n";
  };
  const std::size_t line_max = limits::kHeaderBytesMax - 16;
  const std::size_t header_max = limits::kHeaderBytesMax - 5 - 9;  // besides "Host: x"
  EXPECT_EQ(Feed(with(line_max, header_max), 1000), State::kDone);
  parser_.Reset();
  EXPECT_EQ(Feed(with(line_max + 1, 0), 1000), State::kRefused);
  EXPECT_EQ(parser_.refusal_status(), 400);
  parser_.Reset();
  pending_.clear();
  EXPECT_EQ(Feed(with(0, header_max + 1), 1000), State::kRefused);
  EXPECT_EQ(parser_.refusal_status(), 400);
  parser_.Reset();
  pending_.clear();
  EXPECT_EQ(Feed("GET /" + std::string(100'000, 'a'), 1000), State::kRefused);
  EXPECT_LE(pending_.size(), 2 * limits::kHeaderBytesMax + 2048);
}

TEST_F(HttpParserTest, LimitsTheBodyExactly) {
  const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ";
  EXPECT_EQ(Feed(head + "16777217\r\n\r\n", 1000), State::kRefused);
  EXPECT_EQ(parser_.refusal_status(), 413);
  parser_.Reset();
  pending_.clear();
  EXPECT_EQ(Feed(head + "16777216\r\n\r\n" + std::string(16'777'216, 'x'), 1U << 20U),
            State::kDone);
  EXPECT_EQ(parser_.request().body().size(), 16'777'216U);
}

TEST_F(HttpParserTest, LimitsChunkedBodiesExactly) {
  const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string half = "800000\r\n" + std::string(0x800000, 'x') + "\r\n";
  EXPECT_EQ(Feed(head + half + half + "0\r\n\r\n", 1U << 20U), State::kDone);
  parser_.Reset();
  EXPECT_EQ(Feed(head + half + half + "1\r\nx\r\n", 1U << 20U), State::kRefused);
  EXPECT_EQ(parser_.refusal_status(), 413);
  parser_.Reset();
  pending_.clear();
  EXPECT_EQ(Feed(head + "FFFFFFFFFFFFFFFF\r\n", 100), State::kRefused);
  EXPECT_EQ(parser_.refusal_status(), 413);
}

TEST_F(HttpParserTest, CountsLargeBodiesAndGivesThemBack) {
  const std::size_t all = budget_.left;
  const auto post = [](std::size_t size) {
    return fmt::format("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n{}", size,
                       std::string(size, 'x'));
  };
  ASSERT_EQ(Feed(post(limits::kBodyKeptBytesMax), 1000), State::kDone);
  EXPECT_EQ(budget_.left, all);
  parser_.Reset();
  ASSERT_EQ(Feed(post(300'000), 1000), State::kDone);
  EXPECT_EQ(budget_.left, all - 300'000);
  parser_.Reset();
  EXPECT_EQ(budget_.left, all);
  budget_.left = 200'000;
  EXPECT_EQ(Feed(post(300'000), 1000), State::kRefused);
  EXPECT_EQ(parser_.refusal_status(), 503);
  parser_.Reset();
  EXPECT_EQ(budget_.left, 200'000U);
}

// A buffer that doubles as it grows may be much larger than its content.
TEST_F(HttpParserTest, CountsTheMemoryABodyTakes) {
  const std::size_t all = budget_.left;
  constexpr std::size_t kPadding = 64;
  const std::string chunk = fmt::format("{:x}\r\n{}\r\n", 50'000, std::string(50'000, 'x'));
  std::string chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (int i = 0; i < 11; ++i) chunked += chunk;
  const std::string plain = fmt::format(
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 700000\r\n\r\n{}", std::string(700'000, 'x'));
  for (const std::string& request : {plain, chunked + "0\r\n\r\n"}) {
    ASSERT_EQ(Feed(request, 1000), State::kDone);
    EXPECT_LE(parser_.request().body_text->capacity(), all - budget_.left + kPadding);
    parser_.Reset();
  }
  ASSERT_EQ(Feed(kPost, 1000), State::kDone);
  EXPECT_LE(parser_.request().body_text->capacity(), limits::kBodyKeptBytesMax + kPadding)
      << "what a large body took is given back";
}

TEST_F(HttpParserTest, RecognisesClientsThatWaitForContinue) {
  std::size_t taken = 0;
  EXPECT_EQ(
      parser_.Put("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 1\r\n\r\n",
                  taken),
      State::kHeaderDone);
  EXPECT_TRUE(parser_.ExpectsContinue());
}

}  // namespace
}  // namespace stator::server
