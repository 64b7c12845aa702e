#include "model/verify/read_requests.h"

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/language/parser.h"
#include "model/verify/fan_out.h"

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

class ReadRequestsTest : public ::testing::Test {
 protected:
  ReadRequests Make(const std::string& line, const Arguments& arguments) {
    parsed_ = Parse(std::string(kModel) + "  P 1/s " + line + "\n");
    for (const auto& complaint : parsed_.complaints) ADD_FAILURE() << complaint.message;
    const auto& pattern = parsed_.model.patterns.at(0);
    if (pattern.stated) return StatedRequests(parsed_.model, pattern, arguments);
    return PlannedRequests(pattern, PlanRead(parsed_.model, pattern), arguments);
  }
  // The condition with its placeholders filled in.
  static std::string Filled(const client::QueryRequest& query) {
    std::string text = query.key_condition;
    const auto fill = [&](const std::string& placeholder, const std::string& value) {
      const auto at = text.find(placeholder);
      if (at != std::string::npos) text.replace(at, placeholder.size(), value);
    };
    for (const auto& [placeholder, name] : query.names) fill(placeholder, name);
    for (const auto& [placeholder, value] : query.values) {
      fill(placeholder, value.is(Value::Type::kNumber) ? value.number() : value.string());
    }
    return text;
  }

  Parsed parsed_;
};

TEST_F(ReadRequestsTest, ARangeIncludesItsLastDay) {
  const auto requests =
      Make("list Order[custId] range day", {.bound = {{"custId", Value::String("c-1")}},
                                            .from = Value::String("2026-01-01"),
                                            .to = Value::String("2026-01-31")});
  ASSERT_EQ(requests.queries.size(), 1U);
  EXPECT_EQ(Filled(requests.queries[0]),
            "PK = CUST#c-1 AND SK BETWEEN ORDER#2026-01-01 AND ORDER#2026-01-31~");
}

TEST_F(ReadRequestsTest, ShardsAndBucketsAreAllAsked) {
  const auto requests = Make("list Order[status=OPEN] range at 40d desc at limit 7",
                             {.bound = {{"status", Value::String("OPEN")}},
                              .from = Value::String("2026-11-20T10:00:00.000Z"),
                              .to = Value::String("2027-01-02T10:00:00.000Z")});
  ASSERT_EQ(requests.queries.size(), 9U) << requests.fault;
  EXPECT_EQ(Filled(requests.queries[0]),
            "GSI1PK = OPEN#0#2026-11 AND GSI1SK BETWEEN 7972-98-97T89:99:99.999Z AND "
            "7973-88-79T89:99:99.999Z~");
  EXPECT_TRUE(requests.queries[8].scan_index_forward) << "the newest come first as they are";
  EXPECT_EQ(requests.queries[8].limit, 7);
  EXPECT_EQ(requests.order, std::vector<std::string>{"GSI1SK"});
}

TEST_F(ReadRequestsTest, AttributesAsTheyAreAreComparedOneByOne) {
  const auto requests =
      Make("list Order[country, city, zip] range day", {.bound = {{"country", Value::String("FR")},
                                                                  {"city", Value::String("Lyon")},
                                                                  {"zip", Value::Number(69001)}},
                                                        .from = Value::String("2026-01-01"),
                                                        .to = Value::String("2026-01-31")});
  ASSERT_EQ(requests.queries.size(), 1U) << requests.fault;
  const auto text = Filled(requests.queries[0]);
  EXPECT_NE(text.find("country = FR"), std::string::npos) << text;
  EXPECT_NE(text.find("zip = 69001 AND day BETWEEN 2026-01-01 AND 2026-01-31"), std::string::npos)
      << text;
}

TEST_F(ReadRequestsTest, WhatNoKeyTakesIsFiltered) {
  const auto requests =
      Make("list Order[custId, n]",
           {.bound = {{"custId", Value::String("c-1")}, {"n", Value::Number(5)}}});
  ASSERT_EQ(requests.queries.size(), 1U);
  EXPECT_FALSE(requests.queries[0].filter.empty());
}

TEST_F(ReadRequestsTest, AStatedComparisonKeepsItsOperator) {
  const auto requests = Make(
      "list Order[custId] range day\n      as query \"PK = CUST#{custId} AND SK >= "
      "ORDER#{day.from}\"",
      {.bound = {{"custId", Value::String("c-1")}},
       .from = Value::String("2026-01-01"),
       .to = Value::String("2026-01-31")});
  ASSERT_EQ(requests.queries.size(), 1U) << requests.fault;
  EXPECT_EQ(Filled(requests.queries[0]), "PK = CUST#c-1 AND SK >= ORDER#2026-01-01");
  EXPECT_NE(Make("list Order[custId]\n      as query \"PK = CUST#{orderId}\"",
                 {.bound = {{"custId", Value::String("c-1")}}})
                .fault,
            "");
}

TEST_F(ReadRequestsTest, StatedConditionsMayBeOnAttributesAsTheyAre) {
  const auto requests = Make(
      "list Order[country, city, zip] range day\n      as query on ByPlace \"country = {country} "
      "AND city = {city} AND zip = {zip} AND day BETWEEN {day.from} AND {day.to}\"",
      {.bound = {{"country", Value::String("FR")},
                 {"city", Value::String("Lyon")},
                 {"zip", Value::Number(69001)}},
       .from = Value::String("2026-01-01"),
       .to = Value::String("2026-01-31")});
  ASSERT_EQ(requests.queries.size(), 1U) << requests.fault;
  EXPECT_EQ(Filled(requests.queries[0]),
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
  const auto requests = StatedRequests(parsed.model, parsed.model.patterns.at(0), arguments);
  ASSERT_TRUE(requests.get) << requests.fault;
  EXPECT_EQ(requests.get->key, arguments.bound);
}

// No hour is of another day.
TEST(FanOut, OfTwoBucketsOfOneTimeTheShorterIsCounted) {
  const auto parsed = Parse(
      "model m\ntable app (PK, SK) on-demand\nentity R 1M x 120B\n  attr id:id, at:time\n"
      "  key {at:day}#{at:hour}#{shard(id,2)} / {id}\n");
  ASSERT_TRUE(parsed.complaints.empty());
  const auto& entity = parsed.model.entities.front();
  const auto made = FanOut(entity, entity.keys.front().partition, "at",
                           {.from = Value::String("2026-11-15T22:30:00.000Z"),
                            .to = Value::String("2026-11-16T00:10:00.000Z")});
  EXPECT_EQ(made,
            (std::vector<std::string>{"2026-11-15#2026-11-15T22#0", "2026-11-15#2026-11-15T22#1",
                                      "2026-11-15#2026-11-15T23#0", "2026-11-15#2026-11-15T23#1",
                                      "2026-11-16#2026-11-16T00#0", "2026-11-16#2026-11-16T00#1"}));
}

// A bucket does not say which time it was whose shard a key has.
TEST(FanOut, AShardOfTheBucketsTimeMayBeAny) {
  for (const std::string_view buckets : {"{at:hour}", "{at:day}#{at:hour}"}) {
    const auto parsed = Parse(fmt::format(
        "model m\ntable app (PK, SK) on-demand\nentity R 1M x 120B\n  attr id:id, at:time\n"
        "  key {}#{{shard(at,2)}} / {{id}}\n",
        buckets));
    ASSERT_TRUE(parsed.complaints.empty());
    const auto& entity = parsed.model.entities.front();
    const auto made = FanOut(entity, entity.keys.front().partition, "at",
                             {.from = Value::String("2026-11-15T23:30:00.000Z"),
                              .to = Value::String("2026-11-16T00:10:00.000Z")});
    ASSERT_TRUE(made);
    ASSERT_EQ(made->size(), 4U) << "two hours of two shards";
    EXPECT_TRUE(made->front().ends_with("2026-11-15T23#0")) << made->front();
    EXPECT_TRUE(made->back().ends_with("2026-11-16T00#1")) << made->back();
  }
}

TEST(FanOut, BucketsGoOnAcrossTheYear) {
  EXPECT_EQ(BucketsBetween("2026-12-31", "2027-02-01", Bucket::kMonth),
            (std::vector<std::string>{"2026-12", "2027-01", "2027-02"}));
  EXPECT_EQ(BucketsBetween("2026-12-31T23:00:00.000Z", "2027-01-01T00:00:00.000Z", Bucket::kHour),
            (std::vector<std::string>{"2026-12-31T23", "2027-01-01T00"}));
  EXPECT_EQ(BucketsBetween("2026-02-28T23:59:59.999Z", "2026-03-01T00:00:00.000Z", Bucket::kMinute)
                .size(),
            2U);
  EXPECT_EQ(BucketsBetween("2026-02-27", "2026-03-01", Bucket::kDay).size(), 3U);
  EXPECT_LE(BucketsBetween("1970-01-01", "9999-01-01", Bucket::kMinute).size(), kFanOutMax + 1);
}

}  // namespace
}  // namespace stator::model
