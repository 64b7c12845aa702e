#include "expr/cache.h"

#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/limits.h"

namespace stator::expr {
namespace {

TEST(Cache, ReturnsTheSameTreeForTheSameText) {
  Cache cache;
  const auto first = cache.Parse(Kind::kCondition, "a = :b");
  ASSERT_TRUE(first.has_value());
  // Filters and key conditions use the same grammar.
  EXPECT_EQ(*cache.Parse(Kind::kFilter, "a = :b"), *first);
  EXPECT_EQ(*cache.Parse(Kind::kKeyCondition, "a = :b"), *first);
  EXPECT_NE(*cache.Parse(Kind::kCondition, "a = :c"), *first);
  EXPECT_EQ(cache.size(), 2U);
}

TEST(Cache, SeparatesGrammars) {
  Cache cache;
  ASSERT_TRUE(cache.Parse(Kind::kProjection, "a").has_value());
  const auto condition = cache.Parse(Kind::kCondition, "a");
  ASSERT_FALSE(condition.has_value());
}

TEST(Cache, ErrorsNameTheParameterAndAreNotCached) {
  Cache cache;
  for (const Kind kind : {Kind::kCondition, Kind::kFilter, Kind::kKeyCondition}) {
    const auto result = cache.Parse(kind, "a");
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(
        result.error().message,
        fmt::format("Invalid {}: Syntax error; token: \"<EOF>\", near: \"a\"", KindName(kind)));
  }
  EXPECT_FALSE(cache.Parse(Kind::kUpdate, std::string(1'000'000, 'x')).has_value());
  EXPECT_EQ(cache.size(), 0U);
}

TEST(Cache, StaysBoundedAndKeepsUsedEntries) {
  Cache cache;
  const auto hot = cache.Parse(Kind::kProjection, "hot");
  for (std::size_t i = 0; i < 5 * limits::kExpressionCacheEntriesMax; ++i) {
    ASSERT_TRUE(cache.Parse(Kind::kProjection, fmt::format("a{}", i)).has_value());
    ASSERT_EQ(*cache.Parse(Kind::kProjection, "hot"), *hot);
    ASSERT_LE(cache.size(), limits::kExpressionCacheEntriesMax);
  }
  EXPECT_GE(cache.size(), limits::kExpressionCacheEntriesMax / 2);
}

TEST(Cache, LongTextsCauseEarlierEviction) {
  Cache cache;
  const std::string filler(limits::kExpressionBytesMax - 10, 'x');
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(cache.Parse(Kind::kProjection, fmt::format("a{}{}", i, filler)).has_value());
  }
  EXPECT_LE(cache.size() * filler.size(), limits::kExpressionCacheBytesMax);
}

TEST(Cache, IsSafeForConcurrentUse) {
  Cache cache;
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&cache, t] {
      for (int i = 0; i < 2000; ++i) {
        const auto tree = cache.Parse(Kind::kProjection, fmt::format("a{}", (i * (t + 1)) % 700));
        EXPECT_TRUE(tree.has_value());
      }
    });
  }
  threads.clear();
  EXPECT_LE(cache.size(), limits::kExpressionCacheEntriesMax);
}

}  // namespace
}  // namespace stator::expr
