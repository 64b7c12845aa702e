#include "store/partition_keys.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace stator::store {
namespace {

constexpr int kMonth = 7;
constexpr int kDay = 10;
constexpr int kHour = 13;
constexpr int kMinute = 16;

TEST(TimeBuckets, GoOnAcrossTheYear) {
  EXPECT_EQ(TimeBuckets("2026-12-31", "2027-02-01", kMonth),
            (std::vector<std::string>{"2026-12", "2027-01", "2027-02"}));
  EXPECT_EQ(TimeBuckets("2026-12-31T23:00:00.000Z", "2027-01-01T00:00:00.000Z", kHour),
            (std::vector<std::string>{"2026-12-31T23", "2027-01-01T00"}));
  EXPECT_EQ(TimeBuckets("2026-02-28T23:59:59.999Z", "2026-03-01T00:00:00.000Z", kMinute)->size(),
            2U);
  EXPECT_EQ(TimeBuckets("2026-02-27", "2026-03-01", kDay)->size(), 3U);
  EXPECT_EQ(TimeBuckets("1970-01-01", "9999-01-01", kMinute).error().message,
            "from 1970-01-01 to 9999-01-01 are too many buckets for one read");
}

TEST(PartitionKeys, AMissingValueIsRefused) {
  const ReadSpec read{.partition = {{.name = "PK", .pieces = {{.attribute = "id"}}}}};
  EXPECT_EQ(PartitionKeys(read, {}, std::nullopt).error().message, "id is needed");
  const ReadSpec natural{.partition = {{.name = "id", .attribute = "id"}}};
  EXPECT_EQ(PartitionKeys(natural, {}, std::nullopt).error().message, "id is needed");
}

TEST(PartitionKeys, SeveralShardsAreAskedInAllCombinations) {
  const ReadSpec read{
      .partition = {{.name = "PK",
                     .pieces = {{.attribute = "a", .shards = 2}, {.text = "#"}, {.shards = 3}}}}};
  EXPECT_EQ(PartitionKeys(read, {}, std::nullopt)->size(), 6U);
  EXPECT_EQ(PartitionKeys(read, {{"a", Value::String("x")}}, std::nullopt)->size(), 3U)
      << "the value fixes its shard";
}

TEST(PartitionKeys, AreBounded) {
  const ReadSpec read{.partition = {{.name = "PK", .pieces = {{.shards = 101}, {.shards = 100}}}}};
  EXPECT_EQ(PartitionKeys(read, {}, std::nullopt).error().message,
            "more than 10000 partition keys are too many for one read");
}

}  // namespace
}  // namespace stator::store
