// Tests an endpoint's behaviour when the server fails, refuses or throttles.
#include "client/endpoint.h"

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/admin_call.h"
#include "client/served.h"
#include "support/tls_identity.h"

namespace stator::client {
namespace {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::ElementsAre;
using testing::Ge;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Le;
using testing::SizeIs;
using testing::StartsWith;

server::HttpReply Reply(int status, std::string body) {
  return {.status = status, .content_type = "application/x-amz-json-1.0", .body = std::move(body)};
}

server::HttpReply Refusal(int status, const std::string& code) {
  return Reply(status, fmt::format(R"({{"__type":"com.amazon#{}","message":"no"}})", code));
}

// The requests that a server received, and its answers in order; after them it answers "{}".
struct Script {
  std::vector<server::HttpReply> replies;
  std::vector<std::string> targets;
  std::vector<std::string> bodies;
  std::vector<std::string> authorizations;
};

class Scripted final : public server::RequestHandler {
 public:
  explicit Scripted(Script& script) : script_(script) {}

  void Handle(const server::HttpRequest& request, Loop& /*loop*/,
              server::Respond respond) override {
    const std::size_t place = script_.bodies.size();
    script_.bodies.emplace_back(request.body());
    script_.targets.emplace_back(request.Find("x-amz-target").value_or(""));
    script_.authorizations.emplace_back(request.Find("authorization").value_or(""));
    respond(place < script_.replies.size() ? script_.replies[place] : Reply(200, "{}"));
  }

 private:
  Script& script_;
};

class EndpointTest : public testing::Test {
 protected:
  Served Serve() {
    return Served([this](std::size_t) { return std::make_unique<Scripted>(script_); });
  }

  std::unique_ptr<Door> Open(const EndpointOptions& options) {
    return *Endpoint::Make(options, [this](milliseconds time) { pauses_.push_back(time); });
  }

  Script script_;
  std::vector<milliseconds> pauses_;
};

TEST_F(EndpointTest, SendsTargetBodyAndSignature) {
  auto served = Serve();
  auto door = Open({.endpoint = served.endpoint(), .region = "eu-west-1", .access_key = "ada"});
  EXPECT_EQ(door->Call("GetItem", R"({"a":1})"), "{}");
  EXPECT_EQ(door->Call("GetRecords", "{}"), "{}");
  EXPECT_THAT(script_.targets,
              ElementsAre("DynamoDB_20120810.GetItem", "DynamoDBStreams_20120810.GetRecords"));
  EXPECT_THAT(script_.bodies, ElementsAre(R"({"a":1})", "{}"));
  EXPECT_THAT(script_.authorizations[0], AllOf(StartsWith("AWS4-HMAC-SHA256 Credential=ada/"),
                                               HasSubstr("/eu-west-1/dynamodb/aws4_request")));
  EXPECT_THAT(pauses_, IsEmpty());
}

TEST_F(EndpointTest, ThrottledRequestsAreRetriedAfterGrowingPauses) {
  script_.replies = {Refusal(400, "ThrottlingException"),
                     Refusal(400, "ProvisionedThroughputExceededException"),
                     Refusal(500, "InternalServerError"), Reply(200, R"({"done":1})")};
  auto served = Serve();
  auto door = Open({.endpoint = served.endpoint()});
  EXPECT_EQ(door->Call("PutItem", "{}"), R"({"done":1})");
  EXPECT_THAT(script_.bodies, SizeIs(4));
  EXPECT_THAT(pauses_, ElementsAre(AllOf(Ge(milliseconds(25)), Le(milliseconds(50))),
                                   AllOf(Ge(milliseconds(50)), Le(milliseconds(100))),
                                   AllOf(Ge(milliseconds(100)), Le(milliseconds(200)))));
}

TEST_F(EndpointTest, StopsAfterItsAttempts) {
  for (int i = 0; i < 5; ++i) script_.replies.push_back(Refusal(400, "ThrottlingException"));
  auto served = Serve();
  auto door = Open({.endpoint = served.endpoint(), .attempts = 3});
  const auto refused = door->Call("PutItem", "{}");
  ASSERT_FALSE(refused.has_value());
  EXPECT_TRUE(refused.error().Is("ThrottlingException"));
  EXPECT_THAT(script_.bodies, SizeIs(3));
  EXPECT_THAT(pauses_, SizeIs(2));
}

TEST_F(EndpointTest, PermanentRefusalsAreNotRetried) {
  script_.replies = {Refusal(400, "ValidationException"),
                     Refusal(400, "ConditionalCheckFailedException")};
  auto served = Serve();
  auto door = Open({.endpoint = served.endpoint()});
  EXPECT_EQ(door->Call("PutItem", "{}").error().code, "ValidationException");
  EXPECT_EQ(door->Call("PutItem", "{}").error().code, "ConditionalCheckFailedException");
  EXPECT_THAT(pauses_, IsEmpty());
}

TEST_F(EndpointTest, ReportsAnInvalidAnswer) {
  script_.replies = {Reply(404, "<html>"), Reply(502, "<html>"), Reply(503, "")};
  auto served = Serve();
  auto door = Open({.endpoint = served.endpoint(), .attempts = 2});
  const auto lost = door->Call("GetItem", "{}");
  ASSERT_FALSE(lost.has_value());
  EXPECT_TRUE(lost.error().Is("InvalidAnswer"));
  EXPECT_EQ(lost.error().http_status, 404);
  EXPECT_THAT(pauses_, IsEmpty());
  EXPECT_EQ(door->Call("GetItem", "{}").error().http_status, 503);
  EXPECT_THAT(pauses_, SizeIs(1));
}

TEST_F(EndpointTest, NoServerIsAConnectionFailure) {
  std::string endpoint;
  {
    auto served = Serve();
    endpoint = served.endpoint();
  }
  auto door = Open({.endpoint = endpoint});
  const auto failed = door->Call("GetItem", "{}");
  ASSERT_FALSE(failed.has_value());
  EXPECT_TRUE(failed.error().Is("ConnectionFailure"));
  EXPECT_EQ(failed.error().http_status, 0);
  EXPECT_THAT(failed.error().message, HasSubstr(endpoint));
  EXPECT_THAT(pauses_, SizeIs(3));
}

TEST_F(EndpointTest, RetriesOfATransactionUseTheFirstToken) {
  script_.replies = {Refusal(400, "ThrottlingException")};
  auto served = Serve();
  auto connection = Connection::Connect({.endpoint = served.endpoint()});
  const TransactWriteItemsRequest request{
      .actions = {TransactDelete{.table = "t", .key = {{"a", Value::Number(1)}}}}};
  ASSERT_TRUE(connection->TransactWriteItems(request).has_value());
  ASSERT_TRUE(connection->TransactWriteItems(request).has_value());
  ASSERT_THAT(script_.bodies, SizeIs(3));
  EXPECT_THAT(script_.bodies[0], HasSubstr("ClientRequestToken"));
  EXPECT_EQ(script_.bodies[0], script_.bodies[1]);
  EXPECT_NE(script_.bodies[1], script_.bodies[2]);
}

TEST_F(EndpointTest, ATransactionKeepsItsOwnToken) {
  auto served = Serve();
  auto connection = Connection::Connect({.endpoint = served.endpoint()});
  ASSERT_TRUE(connection->TransactWriteItems({.actions = {}, .client_request_token = "own"}));
  EXPECT_THAT(script_.bodies,
              testing::ElementsAre(R"({"TransactItems":[],"ClientRequestToken":"own"})"));
}

TEST_F(EndpointTest, KeepsConnectionsAndReplacesThemAfterARestart) {
  auto served =
      std::make_unique<Served>([this](std::size_t) { return std::make_unique<Scripted>(script_); });
  const auto url = *ParseUrl(served->endpoint());
  const HttpCall call{.url = url, .method = "POST", .body = "{}"};
  const auto pool = *HttpConnections::Make({.kept_max = 2});
  HttpConnections& connections = *pool;
  EXPECT_EQ(connections.kept(), 0);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(connections.Fetch(call).has_value());
    EXPECT_EQ(connections.kept(), 1);
  }
  const auto port = static_cast<std::uint16_t>(std::stoi(url.port));
  served.reset();
  served =
      std::make_unique<Served>([this](std::size_t) { return std::make_unique<Scripted>(script_); },
                               server::HttpServerOptions{.port = port});
  const auto again = connections.Fetch(call);
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_EQ(connections.kept(), 1);
  served.reset();
  EXPECT_FALSE(connections.Fetch(call).has_value());
  EXPECT_EQ(connections.kept(), 0);
}

TEST_F(EndpointTest, KeepsABoundedNumberOfConnections) {
  script_.replies = {Reply(200, "{}"), Reply(200, "{}")};
  script_.replies[1].close = true;
  auto served = Serve();
  const HttpCall call{.url = *ParseUrl(served.endpoint()), .method = "POST", .body = "{}"};
  const auto none = *HttpConnections::Make({.kept_max = 0});
  ASSERT_TRUE(none->Fetch(call).has_value());
  EXPECT_EQ(none->kept(), 0);
  const auto closed = *HttpConnections::Make({.kept_max = 1});
  ASSERT_TRUE(closed->Fetch(call).has_value());  // the server announced that it closes
  EXPECT_EQ(closed->kept(), 0);
}

TEST(EndpointOptions, InvalidOnesAreRefusedInASentence) {
  const auto refused = [](const EndpointOptions& options) {
    const auto made = Connection::Connect(options);
    return made ? "accepted" : made.error().code + ": " + made.error().message;
  };
  const std::string here = "http://127.0.0.1:8000";
  EXPECT_EQ(refused({.endpoint = here}), "accepted");
  EXPECT_EQ(refused({.endpoint = "https://dynamodb.us-east-1.amazonaws.com"}), "accepted");
  EXPECT_THAT(refused({.endpoint = "ftp://localhost"}),
              AllOf(StartsWith("InvalidRequest"), HasSubstr("https://")));
  EXPECT_THAT(refused({.endpoint = "https://localhost", .authorities_file = "/nowhere"}),
              AllOf(StartsWith("InvalidRequest"), HasSubstr("/nowhere")));
  EXPECT_THAT(refused({.endpoint = ""}), StartsWith("InvalidRequest"));
  EXPECT_THAT(refused({.endpoint = here, .attempts = 0}), HasSubstr("1 to 20"));
  EXPECT_THAT(refused({.endpoint = here, .attempts = 21}), HasSubstr("1 to 20"));
  EXPECT_THAT(refused({.endpoint = here, .timeout = milliseconds(0)}), HasSubstr("timeout"));
  EXPECT_THAT(refused({.endpoint = here, .connections_kept = 1025}), HasSubstr("1024"));
  EXPECT_THAT(refused({.endpoint = here, .region = ""}), HasSubstr("empty"));
  EXPECT_THAT(refused({.endpoint = here, .access_key = "a\r\nb"}), HasSubstr("blanks"));
  EXPECT_THAT(refused({.endpoint = here, .session_token = "a b"}), HasSubstr("blanks"));
}

TEST(Signatures, InvalidOnesAreRefusedByTheServer) {
  const ServedDatabase served(true);
  const auto code = [&](const std::string& key, const std::string& secret,
                        const std::string& token) {
    auto connection = Connection::Connect({.endpoint = served.endpoint(),
                                           .access_key = key,
                                           .secret_key = secret,
                                           .session_token = token});
    const auto listed = connection->ListTables();
    return listed ? "accepted" : listed.error().code;
  };
  EXPECT_EQ(code(kServedKey, kServedSecret, ""), "accepted");
  EXPECT_EQ(code(kServedKey, "another", ""), "InvalidSignatureException");
  EXPECT_EQ(code("nobody", kServedSecret, ""), "UnrecognizedClientException");
  EXPECT_EQ(code(kServedTokenKey, kServedSecret, ""), "UnrecognizedClientException");
  EXPECT_EQ(code(kServedTokenKey, kServedSecret, kServedToken), "accepted");
}

class TlsEndpointTest : public EndpointTest {
 protected:
  std::string Endpoint(const std::string& host) const {
    const std::string plain = served_.endpoint();
    return "https://" + host + plain.substr(plain.rfind(':'));
  }

  // Returns an operation's outcome after one attempt.
  std::string Outcome(EndpointOptions options) {
    options.attempts = 1;
    const auto answer = Open(options)->Call("GetItem", "{}");
    return answer ? *answer : answer.error().code + ": " + answer.error().message;
  }

  const tests::Identity identity_{"endpoint"};
  Served served_{
      [this](std::size_t) { return std::make_unique<Scripted>(script_); },
      {.port = 0, .tls_certificate = identity_.certificate_file, .tls_key = identity_.key_file}};
};

TEST_F(TlsEndpointTest, SpeaksHttpsOverKeptConnections) {
  EXPECT_EQ(
      Outcome({.endpoint = Endpoint("localhost"), .authorities_file = identity_.certificate_file}),
      "{}");
  const HttpCall call{.url = *ParseUrl(Endpoint("localhost")), .method = "POST", .body = "{}"};
  const auto pool = *HttpConnections::Make(
      {.kept_max = 2, .tls = true, .authorities_file = identity_.certificate_file});
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(pool->Fetch(call).has_value());
    EXPECT_EQ(pool->kept(), 1);
  }
}

TEST_F(TlsEndpointTest, AServerMustProveItsName) {
  const tests::Identity another("another");
  for (const auto& [host, authorities] :
       {std::pair(std::string("localhost"), another.certificate_file),       // signed by a stranger
        std::pair(std::string("localhost"), std::string()),                  // the system's
        std::pair(std::string("127.0.0.1"), identity_.certificate_file)}) {  // not its name
    EXPECT_THAT(Outcome({.endpoint = Endpoint(host), .authorities_file = authorities}),
                AllOf(StartsWith("ConnectionFailure: https://"), HasSubstr("certificate")));
  }
  EXPECT_THAT(script_.bodies, IsEmpty());
}

// The commands `stator clock` and `stator bill` take their authorities from the environment.
TEST_F(TlsEndpointTest, AdminCallsSpeakHttpsAndSign) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): the test has no other thread that reads the environment
  ASSERT_EQ(setenv("AWS_CA_BUNDLE", identity_.certificate_file.c_str(), 1), 0);
  const auto answer = CallAdmin(Endpoint("localhost"), "clock");
  ASSERT_EQ(unsetenv("AWS_CA_BUNDLE"), 0);  // NOLINT(concurrency-mt-unsafe): as above
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  EXPECT_EQ(answer->status, 200);
  EXPECT_THAT(script_.authorizations[0], AllOf(HasSubstr("/dynamodb/aws4_request"),
                                               HasSubstr("SignedHeaders=host;x-amz-date,")));
}

TEST_F(TlsEndpointTest, PlainHttpIsNotAnswered) {
  EXPECT_THAT(Outcome({.endpoint = served_.endpoint()}), StartsWith("ConnectionFailure"));
}

TEST(Pauses, DoubleUpToALimitAndVary) {
  EXPECT_EQ(PauseAfter(1, 0), milliseconds(50));
  EXPECT_EQ(PauseAfter(1, 25), milliseconds(25));
  EXPECT_EQ(PauseAfter(1, 26), milliseconds(50));
  EXPECT_EQ(PauseAfter(2, 0), milliseconds(100));
  EXPECT_EQ(PauseAfter(7, 0), milliseconds(3200));
  EXPECT_EQ(PauseAfter(8, 0), milliseconds(5000));
  EXPECT_EQ(PauseAfter(1000, 0), milliseconds(5000));
  EXPECT_EQ(PauseAfter(1000, 2500), milliseconds(2500));
}

}  // namespace
}  // namespace stator::client
