#include "admin/capacity_mode.h"

#include <gtest/gtest.h>

namespace stator::admin {
namespace {

using catalog::CapacityMode;

TEST(CapacityMode, IsOneOfThreeOrTheServersOwn) {
  EXPECT_EQ(*ReadCapacityMode(R"({"mode":"off"})"), CapacityMode::kOff);
  EXPECT_EQ(*ReadCapacityMode(R"({"mode":"observe"})"), CapacityMode::kObserve);
  EXPECT_EQ(*ReadCapacityMode(R"({"mode":"enforce"})"), CapacityMode::kEnforce);
  EXPECT_EQ(*ReadCapacityMode(R"({"mode":null})"), std::nullopt);
}

TEST(CapacityMode, RefusesOtherTexts) {
  for (const auto* text : {"", "{}", "[]", "7", R"({"mode":"on"})", R"({"mode":1})",
                           R"({"mode":"off","x":1})", R"({"modes":"off"})"}) {
    EXPECT_FALSE(ReadCapacityMode(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace stator::admin
