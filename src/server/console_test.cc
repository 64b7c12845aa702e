#include "server/console.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/waiting_loop.h"
#include "server/deflated.h"
#include "server/router.h"

namespace stator::server {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char kDocument[] = "<!doctype html>";
constexpr char kScript[] = "start();";

HttpRequest Get(std::string_view path, std::vector<HttpHeader> headers = {}) {
  HttpRequest request{.method = "GET", .path = path, .headers = std::move(headers)};
  request.headers.push_back({"Host", "localhost:8000"});
  request.local_address = "127.0.0.1";
  return request;
}

const HttpHeader kGzip = {"Accept-Encoding", "gzip, deflate, br"};

class ConsoleTest : public testing::Test {
 protected:
  static std::string HeaderOf(const HttpReply& reply, std::string_view name) {
    const std::string begin = std::string(name) + ": ";
    const auto at = reply.headers.find(begin);
    if (at == std::string::npos) return "none";
    const auto value = at + begin.size();
    return reply.headers.substr(value, reply.headers.find("\r\n", value) - value);
  }

  const std::string document_ = GzipText(kDocument);
  const std::string script_ = GzipText(kScript);
  const std::vector<EmbeddedFile> files_ = {
      {"index.html", document_}, {"assets/app-4RF7QK2M.js", script_}, {"licences.txt", document_}};
  const Console console_ = Console("on", files_);
};

TEST_F(ConsoleTest, SendsFilesAsTheyAreEmbedded) {
  const HttpReply reply = console_.Answer(Get("/console/", {kGzip}));
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.content_type, "text/html; charset=utf-8");
  EXPECT_EQ(reply.body, document_);
  EXPECT_FALSE(reply.checksum);
  EXPECT_EQ(HeaderOf(reply, "Content-Encoding"), "gzip");
  EXPECT_EQ(HeaderOf(reply, "Vary"), "Accept-Encoding");
  EXPECT_FALSE(console_.TakesLong(Get("/console/", {kGzip})));
}

TEST_F(ConsoleTest, DecompressesForOtherClients) {
  for (const char* coding : {"", "identity", "br", "gzip;q=0", "*;q=0", "deflate"}) {
    const HttpRequest request = Get("/console/", {{"Accept-Encoding", coding}});
    const HttpReply reply = console_.Answer(request);
    EXPECT_EQ(reply.body, kDocument) << coding;
    EXPECT_EQ(HeaderOf(reply, "Content-Encoding"), "none");
    EXPECT_TRUE(console_.TakesLong(request));
  }
}

TEST_F(ConsoleTest, SendsThePolicyWithEveryAnswer) {
  const Console off("off", files_);
  const Console absent("on", {});
  for (const HttpReply& reply :
       {console_.Answer(Get("/console/")), console_.Answer(Get("/console/absent")),
        off.Answer(Get("/console/")), absent.Answer(Get("/console/")),
        *RefuseConsole(Get("/console/", {{"Sec-Fetch-Dest", "iframe"}}), {}, {})}) {
    EXPECT_EQ(HeaderOf(reply, "Content-Security-Policy"),
              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: "
              "blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; "
              "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'");
    EXPECT_EQ(HeaderOf(reply, "X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(HeaderOf(reply, "Referrer-Policy"), "no-referrer");
    EXPECT_EQ(HeaderOf(reply, "Cross-Origin-Opener-Policy"), "same-origin");
    EXPECT_EQ(HeaderOf(reply, "Cross-Origin-Resource-Policy"), "same-origin");
    EXPECT_THAT(reply.headers, Not(HasSubstr("Access-Control")));
  }
}

TEST_F(ConsoleTest, HashedFilesNeverChange) {
  const HttpReply reply = console_.Answer(Get("/console/assets/app-4RF7QK2M.js", {kGzip}));
  EXPECT_EQ(reply.content_type, "text/javascript; charset=utf-8");
  EXPECT_EQ(HeaderOf(reply, "Cache-Control"), "public, max-age=31536000, immutable");
  EXPECT_EQ(HeaderOf(reply, "ETag"), "none");
  EXPECT_EQ(HeaderOf(console_.Answer(Get("/console/licences.txt")), "Cache-Control"), "no-cache");
}

TEST_F(ConsoleTest, OtherFilesAreAskedForAgain) {
  const std::string tag = HeaderOf(console_.Answer(Get("/console/", {kGzip})), "ETag");
  EXPECT_EQ(HeaderOf(console_.Answer(Get("/console/", {kGzip})), "Cache-Control"), "no-cache");
  for (const std::string& header : {tag, "W/" + tag, "\"x\", " + tag, std::string("*")}) {
    const HttpReply same = console_.Answer(Get("/console/", {kGzip, {"If-None-Match", header}}));
    EXPECT_EQ(same.status, 304) << header;
    EXPECT_EQ(same.body, "");
    EXPECT_EQ(same.content_type, "");
    EXPECT_EQ(HeaderOf(same, "ETag"), tag);
    EXPECT_EQ(HeaderOf(same, "Cache-Control"), "no-cache");
  }
  // The decompressed form is another answer, so it has another tag.
  EXPECT_EQ(console_.Answer(Get("/console/", {{"If-None-Match", tag}})).status, 200);
  const std::vector<EmbeddedFile> changed = {{"index.html", script_}};
  const Console next("on", changed);
  EXPECT_EQ(next.Answer(Get("/console/", {kGzip, {"If-None-Match", tag}})).status, 200);
}

TEST_F(ConsoleTest, HasOnlyItsFiles) {
  for (const char* path : {"/console/absent", "/console//", "/console/assets/",
                           "/console/INDEX.HTML", "/console/../console/index.html"}) {
    const HttpReply reply = console_.Answer(Get(path));
    EXPECT_EQ(reply.status, 404) << path;
    EXPECT_EQ(HeaderOf(reply, "Cache-Control"), "no-store");
  }
  EXPECT_EQ(HeaderOf(console_.Answer(Get("/console")), "Location"), "console/");
  EXPECT_TRUE(IsConsolePath("/console"));
  EXPECT_TRUE(IsConsolePath("/console/x"));
  EXPECT_FALSE(IsConsolePath("/consoles"));
  EXPECT_FALSE(IsConsolePath("/"));
}

TEST_F(ConsoleTest, ABuildWithoutItSaysHowToGetIt) {
  const Console absent("on", {});
  EXPECT_TRUE(absent.is_on());
  EXPECT_FALSE(absent.HasFiles());
  const HttpReply reply = absent.Answer(Get("/console/"));
  EXPECT_EQ(reply.status, 404);
  EXPECT_THAT(reply.body, HasSubstr("install Node.js 18 or later with npm"));
  EXPECT_THAT(Console("off", files_).Answer(Get("/console/")).body, HasSubstr("switched off"));
}

bool Opens(std::vector<HttpHeader> headers) {
  const std::vector<std::string> names = {"stator.example"};
  const std::vector<std::string> origins = {"https://stator.example"};
  return !RefuseConsole(Get("/console/", std::move(headers)), names, origins);
}

TEST(ConsoleAccess, TakesLinksFromOtherSites) {
  EXPECT_TRUE(Opens({}));
  EXPECT_TRUE(Opens({{"Sec-Fetch-Site", "cross-site"},
                     {"Sec-Fetch-Mode", "navigate"},
                     {"Sec-Fetch-Dest", "document"}}));
  for (const char* kind :
       {"iframe", "frame", "fencedframe", "embed", "object", "script", "empty"}) {
    EXPECT_FALSE(Opens({{"Sec-Fetch-Site", "cross-site"},
                        {"Sec-Fetch-Mode", "navigate"},
                        {"Sec-Fetch-Dest", kind}}))
        << kind;
  }
  EXPECT_FALSE(Opens({{"Sec-Fetch-Site", "cross-site"},
                      {"Sec-Fetch-Mode", "no-cors"},
                      {"Sec-Fetch-Dest", "document"}}));
  EXPECT_FALSE(Opens({{"Origin", "https://page.example"}}));
  EXPECT_TRUE(Opens({{"Origin", "https://stator.example"}}));
}

TEST(ConsoleAccess, ReadsOnlyUnderOwnNames) {
  HttpRequest request = Get("/console/");
  request.headers = {{"Host", "page.example"}};
  EXPECT_EQ(RefuseConsole(request, {}, {})->status, 403);
  request.headers = {{"Host", "stator.example"}};
  const std::vector<std::string> names = {"stator.example"};
  EXPECT_FALSE(RefuseConsole(request, names, {}));
  request.method = "HEAD";
  EXPECT_FALSE(RefuseConsole(request, names, {}));
  request.method = "POST";
  const auto refused = RefuseConsole(request, names, {});
  EXPECT_EQ(refused->status, 405);
  EXPECT_THAT(refused->headers, HasSubstr("Allow: GET, HEAD\r\n"));
}

class RoutedConsoleTest : public ConsoleTest {
 protected:
  HttpReply Handle(const HttpRequest& request) {
    RequestMetrics metrics;
    Router router(shared_, metrics);
    std::optional<HttpReply> answer;
    router.Handle(request, loop_, [&](HttpReply reply) { answer = std::move(reply); });
    while (!answer) loop_.RunOne();
    return *std::move(answer);
  }

  std::unique_ptr<database::Database> database_ = *database::Database::Open({});
  Log log_{LogLevel::kOff, LogForm::kText};
  WaitingLoop loop_;
  BodyWorkers bodies_{1};
  admin::ModelDesk models_{""};
  RouterShared shared_{.database = *database_,
                       .log = log_,
                       .bodies = bodies_,
                       .models = models_,
                       .settings = {},
                       .credentials = std::nullopt,
                       .own_names = {},
                       .metrics_text = {},
                       .console = Console("on", files_)};
};

TEST_F(RoutedConsoleTest, AnswersOnTheLoopOrOnAWorker) {
  EXPECT_EQ(Handle(Get("/console/", {kGzip})).body, document_);
  EXPECT_EQ(Handle(Get("/console/")).body, kDocument);
  EXPECT_EQ(Handle(Get("/console/", {{"Sec-Fetch-Dest", "iframe"}})).status, 403);
}

TEST_F(RoutedConsoleTest, WithoutAWorkerTheServerIsUnavailable) {
  bodies_.Stop();
  EXPECT_EQ(Handle(Get("/console/")).status, 503);
  EXPECT_EQ(Handle(Get("/console/", {kGzip})).status, 200);
}

TEST_F(RoutedConsoleTest, TheFilesNeedNoSignature) {
  shared_.credentials =
      *Credentials::Parse("[a]\naws_access_key_id=A\naws_secret_access_key=s\n", "test");
  EXPECT_EQ(Handle(Get("/console/")).status, 200);
  EXPECT_EQ(Handle(Get("/_stator/health")).status, 403);
}

TEST_F(RoutedConsoleTest, OpensFromTheServersAddress) {
  const std::vector<HttpHeader> document = {{"Sec-Fetch-Mode", "navigate"},
                                            {"Sec-Fetch-Dest", "document"}};
  const HttpReply redirect = Handle(Get("/", document));
  EXPECT_EQ(redirect.status, 302);
  EXPECT_EQ(HeaderOf(redirect, "Location"), "console/");
  EXPECT_EQ(HeaderOf(redirect, "Vary"), "Sec-Fetch-Dest, Sec-Fetch-Mode");
  EXPECT_EQ(Handle(Get("/")).status, 200);
  shared_.console = Console("off", files_);
  EXPECT_EQ(Handle(Get("/", document)).status, 200);
}

TEST_F(RoutedConsoleTest, AProxyThatTerminatesTlsReachesTheAdminApi) {
  const HttpRequest request = Get("/_stator/settings", {{"Origin", "https://stator.example"},
                                                        {"Sec-Fetch-Site", "same-origin"}});
  EXPECT_EQ(Handle(request).status, 403);
  shared_.settings.admin_origin = {"https://stator.example"};
  EXPECT_EQ(Handle(request).status, 200);
}

}  // namespace
}  // namespace stator::server
