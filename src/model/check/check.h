#pragma once

#include <vector>

#include "model/check/finding.h"
#include "model/language/model.h"
#include "model/language/parser.h"
#include "model/plan/estimate.h"
#include "model/plan/plan.h"

namespace stator::model {

// A pattern with the requests that serve it and the cost of one run.
struct PlannedPattern {
  const Pattern* pattern = nullptr;
  ReadPlan read;    // of a read
  WritePlan write;  // of a write
  PatternCost cost;
};

// The result of a check. Lifetime: points into the model.
struct Checked {
  std::vector<PlannedPattern> patterns;  // in the model's order
  std::vector<Finding> findings;         // in the order of the text
};

// Plans every pattern and looks for every fault of findings.inc. The model must outlive the result.
Checked Check(const Model& model);

// Returns the complaints about an invalid text as findings, for programs.
Checked CheckedComplaints(const std::vector<Complaint>& complaints);

// The input of each check below.
struct Planned {
  const Model& model;
  const std::vector<StoredRow>& accesses;  // of the whole model
  const std::vector<PlannedPattern>& patterns;
};

// Each function below looks for one group of faults in the whole model and appends its findings.
//
// Requests of reads: scans, filters, fan-out, order, consistency, reach across tenants.
void CheckReads(const Planned& all, std::vector<Finding>& findings);
// Reads without a limit under the fullest key.
void CheckLargest(const Planned& all, std::vector<Finding>& findings);
// Requests that the model states.
void CheckStated(const Planned& all, std::vector<Finding>& findings);
// Stale keys, incomplete copies, lost updates and sizes of writes.
void CheckWrites(const Planned& all, std::vector<Finding>& findings);
// Updates that bypass a version.
void CheckVersions(const Planned& all, std::vector<Finding>& findings);
// Keys that are missing, not unique, colliding or too large.
void CheckKeys(const Planned& all, std::vector<Finding>& findings);
// Items and collections that grow too large, and contradicting numbers.
void CheckSizes(const Planned& all, std::vector<Finding>& findings);
// Partition keys that throttle.
void CheckHeat(const Planned& all, std::vector<Finding>& findings);
// Indexes that are unused, rare, too wide or too many.
void CheckIndexes(const Planned& all, std::vector<Finding>& findings);
// Settings of tables that contradict the entities.
void CheckTables(const Planned& all, std::vector<Finding>& findings);
// Assertions that do not hold.
void CheckAssertions(const Planned& all, std::vector<Finding>& findings);

}  // namespace stator::model
