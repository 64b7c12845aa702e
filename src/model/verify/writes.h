#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client/stator.h"
#include "model/layout/rows.h"
#include "model/plan/lower.h"
#include "store/requests.h"

// Runs write patterns.
namespace stator::model {

// The change that one write of the pattern makes to one instance.
struct Step {
  const Action* action = nullptr;
  std::optional<Instance> before;  // as the program read it; nullopt: a first put
  std::optional<Instance> after;   // nullopt: the step deletes or only checks it
};

// A write pattern with the specs that a generated program contains. Lifetime: points into the model
// and the pattern.
struct PlannedWrite {
  PlannedWrite(const Model& model, const Pattern& written);
  PlannedWrite(const PlannedWrite&) = delete;
  PlannedWrite& operator=(const PlannedWrite&) = delete;

  const Pattern& pattern;
  WritePlan plan;
  std::vector<LoweredAction> actions;  // point into the plan

  // Returns why no program can execute the pattern; empty if one can.
  std::string reason() const;
};

// Returns the values that the caller of a generated function passes for the step.
client::Item ValuesGiven(const LoweredAction& action, const Step& step);
// Returns the values that the item must still have, as the caller passes them.
client::Item ExpectedGiven(const LoweredAction& action, const Step& step);

// Makes the writes of one run from the specs: for each row of the plan, those of every step. It
// leaves out rows that an instance does not have because a condition does not hold. It also leaves
// out updates and deletes of copies and unique rows if the bound attributes do not determine their
// keys; only a program with more knowledge can maintain those.
//
// Errors: InvalidRequest if a value is missing.
client::Expected<store::Writes> WritesOf(const std::vector<StoredRow>& accesses,
                                         const PlannedWrite& planned,
                                         const std::vector<Step>& steps);

// The result of sending the writes of one run.
struct WriteOutcome {
  std::int64_t requests = 0;
  double units = 0;
  bool refused = false;   // a condition failed, or another writer interfered
  bool conflict = false;  // another writer interfered: a retry may succeed
  std::string error;      // why the run failed; empty: it succeeded
};

// Sends the writes in one transaction, or one after the other until one fails.
WriteOutcome RunWrites(client::Connection& database, bool transaction, const store::Writes& writes);

}  // namespace stator::model
