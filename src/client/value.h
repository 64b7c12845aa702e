#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// Attribute values and items as a program states them.
namespace stator::client {

class Value;
using Item = std::map<std::string, Value>;  // attributes by name; a key is an item, too
using ValueList = std::vector<Value>;
using ValueSet = std::set<std::string>;            // texts, decimal texts or byte strings
using Names = std::map<std::string, std::string>;  // "#placeholder" to attribute name
using Values = Item;                               // ":placeholder" to value

// One attribute value of any of DynamoDB's ten types. A number is its decimal text, so that no
// digit is lost. Text is UTF-8. Binary is any bytes.
class Value {
 public:
  enum class Type : std::uint8_t {
    kString,     // S
    kNumber,     // N
    kBinary,     // B
    kBool,       // BOOL
    kNull,       // NULL
    kMap,        // M
    kList,       // L
    kStringSet,  // SS
    kNumberSet,  // NS
    kBinarySet,  // BS
  };

  Value() : content_(std::in_place_index<kIndexNull>) {}

  static Value String(std::string text) { return Make<Type::kString>(std::move(text)); }
  static Value Number(std::string decimal) { return Make<Type::kNumber>(std::move(decimal)); }
  static Value Number(std::integral auto number) { return Number(std::to_string(number)); }
  static Value Number(double number);  // the shortest decimal that reads back as the same double
  static Value Binary(std::string bytes) { return Make<Type::kBinary>(std::move(bytes)); }
  static Value Bool(bool truth) { return Make<Type::kBool>(truth); }
  static Value Null() { return {}; }
  static Value Map(Item members) { return Make<Type::kMap>(std::move(members)); }
  static Value List(ValueList elements) { return Make<Type::kList>(std::move(elements)); }
  static Value StringSet(ValueSet members) { return Make<Type::kStringSet>(std::move(members)); }
  static Value NumberSet(ValueSet members) { return Make<Type::kNumberSet>(std::move(members)); }
  static Value BinarySet(ValueSet members) { return Make<Type::kBinarySet>(std::move(members)); }

  Type type() const { return static_cast<Type>(content_.index()); }
  bool is(Type wanted) const { return type() == wanted; }

  // The content of the value. Anybody may have written an item, so an accessor of another type than
  // the value has is no error: it returns empty, false or nullopt.
  const std::string& string() const;
  const std::string& number() const;            // decimal text
  std::optional<std::int64_t> integer() const;  // nullopt also if it is not whole or too large
  std::optional<double> real() const;           // the nearest double
  const std::string& binary() const;
  bool boolean() const;
  bool is_null() const { return is(Type::kNull); }
  const Item& map() const;
  const ValueList& list() const;
  const ValueSet& set() const;  // of any of the three kinds

  // Equal in type and content. Numbers are compared as texts. The service answers with one plain
  // form of each number ("1E2" comes back as "100"), so numbers that were read compare as expected.
  bool operator==(const Value& other) const = default;

 private:
  static constexpr std::size_t kIndexNull = 4;
  // In the order of Type.
  using Storage = std::variant<std::string, std::string, std::string, bool, std::monostate, Item,
                               ValueList, ValueSet, ValueSet, ValueSet>;

  template <Type type, class Content>
  static Value Make(Content&& content) {
    Value value;
    value.content_.template emplace<static_cast<std::size_t>(type)>(std::forward<Content>(content));
    return value;
  }
  template <Type type>
  const auto& Content() const;

  Storage content_;
};

// The attribute with that name; nullptr if the item has none.
const Value* Find(const Item& item, const std::string& name);

}  // namespace stator::client
