#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/exchange/imported.h"
#include "model/layout.h"
#include "model/plan.h"
#include "model/print.h"

// The access-pattern table of a model.
namespace stator::model {
namespace {

std::string ReadType(const ReadPlan& plan) {
  switch (plan.operation) {
    case Operation::kNone:
      return "none";
    case Operation::kGetItem:
      return "GetItem";
    case Operation::kQuery:
      return plan.index == nullptr ? "Query" : "Query " + plan.index->name;
    case Operation::kScan:
      return "Scan";
    case Operation::kExport:
      return "Export";
  }
  return "";
}

// What Describe says behind the place: the key condition with order and limit.
std::string ReadCondition(const ReadPlan& plan) {
  if (plan.operation == Operation::kNone) return plan.reason;
  if (plan.operation != Operation::kGetItem && plan.operation != Operation::kQuery) return "";
  auto text = Describe(plan);
  const auto place =
      fmt::format("{} {}", plan.operation == Operation::kGetItem ? "GetItem" : "Query",
                  plan.index == nullptr ? plan.table->name : plan.index->name);
  text.erase(0, std::min(text.size(), place.size() + 1));
  return text.substr(0, text.find(", filter on "));
}

std::string_view NameOf(RowWrite::Type type) {
  switch (type) {
    case RowWrite::Type::kPut:
      return "PutItem";
    case RowWrite::Type::kUpdate:
      return "UpdateItem";
    case RowWrite::Type::kDelete:
      return "DeleteItem";
    case RowWrite::Type::kCheck:
      return "ConditionCheck";
  }
  return "";
}

std::string KeyText(const KeyPair& key, const Table& table) {
  auto text = fmt::format("{} = {}", table.partition_key, TextOf(key.partition));
  if (!key.sort.empty()) text += fmt::format(", {} = {}", table.sort_key, TextOf(key.sort));
  return text;
}

std::vector<std::string> WriteCells(const Model& model, const Pattern& pattern) {
  const auto plan = PlanWrite(model, pattern);
  std::string type = plan.transaction ? "TransactWriteItems" : "none";
  std::string keys = plan.reason;
  std::string conditions;
  for (const auto& row : plan.rows) {
    if (!plan.transaction) type = NameOf(row.type);
    if (!keys.empty()) keys += "; ";
    if (plan.transaction) keys += fmt::format("{} ", NameOf(row.type));
    keys += KeyText(row.access.key, *row.access.table);
    if (row.times > 1) keys += fmt::format(" x{}", row.times);
    for (const auto& name : row.conditions) {
      conditions += (conditions.empty() ? "" : ", ") + name + " unchanged";
    }
    if (row.if_absent && conditions.find("new") == std::string::npos) {
      conditions += conditions.empty() ? "new" : ", new";
    }
  }
  return {type, keys, conditions};
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
  for (const auto& pattern : model.patterns) {
    std::vector<std::string> row = {pattern.id, pattern.text};
    for (auto& cell : Cells(model, pattern)) row.push_back(std::move(cell));
    auto rate = PrintRate(pattern.per_second);
    if (pattern.peak_per_second > pattern.per_second) {
      rate += " peak " + PrintRate(pattern.peak_per_second);
    }
    row.push_back(std::move(rate));
    row.push_back(PrintRequest(pattern));
    sheet.rows.push_back(std::move(row));
  }
  return sheet;
}

}  // namespace stator::model
