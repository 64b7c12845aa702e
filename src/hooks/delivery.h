#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/limits.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "hooks/hook_position.h"
#include "storage/engine.h"
#include "streams/reader.h"
#include "table/commit_queue.h"
#include "table/step.h"

namespace stator::hooks {

// Records of one shard, in order, for a function.
struct HookBatch {
  const catalog::StreamSettings& stream;
  const catalog::Shard& shard;
  std::span<const streams::LoggedRecord> records;
};

// What a function made of a batch.
struct HookOutcome {
  bool accepted = false;
  // What it says it could not deal with: the first record that stands for it and all after it come
  // again. Only of an accepted batch.
  std::optional<std::string> failed_sequence_number;
  std::string error;  // of one that was not accepted
};

// Where batches go: a function. Used by one thread at a time.
class HookSink {
 public:
  virtual ~HookSink() = default;
  // Waits until the function has answered, or for as long as it may take.
  virtual HookOutcome Deliver(const HookBatch& batch) = 0;
  // Keeps a batch that the function will not get any more.
  virtual Result<> GiveUp(const HookBatch& batch, std::string_view error) = 0;
  // Makes Deliver return soon, now and later. From any thread.
  virtual void Stop() = 0;
};

struct HookOptions {
  std::string table;
  std::string target;               // as the operator wrote it: what its positions are kept under
  std::size_t batch_records = 100;  // at most
  TimeMicros window = 0;            // machine time that a batch waits to become full
  std::size_t attempts_max = 12;    // for a batch; then it is given up
  bool bisect = true;               // a batch that fails is tried in halves
};

// Brings every record of a table's streams to a function: parents before children, in order within
// a shard, each until it is accepted or given up. How far it has come is stored after each batch,
// so that a restart neither loses nor repeats what was accepted. For one thread at a time.
class Delivery {
 public:
  // The references outlive it.
  Delivery(storage::Engine& engine, catalog::Catalog& catalog, table::CommitQueue& queue,
           const ServiceClock& clock, HookOptions options, HookSink& sink);

  // At most one batch of each shard that may be read. `now` is machine time.
  Result<table::StepOutcome> Step(TimeMicros now);

  // Batches accepted and given up, since the start.
  std::uint64_t accepted() const { return accepted_; }
  std::uint64_t given_up() const { return given_up_; }

 private:
  // A shard in the middle of being delivered.
  struct Progress {
    HookPosition position;
    bool unsaved = false;                  // the position has yet to be stored
    std::size_t attempts = 0;              // that failed for the batch to come
    std::optional<std::size_t> size_max;   // of the batch to come, if one was halved
    std::optional<TimeMicros> first_seen;  // since when the batch to come has a record
    std::optional<TimeMicros> not_before;  // machine time of the next attempt
  };
  using Key = std::pair<std::string, std::uint32_t>;  // stream ARN and shard

  Result<bool> StepStream(const catalog::StreamPtr& stream, TimeMicros now,
                          table::StepOutcome& outcome);
  Result<Progress*> ProgressOf(const catalog::StreamSettings& stream, const catalog::Shard& shard);
  Result<bool> MayRead(const catalog::StreamDescriptor& stream, const catalog::Shard& shard);
  Result<table::StepOutcome> StepShard(const catalog::StreamSettings& stream,
                                       const catalog::Shard& shard, Progress& progress,
                                       TimeMicros now);
  Result<streams::RecordPage> ReadBatch(const catalog::Shard& shard, const Progress& progress);
  Result<> Deliver(const HookBatch& batch, Progress& progress, TimeMicros now);
  Result<> Failed(const HookBatch& batch, std::string_view error, Progress& progress,
                  TimeMicros now);
  Result<> MoveTo(const catalog::StreamSettings& stream, const catalog::Shard& shard,
                  HookPosition position, Progress& progress);
  Result<> Save(const catalog::StreamSettings& stream, const catalog::Shard& shard,
                Progress& progress);
  Result<> ForgetGone();

  storage::Engine& engine_;
  catalog::Catalog& catalog_;
  table::CommitQueue& queue_;
  const ServiceClock& clock_;
  const HookOptions options_;
  const Bytes prefix_;
  HookSink& sink_;
  std::map<Key, Progress> progress_;
  bool forgot_ = false;  // what was gone when this began
  std::uint64_t accepted_ = 0;
  std::uint64_t given_up_ = 0;
};

}  // namespace stator::hooks
