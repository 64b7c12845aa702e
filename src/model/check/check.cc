#include "model/check/check.h"

#include <algorithm>
#include <utility>

#include "base/stable_order.h"

namespace stator::model {
namespace {

PlannedPattern PlanOf(const Model& model, const std::vector<StoredRow>& all,
                      const Pattern& pattern) {
  PlannedPattern planned{.pattern = &pattern};
  if (pattern.reads()) {
    planned.read = PlanRead(model, all, pattern);
    planned.cost = EstimateRead(model, pattern, planned.read);
  } else {
    planned.write = PlanWrite(model, pattern);
    planned.cost = EstimateWrite(model, planned.write);
  }
  return planned;
}

}  // namespace

Checked Check(const Model& model) {
  Checked checked;
  const auto accesses = AllStoredRows(model);
  for (const auto& pattern : model.patterns) {
    checked.patterns.push_back(PlanOf(model, accesses, pattern));
  }
  const Planned all{.model = model, .accesses = accesses, .patterns = checked.patterns};
  for (const auto look :
       {CheckReads, CheckLargest, CheckStated, CheckWrites, CheckVersions, CheckKeys, CheckSizes,
        CheckHeat, CheckIndexes, CheckTables, CheckAssertions}) {
    look(all, checked.findings);
  }
  StableSortBy(checked.findings, [](const Finding& finding) {
    return std::pair(finding.place.line, finding.place.column);
  });
  return checked;
}

Checked CheckedComplaints(const std::vector<Complaint>& complaints) {
  Checked checked;
  for (const auto& complaint : complaints) {
    checked.findings.push_back({.code = FindingCode::kSyntax,
                                .severity = RuleOf(FindingCode::kSyntax).severity,
                                .place = complaint.place,
                                .message = complaint.message});
  }
  return checked;
}

}  // namespace stator::model
