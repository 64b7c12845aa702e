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

// The background work on streams as service time passes. It rolls over old open shards that hold
// records. It drops closed shards with their logs once all their records are trimmed, and streams
// that were disabled a day ago.
// Threads: one thread at a time.
class StreamWork final : public table::SteppedWork {
 public:
  // A shard stays open for `shard_lifetime`. REQUIRES: the references outlive this object.
  StreamWork(storage::Engine& engine, catalog::Catalog& catalog, table::CommitQueue& queue,
             const ServiceClock& clock, TimeMicros shard_lifetime = limits::kShardLifetime)
      : engine_(engine),
        catalog_(catalog),
        queue_(queue),
        clock_(clock),
        shard_lifetime_(shard_lifetime) {}

  // Does all due work on every stream. The caller may repeat it after an error.
  Result<table::StepOutcome> Step() override;

 private:
  // The work due for one stream, and the time when its next work is due.
  struct Due {
    bool stream = false;                 // drop the whole stream
    std::vector<std::uint32_t> closed;   // closed shards to drop
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
