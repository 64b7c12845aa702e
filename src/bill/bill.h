#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/durations.h"
#include "capacity/account.h"
#include "price/estimate.h"
#include "price/monthly.h"
#include "price/price_table.h"

// What was counted on a server, in money: what it costs in a month if it goes on like that, who
// causes it, and what it would cost otherwise.
namespace stator::bill {

// Traffic of less counts as that of a minute: nobody's month is made of such seconds.
inline constexpr TimeMicros kPeriodMin = kMinute;
inline constexpr TimeMicros kPeriodMax = 31 * kDay;  // of those one asks for
// Quiet minutes after which auto scaling takes capacity back.
inline constexpr std::uint64_t kScaleInMinutes = 15;
// Nodes of a cluster of DAX that AWS recommends for production.
inline constexpr double kCacheNodes = 3;

struct BillTerms {
  double month_hours = 730;
  double utilization = 0.7;  // of provisioned capacity
  // The traffic stands for that of so long; nullopt: it is that of the time it took.
  std::optional<TimeMicros> period;
};

// The smallest part of a bill: what one pattern causes at one table or index.
struct BillLine {
  std::string table;
  std::string index;      // that is charged; empty: the table
  std::string operation;  // empty: no request is the cause
  std::string pattern;    // "Query GSI1 CUST#*#SHIPPED"; empty likewise
  price::Subject subject = price::Subject::kWrites;
  double quantity = 0;  // a month: units, GB-months or reads of streams; of warm
                        // throughput the units raised, once
  double dollars = 0;
};

// A pattern with all it causes in a month.
struct PatternBill {
  std::string table;
  std::string operation;
  std::string pattern;
  double requests = 0;
  double throttled = 0;
  double read_units = 0;
  double write_units = 0;
  double dollars = 0;
  double index_dollars = 0;  // of these, for global indexes
};

// What a cache in front of a table would do.
struct CacheBill {
  double answered = 0;  // share of the read units
  double saved = 0;     // dollars
  std::string node;     // the cheapest type there is
  double dollars = 0;   // of a cluster of kCacheNodes
  bool Pays() const { return saved > dollars; }
};

struct TableBill {
  std::string name;
  bool on_demand = true;
  price::StorageClass storage_class = price::StorageClass::kStandard;
  double dollars = 0;
  price::Load load;  // of the table and its indexes together
  std::vector<price::Plan> plans;
  std::vector<price::Plan> other_class;
  std::vector<price::BreakEvenLoads> break_even;
  std::optional<CacheBill> cache;  // of tables that are read, where the prices have nodes
};

struct Bill {
  TimeMicros since = 0;
  TimeMicros until = 0;
  double hours = 0;  // that the traffic stands for
  price::PriceTable prices;
  BillTerms terms;
  double dollars = 0;
  std::vector<BillLine> lines;  // the most expensive first, like the others
  std::vector<PatternBill> patterns;
  std::vector<TableBill> tables;
  std::string unverified;  // one sentence; may be empty
};

// Of the one table, or of all.
Bill BillOf(const capacity::AccountUse& use, const price::PriceTable& prices,
            const BillTerms& terms, const std::optional<std::string>& table = std::nullopt);

// What lines have in common, in money: by table, by index, by operation.
double DollarsOf(const Bill& bill, const std::string BillLine::* member, std::string_view value);

}  // namespace stator::bill
