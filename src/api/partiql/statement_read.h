#pragma once

#include <memory>
#include <optional>
#include <string>

#include "api/explanation.h"
#include "api/partiql/projected.h"
#include "api/services.h"
#include "base/result.h"
#include "item/value.h"
#include "partiql/bind.h"
#include "query/source.h"

namespace stator::api {

// A SELECT that names one item by its whole key, as batches and transactions require.
class StatementRead {
 public:
  // `key_required` is AWS's text for a SELECT that does not name one item, or reads an index.
  static Result<std::shared_ptr<const StatementRead>> Make(const ItemServices& services,
                                                           const partiql::BoundStatement& bound,
                                                           const char* key_required);

  const catalog::TablePtr& table() const { return source_.table; }
  const std::string& table_name() const { return bound_.statement->table; }
  const partiql::Statement& statement() const { return *bound_.statement; }
  const item::Item& key() const { return key_; }
  const Bytes& row_key() const { return row_key_; }
  // Whether the condition has more than the key.
  bool filtered() const { return filtered_; }

  // Returns the part of a stored item that the statement answers; nullopt: the item does not meet
  // the condition.
  std::optional<item::Item> Chosen(item::ItemView item) const;

  // Explains the read of `items` items, one or none, for `units`.
  StatementExplanation Explained(std::size_t items, table::HalfUnits units, bool consistent) const;

 private:
  explicit StatementRead(const partiql::BoundStatement& bound)
      : bound_(bound), projected_(*bound.statement) {}

  partiql::BoundStatement bound_;
  Projected projected_;
  query::Source source_;
  item::Item key_;
  Bytes row_key_;
  bool filtered_ = false;
};

}  // namespace stator::api
