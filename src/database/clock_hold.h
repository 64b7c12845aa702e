#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/log.h"
#include "base/result.h"
#include "base/turnable_clock.h"
#include "catalog/catalog.h"
#include "storage/engine.h"
#include "table/commit_queue.h"

namespace stator::database {

// The row that keeps a hold in the store (docs/formats/catalog.md). 10 and up to 15 were kept free.
inline constexpr storage::Space kClockHoldSpace = 10;

// Longer than this a machine is seldom off by accident.
inline constexpr TimeMicros kClockJumpMax = 24LL * 3600 * 1'000'000;

// By how much machine time has moved on since the folder was last in use, as far as the store can
// tell: since its last commit, or since the clock was turned. `now` is service time.
TimeMicros TimeUnused(const ClockRule& rule, TimeMicros last_commit, TimeMicros now);

// A machine that boots with its clock ahead would have time to live remove what is not expired, and
// nobody can bring that back. So a start that finds more than a day missing holds expiry until an
// operator confirms the time. The hold is kept in the store: a restart does not end it.
//
// Threads: safe for concurrent use, but for Start.
class ClockHold {
 public:
  explicit ClockHold(Log* log) : log_(log) {}

  // Reads the hold that the store keeps, or begins one if the time has jumped. To be called once,
  // before anything expires. Waits.
  Result<> Start(storage::Engine& engine, const catalog::Catalog& catalog, TimeMicros now,
                 table::CommitQueue& queue);

  bool is_held() const { return is_held_.load(std::memory_order_relaxed); }

  // Ends the hold durably. Nothing happens if there is none. Waits.
  Result<> Confirm(table::CommitQueue& queue);

 private:
  Log* const log_;  // null: nobody is told
  std::atomic<bool> is_held_ = false;
};

// Puts the service time of a folder back to the machine's, whatever was committed, and ends a hold.
// No server may use the folder. Returns the time that it had. Errors: kStartup with one sentence.
Result<TimeMicros> ResetClock(const std::string& folder);

}  // namespace stator::database
