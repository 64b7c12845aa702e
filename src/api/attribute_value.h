#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "base/bytes.h"
#include "base/error.h"
#include "base/texts.h"
#include "item/value.h"

// Attribute values of requests and responses: encoded, never as JSON or a tree.
namespace stator::api {

// The first fault in a value that is well-formed JSON of the right types: an invalid number, an
// empty set, two types at once. AWS reports such faults after other checks of the request. So the
// decoder records them and the handler reports them at the right point.
struct BadValue {
  std::string name;  // of the top-level attribute or placeholder that has the value
  Error error;       // ValidationException with AWS's text, without a prefix
  // PutItem and UpdateItem put "1 validation error detected: " before some texts but not before
  // others (facts 1.8). True: this text gets the prefix.
  bool prefixed = false;
  // Whether the fault is nesting, and its depth: beyond limits::kItemNestingMax or beyond
  // limits::kReadNestingMax.
  enum class Nesting : std::uint8_t { kFits, kDeep, kVeryDeep };
  Nesting nesting = Nesting::kFits;
};

// A map of names to attribute values: an item, a key, ExpressionAttributeValues.
struct AttributeMap {
  // Has {"NULL": true} in place of each bad value. Values of expressions that are only
  // Nesting::kDeep are kept.
  item::Item item;
  std::optional<BadValue> bad;

  AttributeMap() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): responses are made from items
  AttributeMap(item::Item from) : item(std::move(from)) {}
};

// A single attribute value.
struct AttributeValue {
  Bytes encoded;  // readable by item::ValueView
  std::optional<BadValue> bad;

  AttributeValue() = default;
  explicit AttributeValue(Bytes value) : encoded(std::move(value)) {}
};

}  // namespace stator::api
