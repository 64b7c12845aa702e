#include "client/request_signer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/sigv4_canonical.h"

namespace stator::client {
namespace {

constexpr TimeMicros kAt = 1'794'736'383'000'000;  // 2026-11-15T09:53:03Z

// The signature was computed with botocore 1.29.
TEST(RequestSigner, EqualsBotocoresSignature) {
  ASSERT_EQ(BasicTime(kAt), "20261115T095303Z");
  const HttpHeader headers[] = {{"x-amz-target", "DynamoDB_20120810.PutItem"},
                                {"x-amz-date", "20261115T095303Z"}};
  const HttpCall call{.url = *ParseUrl("http://localhost:8000"),
                      .method = "POST",
                      .body = R"({"TableName": "t", "Item": {"pk": {"S": "a"}}})",
                      .content_type = "application/x-amz-json-1.0",
                      .headers = headers};
  EXPECT_EQ(Authorization(call,
                          {.access_key = "AKIDEXAMPLE",
                           .secret_key = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
                           .session_token = "",
                           .region = "us-east-1"},
                          kAt),
            "AWS4-HMAC-SHA256 "
            "Credential=AKIDEXAMPLE/20261115/us-east-1/dynamodb/aws4_request, "
            "SignedHeaders=content-type;host;x-amz-date;x-amz-target, "
            "Signature=c25eca8b78acfc916da29967641ccc9bdc9b618f2fca47da60da258c99107ba0");
}

}  // namespace
}  // namespace stator::client
