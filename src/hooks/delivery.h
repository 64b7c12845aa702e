#pragma once

#include <atomic>
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
#include "base/mutex.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "hooks/hook_position.h"
#include "hooks/hook_report.h"
#include "storage/engine.h"
#include "streams/reader.h"
#include "table/commit_queue.h"
#include "table/step.h"

namespace stator::hooks {

// Records of one shard, in order, for one call of a function.
struct HookBatch {
  const catalog::StreamSettings& stream;
  const catalog::Shard& shard;
  std::span<const streams::LoggedRecord> records;
};

// The function's answer to a batch.
struct HookOutcome {
  bool accepted = false;
  // The first record that the function could not process, as it reports it. This record and all
  // later ones are delivered again. Only set for an accepted batch.
  std::optional<std::string> failed_sequence_number;
  std::string error;  // why the batch was not accepted
};

// A function that receives batches. Threads: one at a time.
class HookSink {
 public:
  virtual ~HookSink() = default;
  // Calls the function and waits for its answer, or until the call times out.
  virtual HookOutcome Deliver(const HookBatch& batch) = 0;
  // Stores a batch whose delivery is abandoned.
  virtual Result<> GiveUp(const HookBatch& batch, std::string_view error) = 0;
  // Makes Deliver return soon, now and in later calls. Threads: any.
  virtual void Stop() = 0;
};

// The settings of one hook.
struct HookOptions {
  std::string table;
  std::string target;               // as the operator wrote it; part of the key of its positions
  std::size_t batch_records = 100;  // at most
  TimeMicros window = 0;            // machine time that a batch waits to fill up
  std::size_t attempts_max = 12;    // per batch; then the batch is abandoned
  bool bisect = true;               // retry a failed batch in halves
};

// Delivers every record of a table's streams to a function: parents before children, in order
// within a shard. Each record is retried until it is accepted or abandoned. The position is stored
// after each batch. So a restart loses no record and repeats no accepted one. Threads: one at a
// time.
class Delivery {
 public:
  // Lifetime: the references outlive this object.
  Delivery(storage::Engine& engine, catalog::Catalog& catalog, table::CommitQueue& queue,
           const ServiceClock& clock, HookOptions options, HookSink& sink);

  // Delivers at most one batch of each shard that may be read. `now` is machine time.
  Result<table::StepOutcome> Step(TimeMicros now);

  // Counts of accepted and abandoned batches since the start.
  std::uint64_t accepted() const { return accepted_; }
  std::uint64_t given_up() const { return given_up_; }

  // Returns the state of the delivery. Reads the undelivered records, up to a bound. Threads: any,
  // also while another one steps.
  Result<HookReport> Report() const;

 private:
  // The delivery state of one shard.
  struct Progress {
    HookPosition position;
    bool unsaved = false;                  // the position is not stored yet
    std::size_t attempts = 0;              // failed attempts for the next batch
    std::optional<std::size_t> size_max;   // size of the next batch, if one was halved
    std::optional<TimeMicros> first_seen;  // when the next batch's first record was seen
    std::optional<TimeMicros> not_before;  // machine time of the next attempt
  };
  // The state of a shard, for reports.
  struct Shown {
    HookPosition position;
    std::size_t attempts = 0;
    bool retrying = false;
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
  void Show(const catalog::StreamSettings& stream, const catalog::Shard& shard,
            const Progress& progress);
  void ShowFailure(const HookBatch& batch, std::string_view error, const Progress& progress);
  Result<HookShardReport> ReportOf(const catalog::StreamSettings& stream,
                                   const catalog::Shard& shard) const;
  Result<HookPosition> StoredPosition(const catalog::StreamSettings& stream,
                                      const catalog::Shard& shard) const;

  storage::Engine& engine_;
  catalog::Catalog& catalog_;
  table::CommitQueue& queue_;
  const ServiceClock& clock_;
  const HookOptions options_;
  const Bytes prefix_;
  HookSink& sink_;
  std::map<Key, Progress> progress_;
  bool forgot_ = false;  // positions of deleted shards are removed
  std::atomic<std::uint64_t> accepted_ = 0;
  std::atomic<std::uint64_t> given_up_ = 0;
  std::atomic<bool> calling_ = false;
  mutable Mutex mutex_;
  std::map<Key, Shown> shown_ GUARDED_BY(mutex_);  // by the delivering thread, for reports
  std::optional<HookFailure> last_failure_ GUARDED_BY(mutex_);
};

}  // namespace stator::hooks
