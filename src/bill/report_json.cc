#include <string_view>
#include <vector>

#include "base/time_text.h"
#include "bill/report.h"
#include "bill/usage_json.h"
#include "json/writer.h"
#include "price/report.h"

namespace stator::bill {
namespace {

using json::ObjectWriter;
using price::WriteMember;

void WriteLine(const BillLine& line, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "table", line.table, out);
  WriteMember(object, "index", line.index, out);
  WriteMember(object, "operation", line.operation, out);
  WriteMember(object, "pattern", line.pattern, out);
  WriteMember(object, "subject", price::SubjectName(line.subject), out);
  WriteMember(object, "quantity", line.quantity, out);
  WriteMember(object, "dollars", line.dollars, out);
}

void WritePattern(const PatternBill& pattern, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "table", pattern.table, out);
  WriteMember(object, "operation", pattern.operation, out);
  WriteMember(object, "pattern", pattern.pattern, out);
  WriteMember(object, "requests", pattern.requests, out);
  WriteMember(object, "throttled", pattern.throttled, out);
  WriteMember(object, "readUnits", pattern.read_units, out);
  WriteMember(object, "writeUnits", pattern.write_units, out);
  WriteMember(object, "dollars", pattern.dollars, out);
  WriteMember(object, "indexDollars", pattern.index_dollars, out);
}

void WriteCache(const CacheBill& cache, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "answered", cache.answered, out);
  WriteMember(object, "saved", cache.saved, out);
  WriteMember(object, "node", cache.node, out);
  WriteMember(object, "nodes", kCacheNodes, out);
  WriteMember(object, "dollars", cache.dollars, out);
  object.Key("pays");
  json::WriteBool(cache.Pays(), out);
}

void WriteTable(const TableBill& table, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "table", table.name, out);
  WriteMember(object, "billing", table.on_demand ? "onDemand" : "provisioned", out);
  WriteMember(object, "class", price::ClassName(table.storage_class), out);
  WriteMember(object, "dollars", table.dollars, out);
  WriteMember(object, "writeUnitsPerSecond", table.load.writes.average, out);
  WriteMember(object, "readUnitsPerSecond", table.load.reads.average, out);
  WriteMember(object, "writeUnitsPeak", table.load.writes.peak, out);
  WriteMember(object, "readUnitsPeak", table.load.reads.peak, out);
  WriteMember(object, "bytes", table.load.stored_bytes, out);
  object.Key("plans");
  json::WriteList(table.plans, out, price::WritePlan);
  object.Key("otherClassPlans");
  json::WriteList(table.other_class, out, price::WritePlan);
  WriteMember(object, "cheapest", price::PlanName(price::Cheapest(table.plans).kind), out);
  WriteMember(object, "cheapestUncommitted",
              price::PlanName(price::CheapestUncommitted(table.plans).kind), out);
  object.Key("breakEven");
  json::WriteList(table.break_even, out, price::WriteBreakEven);
  if (!table.cache) return;
  object.Key("dax");
  WriteCache(*table.cache, out);
}

}  // namespace

std::string BillJson(const Bill& bill, const capacity::AccountUse& use) {
  std::string out;
  {
    ObjectWriter object(out);
    WriteMember(object, "since", TimeText(bill.since), out);
    WriteMember(object, "until", TimeText(bill.until), out);
    WriteMember(object, "hours", bill.hours, out);
    object.Key("prices");
    price::WritePrices(bill.prices, out);
    WriteMember(object, "monthHours", bill.terms.month_hours, out);
    WriteMember(object, "utilization", bill.terms.utilization, out);
    WriteMember(object, "dollars", bill.dollars, out);
    object.Key("tables");
    json::WriteList(bill.tables, out, WriteTable);
    object.Key("patterns");
    json::WriteList(bill.patterns, out, WritePattern);
    object.Key("lines");
    json::WriteList(bill.lines, out, WriteLine);
    WriteMember(object, "unverified", bill.unverified, out);
    object.Key("usage");
    WriteUsage(use, out);
  }
  return out + "\n";
}

}  // namespace stator::bill
