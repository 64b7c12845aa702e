#include "capacity/key_template.h"

#include <string>

#include <gtest/gtest.h>

namespace stator::capacity {
namespace {

// Formats the tokens: constants as they are, names in angle brackets.
std::string Shown(std::string_view text) {
  std::string shown;
  for (const KeyToken& token : SplitKey(text)) {
    const bool name = token.kind == KeyToken::Kind::kName;
    if (name) shown += '<';
    shown += token.kind == KeyToken::Kind::kData ? kTemplateData : token.word;
    if (token.numbered) shown += kTemplateData;
    if (name) shown += '>';
    if (token.separator != 0) shown += token.separator;
  }
  return shown;
}

TEST(SplitKey, DistinguishesWordsOfTheDesignFromData) {
  EXPECT_EQ(Shown("CUST#4711#SHIPPED"), "CUST#*#SHIPPED");
  EXPECT_EQ(Shown("ORDER#550e8400-e29b-41d4-a716-446655440000"), "ORDER#*");
  EXPECT_EQ(Shown("USER#bob@example.com"), "USER#*");
  EXPECT_EQ(Shown("ORG|12|TEAM|7"), "ORG|*|TEAM|*");
  EXPECT_EQ(Shown("METADATA"), "METADATA");
  EXPECT_EQ(Shown("LINE_ITEM#01ARZ3NDEKTSV4RRFFQ69G5FAV"), "LINE_ITEM#*");
}

TEST(SplitKey, ATimeIsOneTokenOfData) {
  EXPECT_EQ(Shown("EVENT#2026-11-16T02:20:00Z"), "EVENT#*");
  EXPECT_EQ(Shown("LOG#2026/11/16#ERROR"), "LOG#*#ERROR");
}

TEST(SplitKey, NumberedWordsKeepTheirName) {
  EXPECT_EQ(Shown("shard-7"), "<shard-*>");
  EXPECT_EQ(Shown("ORDER-4711"), "ORDER-*");
  EXPECT_EQ(Shown("V12#x"), "V*#<x>");
}

TEST(SplitKey, AWordBeforeASeparatorIsAConstantInAnyCase) {
  EXPECT_EQ(Shown("Order#alice"), "Order#<alice>");
  EXPECT_EQ(Shown("alice"), "<alice>");
}

TEST(SplitKey, AFinalSeparatorIsNotFollowedByData) {
  EXPECT_EQ(Shown("ORDER#"), "ORDER#");
  EXPECT_EQ(Shown(""), "");
  EXPECT_EQ(Shown("##"), "*#*#");
}

TEST(SplitKey, IsBounded) {
  EXPECT_EQ(Shown(std::string(kTemplateWordBytesMax, 'A')),
            std::string(kTemplateWordBytesMax, 'A'));
  EXPECT_EQ(Shown(std::string(kTemplateWordBytesMax + 1, 'A')), "*");
  EXPECT_EQ(Shown("A#B#C#D#E#F#G#H#I#J"), "A#B#C#D#E#F#G#*");
}

TEST(SplitKey, SplittingATemplateGivesTheSameTemplate) {
  for (const auto* text : {"CUST#*#SHIPPED", "V*#*", "*", "ORDER#"}) {
    EXPECT_EQ(Shown(text), text);
  }
}

}  // namespace
}  // namespace stator::capacity
