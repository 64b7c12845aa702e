#include "server/cors.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace stator::server {
namespace {

HttpRequest From(std::string_view origin) {
  HttpRequest request{.method = "POST", .path = "/"};
  request.headers = {{"Host", "localhost:8000"}, {"Origin", origin}};
  return request;
}

bool Allows(const std::vector<std::string>& settings, std::string_view origin) {
  return CorsPolicy(settings).Allows(From(origin));
}

TEST(CorsPolicyTest, PagesOfThisMachineAreAllowedByDefault) {
  for (const char* origin : {"http://localhost", "http://localhost:3000", "https://localhost:8443",
                             "http://127.0.0.1", "http://127.0.0.1:5173", "http://[::1]:3000",
                             "http://app.localhost:3000", "http://LOCALHOST:3000"}) {
    EXPECT_TRUE(Allows({}, origin)) << origin;
    EXPECT_TRUE(Allows({"https://app.example", "loopback"}, origin)) << origin;
    EXPECT_FALSE(Allows({"https://app.example"}, origin)) << origin;
    EXPECT_FALSE(Allows({"off"}, origin)) << origin;
  }
}

TEST(CorsPolicyTest, RefusesOtherPages) {
  for (const char* origin :
       {"https://evil.example", "http://localhost.evil.example", "http://evil-localhost", "null",
        "", "file://", "file://localhost", "http://127.0.0.1@evil.example", "http://10.0.0.1:3000",
        "http://127.0.0.1.evil.example", "http://localhost:3000/path", "localhost"}) {
    EXPECT_FALSE(Allows({}, origin)) << origin;
    EXPECT_TRUE(Allows({"*"}, origin)) << origin;
  }
}

TEST(CorsPolicyTest, AnOriginIsComparedAsAWhole) {
  const std::vector<std::string> settings = {"https://app.example", "http://app.example:3000"};
  EXPECT_TRUE(Allows(settings, "https://app.example"));
  EXPECT_TRUE(Allows(settings, "http://app.example:3000"));
  EXPECT_FALSE(Allows(settings, "http://app.example"));
  EXPECT_FALSE(Allows(settings, "https://app.example:3000"));
  EXPECT_FALSE(Allows(settings, "https://app.example.evil.example"));
  EXPECT_FALSE(Allows({"off"}, "off"));
  EXPECT_FALSE(Allows({"loopback"}, "loopback"));
}

TEST(CorsPolicyTest, ARequestWithoutAnOriginComesFromNoPage) {
  HttpRequest request{.method = "POST", .path = "/"};
  EXPECT_FALSE(CorsPolicy({}).Allows(request));
  EXPECT_FALSE(CorsPolicy({}).IsForeign(request, {}));
}

TEST(CorsPolicyTest, ThisServersOwnPagesAreNotForeign) {
  const std::vector<std::string> off = {"off"};
  EXPECT_FALSE(CorsPolicy(off).IsForeign(From("http://localhost:8000"), {}));
  EXPECT_TRUE(CorsPolicy(off).IsForeign(From("http://localhost:3000"), {}));
  EXPECT_TRUE(CorsPolicy({}).IsForeign(From("null"), {}));
}

TEST(CorsSettingTest, AcceptsOriginsAndWords) {
  for (const char* good : {"*", "off", "loopback", "https://app.example", "http://[::1]:80",
                           "capacitor://localhost"}) {
    EXPECT_TRUE(IsCorsSetting(good)) << good;
  }
  for (const char* bad : {"", "app.example", "https://", "https://app.example/", "://x",
                          "https://app.example:x", "https://a b"}) {
    EXPECT_FALSE(IsCorsSetting(bad)) << bad;
  }
}

bool HostAllowed(std::string_view host, const std::vector<std::string>& allowed = {},
                 std::string_view local_address = "127.0.0.1") {
  HttpRequest request{.method = "POST", .path = "/"};
  request.headers = {{"Host", host}};
  request.local_address = local_address;
  const std::vector<std::string> own = {"admin.example"};
  return HostIsAllowed(request, own, allowed);
}

TEST(HostTest, LoopbackAcceptsItsOwnNames) {
  for (const char* host : {"localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000",
                           "127.0.0.2", "192.168.1.5:8000", "db.localhost", "admin.example:8000"}) {
    EXPECT_TRUE(HostAllowed(host)) << host;
  }
  for (const char* host :
       {"0.0.0.0:8000", "[::]:8000", "host.docker.internal:8000", "dynamodb:8000"}) {
    EXPECT_TRUE(HostAllowed(host)) << host;
  }
  for (const char* host : {"evil.example", "evil.example:8000", "localhost.evil.example", "",
                           "127.0.0.1.evil.example", "127.0.0.1@evil.example"}) {
    EXPECT_FALSE(HostAllowed(host)) << host;
    EXPECT_FALSE(HostAllowed(host, {}, "::1")) << host;
  }
}

TEST(HostTest, TheSettingAllowsFurtherNames) {
  EXPECT_TRUE(HostAllowed("dynamodb.local:8000", {"dynamodb.local"}));
  EXPECT_TRUE(HostAllowed("DynamoDB.Local", {"dynamodb.local"}));
  EXPECT_FALSE(HostAllowed("other.local", {"dynamodb.local"}));
  EXPECT_TRUE(HostAllowed("other.local", {"*"}));
}

TEST(HostTest, OtherAddressesAcceptAnyName) {
  EXPECT_TRUE(HostAllowed("stator:8000", {}, "172.18.0.2"));
  EXPECT_TRUE(HostAllowed("stator:8000", {}, "fd00::2"));
}

TEST(HostTest, RequestsWithoutAHostAreAccepted) {
  HttpRequest request{.method = "POST", .path = "/"};
  request.local_address = "127.0.0.1";
  EXPECT_TRUE(HostIsAllowed(request, {}, {}));
}

}  // namespace
}  // namespace stator::server
