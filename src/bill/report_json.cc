#include <string_view>
#include <vector>

#include "base/time_text.h"
#include "bill/report.h"
#include "bill/usage_json.h"
#include "price/report.h"
#include "wire/json_writer.h"

namespace stator::bill {
namespace {

using price::WriteRounded;
using wire::ObjectWriter;

void Write(ObjectWriter& object, std::string_view key, double value, std::string& out) {
  object.Key(key);
  WriteRounded(value, out);
}

void Write(ObjectWriter& object, std::string_view key, std::string_view value, std::string& out) {
  object.Key(key);
  wire::WriteString(value, out);
}

void WriteLine(const BillLine& line, std::string& out) {
  ObjectWriter object(out);
  Write(object, "table", line.table, out);
  Write(object, "index", line.index, out);
  Write(object, "operation", line.operation, out);
  Write(object, "pattern", line.pattern, out);
  Write(object, "subject", price::SubjectName(line.subject), out);
  Write(object, "quantity", line.quantity, out);
  Write(object, "dollars", line.dollars, out);
}

void WritePattern(const PatternBill& pattern, std::string& out) {
  ObjectWriter object(out);
  Write(object, "table", pattern.table, out);
  Write(object, "operation", pattern.operation, out);
  Write(object, "pattern", pattern.pattern, out);
  Write(object, "requests", pattern.requests, out);
  Write(object, "throttled", pattern.throttled, out);
  Write(object, "readUnits", pattern.read_units, out);
  Write(object, "writeUnits", pattern.write_units, out);
  Write(object, "dollars", pattern.dollars, out);
  Write(object, "indexDollars", pattern.index_dollars, out);
}

void WriteCache(const CacheBill& cache, std::string& out) {
  ObjectWriter object(out);
  Write(object, "answered", cache.answered, out);
  Write(object, "saved", cache.saved, out);
  Write(object, "node", cache.node, out);
  Write(object, "nodes", kCacheNodes, out);
  Write(object, "dollars", cache.dollars, out);
  object.Key("pays");
  wire::WriteBool(cache.Pays(), out);
}

void WriteTable(const TableBill& table, std::string& out) {
  ObjectWriter object(out);
  Write(object, "table", table.name, out);
  Write(object, "billing", table.on_demand ? "onDemand" : "provisioned", out);
  Write(object, "class", price::ClassName(table.storage_class), out);
  Write(object, "dollars", table.dollars, out);
  Write(object, "writeUnitsPerSecond", table.load.writes.average, out);
  Write(object, "readUnitsPerSecond", table.load.reads.average, out);
  Write(object, "writeUnitsPeak", table.load.writes.peak, out);
  Write(object, "readUnitsPeak", table.load.reads.peak, out);
  Write(object, "bytes", table.load.stored_bytes, out);
  object.Key("plans");
  wire::WriteList(table.plans, out, price::WritePlan);
  object.Key("otherClassPlans");
  wire::WriteList(table.other_class, out, price::WritePlan);
  Write(object, "cheapest", price::PlanName(price::Cheapest(table.plans).kind), out);
  Write(object, "cheapestUncommitted",
        price::PlanName(price::CheapestUncommitted(table.plans).kind), out);
  object.Key("breakEven");
  wire::WriteList(table.break_even, out, price::WriteBreakEven);
  if (!table.cache) return;
  object.Key("dax");
  WriteCache(*table.cache, out);
}

}  // namespace

std::string BillJson(const Bill& bill, const capacity::AccountUse& use) {
  std::string out;
  {
    ObjectWriter object(out);
    Write(object, "since", TimeText(bill.since), out);
    Write(object, "until", TimeText(bill.until), out);
    Write(object, "hours", bill.hours, out);
    object.Key("prices");
    price::WritePrices(bill.prices, out);
    Write(object, "monthHours", bill.terms.month_hours, out);
    Write(object, "utilization", bill.terms.utilization, out);
    Write(object, "dollars", bill.dollars, out);
    object.Key("tables");
    wire::WriteList(bill.tables, out, WriteTable);
    object.Key("patterns");
    wire::WriteList(bill.patterns, out, WritePattern);
    object.Key("lines");
    wire::WriteList(bill.lines, out, WriteLine);
    Write(object, "unverified", bill.unverified, out);
    object.Key("usage");
    WriteUsage(use, out);
  }
  return out + "\n";
}

}  // namespace stator::bill
