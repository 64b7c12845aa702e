#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/language/model.h"

// Where the instances of entities lie: which rows a table has, and under which keys a table or an
// index shows them.
namespace stator::model {

// Rows of one entity as a table or an index holds them. Points into the model, which must outlive
// it.
struct Access {
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
  bool IsOf(const Access& in_table) const;
  // Whether a read here gets the attribute.
  bool Holds(std::string_view attribute) const;
  // Whether a read here gets all the attributes of the entity.
  bool HoldsAll() const;
  // Of an index: its key is made of attributes as they are, or of the table's own key, so that
  // whoever writes them writes it.
  bool FollowsByItself() const;
};

// All rows of the entity: its item's first, the table before the indexes.
std::vector<Access> AccessesOf(const Model& model, const Entity& entity);

// The whole model's, entity by entity.
std::vector<Access> AllAccesses(const Model& model);

// The text that a template makes for one of a natural key's attributes. REQUIRES: kMade.
Template MadeText(const Part& part);
// The template with the parts of such texts in their places: all that its values follow from.
Template Flattened(const Template& text);

// The attributes whose values the template needs, each once.
std::vector<std::string> FieldsOf(const Template& text);
std::vector<std::string> FieldsOf(const KeyPair& key);
// Those whose values can be read off the key: not what is only in a shard or a time bucket.
std::vector<std::string> ExactFieldsOf(const KeyPair& key);

// As it is written in a model: ORDER#{orderDate}#{orderId}.
std::string TextOf(const Part& part);
std::string TextOf(const Template& text);

}  // namespace stator::model
