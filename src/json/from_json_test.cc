#include "json/from_json.h"

#include <gtest/gtest.h>

#include "json/describe.h"
#include "json/to_json.h"

namespace stator::json {
namespace {

enum class Colour { kRed, kDarkBlue };
BOOST_DESCRIBE_ENUM(Colour, kRed, kDarkBlue)

struct Shelf {
  std::string label;
  std::optional<std::uint8_t> height;

  bool operator==(const Shelf&) const = default;
};
BOOST_DESCRIBE_STRUCT(Shelf, (), (label, height))

struct House {
  std::string street_name;
  bool is_open = false;
  double area = 0;
  std::uint64_t number = 0;
  Colour colour = Colour::kRed;
  std::vector<Shelf> shelves;
  std::array<std::int64_t, 2> floors{};
  std::map<std::string, double> prices;

  bool operator==(const House&) const = default;
};
BOOST_DESCRIBE_STRUCT(House, (),
                      (street_name, is_open, area, number, colour, shelves, floors, prices))

template <class T>
Result<T> Read(const std::string& text, UnknownMembers unknown = UnknownMembers::kRefused) {
  Parser parser;
  const auto body = TRY(parser.Parse(text));
  return FromJson<T>(body.root(), unknown);
}

const House kHouse{.street_name = "\"é",
                   .is_open = true,
                   .area = 0.1,
                   .number = 1'000'000'000'000,
                   .colour = Colour::kDarkBlue,
                   .shelves = {{"a", std::nullopt}, {"b", 255}},
                   .floors = {-1, 2},
                   .prices = {{"x", 1}, {"y z", 2.5}}};

TEST(FromJson, ReadsWhatToJsonWrites) {
  EXPECT_EQ(Read<House>(ToJson(kHouse)), kHouse);
  EXPECT_EQ(Read<House>(ToJson(House())), House());
}

// The text of kHouse with a part replaced.
std::string With(std::string_view part, std::string_view replacement) {
  std::string text = ToJson(kHouse);
  const auto at = text.find(part);
  EXPECT_NE(at, text.npos) << part;
  return text.replace(at, part.size(), replacement);
}

TEST(FromJson, NamesThePathOfAFault) {
  const std::tuple<const char*, const char*, const char*> wrong[] = {
      {"\"streetName\"", "\"street_name\"", "street_name is not known."},
      {"\"isOpen\":true,", "", "isOpen is missing."},
      {"\"isOpen\":true", "\"isOpen\":1", "isOpen must be true or false."},
      {"0.1", "\"0.1\"", "area must be a number."},
      {"1000000000000", "-1", "number must be a whole number from 0 to 9223372036854775807."},
      {"1000000000000", "1.5", "number must be a whole number from 0 to 9223372036854775807."},
      {"\"darkBlue\"", "\"blue\"", "colour must be one of red, darkBlue."},
      {"\"darkBlue\"", "1", "colour must be one of red, darkBlue."},
      {"255", "256", "shelves[1].height must be a whole number from 0 to 255."},
      {"{\"label\":\"a\"}", "{}", "shelves[0].label is missing."},
      {"{\"label\":\"a\"}", "7", "shelves[0] must be an object."},
      {"\"label\":\"a\"", "\"label\":null", "shelves[0].label must be a text."},
      {"\"label\":\"a\"", "\"label\":\"a\",\"label\":\"b\"", "shelves[0].label is there twice."},
      {"[-1,2]", "[-1]", "floors has another number of elements."},
      {"[-1,2]", "[-1,\"2\"]",
       "floors[1] must be a whole number from -9223372036854775808 to 9223372036854775807."},
      {"[-1,2]", "{}", "floors must be a list."},
      {"\"x\":1.0", "\"x\":1,\"x\":1", "prices.x is there twice."},
      {"\"x\":1.0", "\"x\":true", "prices.x must be a number."},
  };
  for (const auto& [part, replacement, sentence] : wrong) {
    const auto house = Read<House>(With(part, replacement));
    ASSERT_FALSE(house.has_value()) << sentence;
    EXPECT_EQ(house.error().message, sentence);
    EXPECT_EQ(house.error().code, ErrorCode::kValidationException);
  }
}

TEST(FromJson, ATextOfAnotherTypeHasNoPath) {
  Parser parser;
  const auto body = parser.Parse(R"({"a":[]})").value();
  EXPECT_EQ(FromJson<House>(body.root()["a"]).error().message, "It must be an object.");
}

TEST(FromJson, UnknownMembersMayBeIgnored) {
  const auto text = With("\"label\":\"a\"", R"("newer":[{}],"label":"a")");
  EXPECT_EQ(Read<House>(text).error().message, "shelves[0].newer is not known.");
  EXPECT_EQ(Read<House>(text, UnknownMembers::kIgnored), kHouse);
}

}  // namespace
}  // namespace stator::json
