#pragma once

#include <string>
#include <vector>

#include "model/verify/evaluate.h"
#include "model/verify/reads.h"
#include "model/verify/row_map.h"

namespace stator::model {

// The table or index that a read used.
struct ReadPlace {
  const Table* table = nullptr;
  std::string index;                                 // empty: the table
  const std::vector<StoredRow>* accesses = nullptr;  // of the whole model
};

// Compares the result of a read with the right one. Returns one sentence for each kind of fault,
// none if there is no fault. REQUIRES: `expected` and `rows` come from the same instances.
std::vector<std::string> FaultsOf(const Pattern& pattern, const ReadPlace& place,
                                  const ExpectedItems& expected, const RowMap& rows,
                                  const ReadOutcome& outcome);

// Compares the attributes that the item has with those it must have. Returns the first difference;
// empty if there is none.
std::string DifferenceOf(const client::Item& got, const client::Item& wanted);

}  // namespace stator::model
