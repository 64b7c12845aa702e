#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/durations.h"
#include "capacity/account.h"
#include "json/describe.h"
#include "price/estimate.h"
#include "price/monthly.h"
#include "price/price_table.h"

// Turns a server's counted traffic into money: the cost of a month at this rate, the patterns that
// cause it, and the cost of other ways to pay.
namespace stator::bill {

// Shorter traffic counts as the traffic of a minute: no month consists of such seconds.
inline constexpr TimeMicros kPeriodMin = kMinute;
inline constexpr TimeMicros kPeriodMax = 31 * kDay;  // longest period that --period takes
// Quiet minutes after which auto scaling takes capacity back.
inline constexpr std::uint64_t kScaleInMinutes = 15;
// Nodes of a DAX cluster that AWS recommends for production.
inline constexpr double kCacheNodes = 3;

// The assumptions of a bill.
struct BillTerms {
  double month_hours = 730;
  double utilization = 0.7;  // of provisioned capacity
  // The time that the traffic stands for. nullopt: the time in which it was counted.
  std::optional<TimeMicros> period;
};

// The smallest part of a bill: the cost that one pattern causes at one table or index.
struct BillLine {
  std::string table;
  std::string index;      // the index that is charged; empty: the table
  std::string operation;  // empty: no request causes the cost
  std::string pattern;    // "Query GSI1 CUST#*#SHIPPED"; empty as for `operation`
  price::Subject subject = price::Subject::kWrites;
  // a month: units, GB-months or stream reads; for warm throughput the raised units, once
  double quantity = 0;
  double dollars = 0;
};
BOOST_DESCRIBE_STRUCT(BillLine, (), (table, index, operation, pattern, subject, quantity, dollars))

// A pattern with all the costs that it causes in a month.
struct PatternBill {
  std::string table;
  std::string operation;
  std::string pattern;
  double requests = 0;
  double throttled = 0;
  double read_units = 0;
  double write_units = 0;
  double dollars = 0;
  double index_dollars = 0;  // the part of `dollars` for global indexes
};
BOOST_DESCRIBE_STRUCT(PatternBill, (),
                      (table, operation, pattern, requests, throttled, read_units, write_units,
                       dollars, index_dollars))

// The effect of a cache in front of a table.
struct CacheBill {
  double answered = 0;  // share of the read units that the cache answers
  double saved = 0;     // dollars
  std::string node;     // the cheapest type in the prices
  double dollars = 0;   // the cost of a cluster of kCacheNodes
  bool Pays() const { return saved > dollars; }
};

// A table with the ways to pay for it.
struct TableBill {
  std::string name;
  bool on_demand = true;
  price::StorageClass storage_class = price::StorageClass::kStandard;
  double dollars = 0;
  price::Load load;  // of the table and its indexes together
  std::vector<price::Plan> plans;
  std::vector<price::Plan> other_class;
  std::vector<price::BreakEvenLoads> break_even;
  std::optional<CacheBill> cache;  // for tables that are read, if the prices have nodes
};

// A month's bill.
struct Bill {
  TimeMicros since = 0;
  TimeMicros until = 0;
  double hours = 0;  // the time that the traffic stands for
  price::PriceTable prices;
  BillTerms terms;
  double dollars = 0;
  std::vector<BillLine> lines;  // the most expensive first; `patterns` and `tables` likewise
  std::vector<PatternBill> patterns;
  std::vector<TableBill> tables;
  std::string unverified;  // one sentence; may be empty
};

// Makes the bill of `table`, or of all tables if it is absent.
Bill BillOf(const capacity::AccountUse& use, const price::PriceTable& prices,
            const BillTerms& terms, const std::optional<std::string>& table = std::nullopt);

// Sums the lines whose `member` is `value`: by table, by index or by operation.
double DollarsOf(const Bill& bill, const std::string BillLine::* member, std::string_view value);

}  // namespace stator::bill
