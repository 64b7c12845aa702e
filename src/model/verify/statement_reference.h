#pragma once

#include <memory>
#include <string>
#include <vector>

#include "client/stator.h"
#include "item/value.h"
#include "model/verify/evaluate.h"
#include "model/verify/row_map.h"
#include "partiql/bind.h"
#include "partiql/statement.h"

namespace stator::model {

// The right answers of a statement. They are found by looking at every row of the table or index,
// without any plan. Lifetime: points into the model and the pattern.
class StatementReference {
 public:
  // REQUIRES: pattern.sql, and DynamoDB accepts it.
  StatementReference(const Model& model, const Pattern& pattern, const RowMap& rows);

  // Compares the answer of one run with the right one. Returns one sentence for each kind of fault.
  std::vector<std::string> FaultsOf(const Arguments& arguments,
                                    const std::vector<client::Item>& answer) const;

 private:
  // A row of the table, and what the table or index holds of it.
  struct Row {
    item::Item whole;
    item::Item held;
  };

  void Add(const client::Item& row);
  // Whether the table or index holds the attribute of every row that has it.
  bool Holds(const std::string& name) const;
  client::Item Held(const client::Item& row) const;
  bool Fetches() const;
  std::vector<client::Item> AnswerTo(const partiql::BoundStatement& bound) const;
  bool IsOrdered(const std::vector<client::Item>& items) const;

  const Model& model_;
  const Pattern& pattern_;
  const Table& table_;
  const Index* index_;  // nullptr: the table
  std::shared_ptr<const partiql::Statement> statement_;
  std::vector<Row> rows_;
  std::string fault_;  // why there is no right answer; empty: there is one
};

}  // namespace stator::model
