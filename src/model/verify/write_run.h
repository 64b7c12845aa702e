#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "client/stator.h"

namespace stator::model {

// What a run of a write pattern took, and whether it was carried out.
struct WriteOutcome {
  std::int64_t requests = 0;
  double units = 0;
  bool refused = false;   // a condition did not hold, or somebody else was writing
  bool conflict = false;  // of these, the latter: it may be tried again
  std::string error;      // why it was not carried out; empty: it was
};

// Sends the writes in one transaction, or one after the other until one fails.
WriteOutcome RunWrite(client::Connection& database, bool transaction,
                      const std::vector<client::TransactWrite>& requests);

}  // namespace stator::model
