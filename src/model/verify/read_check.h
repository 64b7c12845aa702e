#pragma once

#include <string>
#include <vector>

#include "model/verify/evaluate.h"
#include "model/verify/reads.h"
#include "model/verify/row_map.h"

namespace stator::model {

// Where a read looked.
struct ReadPlace {
  const Table* table = nullptr;
  std::string index;                                 // empty: the table
  const std::vector<StoredRow>* accesses = nullptr;  // of the whole model
};

// What is wrong with what a read got: one sentence for each kind of fault, none if all is right.
// The instances must be those that `expected` and `rows` were made of.
std::vector<std::string> FaultsOf(const Pattern& pattern, const ReadPlace& place,
                                  const ExpectedItems& expected, const RowMap& rows,
                                  const ReadOutcome& outcome);

// Whether a stored or shown item differs from what it must be, in attributes that it has; says in
// which and how. Empty: it does not.
std::string DifferenceOf(const client::Item& got, const client::Item& wanted);

}  // namespace stator::model
