#include "json/to_json.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "json/describe.h"

namespace stator::json {
namespace {

enum class Mode { kOff, kOnDemand };
BOOST_DESCRIBE_ENUM(Mode, kOff, kOnDemand)

enum class Side { kLeft, kRight };
std::string_view NameOf(Side side) { return side == Side::kLeft ? "←" : "→"; }

struct Line {
  std::string subject;
  double quantity = 0;
  double price = 0;

  double Dollars() const { return quantity * price; }
};
BOOST_DESCRIBE_STRUCT(Line, (), (subject, quantity, Dollars))

struct Hex {
  int value = 0;
};
void WriteJson(const Hex& hex, std::string& out) {
  WriteString(hex.value == 255 ? "ff" : "?", out);
}

struct Report {
  std::string_view name = "r";
  bool is_empty = false;
  std::uint16_t count = 7;
  std::int64_t change = -1;
  std::optional<double> share;
  std::optional<Line> first;
  Mode mode = Mode::kOnDemand;
  Side side = Side::kRight;
  std::vector<Line> lines;
  std::array<int, 2> pair{1, 2};
  std::map<std::string, std::vector<bool>> flags;
  Hex class_;
};
BOOST_DESCRIBE_STRUCT(Report, (),
                      (name, is_empty, count, change, share, first, mode, side, lines, pair, flags,
                       class_))

TEST(ToJson, WritesMembersInTheOrderOfTheDescription) {
  EXPECT_EQ(ToJson(Report()),
            R"({"name":"r","isEmpty":false,"count":7,"change":-1,"mode":"onDemand","side":"→",)"
            R"("lines":[],"pair":[1,2],"flags":{},"class":"?"})");
}

TEST(ToJson, WritesOptionalsThatHaveValues) {
  const Report report{.share = 0.5,
                      .first = Line{.subject = "\"", .quantity = 2, .price = 1.5},
                      .lines = {{}, {.subject = "b"}},
                      .flags = {{"a\n", {true, false}}, {"b", {}}},
                      .class_ = {255}};
  EXPECT_EQ(ToJson(report),
            R"({"name":"r","isEmpty":false,"count":7,"change":-1,"share":0.5,)"
            R"("first":{"subject":"\"","quantity":2.0,"dollars":3.0},"mode":"onDemand",)"
            R"("side":"→","lines":[{"subject":"","quantity":0.0,"dollars":0.0},)"
            R"({"subject":"b","quantity":0.0,"dollars":0.0}],"pair":[1,2],)"
            R"("flags":{"a\n":[true,false],"b":[]},"class":"ff"})");
}

struct Amounts {
  double money = 0;
  Exact price;
  std::vector<double> more;
};
BOOST_DESCRIBE_STRUCT(Amounts, (), (money, price, more))

TEST(ToJson, RoundsToMillionthsIfAsked) {
  const Amounts amounts{.money = 0.1 + 0.2, .price = {0.000000125}, .more = {1e-7, 2.0000004}};
  EXPECT_EQ(ToJson(amounts, Doubles::kMillionths),
            R"({"money":0.3,"price":0.000000125,"more":[0.0,2.0]})");
  EXPECT_EQ(ToJson(amounts), R"({"money":0.30000000000000004,"price":0.000000125,)"
                             R"("more":[0.0000001,2.0000004]})");
}

}  // namespace
}  // namespace stator::json
