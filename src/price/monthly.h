#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "price/price_table.h"

// Computes the cost of a load for a month, in each way that AWS sells capacity. Pure arithmetic
// over a PriceTable.
namespace stator::price {

// A request, as far as its units depend on it. AWS charges a batch item by item: a batch saves
// round trips, not units.
struct RequestShape {
  std::uint64_t item_bytes = 0;
  std::uint64_t items = 1;
  bool transactional = false;  // true: twice the units
  bool strong = false;         // of reads: eventually consistent reads take half the units
};
// Returns the units of one request.
double WriteUnits(const RequestShape& shape);
double ReadUnits(const RequestShape& shape);

// Units a second of one kind: the average over the month, and the rate at the busiest time of the
// day. A peak below the average counts as no peak.
struct Throughput {
  double average = 0;
  double peak = 0;
};

// Bounds of the provisioned capacity of each table and index. The ceiling applies to auto scaling
// only.
struct CapacityRange {
  double floor = 0;
  double ceiling = std::numeric_limits<double>::infinity();
};

// The load of one table or one global index. Each has a capacity of its own. Peaks of several loads
// begin at the same time.
struct Load {
  Throughput writes;
  Throughput reads;
  double peak_hours = 2;  // hours of each day at the peak; the rest of the day is even
  // Billed bytes: each item and each index entry counts
  // limits::kBilledOverheadBytes more.
  double stored_bytes = 0;
  double stream_reads = 0;  // calls of GetRecords a second, without Lambda's free calls
  // Settings of a table whose auto scaling is already decided. nullopt: those of the terms.
  std::optional<CapacityRange> write_capacity;
  std::optional<CapacityRange> read_capacity;
  std::optional<double> utilization;
  bool gone = false;  // the resource is deleted, so no floor applies
  // Recorded demand on auto scaling: units a second in consecutive parts of equal length. If any of
  // several loads has a record, records replace the day with two levels.
  std::vector<double> recorded_writes;
  std::vector<double> recorded_reads;
};

// The conditions under which a load is priced.
struct Terms {
  StorageClass storage_class = StorageClass::kStandard;
  double month_hours = 730;
  double utilization = 0.7;  // of provisioned capacity; the rest is head room
  CapacityRange write_capacity;
  CapacityRange read_capacity;
  // Applies the free tier: storage, stream reads and provisioned units of the Standard class. The
  // units count every hour. The account has one free tier for all loads.
  bool free_tier = false;
};

// The things that a bill charges.
enum class Subject : std::uint8_t { kWrites, kReads, kStorage, kStreams, kWarmThroughput };
// "warmThroughput"
std::string_view NameOf(Subject subject);

// One line of a bill and its working: quantity times price.
struct Line {
  Subject subject;
  double quantity;
  std::string unit;    // "million write units"
  double price;        // of one unit
  std::string remark;  // explains the quantity; may be empty

  double Dollars() const { return quantity * price; }
};

// The ways to pay for a load.
enum class PlanKind : std::uint8_t {
  kOnDemand,
  kFullyUsed,    // provisioned for the peak without head room
  kProvisioned,  // for the peak, at the terms' utilization, all day
  kScaled,       // capacity follows the load
  kReservedOneYear,
  kReservedThreeYears,
};
// "onDemand"
std::string_view NameOf(PlanKind kind);

// One way to pay for loads.
struct Plan {
  PlanKind kind;
  std::vector<Line> lines;  // lines that cost nothing are left out

  // The sum of all lines, or of the lines of one subject.
  double Dollars() const;
  double Dollars(Subject subject) const;
};

// Loads of one storage class share the free tier and reserved blocks.
using Loads = std::vector<Load>;

// Charges each request.
Plan OnDemand(const Loads& loads, const PriceTable& prices, const Terms& terms);
// Holds capacity for the peak all the time. `utilization` replaces that of the terms.
Plan Provisioned(const Loads& loads, const PriceTable& prices, const Terms& terms,
                 double utilization);
// Holds the capacity that auto scaling would provision.
Plan Scaled(const Loads& loads, const PriceTable& prices, const Terms& terms);
// Adds auto scaling to as many reserved blocks as pay off. `kind` is one of the two terms. nullopt:
// not sold, as for any class but Standard.
std::optional<Plan> Reserved(const Loads& loads, const PriceTable& prices, const Terms& terms,
                             PlanKind kind);

// Returns all plans in the order of PlanKind. kFullyUsed is included only if it differs from
// kProvisioned.
std::vector<Plan> Plans(const Loads& loads, const PriceTable& prices, const Terms& terms);

// Returns the cheapest plan, and the first of equally cheap plans. Skips kFullyUsed: no workload
// uses all of its capacity. REQUIRES: `plans` come from Plans().
const Plan& Cheapest(const std::vector<Plan>& plans);
// As Cheapest, but only among plans without a commitment for years.
const Plan& CheapestUncommitted(const std::vector<Plan>& plans);

// The load below which on-demand is cheaper than capacity that stands all day.
struct BreakEven {
  double fraction;  // of the load that the capacity is for; above 1: on-demand is always cheaper
  double HoursPerDay() const { return 24 * fraction; }
};
// Computes the break-even from the prices of a million request units and of a unit-hour. nullopt:
// on-demand costs nothing.
std::optional<BreakEven> BreakEvenOf(double unit_million, double unit_hour, double utilization);

// Returns how many requests a month the free tier serves, if each takes `units` units.
double FreeRequests(double free_units, double units, double month_hours);

}  // namespace stator::price
