#pragma once

#include "model/language/model.h"
#include "model/plan/plan.h"

namespace stator::model {

// How many rows of one kind lie in the key range that a Query reads, over all partition keys that
// it asks. A filter reads all of them.
struct RowsInRange {
  double rows = 0;
  // The model says how many values each part of the range has. Otherwise `rows` takes an attribute
  // of a partition key to have a value for each instance, and `rows_max` counts only known parts.
  bool known = true;
  double rows_max = 0;
};

// REQUIRES: the plan is a Query of that pattern, and the rows are among its wanted or over-read.
RowsInRange CountInRange(const Model& model, const Pattern& pattern, const ReadPlan& plan,
                         const StoredRow& rows);

// The share of the rows in the range that pass the plan's filter, from 0 to 1: by the shares of an
// enum, the number of values or the length of a window of time. Where the model says none of these,
// a tenth for each attribute.
double FilterShare(const Model& model, const Pattern& pattern, const ReadPlan& plan);

}  // namespace stator::model
