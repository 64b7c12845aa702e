#pragma once

#include <string>
#include <vector>

#include "bill/bill.h"

namespace stator::bill {

inline constexpr std::size_t kChangesShown = 40;

// What a line of a bill came to in another one.
struct LineChange {
  BillLine line;  // of either; without quantity and dollars
  double before = 0;
  double after = 0;
  double Dollars() const { return after - before; }
};

struct BillDiff {
  double before = 0;
  double after = 0;
  std::vector<LineChange> changes;  // those that are some; the largest amount of money first
};

BillDiff DiffOf(const Bill& before, const Bill& after);

std::string DiffText(const BillDiff& diff);
std::string DiffJson(const BillDiff& diff);

}  // namespace stator::bill
