#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "price/price_table.h"

// What a load costs in a month, in each of the ways AWS sells capacity. Pure arithmetic over a
// PriceTable.
namespace stator::price {

// A request, and the units it takes. A batch is charged item by item: it saves round trips, not
// units.
struct RequestShape {
  std::uint64_t item_bytes = 0;
  std::uint64_t items = 1;
  bool transactional = false;  // twice the units
  bool strong = false;         // of reads: eventually consistent ones take half
};
double WriteUnits(const RequestShape& shape);
double ReadUnits(const RequestShape& shape);

// Units a second of one kind, averaged over the month, and at the busiest time of the day. A peak
// below the average is none.
struct Throughput {
  double average = 0;
  double peak = 0;
};

inline constexpr double kBilledItemBytes = 100;

// Provisioned capacity of each table and index stays between these; the ceiling is that of auto
// scaling alone.
struct CapacityRange {
  double floor = 0;
  double ceiling = std::numeric_limits<double>::infinity();
};

// What one table or one global index has to bear; each has a capacity of its own. Peaks are taken
// to begin at the same time.
struct Load {
  Throughput writes;
  Throughput reads;
  double peak_hours = 2;  // of each day at the peak; the rest of the day is even
  // As billed: with kBilledItemBytes for each item and each entry of an index.
  double stored_bytes = 0;
  double stream_reads = 0;  // calls of GetRecords a second; those of Lambda are free
  // Of a table whose auto scaling is decided already; else the terms' hold.
  std::optional<CapacityRange> write_capacity;
  std::optional<CapacityRange> read_capacity;
  std::optional<double> utilization;
  bool gone = false;  // no longer there, so that no floor holds
  // As recorded: units a second that auto scaling is to serve in parts of the time that are equally
  // long, in their order. Instead of the day with two levels if one of several loads has any.
  std::vector<double> recorded_writes;
  std::vector<double> recorded_reads;
};

struct Terms {
  StorageClass storage_class = StorageClass::kStandard;
  double month_hours = 730;
  double utilization = 0.7;  // of provisioned capacity; what is above it is head room
  CapacityRange write_capacity;
  CapacityRange read_capacity;
  // Storage, stream reads and provisioned units of the Standard class; the units are taken off
  // every hour. It is the account's: once for all loads.
  bool free_tier = false;
};

enum class Subject : std::uint8_t { kWrites, kReads, kStorage, kStreams, kWarmThroughput };

// One line of a bill and its working: quantity times price.
struct Line {
  Subject subject;
  double quantity;
  std::string unit;    // "million write units"
  double price;        // of one
  std::string remark;  // how the quantity comes about; may be empty

  double Dollars() const { return quantity * price; }
};

enum class PlanKind : std::uint8_t {
  kOnDemand,
  kFullyUsed,    // provisioned for the peak without head room
  kProvisioned,  // for the peak, at the terms' utilization, all day
  kScaled,       // capacity follows the load
  kReservedOneYear,
  kReservedThreeYears,
};

struct Plan {
  PlanKind kind;
  std::vector<Line> lines;  // none costs nothing

  double Dollars() const;
  double Dollars(Subject subject) const;
};

// Loads of one storage class share the free tier and reserved blocks.
using Loads = std::vector<Load>;

Plan OnDemand(const Loads& loads, const PriceTable& prices, const Terms& terms);
// Capacity for the peak, all the time; `utilization` instead of that of the terms.
Plan Provisioned(const Loads& loads, const PriceTable& prices, const Terms& terms,
                 double utilization);
Plan Scaled(const Loads& loads, const PriceTable& prices, const Terms& terms);
// Auto scaling on top of as many reserved blocks as pay. `kind` is one of the two terms. nullopt:
// not sold, as for any class but Standard.
std::optional<Plan> Reserved(const Loads& loads, const PriceTable& prices, const Terms& terms,
                             PlanKind kind);

// All of these, in the order of PlanKind; kFullyUsed only where it differs from kProvisioned.
std::vector<Plan> Plans(const Loads& loads, const PriceTable& prices, const Terms& terms);

// The cheapest, of equals the first. kFullyUsed is not one anybody can run. REQUIRES: plans of
// Plans().
const Plan& Cheapest(const std::vector<Plan>& plans);
// Of those that promise nothing for years.
const Plan& CheapestUncommitted(const std::vector<Plan>& plans);

// The load below which on-demand is cheaper than capacity that stands all day.
struct BreakEven {
  double fraction;  // of the load that the capacity is for; above 1: on-demand always is
  double HoursPerDay() const { return 24 * fraction; }
};
// By the prices of a million request units and of a unit-hour. nullopt: on-demand costs nothing.
std::optional<BreakEven> BreakEvenOf(double unit_million, double unit_hour, double utilization);

// How many requests a month the units of the free tier serve, each taking `units` of them.
double FreeRequests(double free_units, double units, double month_hours);

}  // namespace stator::price
