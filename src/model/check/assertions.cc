#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "model/check/check.h"
#include "model/check/finding.h"

namespace stator::model {
namespace {

const PlannedPattern* Find(const std::vector<PlannedPattern>& patterns, const std::string& id) {
  const auto found = std::ranges::find_if(
      patterns, [&](const PlannedPattern& planned) { return planned.pattern->id == id; });
  return found == patterns.end() ? nullptr : &*found;
}

void CheckNoScan(const std::vector<PlannedPattern>& patterns, const Assertion& assertion,
                 std::vector<Finding>& findings) {
  for (const auto& planned : patterns) {
    const auto& statement = planned.read.statement;
    if (planned.pattern->verb != Verb::kScan && !(statement && statement->scans())) continue;
    Report(findings, FindingCode::kAssertionFailed, assertion.place, planned.pattern->id,
           "The model asserts that no pattern scans, but this pattern does.",
           "Drop the assertion, or serve the pattern by a key or an export.");
  }
}

void CheckCost(const std::vector<PlannedPattern>& patterns, const Assertion& assertion,
               std::vector<Finding>& findings) {
  const auto& bound = assertion.exceptions.front();
  const PlannedPattern* planned = Find(patterns, bound.pattern);
  if (planned == nullptr) return;
  const double cost = assertion.writes ? planned->cost.write_units : planned->cost.read_units;
  if (cost <= bound.at_most) return;
  Report(findings, FindingCode::kAssertionFailed, assertion.place, bound.pattern,
         fmt::format("The pattern costs {:.1f} {}, more than the asserted {:.1f}.", cost,
                     assertion.writes ? "WCU" : "RCU", bound.at_most),
         "Read or write less at once, or raise the bound.");
}

}  // namespace

void CheckAssertions(const Planned& all, std::vector<Finding>& findings) {
  for (const auto& assertion : all.model.assertions) {
    if (assertion.type == Assertion::Type::kNoScan) CheckNoScan(all.patterns, assertion, findings);
    if (assertion.type == Assertion::Type::kCost) CheckCost(all.patterns, assertion, findings);
  }
}

}  // namespace stator::model
