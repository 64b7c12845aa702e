#include "wire/cbor.h"

#include <string>

#include <gtest/gtest.h>

#include "support/format_vectors.h"

namespace stator::wire {
namespace {

std::string Json(const std::string& hex) {
  const auto json = JsonOfCbor(stator::testing::FromHex(hex));
  return json ? *json : "refused";
}

TEST(CborTest, ReadsRequestsOfSdks) {
  EXPECT_EQ(Json("a1694e616d6573706163656c4157532f44796e616d6f4442"),
            R"({"Namespace":"AWS/DynamoDB"})");
  EXPECT_EQ(Json("bf6161c11a6955b90061629f0102ffff"), R"({"a":1767225600,"b":[1,2]})");
  EXPECT_EQ(Json("a16161fb3ff8000000000000"), R"({"a":1.5})");
  EXPECT_EQ(Json("a16161fa3fc00000"), R"({"a":1.5})");
  EXPECT_EQ(Json("a16161f93e00"), R"({"a":1.5})");
  EXPECT_EQ(Json("a1616124"), R"({"a":-5})");
  EXPECT_EQ(Json("a26161f56162f6"), R"({"a":true,"b":null})");
  EXPECT_EQ(Json("a161617f61626163ff"), R"({"a":"bc"})");
  EXPECT_EQ(Json("a0"), "{}");
}

TEST(CborTest, RefusesBrokenBytes) {
  for (const auto* bad : {"", "a1", "a161", "a16161", "ff", "a1016161", "a1616141aa", "9fffff",
                          "a16161f97c00", "a161611c", "a0a0", "bb7fffffffffffffff", "6161ff",
                          "a16161f8ff", "7f01ff", "a161611f", "a161613f", "a16161df01", "9f1fff"}) {
    EXPECT_EQ(Json(bad), "refused") << bad;
  }
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "81";
  EXPECT_EQ(Json(deep), "refused");
}

TEST(CborTest, WritesTimesWithTheirTag) {
  const auto* schema = FindSchema(CloudwatchSchemas(), "GetMetricData")->response;
  const auto cbor =
      CborOfJson(R"({"MetricDataResults":[{"Timestamps":[1767225600.0],"Values":[2.0]}]})", schema);
  EXPECT_EQ(stator::testing::ToHex(cbor),
            "a1714d6574726963446174615265737"
            "56c747381a26a54696d657374616d707381c11a6955b9006656616c75657381fb4000000000000000");
  EXPECT_EQ(stator::testing::ToHex(CborOfJson("", nullptr)), "a0");
  EXPECT_EQ(stator::testing::ToHex(CborOfJson(R"({"__type":"x"})", nullptr)),
            "a1665f5f747970656178");
}

}  // namespace
}  // namespace stator::wire
