#pragma once

#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "capacity/account.h"
#include "catalog/catalog.h"
#include "storage/engine.h"
#include "table/commit_queue.h"
#include "table/step.h"

namespace stator::capacity {

// The space of the stored account (docs/formats/bill.md), numbered below all spaces of tables.
inline constexpr storage::Space kAccountSpace = 7;
static_assert(kAccountSpace < catalog::kFirstTableSpace);

// Saves an account's changes once per minute of service time. Each commit holds a few tables, so
// that no client's write waits long. Threads: one thread at a time.
class AccountWork final : public table::SteppedWork {
 public:
  // The references must outlive this object.
  AccountWork(storage::Engine& engine, const catalog::Catalog& catalog, table::CommitQueue& queue,
              const ServiceClock& clock, Account& account)
      : engine_(engine), catalog_(catalog), queue_(queue), clock_(clock), account_(account) {}

  // Loads the stored account. REQUIRES: nothing was counted yet.
  Result<> Load();
  // Saves due changes of a few tables. The caller may retry after an error.
  Result<table::StepOutcome> Step() override;
  // Saves all changes now, due or not. Called before shutdown.
  Result<> Save();

 private:
  // Returns true if more changes remain.
  Result<bool> SaveSome();

  storage::Engine& engine_;
  const catalog::Catalog& catalog_;
  table::CommitQueue& queue_;
  const ServiceClock& clock_;
  Account& account_;
  TimeMicros next_ = 0;
  bool more_ = false;  // changes of the last Look remain to be saved
};

}  // namespace stator::capacity
