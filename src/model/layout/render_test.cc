#include "model/layout/render.h"

#include <gtest/gtest.h>

#include "model/language/parser.h"

namespace stator::model {
namespace {

using client::Value;

TEST(Render, ShardsAreTheSameInEveryLanguage) {
  EXPECT_EQ(ShardOf("o-9001", 10), 3);
  EXPECT_EQ(ShardOf("o-9044", 10), 1);
  EXPECT_EQ(ShardOf("o-9100", 10), 0);
  EXPECT_EQ(ShardOf("żółw", 7), ShardOf("żółw", 7));
}

TEST(Render, ValuesAreFormattedByTheirKind) {
  EXPECT_EQ(KeyText({.kind = Kind::kId}, Value::String("o-1")), "o-1");
  EXPECT_EQ(KeyText({.kind = Kind::kBool}, Value::Bool(true)), "true");
  EXPECT_EQ(KeyText({.kind = Kind::kNumber}, Value::Number(42)), "42");
  EXPECT_EQ(KeyText({.kind = Kind::kNumber, .width = 5}, Value::Number(42)), "00042");
  EXPECT_EQ(KeyText({.kind = Kind::kNumber, .width = 3}, Value::Number("4.5")), "004.5");
  EXPECT_EQ(KeyText({.kind = Kind::kNumber, .width = 2}, Value::Number(1234)), "1234");
}

TEST(Render, BucketsAreBeginningsOfTheTime) {
  constexpr std::string_view kTime = "2026-11-15T10:30:00.000Z";
  EXPECT_EQ(BucketText(kTime, Bucket::kMonth), "2026-11");
  EXPECT_EQ(BucketText(kTime, Bucket::kDay), "2026-11-15");
  EXPECT_EQ(BucketText(kTime, Bucket::kHour), "2026-11-15T10");
  EXPECT_EQ(BucketText(kTime, Bucket::kMinute), "2026-11-15T10:30");
  EXPECT_EQ(BucketText(kTime, Bucket::kNone), kTime);
  EXPECT_EQ(Reversed("2026-11-15"), "7973-88-84");
}

TEST(Render, TemplatesNeedAllTheirAttributes) {
  const auto parsed = Parse(R"(model m
table app (PK, SK) on-demand
index GSI (GPK, GSK) all
entity E 1 x 1KB
  attr id:id, at:time, open:bool, n:number(4)
  key  E#{id}#{at:hour} / {at desc}#{n}#{shard(id,10)}#{random(3)}
  GSI  OPEN / {at} when open=true
)");
  ASSERT_TRUE(parsed.complaints.empty());
  const auto& entity = parsed.model.entities.at(0);
  client::Item values{{"id", Value::String("o-9001")},
                      {"at", Value::String("2026-11-15T10:30:00.000Z")},
                      {"open", Value::Bool(false)},
                      {"n", Value::Number(7)}};
  const auto& key = entity.keys.at(0);
  EXPECT_EQ(TemplateText(entity, key.partition, values, 0), "E#o-9001#2026-11-15T10");
  EXPECT_EQ(TemplateText(entity, key.sort, values, 5), "7973-88-84T89:69:99.999Z#0007#3#2");
  const std::vector<Condition> open{*entity.entries.at(0).key.when};
  EXPECT_FALSE(ConditionsHold(entity, open, values));
  values.insert_or_assign("open", Value::Bool(true));
  EXPECT_TRUE(ConditionsHold(entity, open, values));
  values.erase("at");
  EXPECT_EQ(TemplateText(entity, key.partition, values, 0), std::nullopt);
}

}  // namespace
}  // namespace stator::model
