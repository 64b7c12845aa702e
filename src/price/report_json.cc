#include <cmath>
#include <string_view>

#include "base/utf8.h"
#include "json/writer.h"
#include "price/report.h"

namespace stator::price {
namespace {

using json::ObjectWriter;

void WriteUnits(const Estimate& estimate, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "write", estimate.write_units, out);
  WriteMember(object, "read", estimate.read_units, out);
  WriteMember(object, "writesPerSecond", estimate.load.writes.average, out);
  WriteMember(object, "readsPerSecond", estimate.load.reads.average, out);
}

}  // namespace

// Rounding hides floating-point errors. Amounts below a millionth of a dollar do not matter.
void WriteRounded(double value, std::string& out) {
  constexpr double kMillionths = 1e6;
  json::WriteDouble(std::round(value * kMillionths) / kMillionths, out);
}

void WriteMember(ObjectWriter& object, std::string_view key, double value, std::string& out) {
  object.Key(key);
  WriteRounded(value, out);
}

void WriteMember(ObjectWriter& object, std::string_view key, std::string_view value,
                 std::string& out) {
  object.Key(key);
  json::WriteString(value, out);
}

std::string_view PlanName(PlanKind kind) {
  constexpr std::string_view kNames[] = {"onDemand",    "fullyUsed",       "provisioned",
                                         "autoScaling", "reservedOneYear", "reservedThreeYears"};
  return kNames[static_cast<std::size_t>(kind)];
}

void WriteLine(const Line& line, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "subject", SubjectName(line.subject), out);
  WriteMember(object, "quantity", line.quantity, out);
  WriteMember(object, "unit", line.unit, out);
  object.Key("price");
  json::WriteDouble(line.price, out);
  WriteMember(object, "dollars", line.Dollars(), out);
}

void WriteBreakEven(const BreakEvenLoads& loads, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "subject", SubjectName(loads.subject), out);
  WriteMember(object, "fullLoadUnits", loads.full_load, out);
  WriteMember(object, "fullyUsed", loads.fully_used.fraction, out);
  WriteMember(object, "atUtilization", loads.at_utilization.fraction, out);
}

void WritePlan(const Plan& plan, std::string& out) {
  ObjectWriter object(out);
  WriteMember(object, "plan", PlanName(plan.kind), out);
  WriteMember(object, "dollars", plan.Dollars(), out);
  object.Key("lines");
  json::WriteList(plan.lines, out, WriteLine);
}

std::string_view NameText(const PriceTable& prices) {
  return ValidUtf8(prices.name) ? std::string_view(prices.name) : "?";
}

void WritePrices(const PriceTable& prices, std::string& out) {
  ObjectWriter object(out);
  object.Key("name");
  json::WriteString(NameText(prices), out);
  WriteMember(object, "region", prices.region, out);
  WriteMember(object, "date", prices.date, out);
}

std::string ReportJson(const Question& question, const PriceTable& prices,
                       const Estimate& estimate) {
  std::string out;
  {
    ObjectWriter object(out);
    object.Key("prices");
    WritePrices(prices, out);
    object.Key("class");
    json::WriteString(ClassName(question.terms.storage_class), out);
    object.Key("monthHours");
    json::WriteDouble(question.terms.month_hours, out);
    object.Key("utilization");
    json::WriteDouble(question.terms.utilization, out);
    object.Key("freeTier");
    json::WriteBool(question.terms.free_tier, out);
    object.Key("units");
    WriteUnits(estimate, out);
    object.Key("plans");
    json::WriteList(estimate.plans, out, WritePlan);
    object.Key("otherClassPlans");
    json::WriteList(estimate.other_class, out, WritePlan);
    object.Key("cheapest");
    json::WriteString(PlanName(Cheapest(estimate.plans).kind), out);
    object.Key("cheapestUncommitted");
    json::WriteString(PlanName(CheapestUncommitted(estimate.plans).kind), out);
    object.Key("breakEven");
    json::WriteList(estimate.break_even, out, WriteBreakEven);
    object.Key("notes");
    json::WriteList(estimate.notes, out, [](const std::string& note, std::string& text) {
      json::WriteString(note, text);
    });
  }
  return out + "\n";
}

}  // namespace stator::price
