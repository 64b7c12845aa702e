#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json/writer.h"
#include "price/estimate.h"

namespace stator::price {

// Parts of reports that other modules use too.
// The plans side by side, by subject, and an empty line.
std::string PlansText(const std::vector<Plan>& plans, double utilization);
// The cheapest plan in this storage class and in the other, in a line or two.
std::string CheapestText(const std::vector<Plan>& plans, const std::vector<Plan>& other_class,
                         const Terms& terms);
// The break-even loads, in a line or two each.
std::string BreakEvenText(const std::vector<BreakEvenLoads>& all);
// The title of a class: "Standard".
std::string_view ClassTitle(StorageClass storage_class);
// "writes   2,592 million write units x $1.25 = $3,240.00"
std::string LineText(const Line& line);
// The plan's name in JSON: "onDemand".
std::string_view PlanName(PlanKind kind);
// Writes an amount rounded to a millionth of a dollar.
void WriteRounded(double value, std::string& out);
// Writes a member of a report: an amount, rounded as above, or a text.
void WriteMember(json::ObjectWriter& object, std::string_view key, double value, std::string& out);
void WriteMember(json::ObjectWriter& object, std::string_view key, std::string_view value,
                 std::string& out);
void WriteLine(const Line& line, std::string& out);
void WritePlan(const Plan& plan, std::string& out);
void WriteBreakEven(const BreakEvenLoads& loads, std::string& out);
// The name of the prices as valid UTF-8 for JSON. A path may contain any bytes.
std::string_view NameText(const PriceTable& prices);
// The name, region and date of the prices.
void WritePrices(const PriceTable& prices, std::string& out);

// Formats the answer for a person: the plans side by side, their calculation, the cheapest and the
// break-even loads.
std::string ReportText(const Question& question, const PriceTable& prices,
                       const Estimate& estimate);

// Formats the same for a program: one JSON object (docs/prices.md).
std::string ReportJson(const Question& question, const PriceTable& prices,
                       const Estimate& estimate);

}  // namespace stator::price
