#include "price/columns.h"

#include <gtest/gtest.h>

namespace stator::price {
namespace {

TEST(Columns, HaveTheirGivenWidth) {
  Columns columns({{.width = 6, .right = false}, {.width = 5}, {.right = false}});
  columns.Add({"a", "1", ""});
  columns.Add({"b", "23"});
  EXPECT_EQ(columns.Text(), "a         1\nb        23\n");
}

TEST(Columns, NeverRunTogether) {
  Columns columns({{.width = 4, .right = false}, {.width = 4}, {.width = 4}});
  columns.Add({"pattern", "12345", "1"});
  columns.Add({"p", "1", "1234567"});
  EXPECT_EQ(columns.Text(),
            "pattern    12345        1\n"
            "p              1  1234567\n");
}

}  // namespace
}  // namespace stator::price
