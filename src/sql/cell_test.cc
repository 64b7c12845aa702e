#include "sql/cell.h"

#include <string>

#include <gtest/gtest.h>

namespace stator::sql {
namespace {

using client::Value;

std::string Shown(const Value& value) { return CellOf(value, 200).text; }

TEST(Cell, ShowsEveryTypeAsALiteral) {
  EXPECT_EQ(Shown(Value::String("it's")), "it's");
  EXPECT_EQ(Shown(Value::String("")), "''");
  EXPECT_EQ(Shown(Value::Number("-1.50")), "-1.50");
  EXPECT_EQ(Shown(Value::Bool(true)), "true");
  EXPECT_EQ(Shown(Value::Null()), "null");
  EXPECT_EQ(Shown(Value::Binary("\x01\x02")), "base64'AQI='");
  EXPECT_EQ(Shown(Value::StringSet({"b", "a"})), "<<'a', 'b'>>");
  EXPECT_EQ(Shown(Value::NumberSet({"2", "1"})), "<<1, 2>>");
  EXPECT_EQ(Shown(Value::BinarySet({"\x01"})), "<<base64'AQ=='>>");
  EXPECT_EQ(Shown(Value::List({Value::String("it's"), Value::List({}), Value::Null()})),
            "['it''s', [], null]");
  EXPECT_EQ(Shown(Value::Map({{"k'", Value::Number(1)}, {"m", Value::Map({})}})),
            "{'k''': 1, 'm': {}}");
}

TEST(Cell, CutsWhatIsWide) {
  EXPECT_EQ(CellOf("abcd", 4), (Cell{"abcd", 4}));
  EXPECT_EQ(CellOf("abcde", 4), (Cell{"abc…", 4}));
  EXPECT_EQ(CellOf("ab", 1), (Cell{"…", 1}));
  EXPECT_EQ(CellOf("aé€b", 4), (Cell{"aé€b", 4}));
  EXPECT_EQ(CellOf("aé€bc", 4), (Cell{"aé€…", 4}));
  EXPECT_EQ(CellOf("日本", 4), (Cell{"日本", 4}));
  EXPECT_EQ(CellOf("日本語", 4), (Cell{"日…", 3}))
      << "a character of two columns fits whole or not";
  EXPECT_EQ(CellOf(Value::List(client::ValueList(1'000'000)), 6), (Cell{"[null…", 6}));
  EXPECT_EQ(CellOf(Value::Binary(std::string(400'000, 'x')), 12).columns, 12);
  Value deep;
  for (int i = 0; i < 1'000; ++i) deep = Value::List({deep});
  EXPECT_EQ(CellOf(deep, 5), (Cell{"[[[[…", 5}));
}

TEST(Cell, NoTextMovesTheCursor) {
  EXPECT_EQ(Shown(Value::String("a\nb\r\t")), "a\\nb\\r\\t");
  EXPECT_EQ(Shown(Value::String("\x1B[31mred")), "\\u{1b}[31mred");
  EXPECT_EQ(Shown(Value::String(std::string("\0\x7F", 2))), "\\u{0}\\u{7f}");
  EXPECT_EQ(Shown(Value::String("\xC2\x9B"
                                "1m")),
            "\\u{9b}1m")
      << "CSI as one character";
  EXPECT_EQ(Shown(Value::String("a\u202Eb\u2066c\u200B")), "a\\u{202e}b\\u{2066}c\\u{200b}");
  EXPECT_EQ(Shown(Value::String("\U000E0041")), "\\u{e0041}");
  EXPECT_EQ(Shown(Value::Map({{"\x07", Value::String("\x08")}})), "{'\\u{7}': '\\u{8}'}");
  EXPECT_EQ(Shown(Value::String("\xFFx\xC3")), "\\xffx\\xc3") << "not UTF-8";
  EXPECT_EQ(CellOf("\x1B[2J", 4), (Cell{"…", 1})) << "an escape is shown whole or not";
}

TEST(Cell, MessagesKeepTheirLines) {
  EXPECT_EQ(SafeText("one\ntwo\x1B[0m\n"), "one\ntwo\\u{1b}[0m\n");
  EXPECT_EQ(SafeText("\xFF\x1B"), "\\xff\\x1b");
}

TEST(Cell, JsonKeepsItsMeaning) {
  EXPECT_EQ(SafeJson("{\"a\":\"\\u001b é\xC2\x9B\u202E\x7F\U000E0041\"}"),
            "{\"a\":\"\\u001b é\\u009b\\u202e\\u007f\\udb40\\udc41\"}");
}

}  // namespace
}  // namespace stator::sql
