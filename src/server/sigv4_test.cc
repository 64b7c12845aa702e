#include "server/sigv4.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stator::server {
namespace {

using std::chrono::minutes;
using testing::HasSubstr;
using testing::StartsWith;

constexpr char kKeys[] = R"(
[ada]
aws_access_key_id = AKIDEXAMPLE
aws_secret_access_key = wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY
[guest]
aws_access_key_id = ASIAEXAMPLE
aws_secret_access_key = wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY
aws_session_token = TOKEN/with+odd=chars
expiration = 2026-11-15T10:00:00Z
)";

constexpr char kScope[] = "AKIDEXAMPLE/20261115/us-east-1/dynamodb/aws4_request";
constexpr char kSignedHeaders[] = "content-type;host;x-amz-date;x-amz-target";
// botocore 1.29 computed the signatures for the requests below.
constexpr char kSignature[] = "c25eca8b78acfc916da29967641ccc9bdc9b618f2fca47da60da258c99107ba0";

std::string Authorization(std::string_view credential, std::string_view headers,
                          std::string_view signature) {
  return fmt::format("AWS4-HMAC-SHA256 Credential={}, SignedHeaders={}, Signature={}", credential,
                     headers, signature);
}

// A request that owns the data that HttpRequest borrows.
struct Request {
  std::string method = "POST";
  std::string path = "/";
  std::string query;
  std::vector<std::pair<std::string, std::string>> headers = {
      {"Content-Type", "application/x-amz-json-1.0"},
      {"X-Amz-Target", "DynamoDB_20120810.PutItem"},
      {"Host", "localhost:8000"},
      {"X-Amz-Date", "20261115T095303Z"},
      {"Authorization", Authorization(kScope, kSignedHeaders, kSignature)}};
  std::string body = R"({"TableName": "t", "Item": {"pk": {"S": "a"}}})";

  void Set(std::string_view name, std::string value) {
    Remove(name);
    headers.emplace_back(name, std::move(value));
  }
  void Remove(std::string_view name) {
    std::erase_if(headers, [&](const auto& header) { return header.first == name; });
  }
};

class SigV4 : public testing::Test {
 protected:
  Result<const Credential*> Verify(const Request& request, std::string_view service = "dynamodb") {
    HttpRequest http{.method = request.method, .path = request.path, .query = request.query};
    for (const auto& [name, value] : request.headers) http.headers.push_back({name, value});
    http.body_text = &request.body;
    return verifier_.Verify(http, service, now_);
  }

  void ExpectRefused(const Request& request, ErrorCode code, const std::string& message) {
    const auto verified = Verify(request);
    ASSERT_FALSE(verified.has_value()) << message;
    EXPECT_EQ(verified.error().code, code) << verified.error().message;
    EXPECT_EQ(verified.error().message, message);
  }

  Credentials credentials_ = *Credentials::Parse(kKeys, "test");
  SignatureVerifier verifier_{credentials_, minutes(5)};
  TimeMicros now_ = *ParseIsoTime("20261115T095400Z", true);
};

TEST_F(SigV4, AcceptsBotocoresHeader) {
  for (int i = 0; i < 2; ++i) {  // the second time from the cache of signing keys
    const auto signer = Verify(Request());
    ASSERT_TRUE(signer.has_value()) << signer.error().message;
    EXPECT_EQ((*signer)->name, "ada");
  }
}

TEST_F(SigV4, AcceptsAmazonsPublishedExample) {
  // "get-vanilla" of AWS's Signature Version 4 test suite.
  Request request{.method = "GET", .body = ""};
  request.headers = {
      {"Host", "example.amazonaws.com"},
      {"X-Amz-Date", "20150830T123600Z"},
      {"Authorization",
       Authorization("AKIDEXAMPLE/20150830/us-east-1/service/aws4_request", "host;x-amz-date",
                     "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31")}};
  now_ = *ParseIsoTime("20150830T123600Z", true);
  EXPECT_TRUE(Verify(request, "service").has_value());
}

Request WithToken() {
  Request request;
  request.Set("X-Amz-Security-Token", "TOKEN/with+odd=chars");
  request.Set("Authorization",
              Authorization("ASIAEXAMPLE/20261115/us-east-1/dynamodb/aws4_request",
                            "content-type;host;x-amz-date;x-amz-security-token;x-amz-target",
                            "cdea25294258913b8b8bc234c59aeb7155b122005bd813b26387921a2f3bd34f"));
  return request;
}

TEST_F(SigV4, AcceptsASessionTokenUntilItExpires) {
  EXPECT_TRUE(Verify(WithToken()).has_value());
  credentials_ = *Credentials::Parse(
      std::string(kKeys).replace(std::string(kKeys).find("10:00:00"), 8, "09:54:00"), "test");
  ExpectRefused(WithToken(), ErrorCode::kExpiredTokenException,
                "The security token included in the request is expired");
}

constexpr char kQuery[] =
    "TableName=t&Item=%7B%27pk%27%3A%20%7B%27S%27%3A%20%27a%27%7D%7D"
    "&X-Amz-Algorithm=AWS4-HMAC-SHA256"
    "&X-Amz-Credential=ASIAEXAMPLE%2F20261115%2Fus-east-1%2Fdynamodb%2Faws4_request"
    "&X-Amz-Date=20261115T095303Z&X-Amz-Expires=600"
    "&X-Amz-SignedHeaders=content-type%3Bhost%3Bx-amz-target"
    "&X-Amz-Security-Token=TOKEN%2Fwith%2Bodd%3Dchars"
    "&X-Amz-Signature=ac7140143ba1223491cceeda7f0c11313415b0b8193b745781e0a693fdc861f9";

Request InQuery() {
  Request request{.query = kQuery, .body = ""};
  request.Remove("Authorization");
  request.Remove("X-Amz-Date");
  return request;
}

TEST_F(SigV4, AcceptsBotocoresQueryUntilItExpires) {
  EXPECT_TRUE(Verify(InQuery()).has_value());
  now_ = *ParseIsoTime("20261115T095900Z", true);  // past the skew, within X-Amz-Expires
  EXPECT_TRUE(Verify(InQuery()).has_value());
  now_ = *ParseIsoTime("20261115T100304Z", true);
  ExpectRefused(InQuery(), ErrorCode::kInvalidSignatureException,
                "Signature expired: 20261115T095303Z is now earlier than 20261115T095304Z "
                "(20261115T100304Z - 10 min.)");
}

TEST_F(SigV4, SignsPathQueryAndFoldedHeaders) {
  Request request{
      .method = "GET", .path = "/_stator/settings", .query = "b=2&a=%20x~y", .body = ""};
  request.headers = {
      {"Host", "localhost:8000"},
      {"X-Note", "  two   blanks "},
      {"X-Amz-Date", "20261115T095303Z"},
      {"Authorization",
       Authorization("AKIDEXAMPLE/20261115/eu-west-2/dynamodb/aws4_request",
                     "host;x-amz-date;x-note",
                     "14c9011f6d87c4fb79cd8a43f7c9a4452319889ab41cc1af39674b180997ce08")}};
  EXPECT_TRUE(Verify(request).has_value());
  request.query = "b=2&a=%20x~z";
  EXPECT_FALSE(Verify(request).has_value());
}

TEST_F(SigV4, RefusesEveryChange) {
  std::vector<Request> changed(6);
  changed[0].body += " ";
  changed[1].method = "PUT";
  changed[2].path = "/x";
  changed[3].query = "a=b";
  changed[4].Set("X-Amz-Target", "DynamoDB_20120810.DeleteTable");
  changed[5].Set("Authorization", Authorization(kScope, kSignedHeaders, "c25e"));
  for (const Request& request : changed) {
    const auto verified = Verify(request);
    ASSERT_FALSE(verified.has_value());
    EXPECT_EQ(verified.error().code, ErrorCode::kInvalidSignatureException);
    EXPECT_THAT(verified.error().message,
                StartsWith("The request signature we calculated does not match the signature you "
                           "provided. Check your AWS Secret Access Key and signing method. Consult "
                           "the service documentation for details."));
  }
}

// Each of these signatures is valid for its list of headers, but the list is not.
TEST_F(SigV4, RefusesHeaderListsThatNoSignerMakes) {
  struct List {
    const char* headers;
    const char* signature;
    const char* refusal;
  };
  constexpr List kLists[] = {
      // a name twice
      {"content-type;host;host;x-amz-date;x-amz-target",
       "796800dee7944651ae9470a9bd774ef1564ef11ccf11e7a1963dcf4cc5ea5637",
       "The names in SignedHeaders must be in ascending order, each once. Got "
       "'content-type;host;host;x-amz-date;x-amz-target'."},
      // out of order
      {"host;content-type;x-amz-date;x-amz-target",
       "4b1fbdd5f26f3e78eb0646cc6009d6648e88437b8b8f8ad4117c8c2daf303fcf",
       "The names in SignedHeaders must be in ascending order, each once. Got "
       "'host;content-type;x-amz-date;x-amz-target'."},
      // the target unsigned
      {"content-type;host;x-amz-date",
       "0b526193d84163ce5c913bf029214e52afc7806a2d3757e624e3a3b0e5c547b9",
       "'X-Amz-Target' must be a 'SignedHeader' in the AWS Authorization, because it says what the "
       "request is for."},
  };
  for (const auto& [headers, signature, refusal] : kLists) {
    Request request;
    request.Set("Authorization", Authorization(kScope, headers, signature));
    const auto verified = Verify(request);
    ASSERT_FALSE(verified.has_value()) << headers;
    EXPECT_EQ(verified.error().code, ErrorCode::kInvalidSignatureException);
    EXPECT_EQ(verified.error().message, refusal);
  }
}

TEST_F(SigV4, AMismatchShowsTheSignedText) {
  Request request;
  request.body = "";
  const auto verified = Verify(request);
  ASSERT_FALSE(verified.has_value());
  EXPECT_THAT(verified.error().message,
              HasSubstr("The Canonical String for this request should have been\n'POST\n/\n\n"
                        "content-type:application/x-amz-json-1.0\nhost:localhost:8000\n"));
  EXPECT_THAT(verified.error().message,
              HasSubstr("The String-to-Sign should have been\n'AWS4-HMAC-SHA256\n20261115T095303Z\n"
                        "20261115/us-east-1/dynamodb/aws4_request\n"));
}

TEST_F(SigV4, RefusesASignatureThatDoesNotCoverTheBody) {
  Request request;
  request.Set("X-Amz-Content-Sha256", "UNSIGNED-PAYLOAD");
  EXPECT_TRUE(Verify(request).has_value());  // an unsigned header changes nothing
  request.body += " ";
  EXPECT_FALSE(Verify(request).has_value());
}

TEST_F(SigV4, Step1BothForms) {
  Request request;
  request.query = kQuery;
  ExpectRefused(
      request, ErrorCode::kInvalidSignatureException,
      "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.");
}

TEST_F(SigV4, Step2Missing) {
  Request request;
  request.Remove("Authorization");
  ExpectRefused(request, ErrorCode::kMissingAuthenticationTokenException,
                "Request is missing Authentication Token");
  request.Set("Authorization", "Basic YTpi");
  ExpectRefused(request, ErrorCode::kMissingAuthenticationTokenException,
                "Request is missing Authentication Token");
}

TEST_F(SigV4, Step3MissingParts) {
  Request request;
  request.Remove("X-Amz-Date");
  request.Set("Authorization", "AWS4-HMAC-SHA256 Nothing=1");
  ExpectRefused(request, ErrorCode::kIncompleteSignatureException,
                "Authorization header requires 'Credential' parameter. "
                "Authorization header requires 'Signature' parameter. "
                "Authorization header requires 'SignedHeaders' parameter. "
                "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' "
                "header. Authorization=AWS4-HMAC-SHA256 Nothing=1");
  request.Remove("Authorization");
  request.query = "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=";
  ExpectRefused(request, ErrorCode::kIncompleteSignatureException,
                "AWS query-string parameters must include 'X-Amz-Credential'. "
                "AWS query-string parameters must include 'X-Amz-Signature'. "
                "AWS query-string parameters must include 'X-Amz-SignedHeaders'. "
                "AWS query-string parameters must include 'X-Amz-Date'. "
                "Re-examine the query-string parameters.");
}

TEST_F(SigV4, Step4DateForm) {
  for (const char* date : {"", "x", "2026-11-15T09:53:03Z", "20261315T095303Z", "20261115T245303Z",
                           "20261115T095303", "20261115T095303Z "}) {
    Request request;
    request.Set("X-Amz-Date", date);
    ExpectRefused(request, ErrorCode::kIncompleteSignatureException,
                  fmt::format("Date must be in ISO-8601 'basic format'. Got '{}'. See "
                              "http://en.wikipedia.org/wiki/ISO_8601",
                              date));
  }
}

TEST_F(SigV4, Step5Skew) {
  now_ = *ParseIsoTime("20261115T095803Z", true);
  EXPECT_TRUE(Verify(Request()).has_value());
  now_ = *ParseIsoTime("20261115T095804Z", true);
  ExpectRefused(Request(), ErrorCode::kInvalidSignatureException,
                "Signature expired: 20261115T095303Z is now earlier than 20261115T095304Z "
                "(20261115T095804Z - 5 min.)");
  now_ = *ParseIsoTime("20261115T094803Z", true);
  EXPECT_TRUE(Verify(Request()).has_value());
  now_ = *ParseIsoTime("20261115T094802Z", true);
  ExpectRefused(Request(), ErrorCode::kInvalidSignatureException,
                "Signature not yet current: 20261115T095303Z is still later than 20261115T095302Z "
                "(20261115T094802Z + 5 min.)");
}

TEST_F(SigV4, Step6HostUnsigned) {
  Request request;
  request.Set("Authorization", "AWS4-X Credential=a, SignedHeaders=x-amz-date, Signature=b");
  ExpectRefused(request, ErrorCode::kInvalidSignatureException,
                "'Host' must be a 'SignedHeader' in the AWS Authorization.");
}

TEST_F(SigV4, Step7Algorithm) {
  Request request;
  request.Set("Authorization", "AWS4-X Credential=a, SignedHeaders=host, Signature=b");
  ExpectRefused(request, ErrorCode::kIncompleteSignatureException,
                "Unsupported AWS 'algorithm': 'AWS4-X' (only AWS4-HMAC-SHA256 for now). ");
}

TEST_F(SigV4, Step8Credential) {
  for (const char* credential : {"a", "a/b/c/d", "a/b/c/d/e/f"}) {
    Request request;
    request.Set("Authorization", Authorization(credential, "host", "x"));
    ExpectRefused(request, ErrorCode::kIncompleteSignatureException,
                  fmt::format("Credential must have exactly 5 slash-delimited elements, e.g. "
                              "keyid/date/region/service/term, got '{}'",
                              credential));
  }
}

TEST_F(SigV4, Step9Scope) {
  Request request;
  request.Set("Authorization", Authorization("a/b/c/d/e", "host", "x"));
  ExpectRefused(request, ErrorCode::kInvalidSignatureException,
                "Credential should be scoped to a valid region, not 'c'. "
                "Credential should be scoped to correct service: 'dynamodb'. "
                "Credential should be scoped with a valid terminator: 'aws4_request', not 'e'. "
                "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date "
                "from HTTP: 'b' != '20261115', from '20261115T095303Z'.");
}

TEST_F(SigV4, Step10UnknownKey) {
  Request request;
  request.Set("Authorization",
              Authorization("NOBODY/20261115/us-east-1/dynamodb/aws4_request", "host", "x"));
  ExpectRefused(request, ErrorCode::kUnrecognizedClientException,
                "The security token included in the request is invalid.");
}

TEST_F(SigV4, Step12Token) {
  Request request;
  request.Set("X-Amz-Security-Token", "made up");  // the key has none
  ExpectRefused(request, ErrorCode::kUnrecognizedClientException,
                "The security token included in the request is invalid");
}

TEST_F(SigV4, AnswersAreUtf8ForAnyHeader) {
  Request request;
  request.Set("Authorization", "AWS4-\xFF\x80 x=\xC3");
  const auto verified = Verify(request);
  ASSERT_FALSE(verified.has_value());
  EXPECT_THAT(verified.error().message, testing::EndsWith("Authorization=AWS4-?? x=?"));
}

TEST_F(SigV4, RemembersABoundedNumberOfSigningKeys) {
  // Wrong signatures are never cached, so a flood of scopes must not evict the valid one.
  for (int i = 0; i < 1000; ++i) {
    Request request;
    request.Set(
        "Authorization",
        Authorization(fmt::format("AKIDEXAMPLE/20261115/us-east-{}/dynamodb/aws4_request", i),
                      kSignedHeaders, kSignature));
    EXPECT_EQ(Verify(request).has_value(), i == 1);
  }
  EXPECT_TRUE(Verify(Request()).has_value());
}

}  // namespace
}  // namespace stator::server
