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

// The source of a Query or Scan: a table, or one of its indexes.
struct Source {
  catalog::TablePtr table;
  const catalog::Index* index = nullptr;  // an index of `table`; nullptr: the table itself

  storage::Space space() const;
  bool local() const;   // a local index
  bool global() const;  // a global index
  std::span<const catalog::KeyAttribute> hash_keys() const;
  std::span<const catalog::KeyAttribute> range_keys() const;

  // Whether the attribute is part of the key that orders the source. The table's own key is no part
  // of an index's key.
  bool IsKey(std::string_view attribute) const;
  // Whether every entry holds the attribute if its item has it.
  bool Holds(std::string_view attribute) const;
  // Whether entries hold whole items.
  bool HoldsAll() const;
};

// The position of an entry, as LastEvaluatedKey gives it: the source's key attributes and the
// table's.
item::Item PositionOf(const Source& source, item::ItemView entry);

// The operation and validation layer whose texts the errors of a start key have.
enum class StartOf : std::uint8_t { kQuery, kScan, kNewerScan };
// Encodes an ExclusiveStartKey as a key of the source's space. The position need not exist.
// Errors: ValidationException in the texts of `what`, unless the position has all key attributes
// and no others. Their values must have the right types and must be neither empty nor too large.
Result<Bytes> KeyOfPosition(const Source& source, item::ItemView position, StartOf what);

}  // namespace stator::query
