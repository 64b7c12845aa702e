#include <string_view>

#include <fmt/format.h>

#include "model/generate/infrastructure.h"
#include "model/generate/pages.h"
#include "model/plan/estimate.h"
#include "model/plan/plan.h"
#include "price/money.h"

namespace stator::model::generate {
namespace {

// Escapes bars, which would end the cell.
std::string Cell(std::string_view text) {
  std::string cell;
  for (const char letter : text) {
    if (letter == '|') cell += '\\';
    cell += letter;
  }
  return cell;
}

std::string Code(std::string_view text) {
  return text.empty() ? "" : fmt::format("`{}`", Cell(text));
}

// Returns the pattern's own text, or else a description of its request.
std::string PurposeOf(const Pattern& pattern) {
  if (!pattern.text.empty()) return pattern.text;
  if (!pattern.reads()) {
    std::string all;
    for (const auto& action : pattern.actions) {
      all += fmt::format("{}{} {}", all.empty() ? "" : " + ", NameOf(action.verb), action.entity);
    }
    return all;
  }
  std::string all = fmt::format("{} {}", NameOf(pattern.verb), pattern.target.entity);
  for (const auto& child : pattern.children) all += " + " + child.entity;
  return all;
}

struct Served {
  std::string operation;
  std::string place;
  std::string condition;
};

Served ReadServed(const ReadPlan& plan) {
  switch (plan.operation) {
    case Operation::kNone:
      return {"none", "", plan.reason};
    case Operation::kScan:
      return {"Scan", plan.table->name, ""};
    case Operation::kExport:
      return {"export to S3", plan.table->name, ""};
    default:
      break;
  }
  const auto& table = plan.table->name;
  if (plan.statement) {
    return {std::string(NameOf(plan.operation)),
            plan.index == nullptr ? table : table + " / " + plan.index->name, DescribeReads(plan)};
  }
  Served served{std::string(NameOf(plan.operation)),
                plan.index == nullptr ? table : table + " / " + plan.index->name,
                DescribeCondition(plan)};
  for (const auto& child : plan.children) {
    for (const ReadPlan* read : child.alternatives()) {
      served.operation += fmt::format(" + {}", NameOf(read->operation));
      served.condition += " + " + DescribeCondition(*read);
    }
  }
  return served;
}

Served WriteServed(const WritePlan& plan) {
  if (!plan.reason.empty() || plan.rows.empty()) return {"none", "", plan.reason};
  Served served;
  const bool together = plan.transaction || plan.rows.size() > 1;
  served.operation = OperationOf(together ? Verb::kTransaction : plan.rows.front().action->verb);
  served.place = plan.rows.front().access.table->name;
  for (const auto& row : plan.rows) {
    const auto& key = row.access.key;
    served.condition +=
        fmt::format("{}{}{}{}", served.condition.empty() ? "" : " + ", TextOf(key.partition),
                    key.sort.empty() ? "" : " / " + TextOf(key.sort),
                    row.times > 1 ? fmt::format(" x{}", row.times) : "");
  }
  return served;
}

// Escapes '>' as HTML does, so that the text cannot end the comment.
std::string InComment(std::string_view text) {
  std::string all;
  for (const char letter : text) all += letter == '>' ? "&gt;" : std::string(1, letter);
  return all;
}

}  // namespace

std::string MarkdownOf(const Model& model) {
  std::string all = fmt::format("<!-- {} -->\n# Access patterns of {}\n\n",
                                InComment(OriginOf(model, "markdown")), model.name);
  if (!model.text.empty()) all += model.text + "\n\n";
  all +=
      "| id | what | rate | operation | table / index | key condition | requests |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const auto& pattern : model.patterns) {
    const auto served = pattern.reads() ? ReadServed(PlanRead(model, pattern))
                                        : WriteServed(PlanWrite(model, pattern));
    const double requests = Estimate(model, pattern).requests;
    constexpr double kMany = 100;
    const auto rate = pattern.per_second < kMany ? fmt::format("{:.3g}", pattern.per_second)
                                                 : price::AmountText(pattern.per_second);
    all += fmt::format("| {} | {} | {}/s | {} | {} | {} | {} |\n", pattern.id,
                       Cell(PurposeOf(pattern)), rate, served.operation, served.place,
                       Code(served.condition),
                       served.operation == "none" ? "" : price::AmountText(requests));
  }
  return all;
}

}  // namespace stator::model::generate
