#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/exchange/imported.h"
#include "model/language/print.h"
#include "model/layout/layout.h"
#include "model/plan/plan.h"

// Exports a model's patterns as a table.
namespace stator::model {
namespace {

std::string ReadType(const ReadPlan& plan) {
  const std::string operation(NameOf(plan.operation));
  const bool indexed = plan.operation == Operation::kQuery && plan.index != nullptr;
  return indexed ? operation + " " + plan.index->name : operation;
}

std::string ReadCondition(const ReadPlan& plan) {
  if (plan.operation == Operation::kNone) return plan.reason;
  if (plan.statement) return DescribeReads(plan);
  if (plan.operation != Operation::kGetItem && plan.operation != Operation::kQuery) return "";
  return FanOutText(plan) + DescribeKeyCondition(plan);
}

std::string KeyText(const KeyPair& key, const Table& table) {
  auto text = fmt::format("{} = {}", table.partition_key, TextOf(key.partition));
  if (!key.sort.empty()) text += fmt::format(", {} = {}", table.sort_key, TextOf(key.sort));
  return text;
}

std::vector<std::string> WriteCells(const Model& model, const Pattern& pattern) {
  const auto plan = PlanWrite(model, pattern);
  const bool none = plan.rows.empty() && !plan.transaction;
  const std::string type(none ? NameOf(Operation::kNone) : OperationOf(pattern.verb));
  std::string keys = plan.reason;
  std::vector<std::string> conditions;
  const auto add = [&](std::string condition) {
    if (!Contains(conditions, condition)) conditions.push_back(std::move(condition));
  };
  for (const auto& row : plan.rows) {
    if (!keys.empty()) keys += "; ";
    if (plan.transaction) keys += fmt::format("{} ", OperationOf(VerbOf(row)));
    keys += KeyText(row.access.key, *row.access.table);
    if (row.times > 1) keys += fmt::format(" x{}", row.times);
    for (const auto& name : row.conditions) add(name + " unchanged");
    if (row.if_absent) add("new");
  }
  return {type, keys, fmt::format("{}", fmt::join(conditions, ", "))};
}

std::vector<std::string> Cells(const Model& model, const Pattern& pattern) {
  if (!pattern.reads()) return WriteCells(model, pattern);
  const auto plan = PlanRead(model, pattern);
  return {ReadType(plan), ReadCondition(plan), fmt::format("{}", fmt::join(plan.filtered, ", "))};
}

}  // namespace

Sheet ExportSheet(const Model& model) {
  Sheet sheet{.header = {"ID", "Access pattern", "Query type", "Key condition", "Filter",
                         "Expected throughput", "Request"}};
  const bool stated = std::ranges::any_of(
      model.patterns, [](const Pattern& pattern) { return pattern.stated.has_value(); });
  if (stated) sheet.header.emplace_back("Stated");
  for (const auto& pattern : model.patterns) {
    std::vector<std::string> row = {pattern.id, pattern.text};
    for (auto& cell : Cells(model, pattern)) row.push_back(std::move(cell));
    auto rate = PrintRate(pattern.per_second);
    if (pattern.peak_per_second > pattern.per_second) {
      rate += " peak " + PrintRate(pattern.peak_per_second);
    }
    row.push_back(std::move(rate));
    row.push_back(PrintRequest(pattern));
    if (stated) row.push_back(pattern.stated ? PrintStated(*pattern.stated) : "");
    sheet.rows.push_back(std::move(row));
  }
  return sheet;
}

}  // namespace stator::model
