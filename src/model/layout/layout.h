#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/language/model.h"
#include "model/language/templates.h"

// Where instances of entities are stored: the rows that a table has, and the keys under which the
// table or an index holds them.
namespace stator::model {

// The rows of one entity under one key, as a table or an index holds them.
// Lifetime: points into the model, which must outlive it.
struct StoredRow {
  enum class Row : std::uint8_t { kItem, kCopy, kGuard };
  const Entity* entity = nullptr;
  Row row = Row::kItem;
  std::size_t number = 0;  // which of the entity's keys, copies or guards
  // The entity has several keys, and the index entry is the same under each of them.
  bool any_key = false;
  const Table* table = nullptr;
  const Index* index = nullptr;  // nullptr: the table itself
  KeyPair key;                   // with the tenant's prefix
  // The conditions of the row and of the index: an item without one of them has no such row.
  std::vector<Condition> conditions;

  bool InTable() const { return index == nullptr; }
  // Whether this is the table row itself, or an index entry of it.
  bool IsOf(const StoredRow& in_table) const;
  // Whether a read of the table or index returns the attribute.
  bool Holds(std::string_view attribute) const;
  // Whether a read of the table or index returns all attributes of the entity.
  bool HoldsAll() const;
  // Whether DynamoDB maintains the index entry without help from the writer: the index's key
  // consists of natural attributes or of the table's own key.
  bool FollowsByItself() const;
};

// Returns all rows of the entity: first the table's, items before copies and guards, then the
// indexes'. Lifetime: as StoredRow.
std::vector<StoredRow> StoredRowsOf(const Model& model, const Entity& entity);

// Returns the rows of all entities, in the order of the model. Lifetime: as StoredRow.
std::vector<StoredRow> AllStoredRows(const Model& model);

}  // namespace stator::model
