#pragma once

#include <vector>

#include "model/check/finding.h"
#include "model/language/model.h"
#include "model/plan/estimate.h"
#include "model/plan/plan.h"

namespace stator::model {

// A pattern with the requests that serve it and what one run of it costs.
struct PlannedPattern {
  const Pattern* pattern = nullptr;
  ReadPlan read;    // of a read
  WritePlan write;  // of a write
  PatternCost cost;
};

struct Checked {
  std::vector<PlannedPattern> patterns;  // in the model's order
  std::vector<Finding> findings;         // in the order of the text
};

// Plans every pattern and looks for every fault of kRules. The model must outlive the result.
Checked Check(const Model& model);

// What is looked at.
struct Planned {
  const Model& model;
  const std::vector<StoredRow>& accesses;  // all of the model's
  const std::vector<PlannedPattern>& patterns;
};

// One look each, over all patterns; what they find is appended.
void CheckReads(const Planned& all, std::vector<Finding>& findings);
void CheckLargest(const Planned& all, std::vector<Finding>& findings);
void CheckStated(const Planned& all, std::vector<Finding>& findings);
void CheckWrites(const Planned& all, std::vector<Finding>& findings);
void CheckVersions(const Planned& all, std::vector<Finding>& findings);
void CheckKeys(const Planned& all, std::vector<Finding>& findings);
void CheckSizes(const Planned& all, std::vector<Finding>& findings);
void CheckHeat(const Planned& all, std::vector<Finding>& findings);
void CheckIndexes(const Planned& all, std::vector<Finding>& findings);
void CheckTables(const Planned& all, std::vector<Finding>& findings);
void CheckAssertions(const Planned& all, std::vector<Finding>& findings);

}  // namespace stator::model
