#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "model/exchange/infer.h"
#include "model/exchange/infer_keys.h"
#include "model/language/print.h"

// Tables with keys of random shapes. The language accepts nearly every proposal, and always the one
// that `infer` falls back to. A variable has one value in all keys of an item.
namespace stator::model {
namespace {

SampledValue S(std::string text) {
  const auto bytes = text.size();
  return {.type = "S", .text = std::move(text), .bytes = bytes};
}

constexpr std::array<std::string_view, 6> kWords{"APP", "ORDER", "$shop", "user", "LINE_ITEM", "x"};
constexpr std::array<std::string_view, 5> kLabels{"id", "team", "ord", "appId", "APP"};
constexpr std::array<std::string_view, 9> kNames{"sk",   "date",  "at",     "appId", "name",
                                                 "team", "my id", "status", "index"};

// The form of one part of a key.
struct Shape {
  enum class Type : std::uint8_t {
    kWord,
    kDate,
    kTime,
    kNumber,
    kLabelled,
    kAttribute,
    kId,
    kEmpty
  };
  Type type = Type::kWord;
  std::string text;
  std::uint64_t values = 1;  // number of different values
};

template <std::size_t N>
std::string OneOf(const std::array<std::string_view, N>& texts, Random& random) {
  return std::string(texts[random.Below(N)]);
}

class RandomTable {
 public:
  explicit RandomTable(std::uint64_t seed) : random_(seed) {
    const bool small = random_.Below(2) == 0;
    sampled_.table = {.name = "app", .partition_key = small ? "pk" : "PK", .sort_key = "sk"};
    if (random_.Below(4) == 0) sampled_.table.sort_key = "date";
    sampled_.indexes = {{.name = "GSI1", .table = "app", .hash = {"g1"}, .range = {"g2"}}};
    keys_ = {sampled_.table.partition_key, sampled_.table.sort_key, "g1", "g2"};
    const auto kinds = 1 + random_.Below(3);
    for (std::uint64_t kind = 0; kind < kinds; ++kind) AddKind();
  }

  const SampledTable& sampled() const { return sampled_; }
  const std::vector<SampledItem>& items() const { return items_; }

 private:
  void AddKind() {
    std::map<std::string, std::vector<Shape>> shapes;
    const char delimiter = "##|:"[random_.Below(4)];
    for (const auto& key : keys_) {
      for (auto part = 1 + random_.Below(3); part > 0; --part) shapes[key].push_back(AnyShape());
    }
    const auto count = 1 + random_.Below(12);
    for (std::uint64_t i = 0; i < count; ++i) AddItem(shapes, delimiter);
  }

  Shape AnyShape() {
    const auto type = static_cast<Shape::Type>(random_.Below(8));
    Shape shape{.type = type, .values = 1 + random_.Below(4)};
    if (type == Shape::Type::kWord) shape.text = OneOf(kWords, random_);
    if (type == Shape::Type::kLabelled) shape.text = OneOf(kLabels, random_);
    if (type == Shape::Type::kAttribute) shape.text = OneOf(kNames, random_);
    return shape;
  }

  void AddItem(const std::map<std::string, std::vector<Shape>>& shapes, char delimiter) {
    SampledItem item;
    for (const auto name : kNames) {
      const bool has = random_.Below(2) == 0 && std::ranges::find(keys_, name) == keys_.end();
      if (has) item[CleanName(std::string(name))] = S(fmt::format("v{}", random_.Below(3)));
    }
    for (const auto& [key, parts] : shapes) {
      std::string text;
      for (const auto& part : parts) {
        if (&part != &parts.front()) text += delimiter;
        text += TextOf(part, item);
      }
      const bool sparse = key.starts_with('g') && random_.Below(4) == 0;
      if (!text.empty() && !sparse) item[key] = S(text);
    }
    if (item.contains(keys_[0]) && item.contains(keys_[1])) items_.push_back(std::move(item));
  }

  std::string TextOf(const Shape& shape, const SampledItem& item) {
    const auto number = random_.Below(shape.values);
    switch (shape.type) {
      case Shape::Type::kWord:
        return shape.text;
      case Shape::Type::kDate:
        return fmt::format("2026-01-{:02}", number + 1);
      case Shape::Type::kTime:
        return fmt::format("2026-01-01T10:{:02}:00.000Z", number);
      case Shape::Type::kNumber:
        return fmt::format("{:03}", number);
      case Shape::Type::kLabelled:
        return fmt::format("{}_{}", shape.text, number);
      case Shape::Type::kAttribute: {
        const auto found = item.find(CleanName(shape.text));
        return found == item.end() ? "none" : found->second.text;
      }
      case Shape::Type::kId:
        return fmt::format("o{}", random_.Below(100));
      case Shape::Type::kEmpty:
        return "";
    }
    return "";
  }

  Random random_;
  SampledTable sampled_;
  std::vector<std::string> keys_;
  std::vector<SampledItem> items_;
};

// Compares the variables of an item's key with those of its other keys.
void ExpectOneValue(const Template& text, const std::string& key, const SampledItem& item,
                    std::map<std::string, std::string>& seen) {
  const auto found = item.find(key);
  if (found == item.end()) return;
  for (const auto& [name, value] : ValuesIn(text, found->second.text)) {
    const auto attribute = item.find(name);
    const bool said = attribute != item.end() && name != key && attribute->second.type == "S";
    if (said) {
      EXPECT_EQ(attribute->second.text, value) << name << " in " << key;
    }
    const auto [before, is_new] = seen.emplace(name, value);
    EXPECT_EQ(before->second, value) << name << " in " << key;
  }
}

TEST(InferredShapes, AreAcceptedAndOneVariableHasOneValue) {
  constexpr std::uint64_t kTables = 1'000;
  std::uint64_t refused = 0;
  for (std::uint64_t seed = 0; seed < kTables; ++seed) {
    const RandomTable table(seed);
    if (table.items().empty()) continue;
    const auto kinds = GroupItems(table.sampled(), table.items());
    Model model{.name = "app"};
    std::vector<std::string> remarks;
    InferTable(table.sampled(), kinds, model, remarks);
    // keys that begin with a colon, words that are attribute names
    if (!IsAccepted(model)) ++refused;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const auto& entity = model.entities[i];
      for (const auto& item : kinds[i].items) {
        std::map<std::string, std::string> seen;
        if (!entity.keys.empty()) {
          ExpectOneValue(entity.keys.front().partition, table.sampled().table.partition_key, item,
                         seen);
          ExpectOneValue(entity.keys.front().sort, table.sampled().table.sort_key, item, seen);
        }
        for (const auto& entry : entity.entries) {
          ExpectOneValue(entry.key.partition, "g1", item, seen);
          ExpectOneValue(entry.key.sort, "g2", item, seen);
        }
      }
      ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed << "\n" << Print(model);
    }
  }
  EXPECT_LT(refused, kTables / 10);
}

TEST(InferredShapes, PlainKeysAreAlwaysAccepted) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const RandomTable table(seed);
    if (table.items().empty()) continue;
    Model model{.name = "app"};
    AddPlainTable(table.sampled(), table.items(), model);
    ASSERT_TRUE(IsAccepted(model)) << "seed " << seed << "\n" << Print(model);
  }
}

}  // namespace
}  // namespace stator::model
