#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/spec.h"

// Attribute values as texts in keys, and back. docs/model-values.md describes the texts, which
// every program that shares the tables must make alike.
namespace stator::store {

// Gives the number of the shard that a piece without an attribute takes, modulo its shards.
using RandomSource = std::function<std::uint64_t()>;

// MD5 of the text as a big-endian integer, modulo `shards`. REQUIRES: shards > 0.
std::int64_t ShardOf(std::string_view text, std::int64_t shards);

// The text with every digit d replaced by 9 - d. Texts of equal form then sort in reverse.
std::string Reversed(std::string text);

// The value's text: plain decimal digits of a number, "true" or "false" of a truth.
std::string TextOf(const Value& value);

// The text that the piece makes of its attribute's value. REQUIRES: the piece has an attribute.
std::string PieceText(const Piece& piece, const Value& value);

// The key's value. nullopt: an attribute that the key is made of is absent.
std::optional<Value> KeyValue(const KeySpec& key, const Item& values, const RandomSource& random);

// Whether all conditions hold of the values.
bool Holds(const std::vector<When>& when, const Item& values);

// Adds to `found` the attributes that can be read off the row's key, unless `found` has them.
// False: the row lacks the key, or its text is not made of these pieces.
bool ParseKey(const KeySpec& key, const Item& row, Item& found);

}  // namespace stator::store
