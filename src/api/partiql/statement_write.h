#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "api/explanation.h"
#include "api/metering.h"
#include "api/services.h"
#include "api/types.h"
#include "base/result.h"
#include "expr/condition.h"
#include "expr/update.h"
#include "item/value.h"
#include "partiql/bind.h"
#include "table/write.h"

namespace stator::api {

// A write as a statement asks for it, on the current table.
class StatementWrite {
 public:
  using OnFailure = std::optional<ReturnValuesOnConditionCheckFailure>;

  // Errors: in AWS's order those of the table, the key, the changes and the size.
  static Result<std::shared_ptr<const StatementWrite>> Make(const ItemServices& services,
                                                            const partiql::BoundStatement& bound,
                                                            const OnFailure& on_failure);

  // Decides from the stored item (nullptr: none). INSERT never replaces an item, UPDATE never
  // creates one, and DELETE of a missing item succeeds (facts 10.6). Pure.
  Result<table::Decision> Decide(const item::ItemView* stored) const;

  // Returns the images of the item that RETURNING needs.
  table::Wanted wanted() const;
  // Returns what RETURNING answers: one item, or none.
  std::vector<AttributeMap> Returned(table::Written& written) const;

  // Explains the write for `units`.
  StatementExplanation Explained(table::HalfUnits units) const;

  // Whether the condition has more than the key.
  bool conditional() const { return condition_.has_value(); }
  const catalog::TablePtr& table() const { return table_; }
  const std::string& table_name() const { return bound_.statement->table; }
  const partiql::Statement& statement() const { return *bound_.statement; }
  const Bytes& row_key() const { return row_key_; }
  // The item to insert, or the key.
  const item::Item& subject() const { return subject_; }
  table::Effort effort() const;

 private:
  explicit StatementWrite(const partiql::BoundStatement& bound, const OnFailure& on_failure)
      : bound_(bound), on_failure_(on_failure) {}

  Result<> Plan(const ItemServices& services);
  Result<> PlanInsert();
  Result<> PlanKeyed(const query::Source& source);
  item::Item Modified(item::ItemView image) const;

  partiql::BoundStatement bound_;
  OnFailure on_failure_;
  catalog::TablePtr table_;
  item::Item subject_;
  Bytes row_key_;
  std::optional<expr::Condition> condition_;  // beyond the key
};

// Returns the kind of a statement as explanations name it: "select", "insert", …, or "exists".
std::string_view KindText(const partiql::Statement& statement);

// Whether an error says that a statement does not name one item by its key.
bool IsMissingKey(const Error& error);
// Whether an error says that a key value has the wrong type.
bool IsKeyFault(const Error& error);

// Returns the write as a command for the commit queue. Lifetime: `operation` outlives it.
table::Command CommandOf(const ItemServices& services, std::shared_ptr<const StatementWrite> write,
                         std::string_view operation, Charged charged = Charged::kOnce,
                         SharedThrottles throttles = nullptr);

}  // namespace stator::api
