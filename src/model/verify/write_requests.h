#pragma once

#include <optional>
#include <vector>

#include "client/stator.h"
#include "model/layout/rows.h"
#include "model/plan/plan.h"

// The requests of one run of a write pattern. Pure: what is sent, and not the sending.
namespace stator::model {

// What one write of the pattern does to one instance.
struct Step {
  const Action* action = nullptr;
  std::optional<Instance> before;  // as the program read it; none: it is put for the first time
  std::optional<Instance> after;   // none: it is deleted, or only checked
};

// One request for each row that the plan has for a step, in the plan's order. Rows that the
// instance does not have, because a condition does not hold, are left out, and so are those of
// updates and deletes whose keys do not follow from what the pattern binds.
std::vector<client::TransactWrite> WriteRequests(const std::vector<StoredRow>& accesses,
                                                 const Pattern& pattern, const WritePlan& plan,
                                                 const std::vector<Step>& steps);

}  // namespace stator::model
