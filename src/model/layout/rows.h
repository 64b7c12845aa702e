#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client/stator.h"
#include "model/language/model.h"
#include "model/layout/layout.h"

// Makes the rows that instances of entities have in tables.
namespace stator::model {

// One instance of an entity: a customer, an order. Lifetime: points into the model.
struct Instance {
  const Entity* entity = nullptr;
  client::Item values;       // of all its attributes
  std::uint64_t random = 0;  // picks the shard of random key parts
  bool oversize = false;     // far larger than the model states, on purpose
  bool lookalike = false;    // shares a key with another instance as far as the model allows
  bool orphan = false;       // its parent does not exist
};

// Returns the value of the row's type attribute: the entity's name, and ".unique" behind it for a
// row that makes an attribute unique.
std::string TypeNameOf(const StoredRow& access);

// Returns the key attributes that the instance has in this row or entry: up to two of a table, up
// to eight of an index. nullopt: a condition does not hold, so the instance has no such row or
// entry.
std::optional<client::Item> KeyOf(const StoredRow& access, const Instance& instance);

// Returns the row as it must be stored: its key, the keys that templates make for indexes, and its
// attributes. nullopt: as for KeyOf. REQUIRES: access.InTable(), and `accesses` are all rows of the
// entity.
std::optional<client::Item> RowOf(const std::vector<StoredRow>& accesses, const StoredRow& access,
                                  const Instance& instance);

// Return the names of the partition key attributes, and of the sort key attributes, of the table or
// index.
std::vector<std::string> HashNames(const StoredRow& access);
std::vector<std::string> RangeNames(const StoredRow& access);

}  // namespace stator::model
