#include "database/clock_hold.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/time_text.h"
#include "storage/rocksdb/rocksdb_engine.h"

namespace stator::database {
namespace {

// The hold is one entry with an empty key and value.
storage::Address HoldAddress() { return {kClockHoldSpace, Bytes()}; }

Result<> SaveHold(std::optional<Bytes> value, table::CommitQueue& queue) {
  TRY(queue.Change([&](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    change.mutations.push_back({HoldAddress(), std::move(value)});
    return change;
  }));
  return {};
}

}  // namespace

TimeMicros TimeUnused(const ClockRule& rule, TimeMicros last_commit, TimeMicros now) {
  if (rule.frozen || last_commit == 0) return 0;
  const TimeMicros passed = now - std::max(last_commit, rule.service);
  return passed <= 0 ? 0
                     : static_cast<TimeMicros>(static_cast<double>(passed) * kClockScaleOne /
                                               static_cast<double>(rule.scale));
}

Result<> ClockHold::Start(storage::Engine& engine, const catalog::Catalog& catalog, TimeMicros now,
                          table::CommitQueue& queue) {
  const auto address = HoldAddress();
  const bool was_held = TRY(engine.Get(address.space, address.key)).has_value();
  const TimeMicros unused = TimeUnused(catalog.clock_rule(), catalog.last_time(), now);
  if (!was_held && unused <= kClockJumpMax) return {};
  if (!was_held) TRY(SaveHold(Bytes(), queue));
  is_held_.store(true, std::memory_order_relaxed);
  if (log_ != nullptr) {
    log_->Warning("clock-far-ahead",
                  {{"last_commit", TimeText(catalog.last_time())},
                   {"now", TimeText(now)},
                   {"expiry", "held"},
                   {"if_right", "stator clock confirm"},
                   {"if_wrong", "stop, set the machine's clock, stator clock reset --data DIR"}});
  }
  return {};
}

Result<> ClockHold::Confirm(table::CommitQueue& queue) {
  if (!is_held()) return {};
  TRY(SaveHold(std::nullopt, queue));
  is_held_.store(false, std::memory_order_relaxed);
  if (log_ != nullptr) log_->Info("clock-confirmed");
  return {};
}

Result<TimeMicros> ResetClock(const std::string& folder) {
  const auto engine = TRY(storage::OpenRocksDb({.path = folder}));
  const auto catalog = catalog::Catalog::Load(*engine);
  if (!catalog) {
    return Fail(ErrorCode::kStartup,
                fmt::format("The data in {} cannot be read: {}.", folder, catalog.error().message));
  }
  const TimeMicros now = MachineNow();
  const TimeMicros before = TurnableClock((*catalog)->clock_rule(), (*catalog)->last_time()).Now();
  storage::Commit commit{.number = (*catalog)->last_commit() + 1};
  commit.changes.push_back(catalog::Catalog::PlanClock({}));
  commit.changes.push_back(catalog::Catalog::PlanLastCommit(commit.number, now));
  commit.changes.push_back({HoldAddress(), std::nullopt});
  if (const auto applied = engine->Apply({&commit, 1}); !applied) {
    return Fail(ErrorCode::kStartup, applied.error().message);
  }
  return before;
}

}  // namespace stator::database
