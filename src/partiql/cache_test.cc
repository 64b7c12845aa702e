#include "partiql/cache.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace stator::partiql {
namespace {

constexpr const char* kParameterized = "SELECT * FROM t WHERE pk = ?";

TEST(StatementCache, KeepsATextFromItsSecondAppearanceOn) {
  StatementCache cache;
  ASSERT_TRUE(cache.Get(kParameterized));
  EXPECT_EQ(cache.size(), 0U);
  const auto second = cache.Get(kParameterized);
  ASSERT_TRUE(second);
  EXPECT_EQ(cache.size(), 1U);
  EXPECT_EQ(*cache.Get(kParameterized), *second);
}

TEST(StatementCache, TextsWithValuesEvictNothing) {
  StatementCache cache;
  Ignore(cache.Get(kParameterized), "");
  const auto kept = cache.Get(kParameterized);
  ASSERT_TRUE(kept);
  for (int i = 0; i < 20'000; ++i) {
    ASSERT_TRUE(cache.Get(fmt::format("SELECT * FROM t WHERE pk = '{}'", i)));
  }
  EXPECT_EQ(*cache.Get(kParameterized), *kept);
}

TEST(StatementCache, HasBounds) {
  StatementCache cache;
  for (int i = 0; i < 3000; ++i) {
    const std::string text = fmt::format("SELECT a{} FROM t WHERE pk = ?", i);
    ASSERT_TRUE(cache.Get(text));
    ASSERT_TRUE(cache.Get(text));
  }
  EXPECT_LE(cache.size(), limits::kStatementCacheEntriesMax);
  EXPECT_GT(cache.size(), limits::kStatementCacheEntriesMax / 4);
}

TEST(StatementCache, FaultsAreNotKept) {
  StatementCache cache;
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(cache.Get("SELECT"));
  EXPECT_EQ(cache.size(), 0U);
}

}  // namespace
}  // namespace stator::partiql
