#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/layout/render.h"
#include "model/plan/plan.h"

// Describes plans in words.
namespace stator::model {
namespace {

// Prints the key conditions of a plan. A constant of the pattern replaces its attribute in the key:
// P#ROOT instead of P#{parentId}.
class KeyCondition {
 public:
  explicit KeyCondition(const ReadPlan& plan) : plan_(plan), entity_(*plan.wanted.front().entity) {
    for (const auto& [attribute, value, place] : plan.constants) {
      constants_.insert_or_assign(attribute, ValueOf(*entity_.Find(attribute), value));
    }
  }

  std::string Partition() const {
    return Equal(plan_.partition,
                 plan_.index == nullptr ? plan_.table->partition_key : plan_.index->hash.front());
  }

  std::string Sort() const {
    const auto& sort = plan_.sort;
    if (sort.type == SortRange::Type::kAny) return "";
    const bool natural = sort.prefix.natural;
    const auto attribute =
        plan_.index == nullptr ? plan_.table->sort_key : plan_.index->range.front();
    const auto prefix = Text(sort.prefix);
    if (sort.type == SortRange::Type::kBetween) {
      if (natural) {
        return fmt::format("{}{}, {} between {{from}} and {{to}}", sort.prefix.empty() ? "" : ", ",
                           Equal(sort.prefix, attribute), sort.between->text);
      }
      return fmt::format(", {} between {}{{from}} and {}{{to}}{}", attribute, prefix, prefix,
                         sort.end);
    }
    if (sort.type == SortRange::Type::kEquals || natural) {
      return ", " + Equal(sort.prefix, attribute);
    }
    return fmt::format(", {} begins_with {}", attribute, prefix);
  }

 private:
  // Returns "country = {country}, city = {city}", or "PK = CUST#{custId}".
  std::string Equal(const Template& text, const std::string& attribute) const {
    if (!text.natural) return fmt::format("{} = {}", attribute, Text(text));
    std::vector<std::string> parts;
    for (const auto& part : text.parts) {
      parts.push_back(fmt::format("{} = {}", part.text, Text(part)));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  std::string Text(const Template& text) const {
    std::string all;
    for (const auto& part : text.parts) all += Text(part);
    return all;
  }

  std::string Text(const Part& part) const {
    if (part.type != Part::Type::kField) return TextOf(part);
    return PartText(entity_, part, constants_, 0).value_or(TextOf(part));
  }

  const ReadPlan& plan_;
  const Entity& entity_;
  client::Item constants_;
};

// Returns the condition under which the row is written.
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

std::string PlaceOf(const ReadPlan& plan) {
  return plan.index == nullptr ? plan.table->name : plan.index->name;
}

// Returns "ExecuteStatement: Scan app, filter".
std::string DescribeStatement(const ReadPlan& plan) {
  if (plan.operation == Operation::kNone) return "DynamoDB refuses the statement: " + plan.reason;
  return fmt::format("{}: {}", NameOf(plan.operation), DescribeReads(plan));
}

}  // namespace

std::string DescribeReads(const ReadPlan& plan) {
  const auto& statement = *plan.statement;
  std::vector<std::string> reads;
  for (const auto& read : statement.reads) {
    reads.push_back(fmt::format("{} {}{}{}", NameOf(read.operation), PlaceOf(plan),
                                read.condition.empty() ? "" : " ", read.condition));
  }
  if (reads.empty()) reads.emplace_back("no read");
  return fmt::format("{}{}", fmt::join(reads, " + "), statement.filtered ? ", filter" : "");
}

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
    case Operation::kStatement:
      return "ExecuteStatement";
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
  const KeyCondition key(plan);
  std::string text = key.Partition() + key.Sort();
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
  if (plan.statement) return DescribeStatement(plan);
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
