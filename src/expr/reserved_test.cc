#include "expr/reserved.h"

#include <string>

#include <gtest/gtest.h>

namespace stator::expr {
namespace {

TEST(Reserved, FindsReservedWordsInAnyCase) {
  for (const char* word : {"ABORT", "name", "Size", "zone", "FLATTERN", "innter", "LOGED", "TTL"}) {
    EXPECT_TRUE(IsReserved(word)) << word;
  }
}

TEST(Reserved, AcceptsOtherWords) {
  for (const char* word : {"", "pk", "names_", "SIZES", "ABORTS", "contains", "attribute_exists"}) {
    EXPECT_FALSE(IsReserved(word)) << word;
  }
  EXPECT_FALSE(IsReserved(std::string(10'000, 'A')));
}

}  // namespace
}  // namespace stator::expr
