#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/plan.h"

// Plans in words.
namespace stator::model {
namespace {

// "country = {country}, city = {city}", or "PK = CUST#{custId}".
std::string EqualText(const Template& text, const std::string& attribute) {
  if (!text.natural) return fmt::format("{} = {}", attribute, TextOf(text));
  std::vector<std::string> parts;
  for (const auto& part : text.parts) parts.push_back(fmt::format("{0} = {{{0}}}", part.text));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string PartitionText(const ReadPlan& plan) {
  return EqualText(plan.partition,
                   plan.index == nullptr ? plan.table->partition_key : plan.index->hash.front());
}

std::string SortText(const ReadPlan& plan) {
  const auto& sort = plan.sort;
  if (sort.type == SortRange::Type::kAny) return "";
  const bool natural = sort.prefix.natural;
  const auto attribute = plan.index == nullptr ? plan.table->sort_key : plan.index->range.front();
  const auto prefix = TextOf(sort.prefix);
  if (sort.type == SortRange::Type::kBetween) {
    if (natural) {
      return fmt::format("{}{}, {} between {{from}} and {{to}}", sort.prefix.empty() ? "" : ", ",
                         EqualText(sort.prefix, attribute), sort.between->text);
    }
    return fmt::format(", {} between {}{{from}} and {}{{to}}{}", attribute, prefix, prefix,
                       sort.more_follows ? "~" : "");
  }
  if (sort.type == SortRange::Type::kEquals || natural) {
    return ", " + EqualText(sort.prefix, attribute);
  }
  return fmt::format(", {} begins_with {}", attribute, prefix);
}

// What must hold for the row to be written.
std::string ConditionText(const RowWrite& row) {
  std::string text;
  if (row.if_absent) text += " if it is new";
  if (!row.conditions.empty()) {
    text += fmt::format(" if {} {} unchanged", fmt::join(row.conditions, " and "),
                        row.conditions.size() > 1 ? "are" : "is");
  }
  return text;
}

std::string RowText(const RowWrite& row, bool transaction) {
  const auto& key = row.access.key;
  std::string text =
      fmt::format("{} {} {}", transaction ? NameOf(VerbOf(row)) : OperationOf(VerbOf(row)),
                  row.access.table->name, TextOf(key.partition));
  if (!key.sort.empty()) text += " / " + TextOf(key.sort);
  if (row.times > 1) text += fmt::format(" x{}", row.times);
  text += ConditionText(row);
  std::set<std::string> indexes;  // an index may have several entries, which exclude each other
  for (const auto& access : row.rewritten) {
    if (!indexes.insert(access.index->name).second) continue;
    text += fmt::format(" (rewrites {})", access.index->name);
  }
  return text;
}

}  // namespace

std::string_view NameOf(Operation operation) {
  switch (operation) {
    case Operation::kNone:
      return "none";
    case Operation::kGetItem:
      return "GetItem";
    case Operation::kQuery:
      return "Query";
    case Operation::kScan:
      return "Scan";
    case Operation::kExport:
      return "Export";
  }
  return "";
}

std::string_view OperationOf(Verb verb) {
  switch (verb) {
    case Verb::kUpdate:
      return "UpdateItem";
    case Verb::kDelete:
      return "DeleteItem";
    case Verb::kCheck:
      return "ConditionCheck";
    case Verb::kTransaction:
      return "TransactWriteItems";
    default:
      return "PutItem";
  }
}

std::string FanOutText(const ReadPlan& plan) {
  return plan.partitions() > 1 ? fmt::format("x{} ", plan.partitions()) : "";
}

std::string DescribeKeyCondition(const ReadPlan& plan) {
  std::string text = PartitionText(plan) + SortText(plan);
  if (plan.backward) text += ", backward";
  if (plan.limit > 0) text += fmt::format(", limit {}", plan.limit);
  return text;
}

std::string DescribeCondition(const ReadPlan& plan) {
  auto text = DescribeKeyCondition(plan);
  if (!plan.filtered.empty()) text += fmt::format(", filter on {}", fmt::join(plan.filtered, ", "));
  return text;
}

std::string Describe(const ReadPlan& plan) {
  if (plan.operation == Operation::kNone) return "no key serves this: " + plan.reason;
  if (plan.operation == Operation::kScan) return "Scan " + plan.table->name;
  if (plan.operation == Operation::kExport) return "export of " + plan.table->name;
  auto text = fmt::format("{} {} {}{}", NameOf(plan.operation),
                          plan.index == nullptr ? plan.table->name : plan.index->name,
                          FanOutText(plan), DescribeCondition(plan));
  for (const auto& child : plan.children) text += " + " + Describe(child);
  for (const auto& other : plan.others) text += " + " + Describe(other);
  return text;
}

std::string Describe(const WritePlan& plan) {
  std::vector<std::string> rows;
  for (const auto& row : plan.rows) rows.push_back(RowText(row, plan.transaction));
  return fmt::format("{}{}", plan.transaction ? "TransactWriteItems " : "", fmt::join(rows, " + "));
}

}  // namespace stator::model
