#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "catalog/table.h"
#include "item/tree.h"
#include "item/value.h"

// Descriptors on disk are items whose attributes are their members (docs/formats/catalog.md). The
// codecs of tables and streams share these functions.
namespace stator::catalog::members {

// Trees of the types that members have.
inline item::Tree Text(std::string_view text) { return {std::string(text)}; }
inline item::Tree Integer(std::int64_t value) { return {item::Number(value)}; }
inline item::Tree Flag(bool value) { return {value}; }

// Adds a member, unless it has its default: 0, or absent.
inline void PutInteger(item::Tree::Map& map, const char* name, std::int64_t value) {
  if (value != 0) map.emplace(name, Integer(value));
}

inline void PutInteger(item::Tree::Map& map, const char* name,
                       const std::optional<std::int64_t>& value) {
  if (value) map.emplace(name, Integer(*value));
}

// Writes key attributes as "S:name": the type's letter, a colon, the name.
inline item::Tree Keys(const std::vector<KeyAttribute>& keys) {
  item::Tree::List list;
  for (const auto& key : keys) {
    list.push_back(Text(std::string(item::TypeName(key.type)) + ":" + key.name));
  }
  return {std::move(list)};
}

// Reads the members of one map. After a missing or mistyped member, ok() is false and the values
// read are meaningless. A member with a fallback, or read as optional, may be absent.
class Reader {
 public:
  explicit Reader(item::MapView map) : map_(map) {}

  bool ok() const { return ok_; }

  // Reads exactly one attribute from "hash", and at most one from "range".
  void PrimaryKey(KeyAttribute& partition, std::optional<KeyAttribute>& sort) {
    const auto hash = Keys("hash");
    const auto range = Keys("range");
    if (hash.size() != 1 || range.size() > 1) {
      ok_ = false;
      return;
    }
    partition = hash.front();
    if (!range.empty()) sort = range.front();
  }

  std::int64_t Integer(const char* name, std::optional<std::int64_t> fallback = std::nullopt) {
    const auto value = Find(name, item::Type::kNumber, !fallback);
    return value ? Whole(*value) : fallback.value_or(0);
  }
  std::vector<std::int64_t> Integers(const char* name) {
    std::vector<std::int64_t> integers;
    for (const auto value : List(name)) {
      if (value.type() != item::Type::kNumber) {
        ok_ = false;
        return {};
      }
      integers.push_back(Whole(value));
    }
    return integers;
  }
  std::optional<std::int64_t> OptionalInteger(const char* name) {
    if (!map_.Find(name)) return std::nullopt;
    return Integer(name);
  }
  template <class Enum>
  Enum Enumerator(const char* name, Enum last) {
    const auto value = Integer(name);
    if (value < 0 || value > static_cast<std::int64_t>(last)) ok_ = false;
    return static_cast<Enum>(value);
  }
  template <class Unsigned>
  Unsigned Natural(const char* name, std::optional<std::int64_t> fallback = std::nullopt) {
    const auto value = Integer(name, fallback);
    if (!std::in_range<Unsigned>(value)) ok_ = false;
    return static_cast<Unsigned>(value);
  }
  std::string Text(const char* name, bool required = true) {
    const auto value = Find(name, item::Type::kString, required);
    return value ? std::string(value->scalar()) : std::string();
  }
  bool Flag(const char* name) {
    const auto value = Find(name, item::Type::kBool, false);
    return value && value->boolean();
  }
  Bytes Binary(const char* name) {
    const auto value = Find(name, item::Type::kBinary, true);
    return value ? Bytes(value->scalar()) : Bytes();
  }
  item::ListView List(const char* name, bool required = false) {
    const auto value = Find(name, item::Type::kList, required);
    return value ? value->list() : item::ListView();
  }
  item::MapView Map(const char* name) {
    const auto value = Find(name, item::Type::kMap, false);
    return value ? value->map() : item::MapView();
  }
  std::vector<KeyAttribute> Keys(const char* name) {
    std::vector<KeyAttribute> keys;
    for (const auto value : List(name)) keys.push_back(Key(value));
    return keys;
  }

 private:
  std::optional<item::ValueView> Find(const char* name, item::Type type, bool required) {
    const auto value = map_.Find(name);
    if (!value && !required) return std::nullopt;
    if (!value || value->type() != type) {
      ok_ = false;
      return std::nullopt;
    }
    return value;
  }
  std::int64_t Whole(item::ValueView number) {
    std::string text;
    item::AppendNumberText(number.scalar(), text);
    const auto result = ParseNumber<std::int64_t>(text);
    if (!result) ok_ = false;
    return result.value_or(0);
  }
  KeyAttribute Key(item::ValueView value) {
    if (value.type() != item::Type::kString || value.scalar().size() < 2 ||
        value.scalar()[1] != ':') {
      ok_ = false;
      return {};
    }
    KeyAttribute key{std::string(value.scalar().substr(2)), item::Type::kString};
    switch (value.scalar()[0]) {
      case 'S':
        break;
      case 'N':
        key.type = item::Type::kNumber;
        break;
      case 'B':
        key.type = item::Type::kBinary;
        break;
      default:
        ok_ = false;
    }
    return key;
  }

  item::MapView map_;
  bool ok_ = true;
};

}  // namespace stator::catalog::members
