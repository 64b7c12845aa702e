#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client/stator.h"
#include "model/layout/rows.h"
#include "model/plan/lower.h"
#include "store/requests.h"

// Runs of write patterns.
namespace stator::model {

// What one write of the pattern does to one instance.
struct Step {
  const Action* action = nullptr;
  std::optional<Instance> before;  // as the program read it; none: it is put for the first time
  std::optional<Instance> after;   // none: it is deleted, or only checked
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

  // Why no program can carry it out; empty: one can.
  std::string reason() const;
};

// What the caller of a generated function gives for the step: values, and values that the item must
// still have.
client::Item ValuesGiven(const LoweredAction& action, const Step& step);
client::Item ExpectedGiven(const LoweredAction& action, const Step& step);

// The writes of one run: for each row of the plan those of every step, as the store makes them of
// the specs. Left out are the rows that an instance does not have, because a condition does not
// hold, and updates and deletes of copies and unique rows whose keys do not follow from what the
// pattern binds: only a program that is told more can keep them.
// Errors: InvalidRequest if a value is missing.
client::Expected<store::Writes> WritesOf(const std::vector<StoredRow>& accesses,
                                         const PlannedWrite& planned,
                                         const std::vector<Step>& steps);

struct WriteOutcome {
  std::int64_t requests = 0;
  double units = 0;
  bool refused = false;   // a condition did not hold, or somebody else was writing
  bool conflict = false;  // of these, the latter: it may be tried again
  std::string error;      // why it was not carried out; empty: it was
};

// Sends the writes in one transaction, or one after the other until one fails.
WriteOutcome RunWrites(client::Connection& database, bool transaction, const store::Writes& writes);

}  // namespace stator::model
