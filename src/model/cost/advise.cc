#include "model/cost/advise.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "json/to_json.h"
#include "model/plan/read_steps.h"
#include "price/estimate.h"
#include "price/money.h"

namespace stator::model {
namespace {

using price::AmountText;
using price::MoneyText;

std::string PercentText(double share) { return fmt::format("{:.0f} %", share * 100); }

// Counts and costs of a model's reads, by the way each is served.
struct ReadKinds {
  std::vector<std::string> scanned;   // the pattern's verb is scan
  std::vector<std::string> unserved;  // no key serves the pattern
  std::vector<std::string> filtered;
  std::vector<std::string> exported;
  std::size_t reads = 0;
  double dollars = 0;         // on demand, of all patterns
  double scan_dollars = 0;    // of the patterns that scan
  double filter_dollars = 0;  // of the patterns that filter rows found by a key
  double per_second = 0;      // reads
  double keyed = 0;           // reads that use a key and no filter
};

ReadKinds KindsOf(const Model& model, const ModelPrice& price) {
  ReadKinds kinds;
  for (std::size_t i = 0; i < model.patterns.size(); ++i) {
    const auto& pattern = model.patterns[i];
    const auto& priced = price.patterns[i];
    kinds.dollars += priced.dollars.on_demand;
    if (priced.scans) kinds.scan_dollars += priced.dollars.on_demand;
    if (!pattern.reads()) continue;
    ++kinds.reads;
    kinds.per_second += pattern.per_second;
    const auto steps = StepsOf(model, pattern);
    const bool filters = std::ranges::any_of(steps.plans, [](const ReadPlan& plan) {
      return !plan.filtered.empty() || (plan.statement && plan.statement->filtered);
    });
    if (pattern.verb == Verb::kExport) {
      kinds.exported.push_back(pattern.id);
    } else if (pattern.verb == Verb::kScan || (pattern.sql && steps.scans)) {
      kinds.scanned.push_back(pattern.id);
    } else if (steps.scans) {
      kinds.unserved.push_back(pattern.id);
    } else if (filters) {
      kinds.filtered.push_back(pattern.id);
      kinds.filter_dollars += priced.dollars.on_demand;
    } else {
      kinds.keyed += pattern.per_second;
    }
  }
  return kinds;
}

bool OneItemAtATime(const Model& model) {
  return std::ranges::all_of(model.patterns, [](const Pattern& pattern) {
    return pattern.verb == Verb::kGet || pattern.verb == Verb::kPut ||
           pattern.verb == Verb::kUpdate || pattern.verb == Verb::kDelete;
  });
}

double PeakRequests(const ModelPrice& price) {
  double sum = 0;
  for (const auto& pattern : price.patterns) sum += pattern.peak_per_second * pattern.cost.requests;
  return sum;
}

std::string WorkloadAnswer(const ReadKinds& kinds, bool small, bool simple) {
  constexpr double kMost = 0.5;
  if (kinds.reads == 0 && kinds.dollars == 0) return "Unknown: the model has no patterns.";
  if (kinds.dollars > 0 && kinds.scan_dollars > kMost * kinds.dollars) {
    return "No: most of the cost is for reads of whole tables.";
  }
  if (kinds.dollars > 0 && kinds.filter_dollars > kMost * kinds.dollars) {
    return "Not with these keys: most of the cost is for reads whose items a filter drops.";
  }
  if (!kinds.unserved.empty()) return "Not with these keys: no key serves some patterns.";
  if (small && simple) {
    return "DynamoDB is possible, but not needed: a small relational database is simpler.";
  }
  return "Yes: the patterns are known, and keys serve them.";
}

void AddList(fmt::format_string<const std::string&> format, const std::vector<std::string>& ids,
             std::vector<std::string>& reasons) {
  if (ids.empty()) return;
  const std::string list = fmt::format("{}", fmt::join(ids, ", "));
  reasons.push_back(fmt::format(format, list));
}

struct AdviceReport {
  std::string_view model;
  std::span<const Advice> advice;
};
BOOST_DESCRIBE_STRUCT(AdviceReport, (), (model, advice))

}  // namespace

bool Close(double one, double other) {
  return std::max(one, other) <= std::min(one, other) * (1 + kCloseShare);
}

Advice AdviseWorkload(const Model& model, const ModelPrice& price) {
  const auto kinds = KindsOf(model, price);
  const double peak = PeakRequests(price);
  const double gb = price.Bytes() / (1024.0 * 1024 * 1024);
  const bool small = price.Bytes() < kSmallBytes && peak < kSmallRequestsPerSecond;
  const bool simple = OneItemAtATime(model);
  Advice advice{.topic = "workload", .question = "Is this a workload for DynamoDB?"};
  advice.answer = WorkloadAnswer(kinds, small, simple);
  auto& reasons = advice.reasons;
  reasons.push_back(fmt::format("The model has {}, {} of them reads.",
                                Counted(model.patterns.size(), "pattern"), kinds.reads));
  if (kinds.per_second > 0) {
    reasons.push_back(fmt::format("{} of the reads are by a key, without a filter.",
                                  PercentText(kinds.keyed / kinds.per_second)));
  }
  AddList("No key finds {}; each run reads a whole table.", kinds.unserved, reasons);
  AddList("These patterns are scans by design: {}.", kinds.scanned, reasons);
  AddList("A filter drops a part of the items that these patterns read: {}.", kinds.filtered,
          reasons);
  AddList("For analysis elsewhere: {}; DynamoDB has no joins or aggregates of its own.",
          kinds.exported, reasons);
  const auto add_cost = [&](std::string_view what, double dollars) {
    if (dollars <= 0) return;
    reasons.push_back(fmt::format("{} cost {} of {} a month for requests, {}.", what,
                                  MoneyText(dollars), MoneyText(kinds.dollars),
                                  PercentText(dollars / kinds.dollars)));
  };
  add_cost("Filters", kinds.filter_dollars);
  add_cost("Scans", kinds.scan_dollars);
  reasons.push_back(fmt::format(
      "{} GB and {} requests a second at the peak{}; below {} GB and {} a second any database "
      "does.",
      AmountText(gb), AmountText(peak), simple ? ", one item at a time" : "",
      AmountText(kSmallBytes / (1024.0 * 1024 * 1024)), AmountText(kSmallRequestsPerSecond)));
  advice.close = simple && Close(price.Bytes(), kSmallBytes);
  return advice;
}

Advice AdviseCapacity(const ModelPrice& price, const PricingTerms& terms) {
  const auto& on_demand = price.plans.front();
  const auto& uncommitted = price::CheapestUncommitted(price.plans);
  const auto& cheapest = price::Cheapest(price.plans);
  const auto text = [&](const price::Plan& plan) {
    return fmt::format("{}, {}", price::PlanText(plan.kind, terms.terms.utilization),
                       MoneyText(plan.Dollars()));
  };
  Advice advice{.topic = "capacity", .question = "On demand, provisioned or reserved?"};
  advice.close =
      uncommitted.kind != on_demand.kind && Close(uncommitted.Dollars(), on_demand.Dollars());
  const bool stay = advice.close || uncommitted.kind == on_demand.kind;
  advice.answer = stay ? fmt::format("{} a month, without any capacity planning.", text(on_demand))
                       : fmt::format("{} a month; {}.", text(uncommitted), text(on_demand));
  if (cheapest.kind != uncommitted.kind) {
    advice.reasons.push_back(fmt::format("If the load is sure to stay: {}.", text(cheapest)));
  }
  for (const auto& plan : price.plans) advice.reasons.push_back(text(plan) + " a month.");
  double average = 0;
  double peak = 0;
  for (const auto& resource : price.resources) {
    average += resource.load.writes.average + resource.load.reads.average;
    peak += std::max(resource.load.writes.peak, resource.load.writes.average) +
            std::max(resource.load.reads.peak, resource.load.reads.average);
  }
  if (average > 0) {
    advice.reasons.push_back(
        fmt::format("The peak is {:.1f} times the average. Provisioned capacity suits steady "
                    "loads.",
                    peak / average));
  }
  return advice;
}

std::vector<Advice> Advise(const Model& model, const price::PriceTable& prices,
                           const PricingTerms& terms, const Circumstances& circumstances) {
  const auto price = PriceModel(model, prices, terms);
  return {AdviseWorkload(model, price), AdviseTables(model, prices, terms, circumstances),
          AdviseCapacity(price, terms), AdviseFreeTier(model, prices, terms)};
}

std::string AdviceText(const std::string& model, const std::vector<Advice>& advice) {
  std::string out = model + "\n";
  for (const auto& one : advice) {
    fmt::format_to(std::back_inserter(out), "\n{}\n  {}{}\n", one.question, one.answer,
                   one.close ? " The figures are close (within 10 %)." : "");
    for (const auto& reason : one.reasons) out += "  - " + reason + "\n";
  }
  return out;
}

std::string AdviceJson(const std::string& model, const std::vector<Advice>& advice) {
  return json::ToJson(AdviceReport{.model = model, .advice = advice}) + "\n";
}

}  // namespace stator::model
