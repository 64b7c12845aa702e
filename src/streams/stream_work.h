#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "base/limits.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "storage/engine.h"
#include "table/commit_queue.h"
#include "table/step.h"

namespace stator::streams {

// What happens to streams as service time passes: open shards that hold records roll over, closed
// ones go with their logs when all they hold is trimmed, and so do disabled streams. For one thread
// at a time.
class StreamWork final : public table::SteppedWork {
 public:
  // The references outlive it. A shard stays open for `shard_lifetime`.
  StreamWork(storage::Engine& engine, catalog::Catalog& catalog, table::CommitQueue& queue,
             const ServiceClock& clock, TimeMicros shard_lifetime = limits::kShardLifetime)
      : engine_(engine),
        catalog_(catalog),
        queue_(queue),
        clock_(clock),
        shard_lifetime_(shard_lifetime) {}

  // What is due for every stream. It may be repeated after an error.
  Result<table::StepOutcome> Step() override;

 private:
  // What is due for one stream, or when something will be.
  struct Due {
    bool stream = false;                 // is to be dropped
    std::vector<std::uint32_t> closed;   // shards to be dropped
    std::vector<std::uint32_t> overdue;  // open shards to roll over
    std::optional<TimeMicros> next;      // service time

    bool any() const { return stream || !closed.empty() || !overdue.empty(); }
    void At(TimeMicros time) { next = next ? std::min(*next, time) : time; }
  };

  Result<table::StepOutcome> Advance(const catalog::StreamPtr& stream);
  Result<Due> DueFor(const catalog::StreamSettings& stream, TimeMicros now);
  Result<bool> HasRecords(const catalog::Shard& shard);

  storage::Engine& engine_;
  catalog::Catalog& catalog_;
  table::CommitQueue& queue_;
  const ServiceClock& clock_;
  const TimeMicros shard_lifetime_;
};

}  // namespace stator::streams
