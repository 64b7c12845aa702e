#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "price/monthly.h"
#include "price/price_table.h"

namespace stator::price {

// The question that `stator price` answers: requests a second, and their shape.
struct Question {
  double writes = 0;
  double reads = 0;
  double writes_peak = 0;  // 0: the average
  double reads_peak = 0;
  RequestShape write;
  RequestShape read;
  double peak_hours = 2;
  double stored_bytes = 0;
  double stream_reads = 0;
  Terms terms;
};

// The two break-even loads of writes or of reads.
struct BreakEvenLoads {
  Subject subject;
  double full_load;  // units a second that the capacity is for: the peak
  double utilization;
  BreakEven fully_used;
  BreakEven at_utilization;
};

// The answer, for a report to show.
struct Estimate {
  double write_units = 0;  // of one request
  double read_units = 0;
  Load load;
  std::vector<Plan> plans;
  std::vector<Plan> other_class;  // the same load in the other storage class
  std::vector<BreakEvenLoads> break_even;
  std::vector<std::string> notes;  // sentences
};

// Returns the break-even loads of writes and of reads, as far as the load has them.
std::vector<BreakEvenLoads> BreakEvensOf(const Load& load, const PriceTable& prices,
                                         const Terms& terms);

// Prices the load of the question under every way to pay.
Estimate EstimateOf(const Question& question, const PriceTable& prices);

// The plan's title: "on-demand", "provisioned, 70 % used", …
std::string PlanText(PlanKind kind, double utilization);
StorageClass OtherClass(StorageClass storage_class);

}  // namespace stator::price
