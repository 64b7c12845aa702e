#include <cmath>
#include <string_view>

#include "base/utf8.h"
#include "price/report.h"
#include "wire/json_writer.h"

namespace stator::price {
namespace {

using wire::ObjectWriter;

void WriteUnits(const Estimate& estimate, std::string& out) {
  ObjectWriter object(out);
  object.Key("write");
  WriteRounded(estimate.write_units, out);
  object.Key("read");
  WriteRounded(estimate.read_units, out);
  object.Key("writesPerSecond");
  WriteRounded(estimate.load.writes.average, out);
  object.Key("readsPerSecond");
  WriteRounded(estimate.load.reads.average, out);
}

}  // namespace

// Of rounding errors nothing is shown: a millionth of a dollar is nobody's.
void WriteRounded(double value, std::string& out) {
  constexpr double kMillionths = 1e6;
  wire::WriteDouble(std::round(value * kMillionths) / kMillionths, out);
}

std::string_view PlanName(PlanKind kind) {
  constexpr std::string_view kNames[] = {"onDemand",    "fullyUsed",       "provisioned",
                                         "autoScaling", "reservedOneYear", "reservedThreeYears"};
  return kNames[static_cast<std::size_t>(kind)];
}

void WriteLine(const Line& line, std::string& out) {
  ObjectWriter object(out);
  object.Key("subject");
  wire::WriteString(SubjectName(line.subject), out);
  object.Key("quantity");
  WriteRounded(line.quantity, out);
  object.Key("unit");
  wire::WriteString(line.unit, out);
  object.Key("price");
  wire::WriteDouble(line.price, out);
  object.Key("dollars");
  WriteRounded(line.Dollars(), out);
}

void WriteBreakEven(const BreakEvenLoads& loads, std::string& out) {
  ObjectWriter object(out);
  object.Key("subject");
  wire::WriteString(SubjectName(loads.subject), out);
  object.Key("fullLoadUnits");
  WriteRounded(loads.full_load, out);
  object.Key("fullyUsed");
  WriteRounded(loads.fully_used.fraction, out);
  object.Key("atUtilization");
  WriteRounded(loads.at_utilization.fraction, out);
}

void WritePlan(const Plan& plan, std::string& out) {
  ObjectWriter object(out);
  object.Key("plan");
  wire::WriteString(PlanName(plan.kind), out);
  object.Key("dollars");
  WriteRounded(plan.Dollars(), out);
  object.Key("lines");
  wire::WriteList(plan.lines, out, WriteLine);
}

void WritePrices(const PriceTable& prices, std::string& out) {
  ObjectWriter object(out);
  object.Key("name");
  // A path may be any bytes.
  wire::WriteString(ValidUtf8(prices.name) ? prices.name : "?", out);
  object.Key("region");
  wire::WriteString(prices.region, out);
  object.Key("date");
  wire::WriteString(prices.date, out);
}

std::string ReportJson(const Question& question, const PriceTable& prices,
                       const Estimate& estimate) {
  std::string out;
  {
    ObjectWriter object(out);
    object.Key("prices");
    WritePrices(prices, out);
    object.Key("class");
    wire::WriteString(ClassName(question.terms.storage_class), out);
    object.Key("monthHours");
    wire::WriteDouble(question.terms.month_hours, out);
    object.Key("utilization");
    wire::WriteDouble(question.terms.utilization, out);
    object.Key("freeTier");
    wire::WriteBool(question.terms.free_tier, out);
    object.Key("units");
    WriteUnits(estimate, out);
    object.Key("plans");
    wire::WriteList(estimate.plans, out, WritePlan);
    object.Key("otherClassPlans");
    wire::WriteList(estimate.other_class, out, WritePlan);
    object.Key("cheapest");
    wire::WriteString(PlanName(Cheapest(estimate.plans).kind), out);
    object.Key("cheapestUncommitted");
    wire::WriteString(PlanName(CheapestUncommitted(estimate.plans).kind), out);
    object.Key("breakEven");
    wire::WriteList(estimate.break_even, out, WriteBreakEven);
    object.Key("notes");
    wire::WriteList(estimate.notes, out, [](const std::string& note, std::string& text) {
      wire::WriteString(note, text);
    });
  }
  return out + "\n";
}

}  // namespace stator::price
