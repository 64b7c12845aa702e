#pragma once

namespace stator::model {

inline constexpr double kRounding = 1e-9;  // tolerance for sums that should be whole numbers

// Rounds up, but not for a mere error of rounding.
double CeilOf(double number);

// Returns the cost of one page, in half units of an eventually consistent read.
double HalvesOf(double bytes);

// Returns the items of a page of 1 MB. The item that reaches 1 MB is the last.
double ItemsOfPage(double item_bytes);

// The pages of one read, each of which is rounded by itself.
struct PageCost {
  double requests = 0;
  double halves = 0;  // half units of an eventually consistent read
};

// `page`: the items of a page. `again`: the read asks for a further page to see that it was the
// last.
PageCost CostOfPages(double items, double item_bytes, double page, bool again);

}  // namespace stator::model
