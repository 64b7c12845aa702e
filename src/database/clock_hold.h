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

// The space of the row that stores a hold (docs/formats/catalog.md). Numbers from 10 to 15 were
// kept free.
inline constexpr storage::Space kClockHoldSpace = 10;

// A machine's clock is rarely off by more than this by accident.
inline constexpr TimeMicros kClockJumpMax = 24LL * 3600 * 1'000'000;

// Returns how much machine time has passed since the folder was last in use. The store knows its
// last commit and the last turn of the clock. `now` is service time.
TimeMicros TimeUnused(const ClockRule& rule, TimeMicros last_commit, TimeMicros now);

// If a machine boots with its clock ahead, time to live would delete items that are not expired,
// and they could not be restored. So a start after a gap of more than a day holds expiry until an
// operator confirms the time. The hold is stored, so a restart does not end it.
//
// Threads: safe for concurrent use, except Start.
class ClockHold {
 public:
  explicit ClockHold(Log* log) : log_(log) {}

  // Loads the stored hold, or begins one if the time has jumped. REQUIRES: called once, before
  // anything expires. Waits.
  Result<> Start(storage::Engine& engine, const catalog::Catalog& catalog, TimeMicros now,
                 table::CommitQueue& queue);

  bool is_held() const { return is_held_.load(std::memory_order_relaxed); }

  // Ends the hold durably. Does nothing if there is none. Waits.
  Result<> Confirm(table::CommitQueue& queue);

 private:
  Log* const log_;  // null: no log
  std::atomic<bool> is_held_ = false;
};

// Sets a folder's service time back to the machine's, even if later times were committed, and ends
// a hold. Returns the previous service time. REQUIRES: no server uses the folder. Errors: kStartup
// with one sentence.
Result<TimeMicros> ResetClock(const std::string& folder);

}  // namespace stator::database
