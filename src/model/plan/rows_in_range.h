#pragma once

#include "model/language/model.h"
#include "model/plan/plan.h"

namespace stator::model {

// The number of one kind of rows in the key range that a Query reads, over all partition keys that
// it asks. A filter reads all of them.
struct RowsInRange {
  double rows = 0;
  // Whether the model states how many values each part of the range has. If not, `rows` assumes one
  // value of a partition key attribute for each instance, and `rows_max` counts only the known
  // parts.
  bool known = true;
  double rows_max = 0;
};

// Counts the rows. REQUIRES: the plan is a Query of that pattern, and `rows` is one of its wanted
// or over-read rows.
RowsInRange CountInRange(const Model& model, const Pattern& pattern, const ReadPlan& plan,
                         const StoredRow& rows);

// Returns the share of the range's rows that pass the plan's filter, from 0 to 1. It follows from
// the shares of an enum, the number of values or the length of a window of time. If the model
// states none of these, each attribute keeps a tenth.
double FilterShare(const Model& model, const Pattern& pattern, const ReadPlan& plan);

}  // namespace stator::model
