#include "observe/insight_rows.h"

#include <gtest/gtest.h>

#include "base/varint.h"
#include "support/format_vectors.h"

namespace stator::observe {
namespace {

Bytes Key(std::string_view text) {
  Bytes key;
  AppendSized(text, key);
  return key;
}

const CountedSlice kSlice{
    .begin = 77, .total = 40.5, .keys = {{Key("hot"), 30, 0}, {Key("warm"), 12.25, 2}}};

TEST(InsightRowsTest, SlicesSurviveEncoding) {
  const auto slice = DecodeSlice(77, EncodeSlice(kSlice, 1000));
  ASSERT_TRUE(slice);
  EXPECT_EQ(slice->begin, 77);
  EXPECT_EQ(slice->total, 40.5);
  ASSERT_EQ(slice->keys.size(), 2);
  EXPECT_EQ(slice->keys[1].key, Key("warm"));
  EXPECT_EQ(slice->keys[1].sum, 12.25);
  EXPECT_EQ(slice->keys[1].error, 2);
}

TEST(InsightRowsTest, ARowHoldsTheLargestKeysThatFit) {
  const auto whole = EncodeSlice(kSlice, 1000);
  const auto cut = EncodeSlice(kSlice, whole.size() - 1);
  EXPECT_LT(cut.size(), whole.size());
  const auto slice = DecodeSlice(77, cut);
  ASSERT_TRUE(slice);
  EXPECT_EQ(slice->total, 40.5);
  ASSERT_EQ(slice->keys.size(), 1);
  EXPECT_EQ(slice->keys[0].key, Key("hot"));
  EXPECT_TRUE(DecodeSlice(77, EncodeSlice(kSlice, 0))->keys.empty());
}

TEST(InsightRowsTest, KeysIdentifyTheirPlaces) {
  const SlicePlace place{.target = {"Orders", "ByDate"},
                         .rule = InsightRule::kThrottledItems,
                         .length = SliceLength::kHour,
                         .begin = 28'000'020};
  const auto found = PlaceInKey(SliceKey(place));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->target, place.target);
  EXPECT_EQ(found->rule, place.rule);
  EXPECT_EQ(found->length, place.length);
  EXPECT_EQ(found->begin, place.begin);
  const auto key = SliceKey(place);
  for (std::size_t size = 0; size < key.size(); ++size) {
    EXPECT_FALSE(PlaceInKey(BytesView(key).substr(0, size))) << size;
  }
  EXPECT_FALSE(PlaceInKey(SettingKey(place.target)));
}

TEST(InsightRowsTest, RangesHoldTheirSlicesOnly) {
  const auto holds = [](const storage::KeyRange& range, const Bytes& key) {
    return range.begin <= key && (range.end.empty() || key < range.end);
  };
  const SlicePlace place{.target = {"Orders", ""}, .begin = 100};
  const auto key = SliceKey(place);
  EXPECT_TRUE(holds(SliceRange(), key));
  EXPECT_FALSE(holds(SettingRange(), key));
  EXPECT_TRUE(holds(SettingRange(), SettingKey({"...", ""})));
  EXPECT_FALSE(holds(SliceRange(), SettingKey({"...", ""})));
  EXPECT_TRUE(holds(SliceRange(InsightTarget{"Orders", ""}), key));
  EXPECT_FALSE(holds(SliceRange(InsightTarget{"Orders", "ByDate"}), key));
  EXPECT_FALSE(holds(SliceRange(InsightTarget{"Orders2", ""}), key));
  EXPECT_FALSE(holds(SlicesBefore(place), key));
  auto later = place;
  later.begin = 101;
  EXPECT_TRUE(holds(SlicesBefore(later), key));
  later.rule = InsightRule::kThrottled;
  EXPECT_FALSE(holds(SlicesBefore(later), key));
  later = place;
  later.begin = 101;
  later.length = SliceLength::kHour;
  EXPECT_FALSE(holds(SlicesBefore(later), key));
}

TEST(InsightRowsTest, BrokenRowsAreRefused) {
  const auto row = EncodeSlice(kSlice, 1000);
  std::size_t whole = 0;  // prefixes that end with a key
  for (std::size_t size = 0; size < row.size(); ++size) {
    whole += DecodeSlice(77, BytesView(row).substr(0, size)) ? 1 : 0;
  }
  EXPECT_EQ(whole, 2);
  EXPECT_FALSE(DecodeSlice(77, "\x02"));
}

TEST(InsightRowsTest, DocumentedVectorsHold) {
  const auto rows = stator::testing::FormatTable("insights.md", "| what | bytes |");
  const std::vector<Bytes> samples = {SliceKey({.target = {"T", "I"},
                                                .rule = InsightRule::kThrottled,
                                                .length = SliceLength::kMinute,
                                                .begin = 77}),
                                      EncodeSlice(kSlice, 1000)};
  ASSERT_EQ(rows.size(), samples.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(stator::testing::ToHex(samples[i]), stator::testing::Code(rows[i][1]));
  }
}

}  // namespace
}  // namespace stator::observe
