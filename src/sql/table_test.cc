#include "sql/table.h"

#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stator::sql {
namespace {

using client::Item;
using client::Value;

Value S(const std::string& text) { return Value::String(text); }

class TableTest : public testing::Test {
 protected:
  std::string Printed(const std::vector<std::vector<Item>>& pages,
                      std::vector<std::string> first = {}) {
    std::ostringstream out;
    Table table(out, 8, std::move(first));
    for (const auto& page : pages) table.Print(page);
    return out.str();
  }
};

TEST_F(TableTest, AlignsTextsLeftAndNumbersRight) {
  EXPECT_EQ(Printed({{{{"pk", S("a")}, {"n", Value::Number(5)}},
                      {{"pk", S("abc")}, {"n", Value::Number(100)}, {"z", Value::Bool(true)}}}}),
            "  n  pk   z\n"
            "---  ---  ----\n"
            "  5  a\n"
            "100  abc  true\n");
}

TEST_F(TableTest, GivenColumnsComeFirst) {
  EXPECT_EQ(Printed({{{{"a", S("1")}, {"pk", S("2")}, {"sk", S("3")}}}}, {"pk", "none", "sk"}),
            "pk  sk  a\n"
            "--  --  -\n"
            "2   3   1\n");
}

TEST_F(TableTest, APageThatFitsHasNoHead) {
  EXPECT_EQ(Printed({{{{"pk", S("abc")}}}, {{{"pk", S("d")}}}, {}, {{{"pk", S("abcd")}}}}),
            "pk\n"
            "---\n"
            "abc\n"
            "d\n"
            "\n"
            "pk\n"
            "----\n"
            "abcd\n");
}

TEST_F(TableTest, HostileNamesAndValuesAreHarmless) {
  EXPECT_EQ(Printed({{{{"a\x1B", S("\x1B]0;title\x07")}}}}),
            "a\\u{1b}\n"
            "--------\n"
            "\\u{1b}]…\n");
}

TEST_F(TableTest, ColumnsAreBounded) {
  Item row;
  for (std::size_t i = 0; i < Table::kColumnsMax + 3; ++i) row["n" + std::to_string(100 + i)] = {};
  const auto printed = Printed({{row}});
  EXPECT_THAT(printed, testing::HasSubstr("n131"));
  EXPECT_THAT(printed, testing::Not(testing::HasSubstr("n132")));
  EXPECT_THAT(printed, testing::EndsWith("… and 3 attributes more; --json shows all.\n"));
}

TEST_F(TableTest, ItemsWithoutAttributesAreEmptyLines) {
  EXPECT_EQ(Printed({{{}, {{"a", S("1")}}}}), "a\n-\n\n1\n");
}

}  // namespace
}  // namespace stator::sql
