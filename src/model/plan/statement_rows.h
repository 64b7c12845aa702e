#pragma once

#include <string>
#include <vector>

#include "model/plan/plan.h"
#include "model/plan/statement_values.h"
#include "query/key_terms.h"

namespace stator::model {

// Rows of one kind that a read meets.
struct MetRows {
  const StoredRow* row = nullptr;  // of StatementRows
  double count = 0;
};

// Finds the rows of a table or index that one read of a statement meets, and estimates their
// number.
class StatementRows {
 public:
  // `all`: the model's stored rows. `entity`: the parameters are made of its attributes.
  StatementRows(const Model& model, const std::vector<StoredRow>& all, const Table& table,
                const Index* index, const Entity& entity, const StatementValues& values);

  // Returns all rows.
  std::vector<MetRows> Everything() const;
  // Returns the rows in the range of the terms, whose first is the equality on the partition key.
  std::vector<MetRows> Under(const std::vector<query::KeyTerm>& terms) const;

 private:
  bool MayMeet(const StoredRow& row, const query::KeyTerm& term, const Template& key) const;
  double PerKey(const StoredRow& row, const query::KeyTerm& hash) const;

  const Model& model_;
  const Entity& entity_;
  const StatementValues& values_;
  std::vector<StoredRow> rows_;
};

}  // namespace stator::model
