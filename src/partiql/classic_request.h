#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "item/value.h"
#include "partiql/bind.h"
#include "partiql/plan.h"
#include "query/source.h"

namespace stator::partiql {

// The classic request that does what a statement does. Members that it does not have are empty.
struct ClassicRequest {
  std::string operation;  // GetItem, Query, Scan, PutItem, UpdateItem or DeleteItem
  std::string table;
  std::string index;
  item::Item key;
  item::Item item;  // of PutItem
  std::string key_condition;
  std::string filter;
  std::string condition;
  std::string update;
  std::string projection;
  std::map<std::string, std::string> names;  // ExpressionAttributeNames
  item::Item values;                         // ExpressionAttributeValues
  bool backward = false;
  std::string returns;  // ReturnValues
  // The caller knows these from the request around the statement.
  bool consistent = false;
  std::optional<std::int64_t> limit;  // not of GetItem
  std::optional<item::Item> start;    // ExclusiveStartKey
  bool returns_on_failure = false;    // ReturnValuesOnConditionCheckFailure
};

// Returns the classic request of a SELECT. nullopt: there is none, because the plan has several
// reads, or its answers have other names, or the expression language cannot say its condition.
std::optional<ClassicRequest> ClassicRequestOf(const query::Source& source,
                                               const BoundStatement& bound, const ReadPlan& plan,
                                               bool backward);

// Returns the classic request of a write, or of EXISTS: the ConditionCheck of a transaction. `key`
// is the key that PlanKey found; INSERT has none. INSERT is a PutItem that demands that the item is
// missing, and UPDATE an UpdateItem that demands that it exists. DELETE is a DeleteItem whose
// condition a missing item meets.
// nullopt: the expression language cannot say it, because it has narrower bounds.
std::optional<ClassicRequest> ClassicWriteOf(const query::Source& table,
                                             const BoundStatement& bound, item::ItemView key);

// Says why a Scan reads everything, and how its filter could do better.
std::string ClassicScanReason(const query::Source& source,
                              const std::optional<expr::Condition>& filter);

// Says why a SELECT scans, and which index would serve it.
std::string ScanReason(const query::Source& source, const std::optional<expr::Condition>& where);

}  // namespace stator::partiql
