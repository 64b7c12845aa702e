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

// Rows of one entity as a table or an index holds them. Points into the model, which must outlive
// it.
struct StoredRow {
  enum class Row : std::uint8_t { kItem, kCopy, kGuard };
  const Entity* entity = nullptr;
  Row row = Row::kItem;
  std::size_t number = 0;  // which of its keys, copies or guards
  // Of an index: the item is there alike, whichever of its several keys it has in the table.
  bool any_key = false;
  const Table* table = nullptr;
  const Index* index = nullptr;  // nullptr: the table itself
  KeyPair key;                   // with the tenant's prefix, and the conditions of row and index
  std::vector<Condition> conditions;

  bool InTable() const { return index == nullptr; }
  // Whether it shows that row of the table, or is it.
  bool IsOf(const StoredRow& in_table) const;
  // Whether a read here gets the attribute.
  bool Holds(std::string_view attribute) const;
  // Whether a read here gets all the attributes of the entity.
  bool HoldsAll() const;
  // Of an index: its key is made of attributes as they are, or of the table's own key, so that
  // whoever writes them writes it.
  bool FollowsByItself() const;
};

// All rows of the entity: its item's first, the table before the indexes.
std::vector<StoredRow> StoredRowsOf(const Model& model, const Entity& entity);

// The whole model's, entity by entity.
std::vector<StoredRow> AllStoredRows(const Model& model);

}  // namespace stator::model
