#include "model/plan/page_cost.h"

#include <algorithm>
#include <cmath>

#include "base/limits.h"

namespace stator::model {

double CeilOf(double number) { return std::ceil(number - kRounding); }

double HalvesOf(double bytes) { return std::max(1.0, CeilOf(bytes / limits::kReadUnitBytes)); }

double ItemsOfPage(double item_bytes) {
  return std::max(1.0, CeilOf(limits::kPageBytesMax / item_bytes));
}

PageCost CostOfPages(double items, double item_bytes, double page, bool again) {
  const double full = std::floor(items / page + kRounding);
  const double rest = std::max(0.0, items - full * page);
  const bool has_rest = rest > kRounding || full == 0 || again;
  return {
      .requests = full + (has_rest ? 1 : 0),
      .halves = full * HalvesOf(page * item_bytes) + (has_rest ? HalvesOf(rest * item_bytes) : 0)};
}

}  // namespace stator::model
