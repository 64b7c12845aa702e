#pragma once

#include <map>
#include <optional>
#include <string>

#include "item/value.h"
#include "partiql/bind.h"
#include "partiql/plan.h"
#include "query/source.h"

namespace stator::partiql {

// The GetItem, Query or Scan that reads what a SELECT reads. Members that it does not have are
// empty.
struct ClassicRequest {
  std::string operation;
  std::string table;
  std::string index;
  item::Item key;  // of GetItem
  std::string key_condition;
  std::string filter;
  std::string projection;
  std::map<std::string, std::string> names;  // ExpressionAttributeNames
  item::Item values;                         // ExpressionAttributeValues
  bool backward = false;
};

// Returns the classic request of a plan. nullopt: there is none, because the plan has several
// reads, or its answers have other names, or its condition is none that a Query takes.
std::optional<ClassicRequest> ClassicRequestOf(const query::Source& source,
                                               const BoundStatement& bound, const ReadPlan& plan,
                                               bool backward);

// Says why a SELECT scans, and which index would serve it.
std::string ScanReason(const query::Source& source, const std::optional<expr::Condition>& where);

}  // namespace stator::partiql
