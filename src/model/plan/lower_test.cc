#include "model/plan/lower.h"

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/language/parser.h"
#include "model/plan/testing.h"
#include "store/partition_keys.h"
#include "store/requests.h"

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

struct Arguments {
  client::Item bound;
  store::Window window;
};

store::Window From(const std::string& from, const std::string& to) {
  return std::pair(Value::String(from), Value::String(to));
}

// Lowers a read, and has the store make Queries from its spec.
class LowerTest : public ::testing::Test {
 protected:
  struct Made {
    store::ReadSpec spec;
    std::vector<client::QueryRequest> queries;
  };

  Made Make(const std::string& line, const Arguments& arguments) {
    parsed_ = Parse(std::string(kModel) + "  P 1/s " + line + "\n");
    for (const auto& complaint : parsed_.complaints) ADD_FAILURE() << complaint.message;
    const auto& pattern = parsed_.model.patterns.at(0);
    Made made{LowerRead(parsed_.model, pattern, PlanRead(parsed_.model, pattern)).spec, {}};
    const auto keys = store::PartitionKeys(made.spec, arguments.bound, arguments.window);
    EXPECT_TRUE(keys) << keys.error().message;
    for (const auto& key : keys.value_or(std::vector<client::Item>{})) {
      made.queries.push_back(store::QueryOf(made.spec, key, arguments.bound, arguments.window));
    }
    return made;
  }

  Parsed parsed_;
};

TEST_F(LowerTest, ARangeIncludesItsLastDay) {
  const auto made = Make(
      "list Order[custId] range day",
      {.bound = {{"custId", Value::String("c-1")}}, .window = From("2026-01-01", "2026-01-31")});
  ASSERT_EQ(made.queries.size(), 1U);
  EXPECT_EQ(FilledKeyCondition(made.queries[0]),
            "PK = CUST#c-1 AND SK BETWEEN ORDER#2026-01-01 AND ORDER#2026-01-31~");
}

TEST_F(LowerTest, ShardsAndBucketsAreAllAsked) {
  const auto made = Make("list Order[status=OPEN] range at 40d desc at limit 7",
                         {.bound = {{"status", Value::String("OPEN")}},
                          .window = From("2026-11-20T10:00:00.000Z", "2027-01-02T10:00:00.000Z")});
  ASSERT_EQ(made.queries.size(), 9U);
  EXPECT_EQ(FilledKeyCondition(made.queries[0]),
            "GSI1PK = OPEN#0#2026-11 AND GSI1SK BETWEEN 7972-98-97T89:99:99.999Z AND "
            "7973-88-79T89:99:99.999Z~");
  EXPECT_TRUE(made.queries[8].scan_index_forward) << "the newest come first as they are";
  EXPECT_EQ(made.spec.limit, 7);
  EXPECT_EQ(made.spec.order, std::vector<std::string>{"GSI1SK"});
}

TEST_F(LowerTest, NaturalAttributesAreComparedOneByOne) {
  const auto made = Make("list Order[country, city, zip] range day",
                         {.bound = {{"country", Value::String("FR")},
                                    {"city", Value::String("Lyon")},
                                    {"zip", Value::Number(69001)}},
                          .window = From("2026-01-01", "2026-01-31")});
  ASSERT_EQ(made.queries.size(), 1U);
  const auto text = FilledKeyCondition(made.queries[0]);
  EXPECT_NE(text.find("country = FR"), std::string::npos) << text;
  EXPECT_NE(text.find("zip = 69001 AND day BETWEEN 2026-01-01 AND 2026-01-31"), std::string::npos)
      << text;
}

TEST_F(LowerTest, AttributesInNoKeyAreFiltered) {
  const auto made = Make("list Order[custId, n]",
                         {.bound = {{"custId", Value::String("c-1")}, {"n", Value::Number(5)}}});
  ASSERT_EQ(made.queries.size(), 1U);
  ASSERT_EQ(made.spec.filters.size(), 1U);
  EXPECT_EQ(made.spec.filters[0].attribute, "n");
}

// Returns the partition keys that a range over `at` asks for, in an entity with this partition key.
std::vector<std::string> KeysAsked(std::string_view partition, const store::Window& window) {
  const auto parsed = Parse(fmt::format(
      "model m\ntable app (PK, SK) on-demand\nentity R 1M x 120B\n  attr id:id, at:time\n"
      "  key {} / {{id}}\npatterns\n  P 1/s list R[] range at 1h\n",
      partition));
  EXPECT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  const auto& pattern = parsed.model.patterns.at(0);
  const auto read = LowerRead(parsed.model, pattern, PlanRead(parsed.model, pattern));
  std::vector<std::string> keys;
  const auto asked = store::PartitionKeys(read.spec, {}, window);
  EXPECT_TRUE(asked) << asked.error().message;
  for (const auto& key : asked.value_or(std::vector<client::Item>{})) {
    keys.push_back(key.at("PK").string());
  }
  return keys;
}

// An hour belongs to one day only.
TEST(LowerPartition, TheShorterOfTwoBucketsCounts) {
  EXPECT_EQ(KeysAsked("{at:day}#{at:hour}#{shard(id,2)}",
                      From("2026-11-15T22:30:00.000Z", "2026-11-16T00:10:00.000Z")),
            (std::vector<std::string>{"2026-11-15#2026-11-15T22#0", "2026-11-15#2026-11-15T22#1",
                                      "2026-11-15#2026-11-15T23#0", "2026-11-15#2026-11-15T23#1",
                                      "2026-11-16#2026-11-16T00#0", "2026-11-16#2026-11-16T00#1"}));
}

// A bucket hides the exact time, so the shard of that time may be any.
TEST(LowerPartition, ABucketDoesNotFixTheShardOfItsTime) {
  for (const std::string_view buckets : {"{at:hour}", "{at:day}#{at:hour}"}) {
    const auto keys = KeysAsked(fmt::format("{}#{{shard(at,2)}}", buckets),
                                From("2026-11-15T23:30:00.000Z", "2026-11-16T00:10:00.000Z"));
    ASSERT_EQ(keys.size(), 4U) << "two hours of two shards";
    EXPECT_TRUE(keys.front().ends_with("2026-11-15T23#0")) << keys.front();
    EXPECT_TRUE(keys.back().ends_with("2026-11-16T00#1")) << keys.back();
  }
}

}  // namespace
}  // namespace stator::model
