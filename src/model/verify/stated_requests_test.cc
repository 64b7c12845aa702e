#include "model/verify/stated_requests.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "model/language/parser.h"
#include "model/plan/testing.h"

namespace stator::model {
namespace {

using client::Value;

constexpr std::string_view kModel = R"(model m
table app (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) all
index ByPlace (country+city, zip+day) all
entity Order 20M x 600B
  attr  custId, orderId:id, day:date, at:time, n:number(4), country, city, zip:number, status:enum(OPEN, CLOSED)
  key   CUST#{custId} / ORDER#{day}#{orderId}
  GSI1  OPEN#{shard(orderId,3)}#{at:month} / {at desc}#{n} when status=OPEN
patterns
)";

class StatedRequestsTest : public ::testing::Test {
 protected:
  StatedRequest Make(const std::string& line, const Arguments& arguments) {
    parsed_ = Parse(std::string(kModel) + "  P 1/s " + line + "\n");
    for (const auto& complaint : parsed_.complaints) ADD_FAILURE() << complaint.message;
    const auto& pattern = parsed_.model.patterns.at(0);
    return StatedRequestOf(parsed_.model, pattern, arguments);
  }

  Parsed parsed_;
};

TEST_F(StatedRequestsTest, AStatedComparisonKeepsItsOperator) {
  const auto requests = Make(
      "list Order[custId] range day\n      as query \"PK = CUST#{custId} AND SK >= "
      "ORDER#{day.from}\"",
      {.bound = {{"custId", Value::String("c-1")}},
       .from = Value::String("2026-01-01"),
       .to = Value::String("2026-01-31")});
  ASSERT_EQ(requests.fault, "");
  EXPECT_EQ(FilledKeyCondition(requests.query), "PK = CUST#c-1 AND SK >= ORDER#2026-01-01");
  EXPECT_NE(Make("list Order[custId]\n      as query \"PK = CUST#{orderId}\"",
                 {.bound = {{"custId", Value::String("c-1")}}})
                .fault,
            "");
}

TEST_F(StatedRequestsTest, StatedConditionsMayBeOnNaturalAttributes) {
  const auto requests = Make(
      "list Order[country, city, zip] range day\n      as query on ByPlace \"country = {country} "
      "AND city = {city} AND zip = {zip} AND day BETWEEN {day.from} AND {day.to}\"",
      {.bound = {{"country", Value::String("FR")},
                 {"city", Value::String("Lyon")},
                 {"zip", Value::Number(69001)}},
       .from = Value::String("2026-01-01"),
       .to = Value::String("2026-01-31")});
  ASSERT_EQ(requests.fault, "");
  EXPECT_EQ(FilledKeyCondition(requests.query),
            "country = FR AND city = Lyon AND zip = 69001 AND day BETWEEN 2026-01-01 AND "
            "2026-01-31");
  EXPECT_NE(
      Make("list Order[country, city, zip]\n      as query on ByPlace \"country = {country} AND "
           "city = {city} AND begins_with(zip, {zip})\"",
           {.bound = {{"country", Value::String("FR")},
                      {"city", Value::String("Lyon")},
                      {"zip", Value::Number(69001)}}})
          .fault,
      "");
}

TEST(StatedKey, IsOfTheAttributesType) {
  const auto parsed = Parse(
      "model m\ntable readings (deviceId, n) on-demand\n"
      "entity Reading 1M x 100B\n  attr deviceId, n:number(8)\n"
      "patterns\n  P 1/s get Reading[deviceId, n]\n    as key {deviceId} / {n}\n");
  ASSERT_TRUE(parsed.complaints.empty());
  const Arguments arguments{.bound = {{"deviceId", Value::String("d")}, {"n", Value::Number(7)}}};
  const auto requests = StatedRequestOf(parsed.model, parsed.model.patterns.at(0), arguments);
  ASSERT_TRUE(requests.get) << requests.fault;
  EXPECT_EQ(requests.get->key, arguments.bound);
}

}  // namespace
}  // namespace stator::model
