#include "price/estimate.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "price/money.h"

namespace stator::price {
namespace {

constexpr double kEventualReadUnits = 0.5;

Load LoadOf(const Question& question, double write_units, double read_units) {
  return {
      .writes = {.average = question.writes * write_units,
                 .peak = question.writes_peak * write_units},
      .reads = {.average = question.reads * read_units, .peak = question.reads_peak * read_units},
      .peak_hours = question.peak_hours,
      .stored_bytes = question.stored_bytes,
      .stream_reads = question.stream_reads};
}

void AddBreakEven(Subject subject, const Throughput& load, std::pair<double, double> prices,
                  double utilization, std::vector<BreakEvenLoads>& loads) {
  const auto [unit_million, unit_hour] = prices;
  const auto full = BreakEvenOf(unit_million, unit_hour, 1);
  const auto part = BreakEvenOf(unit_million, unit_hour, utilization);
  if (load.average <= 0 || !full || !part) return;
  loads.push_back({.subject = subject,
                   .full_load = std::max(load.average, load.peak),
                   .utilization = utilization,
                   .fully_used = *full,
                   .at_utilization = *part});
}

bool Throttled(const Throughput& load, const CapacityRange& capacity) {
  return std::max(load.average, load.peak) > std::max(capacity.floor, capacity.ceiling);
}

void AddThrottled(const Estimate& estimate, const Terms& terms, std::vector<std::string>& notes) {
  if (Throttled(estimate.load.writes, terms.write_capacity)) {
    notes.emplace_back("With auto scaling, writes above the ceiling are throttled.");
  }
  if (Throttled(estimate.load.reads, terms.read_capacity)) {
    notes.emplace_back("With auto scaling, reads above the ceiling are throttled.");
  }
}

void AddFreeTier(const PriceTable& prices, const Terms& terms, std::vector<std::string>& notes) {
  if (!terms.free_tier) return;
  if (terms.storage_class != StorageClass::kStandard) {
    notes.emplace_back("The free tier has storage and units of the Standard class only.");
    return;
  }
  const FreeTier& free = prices.free_tier;
  const double millions = 1e6;
  notes.push_back(fmt::format(
      "The free tier has {} WCU and {} RCU. At even rates they serve {:.1f} million writes of 1 KB "
      "and {:.1f} million eventually consistent reads of 4 KB a month. On-demand requests are "
      "never free.",
      AmountText(free.write_units), AmountText(free.read_units),
      FreeRequests(free.write_units, 1, terms.month_hours) / millions,
      FreeRequests(free.read_units, kEventualReadUnits, terms.month_hours) / millions));
}

// Returns true if the estimate used a group of the price file.
bool Used(std::string_view group, const Question& question, const PriceTable& prices) {
  const bool standard = question.terms.storage_class == StorageClass::kStandard;
  if (group == "gb_bytes") return question.stored_bytes > 0;
  if (group == "reserved") return standard && prices.reserved.has_value();
  if (group == "streams") return question.stream_reads > 0;
  if (group == "free_tier") return question.terms.free_tier;
  // Every estimate compares both classes.
  return group == "standard" || group == "infrequent_access";
}

std::vector<std::string> NotesOf(const Question& question, const PriceTable& prices,
                                 const Estimate& estimate) {
  std::vector<std::string> notes;
  AddThrottled(estimate, question.terms, notes);
  AddFreeTier(prices, question.terms, notes);
  if (question.write.items > 1 || question.read.items > 1) {
    notes.emplace_back("A batch is charged item by item: it saves round trips, not units.");
  }
  if (question.terms.storage_class != StorageClass::kStandard) {
    notes.emplace_back("Reserved capacity is sold for the Standard class only.");
  }
  auto unverified =
      UnverifiedText(prices, [&](std::string_view group) { return Used(group, question, prices); });
  if (!unverified.empty()) notes.push_back(std::move(unverified));
  return notes;
}

}  // namespace

std::vector<BreakEvenLoads> BreakEvensOf(const Load& load, const PriceTable& prices,
                                         const Terms& terms) {
  const ClassPrices& price = prices.Of(terms.storage_class);
  std::vector<BreakEvenLoads> all;
  AddBreakEven(Subject::kWrites, load.writes, {price.write_million, price.write_unit_hour},
               terms.utilization, all);
  AddBreakEven(Subject::kReads, load.reads, {price.read_million, price.read_unit_hour},
               terms.utilization, all);
  return all;
}

Estimate EstimateOf(const Question& question, const PriceTable& prices) {
  Estimate estimate;
  estimate.write_units = WriteUnits(question.write);
  estimate.read_units = ReadUnits(question.read);
  estimate.load = LoadOf(question, estimate.write_units, estimate.read_units);
  estimate.plans = Plans({estimate.load}, prices, question.terms);
  Terms other = question.terms;
  other.storage_class = OtherClass(other.storage_class);
  estimate.other_class = Plans({estimate.load}, prices, other);
  estimate.break_even = BreakEvensOf(estimate.load, prices, question.terms);
  estimate.notes = NotesOf(question, prices, estimate);
  return estimate;
}

std::string PlanText(PlanKind kind, double utilization) {
  if (kind == PlanKind::kProvisioned) {
    return fmt::format("provisioned, {} % used", AmountText(utilization * 100));
  }
  constexpr std::string_view kTexts[] = {
      "on-demand",           "provisioned, fully used", "", "provisioned, auto scaling",
      "reserved for 1 year", "reserved for 3 years"};
  return std::string(kTexts[static_cast<std::size_t>(kind)]);
}

StorageClass OtherClass(StorageClass storage_class) {
  return storage_class == StorageClass::kStandard ? StorageClass::kInfrequentAccess
                                                  : StorageClass::kStandard;
}

}  // namespace stator::price
