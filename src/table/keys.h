#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "catalog/table.h"
#include "item/value.h"

// Functions that turn attributes into keys of the store (docs/formats/keys.md), with DynamoDB's
// checks and texts.
namespace stator::table {

// Returns the row key of `key`. Errors: ValidationException unless `key` has exactly the attributes
// of the table's key, valid and of their types.
Result<Bytes> RowKeyOfKey(const catalog::Table& table, item::ItemView key);

// Fails if a key attribute of the table that the item has in the right type is empty.
Result<> CheckKeyNotEmpty(const catalog::Table& table, item::ItemView item);

// The text for a key attribute of the wrong type: it names the attribute, or says that the key does
// not match.
enum class KeyTypeText : std::uint8_t { kNamed, kMismatch };

// Returns the row key of a whole item. It also checks the type, emptiness and size of every index
// key in the item.
Result<Bytes> RowKeyOfItem(const catalog::Table& table, item::ItemView item,
                           KeyTypeText text = KeyTypeText::kNamed);

// Checks the index keys of an item that an update made of `stored` (nullptr: of nothing), with
// AWS's texts for updates. It accepts an invalid value that the update left unchanged, because the
// item may be older than the index.
Result<> CheckUpdatedIndexKeys(const catalog::Table& table, const item::ItemView* stored,
                               item::ItemView item);

// Fails if the attribute is a key of an index with another type.
Result<> CheckIndexKeyType(const catalog::Table& table, std::string_view attribute,
                           item::Type type);

// Returns the key of the item's entry in an index. nullopt if the index does not hold the item: a
// key attribute is missing or, in an item older than the index, mistyped, empty or too large.
// REQUIRES: the item has the table's key.
std::optional<Bytes> IndexKeyOf(const catalog::Table& table, const catalog::Index& index,
                                item::ItemView item);

// Returns a position in the order of an index's entries. With the table's key in `key` it is the
// position of that one entry. Otherwise it is that of the first entry with the given partition key
// and the given part of the sort key.
// Errors: ValidationException if `key` is no such key, or has other attributes.
Result<Bytes> IndexPlaceOf(const catalog::Table& table, const catalog::Index& index,
                           item::ItemView key);

// Returns the attributes of the table's key as an item.
item::Item KeyOf(const catalog::Table& table, item::ItemView item);

}  // namespace stator::table
