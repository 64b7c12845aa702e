#include "server/admin.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "server/services.h"

namespace stator::server {
namespace {

HttpRequest With(std::vector<HttpHeader> headers) {
  HttpRequest request;
  request.headers = std::move(headers);
  request.local_address = "192.0.2.7";
  return request;
}

bool Named(std::string_view host) {
  const std::vector<std::string> names = {"db.example", "2001:db8::1"};
  return NamesThisServer(With({{"Host", host}}), names);
}

TEST(AdminHost, AcceptsOwnNames) {
  for (const char* host :
       {"localhost", "LOCALHOST:8000", "127.0.0.1", "127.0.0.1:8000", "[::1]:8000", "[::1]",
        "192.0.2.7:8000", "db.example", "DB.example:1", "[2001:db8::1]:8000"}) {
    EXPECT_TRUE(Named(host)) << host;
  }
}

TEST(AdminHost, RefusesOtherNames) {
  for (const char* host : {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example",
                           "192.0.2.8", "", "[", "[]", ":8000", "evil.example:localhost",
                           "localhost@evil.example", "127.0.0.1:1@evil", "db.example.evil"}) {
    EXPECT_FALSE(Named(host)) << host;
  }
  EXPECT_FALSE(NamesThisServer(With({}), {}));
}

TEST(AdminOrigin, AcceptsNoOriginOrTheOwnPage) {
  EXPECT_TRUE(ComesFromOwnPages(With({{"Host", "localhost:8000"}}), {}));
  EXPECT_TRUE(ComesFromOwnPages(
      With({{"Host", "localhost:8000"}, {"Origin", "http://localhost:8000"}}), {}));
  for (const char* origin : {"null", "", "http://localhost:3000", "https://localhost:8000",
                             "http://localhost", "http://evil.example", "localhost:8000"}) {
    EXPECT_FALSE(ComesFromOwnPages(With({{"Host", "localhost:8000"}, {"Origin", origin}}), {}))
        << origin;
  }
  EXPECT_FALSE(ComesFromOwnPages(With({{"Origin", "http://localhost"}}), {}));
}

TEST(AdminOrigin, AcceptsTheOriginsOfProxies) {
  const std::vector<std::string> origins = {"https://stator.example"};
  const auto own = [&](std::string_view origin) {
    return ComesFromOwnPages(With({{"Host", "stator.example"}, {"Origin", origin}}), origins);
  };
  EXPECT_TRUE(own("https://stator.example"));
  EXPECT_TRUE(own("http://stator.example")) << "the origin of the connection itself";
  for (const char* origin : {"https://stator.example:8443", "https://evil.example", "null"}) {
    EXPECT_FALSE(own(origin)) << origin;
  }
  EXPECT_FALSE(ComesFromOwnPages(
      With({{"Origin", "https://stator.example"}, {"Sec-Fetch-Site", "cross-site"}}), origins));
}

TEST(Services, AreRecognisedByTarget) {
  EXPECT_TRUE(FindService("DynamoDB_20120810.PutItem")->served);
  EXPECT_TRUE(FindService("DynamoDBStreams_20120810.GetRecords")->served);
  EXPECT_EQ(FindService("AnyScaleFrontendService.X")->served, api::Service::kAutoScaling);
  EXPECT_EQ(FindService("AnyScaleFrontendService.X")->signing_name, "application-autoscaling");
  EXPECT_EQ(FindService("GraniteServiceVersion20100801.X")->signing_name, "monitoring");
  EXPECT_EQ(FindService("AmazonDAXV3.X")->signing_name, "dax");
  EXPECT_FALSE(FindService("DynamoDB_20111205.GetItem")->served);
  EXPECT_EQ(FindService("Other.X"), nullptr);
  EXPECT_EQ(FindService(""), nullptr);
}

}  // namespace
}  // namespace stator::server
