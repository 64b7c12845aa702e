#include "price/report.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/quantity.h"
#include "price/columns.h"
#include "price/money.h"

namespace stator::price {
namespace {

constexpr Subject kSubjects[] = {Subject::kWrites, Subject::kReads, Subject::kStorage,
                                 Subject::kStreams};

struct Requests {
  std::string_view what;
  std::string_view kind;
  double rate;
  RequestShape shape;
  double units;  // of one request
};

// "1,000/s writes of 1KB: 1 unit each, so 1,000 write units/s and 2,592 million a month."
void AddRequests(const Requests& requests, double month_hours, std::string& out) {
  if (requests.rate <= 0) return;
  const double units = requests.rate * requests.units;
  const auto batch =
      requests.shape.items == 1 ? "" : fmt::format("{} items of ", requests.shape.items);
  fmt::format_to(std::back_inserter(out),
                 "{} {}{} of {}{}: {} {} unit{} each, so {} and {} million a month.\n",
                 RateText(requests.rate), requests.kind, requests.what, batch,
                 SizeText(requests.shape.item_bytes), AmountText(requests.units),
                 requests.what.substr(0, requests.what.size() - 1), requests.units == 1 ? "" : "s",
                 RateText(units), AmountText(units * kSecondsPerHour * month_hours / kMillion));
}

std::string_view ReadKind(const RequestShape& shape) {
  if (shape.transactional) return "transactional ";
  return shape.strong ? "strongly consistent " : "eventually consistent ";
}

void AddQuestion(const Question& question, const PriceTable& prices, const Estimate& estimate,
                 std::string& out) {
  const double hours = question.terms.month_hours;
  AddRequests({.what = "writes",
               .kind = question.write.transactional ? "transactional " : "",
               .rate = question.writes,
               .shape = question.write,
               .units = estimate.write_units},
              hours, out);
  AddRequests({.what = "reads",
               .kind = ReadKind(question.read),
               .rate = question.reads,
               .shape = question.read,
               .units = estimate.read_units},
              hours, out);
  fmt::format_to(std::back_inserter(out), "Prices of {} ({}, {}, {}), months of {} hours{}.\n\n",
                 prices.name, prices.region, prices.date, ClassTitle(question.terms.storage_class),
                 AmountText(hours), question.terms.free_tier ? ", with the free tier" : "");
}

bool Shown(Subject subject, const std::vector<Plan>& plans) {
  return std::ranges::any_of(plans,
                             [subject](const Plan& plan) { return plan.Dollars(subject) > 0; });
}

// Returns true for lines that depend on the plan. Storage and streams cost the same in every plan.
bool IsCapacity(const Line& line) {
  return line.subject == Subject::kWrites || line.subject == Subject::kReads;
}

void AddWorking(const Question& question, const std::vector<Plan>& plans, std::string& out) {
  out += "Working\n";
  for (const Plan& plan : plans) {
    fmt::format_to(std::back_inserter(out), "  {}\n",
                   PlanText(plan.kind, question.terms.utilization));
    for (const Line& line : plan.lines) {
      if (IsCapacity(line)) out += fmt::format("    {}\n", LineText(line));
    }
    if (std::ranges::none_of(plan.lines, IsCapacity)) out += "    nothing\n";
  }
  const auto& lines = plans.front().lines;
  if (!std::ranges::all_of(lines, IsCapacity)) out += "  each of them\n";
  for (const Line& line : lines) {
    if (!IsCapacity(line)) out += fmt::format("    {}\n", LineText(line));
  }
  out += "\n";
}

std::string LoadText(const BreakEven& even, double full_load) {
  if (even.fraction >= 1) return "at any load";
  return fmt::format("below {:.0f} % of full load, {:.1f} h a day ({} units/s of {})",
                     even.fraction * 100, even.HoursPerDay(),
                     AmountText(std::round(even.fraction * full_load * 10) / 10),
                     AmountText(full_load));
}

}  // namespace

std::string PlansText(const std::vector<Plan>& plans, double utilization) {
  std::vector<Columns::Column> widths(2 + std::size(kSubjects), {.width = 16});
  widths.front() = {.width = 28, .right = false};
  Columns columns(std::move(widths));
  std::vector<std::string> head = {"a month"};
  for (const Subject subject : kSubjects) {
    if (Shown(subject, plans)) head.emplace_back(NameOf(subject));
  }
  head.emplace_back("total");
  columns.Add(std::move(head));
  for (const Plan& plan : plans) {
    std::vector<std::string> row = {PlanText(plan.kind, utilization)};
    for (const Subject subject : kSubjects) {
      if (Shown(subject, plans)) row.push_back(MoneyText(plan.Dollars(subject)));
    }
    row.push_back(MoneyText(plan.Dollars()));
    columns.Add(std::move(row));
  }
  return columns.Text() + "\n";
}

std::string CheapestText(const std::vector<Plan>& plans, const std::vector<Plan>& other_class,
                         const Terms& terms) {
  const auto text = [&terms](const Plan& plan) {
    return fmt::format("{}, {}", PlanText(plan.kind, terms.utilization), MoneyText(plan.Dollars()));
  };
  const Plan& cheapest = Cheapest(plans);
  const Plan& uncommitted = CheapestUncommitted(plans);
  auto out = fmt::format("Cheapest: {}.", text(cheapest));
  if (cheapest.kind != uncommitted.kind) {
    out += fmt::format(" Without reserved capacity: {}.", text(uncommitted));
  }
  return out + fmt::format("\nIn the class {}: {}.\n", ClassTitle(OtherClass(terms.storage_class)),
                           text(Cheapest(other_class)));
}

std::string BreakEvenText(const std::vector<BreakEvenLoads>& all) {
  std::string out;
  for (const BreakEvenLoads& loads : all) {
    fmt::format_to(std::back_inserter(out),
                   "Break-even of {}: on-demand is cheaper than provisioned {}",
                   NameOf(loads.subject), LoadText(loads.fully_used, loads.full_load));
    if (loads.utilization != 1) {
      fmt::format_to(std::back_inserter(out), ";\n  than provisioned at {} % used, {}",
                     AmountText(loads.utilization * 100),
                     LoadText(loads.at_utilization, loads.full_load));
    }
    out += ".\n";
  }
  return out;
}

std::string_view ClassTitle(StorageClass storage_class) {
  return storage_class == StorageClass::kStandard ? "Standard" : "Standard-IA";
}

std::string LineText(const Line& line) {
  return fmt::format("{:<8} {} {} x {} = {}{}", NameOf(line.subject), AmountText(line.quantity),
                     line.unit, PriceText(line.price), MoneyText(line.Dollars()),
                     line.remark.empty() ? "" : fmt::format("  ({})", line.remark));
}

std::string ReportText(const Question& question, const PriceTable& prices,
                       const Estimate& estimate) {
  std::string out;
  AddQuestion(question, prices, estimate, out);
  out += PlansText(estimate.plans, question.terms.utilization);
  AddWorking(question, estimate.plans, out);
  out += CheapestText(estimate.plans, estimate.other_class, question.terms);
  out += BreakEvenText(estimate.break_even);
  if (!estimate.notes.empty()) out += "\n";
  for (const std::string& note : estimate.notes) out += note + "\n";
  return out;
}

}  // namespace stator::price
