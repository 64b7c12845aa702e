#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "partiql/bind.h"
#include "partiql/plan.h"
#include "query/source.h"

namespace stator::partiql {

// The action that a statement needs (facts 10.9).
enum class Action : std::uint8_t { kSelect, kInsert, kUpdate, kDelete };
std::string_view ActionName(Action action);  // "PartiQLSelect", …

// The facts about one statement that access rules judge: the values of IAM's condition keys
// (facts 13.2). Nothing checks them yet.
struct AccessEntry {
  Action action = Action::kSelect;
  std::string resource;                   // the ARN of the table or index
  std::vector<std::string> leading_keys;  // partition keys, each once; binary ones as base64
  std::vector<std::string> attributes;    // top-level names, each once, sorted
  bool full_scan = false;
  std::string enclosing_operation;  // "ExecuteTransaction"; empty: none
};

// Return the entry of a statement: of a SELECT by its reads, of any other by the key of its item.
// `enclosing` is the operation if it is a transaction, else empty. A SELECT of all attributes names
// only those of its condition.
// REQUIRES: the plan or key was made of `bound` on `source`.
AccessEntry AccessEntryOf(const query::Source& source, const BoundStatement& bound,
                          const ReadPlan& plan, std::string_view enclosing);
AccessEntry AccessEntryOf(const query::Source& source, const BoundStatement& bound,
                          item::ItemView key, std::string_view enclosing);

}  // namespace stator::partiql
