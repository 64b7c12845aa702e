#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "base/bytes.h"
#include "base/error.h"
#include "base/texts.h"
#include "item/value.h"

// Attribute values as requests and responses carry them: already encoded, never as JSON or a tree.
namespace stator::api {

// The first thing wrong with a value that was well-formed JSON of the right types: a number that is
// none, an empty set, two types at once. AWS reports these after other checks of the request, so
// decoding notes them and the handler reports them in their place.
struct BadValue {
  std::string name;  // of the attribute or placeholder the value belongs to, at the top level
  Error error;       // ValidationException, as AWS words it where nothing is added
  // PutItem and UpdateItem put "1 validation error detected: " before some texts (facts 1.8) and
  // leave others bare; this one is of the former kind.
  bool prefixed = false;
  // Whether the fault is nesting, and how deep: past limits::kItemNestingMax, or past
  // limits::kReadNestingMax.
  enum class Nesting : std::uint8_t { kFits, kDeep, kVeryDeep };
  Nesting nesting = Nesting::kFits;
};

// A map of names to attribute values: an item, a key, ExpressionAttributeValues.
struct AttributeMap {
  // With {"NULL": true} wherever a value was bad. Values of expressions that are merely
  // Nesting::kDeep are kept.
  item::Item item;
  std::optional<BadValue> bad;

  AttributeMap() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): responses are made from items
  AttributeMap(item::Item from) : item(std::move(from)) {}
};

// A single attribute value.
struct AttributeValue {
  Bytes encoded;  // what item::ValueView reads
  std::optional<BadValue> bad;

  AttributeValue() = default;
  explicit AttributeValue(Bytes value) : encoded(std::move(value)) {}
};

}  // namespace stator::api
