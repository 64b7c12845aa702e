#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "catalog/table.h"
#include "item/value.h"

// From attributes to keys of the store (docs/formats/keys.md), with DynamoDB's checks and texts.
namespace stator::table {

// The row key of `key`, which must have exactly the attributes of the table's key, of their types.
Result<Bytes> RowKeyOfKey(const catalog::Table& table, item::ItemView key);

// None of the table's key attributes that the item has, of the right type, is empty.
Result<> CheckKeyNotEmpty(const catalog::Table& table, item::ItemView item);

// What a key attribute of the wrong type is called: by name, or as a key that does not match.
enum class KeyTypeText : std::uint8_t { kNamed, kMismatch };

// The row key of a whole item; also checks every index key the item has (type, emptiness, size).
Result<Bytes> RowKeyOfItem(const catalog::Table& table, item::ItemView item,
                           KeyTypeText text = KeyTypeText::kNamed);

// An item that an update made of `stored` (nullptr: of nothing): its index keys, with the texts AWS
// has for updates. What the update left as it was is not held against it: the item may be older
// than the index.
Result<> CheckUpdatedIndexKeys(const catalog::Table& table, const item::ItemView* stored,
                               item::ItemView item);

// A value of the type may stand in the attribute, be it a key of an index or not.
Result<> CheckIndexKeyType(const catalog::Table& table, std::string_view attribute,
                           item::Type type);

// The key of the item's entry in an index; nullopt if the item is not in it, because a key
// attribute is missing or, in an item older than the index, mistyped, empty or too large. REQUIRES:
// the item has the table's key.
std::optional<Bytes> IndexKeyOf(const catalog::Table& table, const catalog::Index& index,
                                item::ItemView item);

// A place in the order of an index's entries: of the first entry with the given partition key and
// as much of the sort key as is given, or of the one entry, with the table's key.
// ValidationException: `key` is no such key, or has anything else.
Result<Bytes> IndexPlaceOf(const catalog::Table& table, const catalog::Index& index,
                           item::ItemView key);

// The attributes of the table's key, as an item.
item::Item KeyOf(const catalog::Table& table, item::ItemView item);

}  // namespace stator::table
