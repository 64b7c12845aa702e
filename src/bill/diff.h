#pragma once

#include <string>
#include <vector>

#include "bill/bill.h"

namespace stator::bill {

inline constexpr std::size_t kChangesShown = 40;

// The amounts of one line in two bills.
struct LineChange {
  BillLine line;  // from either bill, without quantity and dollars
  double before = 0;
  double after = 0;
  double Dollars() const { return after - before; }
};

// The difference between two bills.
struct BillDiff {
  double before = 0;
  double after = 0;
  std::vector<LineChange> changes;  // only lines that changed, the largest change first
};

// Compares two bills line by line.
BillDiff DiffOf(const Bill& before, const Bill& after);

// Formats the difference for a person (Text) or a program (Json).
std::string DiffText(const BillDiff& diff);
std::string DiffJson(const BillDiff& diff);

}  // namespace stator::bill
