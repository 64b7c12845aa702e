#include "price/monthly.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/quantity.h"
#include "price/money.h"
#include "table/units.h"

namespace stator::price {
namespace {

constexpr double kHoursPerDay = 24;
constexpr double kMonthsPerYear = 12;
// bound of a break-even fraction; no load reaches one above 1
constexpr double kFractionMax = 1000;
// Relative bound of rounding errors: 700 units at 70 % are 1,000, and not a unit more.
constexpr double kRounding = 1e-9;

// One side of the load, writes or reads: its demand and its prices.
struct Side {
  Subject subject;
  std::string_view capacity_name;  // "WCU"
  std::string_view request_name;   // "write units"
  Throughput Load::* load;
  std::optional<CapacityRange> Load::* own_capacity;
  std::vector<double> Load::* recorded;
  CapacityRange capacity;
  double unit_million;
  double unit_hour;
  double free_units;
};

// Capacity that is held for a part of the time.
struct Step {
  double units;
  double share;
};
using Day = std::vector<Step>;  // the busiest first; never empty

double UnitsIn(table::HalfUnits half_units, const RequestShape& shape) {
  return static_cast<double>(half_units) / 2 * static_cast<double>(shape.items);
}

std::array<Side, 2> SidesOf(const PriceTable& prices, const Terms& terms) {
  const ClassPrices& price = prices.Of(terms.storage_class);
  const bool free = terms.free_tier && terms.storage_class == StorageClass::kStandard;
  return {Side{.subject = Subject::kWrites,
               .capacity_name = "WCU",
               .request_name = "write units",
               .load = &Load::writes,
               .own_capacity = &Load::write_capacity,
               .recorded = &Load::recorded_writes,
               .capacity = terms.write_capacity,
               .unit_million = price.write_million,
               .unit_hour = price.write_unit_hour,
               .free_units = free ? prices.free_tier.write_units : 0},
          Side{.subject = Subject::kReads,
               .capacity_name = "RCU",
               .request_name = "read units",
               .load = &Load::reads,
               .own_capacity = &Load::read_capacity,
               .recorded = &Load::recorded_reads,
               .capacity = terms.read_capacity,
               .unit_million = price.read_million,
               .unit_hour = price.read_unit_hour,
               .free_units = free ? prices.free_tier.read_units : 0}};
}

double PeakOf(const Throughput& load) { return std::max(load.average, load.peak); }

// Sums a member over all loads.
double Sum(const Loads& loads, double Load::* member) {
  double sum = 0;
  for (const Load& load : loads) sum += load.*member;
  return sum;
}

double CapacityFor(double units, double utilization) {
  return std::ceil(units / utilization * (1 - kRounding));
}

// Returns the capacity that auto scaling holds for one table or index while its load is at `units`.
double ScaledCapacity(const Side& side, const Load& load, double units, double utilization) {
  const CapacityRange range = (load.*side.own_capacity).value_or(side.capacity);
  const double wanted = CapacityFor(units, load.utilization.value_or(utilization));
  return std::max(load.gone ? 0 : range.floor, std::min(wanted, range.ceiling));
}

// Capacity of one table or index over the day.
struct Levels {
  double peak;
  double other;
  double peak_share;  // of the day
};

// Divides a load into two levels with the load's average. A peak that would leave nothing for the
// rest of the day lasts only as long as the average allows.
Levels LevelsOf(const Side& side, const Load& load, double utilization) {
  const Throughput& units = load.*side.load;
  const double peak = PeakOf(units);
  Levels levels{.peak = peak, .other = units.average, .peak_share = 0};
  if (peak > units.average) {
    levels.peak_share = std::min(load.peak_hours / kHoursPerDay, units.average / peak);
    levels.other = (units.average - peak * levels.peak_share) / (1 - levels.peak_share);
  }
  for (double* level : {&levels.peak, &levels.other}) {
    *level = ScaledCapacity(side, load, *level, utilization);
  }
  return levels;
}

// Returns the capacity that auto scaling holds for all loads over the recorded time. Only the
// length of each level counts, not its position.
Day RecordedDay(const Side& side, const Loads& loads, std::size_t parts, double utilization) {
  std::map<double, std::size_t, std::greater<>> lengths;
  for (std::size_t part = 0; part < parts; ++part) {
    double units = 0;
    for (const Load& load : loads) {
      const auto& recorded = load.*side.recorded;
      units += ScaledCapacity(side, load, part < recorded.size() ? recorded[part] : 0, utilization);
    }
    ++lengths[units];
  }
  Day day;
  for (const auto& [units, length] : lengths) {
    day.push_back({units, static_cast<double>(length) / static_cast<double>(parts)});
  }
  return day;
}

// Returns the capacity that auto scaling holds for all loads over the day.
Day ScaledDay(const Side& side, const Loads& loads, double utilization) {
  std::size_t parts = 0;
  for (const Load& load : loads) parts = std::max(parts, (load.*side.recorded).size());
  if (parts > 0) return RecordedDay(side, loads, parts, utilization);
  std::vector<Levels> all;
  std::set<double> ends = {1};  // of peaks, as shares of the day
  for (const Load& load : loads) {
    all.push_back(LevelsOf(side, load, utilization));
    if (all.back().peak_share > 0) ends.insert(all.back().peak_share);
  }
  Day day;
  double begin = 0;
  for (const double end : ends) {
    Step step{.units = 0, .share = end - begin};
    for (const Levels& levels : all) {
      step.units += begin < levels.peak_share ? levels.peak : levels.other;
    }
    day.push_back(step);
    begin = end;
  }
  return day;
}

// Returns capacity for all peaks, held all day.
Day FixedDay(const Side& side, const Loads& loads, double utilization) {
  Step step{.units = 0, .share = 1};
  for (const Load& load : loads) {
    const double floor = load.gone ? 0 : side.capacity.floor;
    step.units += std::max(floor, CapacityFor(PeakOf(load.*side.load), utilization));
  }
  return {step};
}

std::string DayText(const Day& day, std::string_view name) {
  auto busiest = fmt::format("{} {}", AmountText(day.front().units), name);
  if (day.front().units == day.back().units) return busiest;
  if (day.size() > 2) return fmt::format("{} to {}", AmountText(day.back().units), busiest);
  return fmt::format("{} for {} h a day, else {}", busiest,
                     AmountText(day.front().share * kHoursPerDay), AmountText(day.back().units));
}

// Unit-hours of a month above `covered` units.
double UnitHours(const Day& day, double covered, double month_hours) {
  double sum = 0;
  for (const Step& step : day) sum += std::max(0.0, step.units - covered) * step.share;
  return sum * month_hours;
}

// Adds a line unless its quantity is zero.
void Add(std::vector<Line>& lines, Line line) {
  if (line.quantity > 0) lines.push_back(std::move(line));
}

void AddUnitHours(const Side& side, const Day& day, double covered, const Terms& terms,
                  std::vector<Line>& lines) {
  std::string remark = DayText(day, side.capacity_name);
  if (covered > 0) remark += fmt::format(", {} of them free or reserved", AmountText(covered));
  Add(lines, {.subject = side.subject,
              .quantity = UnitHours(day, covered, terms.month_hours),
              .unit = fmt::format("{}-hours", side.capacity_name),
              .price = side.unit_hour,
              .remark = std::move(remark)});
}

// Adds the lines that all plans share.
void AddStorageAndStreams(const Loads& loads, const PriceTable& prices, const Terms& terms,
                          std::vector<Line>& lines) {
  const bool free_storage = terms.free_tier && terms.storage_class == StorageClass::kStandard;
  const double gb = Sum(loads, &Load::stored_bytes) / prices.gb_bytes -
                    (free_storage ? prices.free_tier.storage_gb : 0);
  Add(lines, {.subject = Subject::kStorage,
              .quantity = gb,
              .unit = "GB-months",
              .price = prices.Of(terms.storage_class).storage_gb_month,
              .remark = {}});
  const double reads = Sum(loads, &Load::stream_reads) * kSecondsPerHour * terms.month_hours -
                       (terms.free_tier ? prices.free_tier.stream_reads : 0);
  Add(lines, {.subject = Subject::kStreams,
              .quantity = reads / kStreamReadsPriced,
              .unit = "hundred thousand stream reads",
              .price = prices.stream_read_hundred_thousand,
              .remark = {}});
}

struct ReservedTerm {
  BlockPrices block;
  double block_units;
  double months;
};

// Returns the number of blocks with the lowest bill. The bill is piecewise linear and bends where a
// level of the day is covered. So the best number is zero or next to such a point.
double BestBlocks(const Side& side, const Day& day, const ReservedTerm& term, double month_hours) {
  const double block_dollars = term.block.upfront / term.months + term.block.hour * month_hours;
  const auto bill = [&](double blocks) {
    const double covered = side.free_units + blocks * term.block_units;
    return blocks * block_dollars + UnitHours(day, covered, month_hours) * side.unit_hour;
  };
  double best = 0;
  for (const Step& step : day) {
    const double whole = std::floor(std::max(0.0, step.units - side.free_units) / term.block_units);
    for (const double blocks : {whole, whole + 1}) {
      if (bill(blocks) < bill(best)) best = blocks;
    }
  }
  return best;
}

void AddBlocks(const Side& side, double blocks, const ReservedTerm& term, const Terms& terms,
               std::vector<Line>& lines) {
  Add(lines,
      {.subject = side.subject,
       .quantity = blocks,
       .unit = fmt::format("blocks of {} {}", AmountText(term.block_units), side.capacity_name),
       .price = term.block.upfront / term.months,
       .remark = fmt::format("{} upfront over {} months", PriceText(term.block.upfront),
                             AmountText(term.months))});
  Add(lines, {.subject = side.subject,
              .quantity = blocks * terms.month_hours,
              .unit = "block-hours",
              .price = term.block.hour,
              .remark = {}});
}

const Plan& CheapestOf(const std::vector<Plan>& plans, bool committed) {
  const Plan* best = nullptr;
  for (const Plan& plan : plans) {
    if (plan.kind == PlanKind::kFullyUsed) continue;
    if (!committed && plan.kind >= PlanKind::kReservedOneYear) continue;
    if (best == nullptr || plan.Dollars() < best->Dollars()) best = &plan;
  }
  CHECK(best != nullptr);
  return *best;
}

}  // namespace

std::string_view NameOf(Subject subject) {
  constexpr std::string_view kNames[] = {"writes", "reads", "storage", "streams", "warmThroughput"};
  return kNames[static_cast<std::size_t>(subject)];
}

std::string_view NameOf(PlanKind kind) {
  constexpr std::string_view kNames[] = {"onDemand",    "fullyUsed",       "provisioned",
                                         "autoScaling", "reservedOneYear", "reservedThreeYears"};
  return kNames[static_cast<std::size_t>(kind)];
}

double WriteUnits(const RequestShape& shape) {
  return UnitsIn(table::WriteUnitsFor(shape.item_bytes), shape) * (shape.transactional ? 2 : 1);
}

double ReadUnits(const RequestShape& shape) {
  const bool consistent = shape.strong || shape.transactional;
  return UnitsIn(table::ReadUnitsFor(shape.item_bytes, consistent), shape) *
         (shape.transactional ? 2 : 1);
}

double Plan::Dollars() const {
  double sum = 0;
  for (const Line& line : lines) sum += line.Dollars();
  return sum;
}

double Plan::Dollars(Subject subject) const {
  double sum = 0;
  for (const Line& line : lines) sum += line.subject == subject ? line.Dollars() : 0;
  return sum;
}

Plan OnDemand(const Loads& loads, const PriceTable& prices, const Terms& terms) {
  Plan plan{.kind = PlanKind::kOnDemand, .lines = {}};
  for (const Side& side : SidesOf(prices, terms)) {
    double units = 0;
    for (const Load& load : loads) units += (load.*side.load).average;
    Add(plan.lines, {.subject = side.subject,
                     .quantity = units * kSecondsPerHour * terms.month_hours / kMillion,
                     .unit = fmt::format("million {}", side.request_name),
                     .price = side.unit_million,
                     .remark = {}});
  }
  AddStorageAndStreams(loads, prices, terms, plan.lines);
  return plan;
}

Plan Provisioned(const Loads& loads, const PriceTable& prices, const Terms& terms,
                 double utilization) {
  Plan plan{.kind = PlanKind::kProvisioned, .lines = {}};
  for (const Side& side : SidesOf(prices, terms)) {
    AddUnitHours(side, FixedDay(side, loads, utilization), side.free_units, terms, plan.lines);
  }
  AddStorageAndStreams(loads, prices, terms, plan.lines);
  return plan;
}

Plan Scaled(const Loads& loads, const PriceTable& prices, const Terms& terms) {
  Plan plan{.kind = PlanKind::kScaled, .lines = {}};
  for (const Side& side : SidesOf(prices, terms)) {
    const Day day = ScaledDay(side, loads, terms.utilization);
    AddUnitHours(side, day, side.free_units, terms, plan.lines);
  }
  AddStorageAndStreams(loads, prices, terms, plan.lines);
  return plan;
}

std::optional<Plan> Reserved(const Loads& loads, const PriceTable& prices, const Terms& terms,
                             PlanKind kind) {
  if (!prices.reserved || terms.storage_class != StorageClass::kStandard) return std::nullopt;
  const bool one_year = kind == PlanKind::kReservedOneYear;
  const TermPrices& blocks = one_year ? prices.reserved->one_year : prices.reserved->three_years;
  Plan plan{.kind = kind, .lines = {}};
  for (const Side& side : SidesOf(prices, terms)) {
    const ReservedTerm term{.block = side.subject == Subject::kWrites ? blocks.write : blocks.read,
                            .block_units = prices.reserved->block_units,
                            .months = (one_year ? 1 : 3) * kMonthsPerYear};
    const Day day = ScaledDay(side, loads, terms.utilization);
    const double bought = BestBlocks(side, day, term, terms.month_hours);
    AddBlocks(side, bought, term, terms, plan.lines);
    AddUnitHours(side, day, side.free_units + bought * term.block_units, terms, plan.lines);
  }
  AddStorageAndStreams(loads, prices, terms, plan.lines);
  return plan;
}

std::vector<Plan> Plans(const Loads& loads, const PriceTable& prices, const Terms& terms) {
  std::vector<Plan> plans = {OnDemand(loads, prices, terms)};
  if (terms.utilization != 1) {
    plans.push_back(Provisioned(loads, prices, terms, 1));
    plans.back().kind = PlanKind::kFullyUsed;
  }
  plans.push_back(Provisioned(loads, prices, terms, terms.utilization));
  plans.push_back(Scaled(loads, prices, terms));
  for (const auto kind : {PlanKind::kReservedOneYear, PlanKind::kReservedThreeYears}) {
    if (auto plan = Reserved(loads, prices, terms, kind)) plans.push_back(*std::move(plan));
  }
  return plans;
}

const Plan& Cheapest(const std::vector<Plan>& plans) { return CheapestOf(plans, true); }

const Plan& CheapestUncommitted(const std::vector<Plan>& plans) { return CheapestOf(plans, false); }

std::optional<BreakEven> BreakEvenOf(double unit_million, double unit_hour, double utilization) {
  if (unit_million <= 0) return std::nullopt;
  const double on_demand_hour = unit_million * kSecondsPerHour / kMillion;
  return BreakEven{std::min(kFractionMax, unit_hour / utilization / on_demand_hour)};
}

double FreeRequests(double free_units, double units, double month_hours) {
  return free_units / units * kSecondsPerHour * month_hours;
}

}  // namespace stator::price
