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

// Where an account is kept (docs/formats/bill.md), one of the spaces below the tables' own.
inline constexpr storage::Space kAccountSpace = 7;
static_assert(kAccountSpace < catalog::kFirstTableSpace);

// Has an account outlive the process: once in a minute of service time what has changed is written
// down, a few tables in a commit, so that no write of a client waits for long. For one thread at a
// time.
class AccountWork final : public table::SteppedWork {
 public:
  // The references outlive it.
  AccountWork(storage::Engine& engine, const catalog::Catalog& catalog, table::CommitQueue& queue,
              const ServiceClock& clock, Account& account)
      : engine_(engine), catalog_(catalog), queue_(queue), clock_(clock), account_(account) {}

  // Reads what was kept. REQUIRES: before anything is counted.
  Result<> Load();
  // What is due, for some tables. It may be repeated after an error.
  Result<table::StepOutcome> Step() override;
  // All of it, whether it is due or not: before the end.
  Result<> Save();

 private:
  // True: there is more.
  Result<bool> SaveSome();

  storage::Engine& engine_;
  const catalog::Catalog& catalog_;
  table::CommitQueue& queue_;
  const ServiceClock& clock_;
  Account& account_;
  TimeMicros next_ = 0;
  bool more_ = false;  // of what the last look found
};

}  // namespace stator::capacity
