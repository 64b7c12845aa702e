#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client/stator.h"
#include "model/language/model.h"
#include "model/layout/layout.h"

// The rows that instances of entities have in tables.
namespace stator::model {

// One instance of an entity: a customer, an order. Leans on the model.
struct Instance {
  const Entity* entity = nullptr;
  client::Item values;       // all its attributes
  std::uint64_t random = 0;  // what random parts of its keys are made of
  bool oversize = false;     // far larger than the model says, on purpose
  bool lookalike = false;    // some key of it is that of another one, as far as the model allows
  bool orphan = false;       // its parent is not there
};

// The type that the row states: its entity's name; a row that makes an attribute unique adds
// ".unique".
std::string TypeNameOf(const StoredRow& access);

// The access's key attributes of the instance: of a table two at most, of an index up to eight.
// nullopt: the instance has no such row or entry, because a condition does not hold.
std::optional<client::Item> KeyOf(const StoredRow& access, const Instance& instance);

// The row as it must be stored: the keys, the keys of the indexes that are made by templates, and
// the attributes. nullopt as above. REQUIRES: access.InTable().
std::optional<client::Item> RowOf(const std::vector<StoredRow>& accesses, const StoredRow& access,
                                  const Instance& instance);

// Names of the key attributes there: hash, then range.
std::vector<std::string> HashNames(const StoredRow& access);
std::vector<std::string> RangeNames(const StoredRow& access);

}  // namespace stator::model
