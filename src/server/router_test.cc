#include "server/router.h"

#include <string>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.h"
#include "base/request_limits.h"
#include "base/waiting_loop.h"
#include "client/request_signer.h"
#include "server/body_gate.h"
#include "server/deflated.h"
#include "storage/rocksdb/testing/faulty_disk.h"
#include "storage/rocksdb/testing/temporary_folder.h"

namespace stator::server {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Request {
  std::string method = "POST";
  std::string path = "/";
  std::vector<HttpHeader> headers = {{"Host", "localhost:8000"}};
  std::string body;

  Request& With(std::string_view name, std::string_view value) {
    headers.push_back({name, value});
    return *this;
  }
};

Request Operation(std::string_view target, std::string body) {
  Request request{.body = std::move(body)};
  request.With("Content-Type", "application/x-amz-json-1.0").With("X-Amz-Target", target);
  return request;
}

constexpr char kList[] = "DynamoDB_20120810.ListTables";
constexpr char kBareSerialization[] =
    R"({"__type":"com.amazon.coral.service#SerializationException"})";
constexpr char kUnknownOperation[] =
    R"({"__type":"com.amazon.coral.service#UnknownOperationException"})";

class RouterTest : public testing::Test {
 protected:
  explicit RouterTest(const database::DatabaseOptions& options = {})
      : database_(*database::Database::Open(options)) {}

  void RequireSignatures() {
    shared_.credentials =
        *Credentials::Parse("[a]\naws_access_key_id=A\naws_secret_access_key=s\n", "test");
    router_ = std::make_unique<Router>(shared_, metrics_);
  }

  HttpReply Handle(const Request& request) {
    HttpRequest http{.method = request.method, .path = request.path, .headers = request.headers};
    http.body_text = &request.body;
    http.local_address = "127.0.0.1";
    http.local_port = 8123;
    std::optional<HttpReply> answer;
    router_->Handle(http, loop_, [&](HttpReply reply) { answer = std::move(reply); });
    while (!answer) loop_.RunOne();
    return *std::move(answer);
  }

  std::unique_ptr<database::Database> database_;
  Log log_{LogLevel::kOff, LogForm::kText};
  WaitingLoop loop_;
  BodyWorkers bodies_{1};
  admin::ModelDesk models_{""};
  RouterShared shared_{
      .database = *database_,
      .log = log_,
      .bodies = bodies_,
      .models = models_,
      .settings = {},
      .credentials = std::nullopt,
      .own_names = {},
      .metrics_text = [](bool names) { return std::string(names ? "names\n" : "metrics\n"); }};
  RequestMetrics metrics_;
  std::unique_ptr<Router> router_ = std::make_unique<Router>(shared_, metrics_);
};

TEST_F(RouterTest, RunsOperations) {
  const HttpReply reply = Handle(Operation(kList, "{}"));
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, R"({"TableNames":[]})");
  EXPECT_EQ(reply.content_type, "application/x-amz-json-1.0");
  EXPECT_TRUE(reply.checksum);
  EXPECT_EQ(reply.headers, "");
}

TEST_F(RouterTest, EchoesTheContentType) {
  const auto answered = [&](std::string_view type) {
    Request request{.body = "{}"};
    request.With("content-type", type).With("x-amz-target", kList);
    const HttpReply reply = Handle(request);
    return reply.status == 200 ? std::string(reply.content_type) : fmt::format("{}", reply.status);
  };
  EXPECT_EQ(answered("application/x-amz-json-1.0; charset=utf-8"), "application/x-amz-json-1.0");
  EXPECT_EQ(answered(" application/json ;x"), "application/json");
  EXPECT_EQ(answered("application/x-amz-json-1.1"), "404");
  EXPECT_EQ(answered("text/plain"), "404");
  EXPECT_EQ(answered(""), "404");
}

TEST_F(RouterTest, AnswersGetOnlyForHealth) {
  for (const char* method : {"GET", "HEAD"}) {
    const HttpReply reply = Handle({.method = method});
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body, "healthy: dynamodb.us-east-1.amazonaws.com ");
    EXPECT_TRUE(reply.checksum);
  }
  for (const char* method : {"PUT", "DELETE", "PATCH", "OPTIONS"}) {
    const HttpReply reply = Handle({.method = method});
    EXPECT_EQ(reply.status, 404);
    EXPECT_EQ(reply.body, "<UnknownOperationException/>\n");
  }
  EXPECT_EQ(Handle({.method = "GET", .path = "/other"}).status, 404);
}

constexpr char kCorsHeaders[] =
    "Access-Control-Allow-Origin: *\r\n"
    "Access-Control-Expose-Headers: "
    "x-amzn-RequestId,x-amzn-ErrorType,x-amz-crc32,x-stator-explain,Date\r\n";

TEST_F(RouterTest, AllowsPagesOfThisMachine) {
  constexpr std::string_view kPage = "http://localhost:3000";
  Request preflight{.method = "OPTIONS"};
  preflight.With("Origin", kPage)
      .With("Access-Control-Request-Headers", "x-amz-target, x-amz-date")
      .With("Access-Control-Request-Method", "POST");
  const HttpReply allowed = Handle(preflight);
  EXPECT_EQ(allowed.status, 200);
  EXPECT_EQ(allowed.body, "");
  EXPECT_EQ(allowed.headers,
            "Access-Control-Allow-Headers: x-amz-target, x-amz-date\r\n"
            "Access-Control-Allow-Methods: POST\r\n"
            "Access-Control-Max-Age: 172800\r\n"
            "x-amzn-RequestId: \r\n" +
                std::string(kCorsHeaders));
  EXPECT_EQ(Handle(Operation(kList, "{}").With("Origin", kPage)).headers, kCorsHeaders);
  EXPECT_EQ(Handle(Request{.method = "PUT"}.With("Origin", kPage)).headers, kCorsHeaders);
}

TEST_F(RouterTest, RefusesPagesOfOtherOrigins) {
  constexpr std::string_view kPage = "http://page.example";
  const HttpReply refused = Handle(Request{.method = "OPTIONS"}.With("Origin", kPage));
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(refused.headers, "");
  EXPECT_EQ(Handle(Operation(kList, "{}").With("Origin", kPage)).headers, "");
  shared_.settings.cors = {std::string(kPage)};
  router_ = std::make_unique<Router>(shared_, metrics_);
  EXPECT_EQ(Handle(Request{.method = "OPTIONS"}.With("Origin", kPage)).status, 200);
  EXPECT_EQ(Handle(Operation(kList, "{}").With("Origin", kPage)).headers, kCorsHeaders);
}

// Facts 1.7: each request breaks two rules, and the earlier one is reported.
TEST_F(RouterTest, ChecksInAmazonsOrder) {
  RequireSignatures();
  Request type = Operation("Nonsense", "{");
  type.headers[1].value = "text/plain";
  EXPECT_EQ(Handle(type).status, 404);
  EXPECT_EQ(Handle(Operation("Nonsense", "{")).body, kBareSerialization);
  EXPECT_EQ(Handle(Operation("Nonsense", "{}")).body, kUnknownOperation);
  EXPECT_EQ(Handle(Operation("Nonsense", "")).body, kUnknownOperation);
  EXPECT_EQ(Handle(Request()).body, kUnknownOperation);
  EXPECT_THAT(Handle(Operation(kList, "")).body, HasSubstr("MissingAuthenticationTokenException"));
  EXPECT_THAT(Handle(Operation(kList, R"({"Limit":"x"})")).body,
              HasSubstr("MissingAuthenticationTokenException"));
  shared_.credentials.reset();
  router_ = std::make_unique<Router>(shared_, metrics_);
  EXPECT_EQ(Handle(Operation(kList, "")).body, kBareSerialization);
  EXPECT_THAT(Handle(Operation(kList, R"({"Limit":"x"})")).body,
              HasSubstr("STRING_VALUE cannot be converted to Integer"));
}

TEST_F(RouterTest, NamesOtherServicesButDoesNotServeThem) {
  for (const char* target :
       {"DynamoDB_20111205.GetItem", "GraniteServiceVersion20100801.PutCompositeAlarm",
        "AmazonDAXV3.DescribeClusters", "DynamoDB_20111205.GetItem", "DynamoDB_20120810.NoSuch",
        "DynamoDB_20120810.", "."}) {
    const HttpReply reply = Handle(Operation(target, "{}"));
    EXPECT_EQ(reply.status, 400) << target;
    EXPECT_EQ(reply.body, kUnknownOperation) << target;
  }
}

TEST_F(RouterTest, OperationsSeeTheHostOfTheRequest) {
  EXPECT_EQ(Handle(Operation("DynamoDB_20120810.DescribeEndpoints", "{}")).body,
            R"({"Endpoints":[{"Address":"localhost:8000","CachePeriodInMinutes":1440}]})");
}

// With AWS's name in the answer, clients would send their data to AWS.
TEST_F(RouterTest, RequestsWithoutAHostGetTheAddressTheyReached) {
  Request request = Operation("DynamoDB_20120810.DescribeEndpoints", "{}");
  request.headers.erase(request.headers.begin());
  EXPECT_EQ(Handle(request).body,
            R"({"Endpoints":[{"Address":"127.0.0.1:8123","CachePeriodInMinutes":1440}]})");
}

TEST_F(RouterTest, InflatesBodies) {
  EXPECT_EQ(Handle(Operation(kList, GzipText("{}")).With("Content-Encoding", "gzip")).body,
            R"({"TableNames":[]})");
  const HttpReply broken = Handle(Operation(kList, "{}").With("Content-Encoding", "gzip"));
  EXPECT_EQ(broken.status, 500);
  EXPECT_THAT(broken.body, HasSubstr("InternalServerError"));
  EXPECT_EQ(Handle(Operation(kList, "{}").With("Content-Encoding", "br")).body, kBareSerialization);
}

TEST_F(RouterTest, LimitsInflatedBodies) {
  const auto padded = [](std::size_t size) { return "{}" + std::string(size - 2, ' '); };
  EXPECT_EQ(
      Handle(Operation(kList, GzipText(padded(4'194'304))).With("Content-Encoding", "gzip")).status,
      200);
  const HttpReply bomb =
      Handle(Operation(kList, GzipText(padded(4'194'305))).With("Content-Encoding", "gzip"));
  EXPECT_EQ(bomb.status, 413);
  EXPECT_EQ(bomb.body, "");
}

TEST_F(RouterTest, AnswersTheAdminApi) {
  const HttpReply health = Handle({.method = "GET", .path = "/_stator/health"});
  EXPECT_EQ(health.status, 200);
  EXPECT_THAT(health.body, HasSubstr(R"("status":"ok")"));
  EXPECT_FALSE(health.checksum);
  EXPECT_THAT(Handle({.method = "GET", .path = "/_stator/settings"}).body,
              HasSubstr(R"("port":8000)"));
  EXPECT_EQ(Handle({.method = "GET", .path = "/_stator/other"}).status, 404);
  EXPECT_EQ(Handle({.method = "GET", .path = "/_stator/indexes"}).body,
            R"({"indexes":[],"laggedRecords":0})");
  EXPECT_EQ(Handle({.method = "GET", .path = "/_stator/advice"}).body, R"({"advice":[]})");
  EXPECT_EQ(Handle({.method = "POST", .path = "/_stator/health"}).status, 405);
}

struct FaultyStore {
  database::DatabaseOptions options() const {
    database::DatabaseOptions options;
    options.data_folder = folder.path();
    options.file_system_hook = disk.hook();
    return options;
  }

  const storage::testing::TemporaryFolder folder;
  storage::testing::FaultyDisk disk;
};

class FaultyRouterTest : protected FaultyStore, public RouterTest {
 protected:
  FaultyRouterTest() : RouterTest(options()) {}
};

TEST_F(FaultyRouterTest, HealthReportsAStoreThatCannotWrite) {
  const Request health{.method = "GET", .path = "/_stator/health"};
  const Request turn{.path = "/_stator/clock", .body = R"({"advance":1})"};
  EXPECT_EQ(Handle(health).status, 200);
  disk.Set(storage::testing::FaultyDisk::Fault::kFullAtOnce);
  EXPECT_EQ(Handle(turn).status, 503);
  const HttpReply reply = Handle(health);
  EXPECT_EQ(reply.status, 503);
  EXPECT_THAT(reply.body, HasSubstr(R"("status":"cannot-write")"));
  EXPECT_THAT(reply.body, HasSubstr("No space left on device"));
  EXPECT_EQ(Handle({.method = "POST", .path = "/_stator/health"}).status, 405);
}

TEST_F(FaultyRouterTest, AnswersToClientsNameNoFiles) {
  const Request create = Operation("DynamoDB_20120810.CreateTable",
                                   R"({"TableName":"Music","BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"a","KeyType":"HASH"}]})");
  EXPECT_EQ(Handle(create).status, 200);
  disk.Set(storage::testing::FaultyDisk::Fault::kFullAtOnce);
  const HttpReply reply = Handle(
      Operation("DynamoDB_20120810.PutItem", R"({"TableName":"Music","Item":{"a":{"S":"b"}}})"));
  EXPECT_EQ(reply.status, 500);
  EXPECT_EQ(reply.body, R"({"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError",)"
                        R"("message":"Internal server error"})");
}

TEST_F(RouterTest, ReadsAndTurnsTheClock) {
  const HttpReply read = Handle({.method = "GET", .path = "/_stator/clock"});
  EXPECT_EQ(read.status, 200);
  EXPECT_THAT(read.body, HasSubstr(R"("frozen":false,"scale":1.0)"));
  const HttpReply turned =
      Handle({.path = "/_stator/clock", .body = R"({"set":"2200-01-01T00:00:00Z","frozen":true})"});
  EXPECT_EQ(turned.status, 200);
  EXPECT_THAT(turned.body, HasSubstr(R"("time":"2200-01-01T00:00:00Z")"));
  EXPECT_THAT(Handle({.method = "GET", .path = "/_stator/clock"}).body,
              HasSubstr(R"("time":"2200-01-01T00:00:00Z")"));
  const HttpReply back =
      Handle({.path = "/_stator/clock", .body = R"({"set":"2199-01-01T00:00:00Z"})"});
  EXPECT_EQ(back.status, 400);
  EXPECT_EQ(back.body,
            R"({"message":"The clock cannot go back: it is 2200-01-01T00:00:00Z already."})");
  EXPECT_EQ(Handle({.path = "/_stator/clock", .body = "back"}).status, 400);
  EXPECT_EQ(Handle({.method = "PUT", .path = "/_stator/clock"}).status, 405);
}

TEST_F(RouterTest, SplitsPartitions) {
  const HttpReply none = Handle({.path = "/_stator/tables/Music/split"});
  EXPECT_EQ(none.status, 404);
  EXPECT_THAT(none.body, HasSubstr(R"({"message":")"));
  EXPECT_EQ(Handle({.path = "/_stator/tables/Music/split", .body = "7"}).status, 400);
  EXPECT_EQ(Handle({.method = "GET", .path = "/_stator/tables/Music/split"}).status, 404);
  EXPECT_EQ(Handle({.path = "/_stator/tables//split"}).status, 404);
  EXPECT_EQ(Handle({.path = "/_stator/tables/Music/merge"}).status, 404);
  Request foreign{.path = "/_stator/tables/Music/split"};
  foreign.With("Origin", "http://page.example");
  EXPECT_EQ(Handle(foreign).status, 403);
}

TEST_F(RouterTest, ShowsPartitionsAndCapacityOfATable) {
  EXPECT_EQ(Handle({.method = "GET", .path = "/_stator/tables/Music/partitions"}).status, 404);
  EXPECT_EQ(Handle({.path = "/_stator/tables/Music/partitions"}).status, 404);
  EXPECT_EQ(Handle({.method = "GET", .path = "/_stator/tables/Music/capacity"}).status, 404);
  const Request set{.path = "/_stator/tables/Music/capacity", .body = R"({"mode":"enforce"})"};
  EXPECT_EQ(Handle(set).status, 404);
  EXPECT_EQ(Handle({.path = "/_stator/tables/Music/capacity"}).status, 400);
}

TEST_F(RouterTest, ForeignPagesCannotTurnTheClock) {
  Request foreign{.path = "/_stator/clock", .body = R"({"advance":"1d"})"};
  foreign.With("Origin", "http://page.example");
  EXPECT_EQ(Handle(foreign).status, 403);
  RequireSignatures();
  EXPECT_EQ(Handle({.path = "/_stator/clock", .body = R"({"advance":"1d"})"}).status, 403);
}

TEST_F(RouterTest, ClosesTheAdminApiToPages) {
  Request foreign{.method = "GET", .path = "/_stator/settings"};
  foreign.With("Origin", "http://page.example");
  const HttpReply refused = Handle(foreign);
  EXPECT_EQ(refused.status, 403);
  EXPECT_THAT(refused.headers, Not(HasSubstr("Access-Control")));
  EXPECT_THAT(refused.body, Not(HasSubstr("port")));
  Request rebound{.method = "GET", .path = "/_stator/settings"};
  rebound.headers = {{"Host", "page.example:8000"}};
  EXPECT_EQ(Handle(rebound).status, 403);
  Request preflight{.method = "OPTIONS", .path = "/_stator/settings"};
  preflight.With("Origin", "http://page.example");
  EXPECT_EQ(Handle(preflight).status, 403);
}

TEST_F(RouterTest, AdminNeedsASignatureIfOperationsDo) {
  RequireSignatures();
  const HttpReply refused = Handle({.method = "GET", .path = "/_stator/health"});
  EXPECT_EQ(refused.status, 403);
  EXPECT_THAT(refused.body, HasSubstr("MissingAuthenticationTokenException"));
}

TEST_F(RouterTest, ServesMetricsUnderAnyName) {
  Request scrape{.method = "GET", .path = "/metrics"};
  scrape.headers = {{"Host", "db7.internal:8000"}};
  EXPECT_EQ(Handle(scrape).body, "metrics\n");
  EXPECT_EQ(Handle({.method = "GET", .path = "/metrics"}).body, "names\n");
  EXPECT_EQ(Handle(scrape.With("Origin", "http://page.example")).status, 403);
  EXPECT_EQ(Handle({.method = "POST", .path = "/metrics"}).status, 405);
}

TEST_F(RouterTest, MetricsWithoutASignatureNameNoTables) {
  RequireSignatures();
  EXPECT_EQ(Handle({.method = "GET", .path = "/metrics"}).body, "metrics\n");
  const auto now = MachineNow();
  const auto date = client::BasicTime(now);
  const std::vector<HttpHeader> dated = {{"x-amz-date", date}};
  const client::HttpCall call{.url = {.target = "/metrics", .authority = "localhost:8000"},
                              .headers = dated};
  const auto signed_by = [&](const std::string& secret) {
    const auto authorization = client::Authorization(
        call, {.access_key = "A", .secret_key = secret, .region = "us-east-1"}, now);
    Request request{.method = "GET", .path = "/metrics"};
    request.With("x-amz-date", date)
        .With("content-type", "application/json")
        .With("authorization", authorization);
    return Handle(request).body;
  };
  EXPECT_EQ(signed_by("s"), "names\n");
  EXPECT_EQ(signed_by("other"), "metrics\n");
}

TEST_F(RouterTest, ExceptionsAreInternalErrors) {
  const HttpReply reply = router_->Broken();
  EXPECT_EQ(reply.status, 500);
  EXPECT_EQ(reply.body, R"({"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError",)"
                        R"("message":"Internal server error"})");
}

TEST_F(RouterTest, AutoScalingHasItsOwnTypesAndErrors) {
  Request request{.body = "{}"};
  request.With("Content-Type", "application/x-amz-json-1.1")
      .With("X-Amz-Target", "AnyScaleFrontendService.Nonsense");
  const HttpReply reply = Handle(request);
  EXPECT_EQ(reply.body, R"({"__type":"UnknownOperationException"})");
  EXPECT_EQ(reply.content_type, "application/x-amz-json-1.1");
  EXPECT_EQ(Handle(Operation("AnyScaleFrontendService.Nonsense", "{}")).status, 404);
}

TEST_F(RouterTest, CloudWatchIsAnsweredInTheFormOfTheRequest) {
  Request form{.body = "Action=ListMetrics&Version=2010-08-01&Namespace=App"};
  form.With("Content-Type", "application/x-www-form-urlencoded; charset=utf-8");
  auto reply = Handle(form);
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.content_type, "text/xml");
  EXPECT_THAT(reply.body, HasSubstr("<ListMetricsResult><Metrics></Metrics>"));
  form.body = "Action=Nonsense";
  EXPECT_THAT(Handle(form).body, HasSubstr("<Code>InvalidAction</Code>"));
  form.body = "Nonsense=1";
  EXPECT_EQ(Handle(form).status, 404);

  Request cbor{.path = "/service/GraniteServiceVersion20100801/operation/ListMetrics",
               .body = "\xA0"};
  cbor.With("Content-Type", "application/cbor").With("smithy-protocol", "rpc-v2-cbor");
  reply = Handle(cbor);
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.content_type, "application/cbor");
  EXPECT_THAT(reply.headers, HasSubstr("smithy-protocol: rpc-v2-cbor\r\n"));
  EXPECT_EQ(reply.body.substr(0, 9), "\xA1\x67Metrics");
  cbor.body = "\xFF";
  EXPECT_EQ(Handle(cbor).status, 400);
}

// SDKs that know only this form compress it when they send many values.
TEST_F(RouterTest, FormsMayHaveAContentCoding) {
  Request form{.body = GzipText("Action=ListMetrics&Version=2010-08-01&Namespace=App")};
  form.With("Content-Type", "application/x-www-form-urlencoded").With("Content-Encoding", "gzip");
  auto reply = Handle(form);
  EXPECT_EQ(reply.status, 200);
  EXPECT_TRUE(reply.operation);
  EXPECT_THAT(reply.body, HasSubstr("<ListMetricsResult><Metrics></Metrics>"));
  for (const auto* nothing : {"Action=Nonsense", "Nonsense=1"}) {
    form.body = GzipText(nothing);
    EXPECT_THAT(Handle(form).body, HasSubstr("<Code>InvalidAction</Code>"));
  }
  form.body = "broken";
  EXPECT_EQ(Handle(form).status, 500);
  RequireSignatures();
  EXPECT_THAT(Handle(form).body, HasSubstr("<Code>MissingAuthenticationToken"));
}

TEST_F(RouterTest, CloudWatchRefusesBodiesThatAreTooLarge) {
  constexpr std::string_view kMetrics = "GraniteServiceVersion20100801.ListMetrics";
  constexpr std::size_t kMost = 1'048'576;
  const auto padded = [](std::string body, std::size_t size) {
    body.resize(size, ' ');
    return body;
  };
  EXPECT_EQ(Handle(Operation(kMetrics, padded("{}", kMost))).status, 200);
  auto reply = Handle(Operation(kMetrics, padded("{}", kMost + 1)));
  EXPECT_EQ(reply.status, 413);
  EXPECT_EQ(reply.body, R"({"__type":"com.amazon.coral.service#RequestEntityTooLarge",)"
                        R"("message":"Request size 1048577 exceeded 1048576 bytes"})");
  const auto zipped = [&](std::size_t size) {
    return Handle(
        Operation(kMetrics, GzipText(padded("{}", size))).With("Content-Encoding", "gzip"));
  };
  EXPECT_EQ(zipped(kMost).status, 200);
  EXPECT_EQ(zipped(kMost + 1).status, 413);
  EXPECT_THAT(zipped(kMost + 1).body, HasSubstr("Request size exceeded 1048576 bytes"));

  Request form{.body = padded("Action=ListMetrics&Namespace=App&Ignored=", kMost)};
  form.With("Content-Type", "application/x-www-form-urlencoded");
  EXPECT_EQ(Handle(form).status, 200);
  // The action may stand anywhere in the form.
  for (const std::string start : {"Action=ListMetrics&Ignored=", "Ignored="}) {
    form.body = padded(start, kMost + 1) + "&Action=ListMetrics";
    reply = Handle(form);
    EXPECT_EQ(reply.status, 413);
    EXPECT_THAT(reply.body, HasSubstr("<Code>RequestEntityTooLarge</Code><Message>Request size "));
  }

  Request cbor{.path = "/service/GraniteServiceVersion20100801/operation/ListMetrics",
               .body = padded("\xA0", kMost + 1)};
  cbor.With("Content-Type", "application/cbor");
  reply = Handle(cbor);
  EXPECT_EQ(reply.status, 413);
  EXPECT_THAT(reply.body, HasSubstr("exceeded 1048576 bytes"));
}

// An unsigned form is not decoded, so its errors stay unknown.
TEST_F(RouterTest, UnsignedFormsAreNotDecoded) {
  RequireSignatures();
  Request form{.body = "Action=ListMetrics&Dimensions.member.x=%"};
  form.With("Content-Type", "application/x-www-form-urlencoded");
  EXPECT_THAT(Handle(form).body, HasSubstr("<Code>MissingAuthenticationToken"));
  EXPECT_THAT(Handle(form.With("Content-Encoding", "gzip")).body,
              HasSubstr("<Code>MissingAuthenticationToken"));
  form.body = "Action=Nonsense";
  EXPECT_THAT(Handle(form).body, HasSubstr("<Code>InvalidAction</Code>"));
  Request cbor{.path = "/service/GraniteServiceVersion20100801/operation/ListMetrics",
               .body = "\xFF"};
  cbor.With("Content-Type", "application/cbor").With("smithy-protocol", "rpc-v2-cbor");
  EXPECT_THAT(Handle(cbor).body, HasSubstr("MissingAuthenticationToken"));
}

TEST_F(RouterTest, CloudWatchNamesErrorsAsOldClientsKnowThem) {
  Request request = Operation("GraniteServiceVersion20100801.Nonsense", "{}");
  EXPECT_EQ(Handle(request).headers, "");
  request.With("x-amzn-query-mode", "true");
  EXPECT_EQ(Handle(request).body, kUnknownOperation);
  EXPECT_EQ(Handle(request).headers, "x-amzn-query-error: InvalidAction;Sender\r\n");
}

TEST_F(RouterTest, OnlyAnswersToCommittedWritesAreOwed) {
  EXPECT_FALSE(Handle(Operation(kList, "{}")).owed);
  const Request create = Operation("DynamoDB_20120810.CreateTable",
                                   R"({"TableName":"Music","BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"a","KeyType":"HASH"}]})");
  EXPECT_TRUE(Handle(create).owed);
  EXPECT_FALSE(Handle(create).owed) << "nothing was done";
}

std::string Padded(std::string body, std::size_t size) {
  body.resize(size, ' ');
  return body;
}

TEST_F(RouterTest, TheLoopDoesNotReadLongBodies) {
  const std::string longer = Padded("{}", limits::kLoopBodyBytesMax + 1);
  for (const Request& request :
       {Operation(kList, longer), Operation(kList, Padded("{", longer.size())),
        Operation(kList, GzipText(longer)).With("Content-Encoding", "gzip")}) {
    BodyGate gate(bodies_);
    HttpRequest http{.method = "POST", .path = "/", .headers = request.headers};
    http.body_text = &request.body;
    std::optional<HttpReply> answer;
    router_->Handle(http, loop_, [&](HttpReply reply) { answer = std::move(reply); });
    EXPECT_FALSE(answer) << "while the worker is busy";
    gate.Open();
    while (!answer) loop_.RunOne();
    EXPECT_EQ(answer->status, request.body.starts_with("{ ") ? 400 : 200);
    EXPECT_TRUE(answer->operation);
  }
}

TEST_F(RouterTest, TheLoopReadsShortBodies) {
  BodyGate gate(bodies_);
  const std::string body = Padded("{}", limits::kLoopBodyBytesMax);
  EXPECT_EQ(Handle(Operation(kList, body)).status, 200);
  EXPECT_EQ(Handle(Operation(kList, GzipText(body)).With("Content-Encoding", "gzip")).status, 200);
  gate.Open();
}

TEST_F(RouterTest, TooManyLongBodiesAreThrottled) {
  BodyGate gate(bodies_);
  for (std::size_t i = 0; i < limits::kBodyQueueMax; ++i) EXPECT_TRUE(bodies_.Run([] {}));
  const auto reply = Handle(Operation(kList, Padded("{}", limits::kLoopBodyBytesMax + 1)));
  EXPECT_EQ(reply.status, 400);
  EXPECT_THAT(reply.body, HasSubstr("#ThrottlingException"));
  gate.Open();
}

TEST_F(RouterTest, LongBodiesThatAreDroppedReturnToTheirLoop) {
  BodyGate gate(bodies_);
  const Request request = Operation(kList, Padded("{}", limits::kLoopBodyBytesMax + 1));
  HttpRequest http{.method = "POST", .path = "/", .headers = request.headers};
  http.body_text = &request.body;
  std::optional<HttpReply> answer;
  router_->Handle(http, loop_, [&](HttpReply reply) { answer = std::move(reply); });
  std::thread stopping([&] { bodies_.Stop(); });
  while (bodies_.Run([] {})) std::this_thread::yield();
  gate.Open();
  stopping.join();
  while (!answer) loop_.RunOne();
  EXPECT_EQ(answer->status, 500);
}

// Only signed requests may cause expensive work.
TEST_F(RouterTest, UnsignedBodiesAreNeitherInflatedNorParsed) {
  RequireSignatures();
  BodyGate gate(bodies_);
  const auto refused = [&](const Request& request) {
    EXPECT_THAT(Handle(request).body, HasSubstr("#MissingAuthenticationTokenException"));
  };
  refused(Operation(kList, Padded("{", limits::kLoopBodyBytesMax + 1)));
  refused(Operation(kList, "not gzip").With("Content-Encoding", "gzip"));
  refused(Operation(kList, GzipText(Padded("{}", 100'000))).With("Content-Encoding", "gzip"));
  EXPECT_EQ(Handle(Operation("Nonsense", Padded("{", limits::kLoopBodyBytesMax + 1))).body,
            kUnknownOperation);
  EXPECT_EQ(Handle(Operation(kList, "{")).body, kBareSerialization) << "as AWS does";
  gate.Open();
}

TEST_F(RouterTest, LongBodiesNeedASignatureToo) {
  RequireSignatures();
  const auto now = MachineNow();
  const auto date = client::BasicTime(now);
  for (const std::string secret : {"s", "other"}) {
    Request request = Operation(kList, Padded("{}", limits::kLoopBodyBytesMax + 1));
    const std::vector<HttpHeader> more = {{"x-amz-date", date}, {"x-amz-target", kList}};
    const client::HttpCall call{.url = {.target = "/", .authority = "localhost:8000"},
                                .method = "POST",
                                .body = request.body,
                                .content_type = "application/x-amz-json-1.0",
                                .headers = more};
    const auto authorization = client::Authorization(
        call, {.access_key = "A", .secret_key = secret, .region = "us-east-1"}, now);
    request.With("x-amz-date", date).With("authorization", authorization);
    EXPECT_EQ(Handle(request).status, secret == "s" ? 200 : 400);
  }
}

TEST_F(RouterTest, AWorkerReadsLongBodiesOfTheAdminApi) {
  BodyGate gate(bodies_);
  const Request request{.path = "/_stator/jobs",
                        .body = Padded("{}", limits::kLoopBodyBytesMax + 1)};
  HttpRequest http{.method = request.method, .path = request.path, .headers = request.headers};
  http.body_text = &request.body;
  std::optional<HttpReply> answer;
  router_->Handle(http, loop_, [&](HttpReply reply) { answer = std::move(reply); });
  EXPECT_FALSE(answer) << "while the worker is busy";
  gate.Open();
  while (!answer) loop_.RunOne();
  EXPECT_THAT(answer->body, HasSubstr("This server runs no jobs."));
  const std::string longer(limits::kAdminBodyBytesMax + 1, ' ');
  EXPECT_EQ(Handle({.path = "/_stator/jobs", .body = longer}).status, 413);
}

TEST_F(RouterTest, TooManyLongBodiesOfTheAdminApiAreRefused) {
  BodyGate gate(bodies_);
  for (std::size_t i = 0; i < limits::kBodyQueueMax; ++i) EXPECT_TRUE(bodies_.Run([] {}));
  const auto reply =
      Handle({.path = "/_stator/jobs", .body = Padded("{}", limits::kLoopBodyBytesMax + 1)});
  EXPECT_EQ(reply.status, 503);
  EXPECT_THAT(reply.body, HasSubstr("Too many long requests wait"));
  gate.Open();
}

TEST_F(RouterTest, AdminAndMetricsTakeNoLongBodies) {
  const std::string body(limits::kLoopBodyBytesMax + 1, ' ');
  EXPECT_EQ(Handle({.path = "/_stator/clock", .body = body}).status, 413);
  EXPECT_EQ(Handle({.method = "GET", .path = "/metrics", .body = body}).status, 413);
}

TEST_F(RouterTest, RefusesFormsOfForeignPages) {
  Request form{.body = "Action=ListMetrics&Version=2010-08-01"};
  form.With("Content-Type", "application/x-www-form-urlencoded");
  EXPECT_EQ(Handle(form).status, 200);
  EXPECT_EQ(Handle(Request(form).With("Origin", "http://localhost:3000")).status, 200);
  for (const char* origin : {"https://evil.example", "null", "http://localhost.evil.example"}) {
    EXPECT_EQ(Handle(Request(form).With("Origin", origin)).status, 403) << origin;
  }
}

TEST_F(RouterTest, RefusesPagesWhoseNamePointsAtThisMachine) {
  Request rebound = Operation(kList, "{}");
  rebound.headers[0].value = "evil.example:8000";
  const auto reply = Handle(rebound);
  EXPECT_EQ(reply.status, 403);
  EXPECT_THAT(reply.body, HasSubstr("#AccessDeniedException"));
  shared_.settings.allow_host = {"db.test"};
  rebound.headers[0].value = "db.test:8000";
  EXPECT_EQ(Handle(rebound).status, 200);
  RequireSignatures();
  rebound.headers[0].value = "evil.example:8000";
  EXPECT_THAT(Handle(rebound).body, HasSubstr("MissingAuthenticationToken"));
}

TEST_F(RouterTest, CountsRequestsAndErrors) {
  EXPECT_TRUE(Handle(Operation(kList, "{}")).operation);
  EXPECT_TRUE(Handle(Operation(kList, "{")).operation);
  EXPECT_FALSE(Handle(Operation("Nonsense", "{}")).operation);
  std::vector<std::unique_ptr<RequestMetrics>> loops;
  loops.push_back(std::make_unique<RequestMetrics>());
  router_ = std::make_unique<Router>(shared_, *loops[0]);
  Handle(Operation(kList, "{}"));
  Handle(Operation(kList, "{"));
  metrics::Exposition exposition;
  RequestMetrics::Report(loops, exposition);
  const std::string text = exposition.Take();
  EXPECT_THAT(text, HasSubstr("stator_requests_total{operation=\"ListTables\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("stator_requests_total{operation=\"PutItem\"} 0\n"));
  EXPECT_THAT(text, Not(HasSubstr("CreateBackup")));
  EXPECT_THAT(text, HasSubstr("stator_request_errors_total{operation=\"ListTables\","
                              "code=\"SerializationException\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("stator_request_seconds_count{operation=\"ListTables\"} 2\n"));
}

}  // namespace
}  // namespace stator::server
