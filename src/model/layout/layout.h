#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/language/model.h"
#include "model/language/templates.h"

// Where the instances of entities lie: which rows a table has, and under which keys a table or an
// index shows them.
namespace stator::model {

// The rows of one entity under one key, as a table or an index holds them.
// Lifetime: points into the model, which must outlive it.
struct StoredRow {
  enum class Row : std::uint8_t { kItem, kCopy, kGuard };
  const Entity* entity = nullptr;
  Row row = Row::kItem;
  std::size_t number = 0;  // which of its keys, copies or guards
  // The entry of an index is the same for each of the several keys that the item may have.
  bool any_key = false;
  const Table* table = nullptr;
  const Index* index = nullptr;  // nullptr: the table itself
  KeyPair key;                   // with the tenant's prefix, and the conditions of row and index
  std::vector<Condition> conditions;

  bool InTable() const { return index == nullptr; }
  // Whether this is the row of the table, or an index's entry of it.
  bool IsOf(const StoredRow& in_table) const;
  // Whether a read of the table or index gets the attribute.
  bool Holds(std::string_view attribute) const;
  // Whether a read of the table or index gets all attributes of the entity.
  bool HoldsAll() const;
  // Whether each write keeps the index's entry by itself: its key is made of attributes as they
  // are, or of the table's own key.
  bool FollowsByItself() const;
};

// All rows of the entity: those of its items first, the table's before the indexes'.
std::vector<StoredRow> StoredRowsOf(const Model& model, const Entity& entity);

// The rows of all entities, in the order of the model.
std::vector<StoredRow> AllStoredRows(const Model& model);

}  // namespace stator::model
