#include "store/key_text.h"

#include <gtest/gtest.h>

namespace stator::store {
namespace {

std::uint64_t Five() { return 5; }

TEST(KeyText, PiecesMakeAText) {
  const KeySpec key{.name = "K",
                    .pieces = {{.text = "E#"},
                               {.attribute = "n", .width = 4},
                               {.text = "#"},
                               {.attribute = "at", .take = 13},
                               {.text = "#"},
                               {.attribute = "at", .descending = true},
                               {.text = "#"},
                               {.attribute = "id", .shards = 10},
                               {.text = "#"},
                               {.shards = 3}}};
  Item values{{"n", Value::Number(7)},
              {"at", Value::String("2026-11-15T10:30:00.000Z")},
              {"id", Value::String("o-9001")}};
  EXPECT_EQ(KeyValue(key, values, Five)->string(),
            "E#0007#2026-11-15T10#7973-88-84T89:69:99.999Z#3#2");
  values.erase("n");
  EXPECT_EQ(KeyValue(key, values, Five), std::nullopt);
}

TEST(KeyText, KeysAreReadBack) {
  const KeySpec key{.name = "K",
                    .pieces = {{.attribute = "id"},
                               {.text = "#"},
                               {.attribute = "no", .kind = PieceKind::kNumber, .length = 3},
                               {.text = "#"},
                               {.attribute = "open", .kind = PieceKind::kTruth}}};
  Item found{{"open", Value::Bool(false)}};
  ASSERT_TRUE(ParseKey(key, {{"K", Value::String("a#b#007#true")}}, found));
  EXPECT_EQ(found.at("id").string(), "a#b");
  EXPECT_EQ(found.at("no").integer(), 7);
  EXPECT_FALSE(found.at("open").boolean()) << "the first key is believed first";
  EXPECT_FALSE(ParseKey(key, {{"K", Value::String("a#b#07#true")}}, found));
  EXPECT_FALSE(ParseKey(key, {{"K", Value::Number(1)}}, found));
  EXPECT_FALSE(ParseKey(key, {}, found));
}

TEST(KeyText, ConditionsCompareTexts) {
  const std::vector<When> when{{"open", "true"}, {"n", "7"}};
  EXPECT_TRUE(Holds(when, {{"open", Value::Bool(true)}, {"n", Value::Number("7.0")}}));
  EXPECT_FALSE(Holds(when, {{"open", Value::Bool(true)}}));
}

}  // namespace
}  // namespace stator::store
