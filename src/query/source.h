#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "catalog/table.h"
#include "item/value.h"
#include "storage/engine.h"

namespace stator::query {

// What a Query or Scan reads: a table, or one of its indexes.
struct Source {
  catalog::TablePtr table;
  const catalog::Index* index = nullptr;  // one of the table's; nullptr: the table itself

  storage::Space space() const;
  bool local() const;   // a local index
  bool global() const;  // a global index
  std::span<const catalog::KeyAttribute> hash_keys() const;
  std::span<const catalog::KeyAttribute> range_keys() const;

  // Part of the key that orders the source. On an index the table's own key is not.
  bool IsKey(std::string_view attribute) const;
  // Entries of the source hold the attribute, where the item has it.
  bool Holds(std::string_view attribute) const;
  // Entries hold whole items.
  bool HoldsAll() const;
};

// Where an entry stands, as LastEvaluatedKey says it: the source's key, and the table's.
item::Item PositionOf(const Source& source, item::ItemView entry);

// An ExclusiveStartKey as a key of the source's space. It need not exist, but has to be a position:
// all key attributes and no others, of their types, not empty and not too large.
// Errors are worded as the operation's layer of validation words them.
enum class StartOf : std::uint8_t { kQuery, kScan, kNewerScan };
Result<Bytes> KeyOfPosition(const Source& source, item::ItemView position, StartOf what);

}  // namespace stator::query
