#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "storage/engine.h"
#include "table/decided_write.h"
#include "table/lag_log.h"
#include "table/recent_writes.h"

namespace stator::table {

// The commit thread's knowledge of earlier commits, which outlives a batch.
struct CommitState {
  storage::CommitNumber last_number = 0;
  RecentWrites recent;
  LagLog lag;
};

// The commits of one call to the engine, and the counts to publish once they are durable.
struct Batch {
  std::vector<storage::Commit> commits;
  std::map<catalog::TablePtr, catalog::Catalog::Deltas> statistics;
  std::size_t lagged_records = 0;
  std::size_t lagged_bytes = 0;
};

// Builds one batch of the writes that are waiting. Each writer decided its write on the image that
// it read. If that image is no longer the newest, earlier writes of the batch included, the builder
// decides again. It also numbers the commits.
// Threads: the commit thread.
// Lifetime: a builder makes one batch.
class BatchBuilder {
 public:
  struct Options {
    std::int64_t collection_bytes_max;  // the limit of an item collection
    bool has_workers;                   // workers make decisions too heavy for the commit thread
    const MarkMet& mark_met;            // see DecideOn
  };
  // Reserves room for the commits of `tasks_max` calls of Add. REQUIRES: the references outlive the
  // builder.
  BatchBuilder(storage::Engine& engine, catalog::Catalog& catalog, const ServiceClock& clock,
               CommitState& state, const Options& options, std::size_t tasks_max);

  // Adds a commit of the write, unless the write fails or changes nothing; see `outcome`. If the
  // decision is more work than the batch has left, Add sets `overtaken` instead, and a worker must
  // decide.
  void Add(DecidedWrite& write);

  // Adds one commit of all the writes and the extra mutations, or none if one of the writes fails.
  // A decision that is more work than the batch has left fails with a conflict.
  void Add(std::span<DecidedWrite> writes, ExtraMutations& extra_mutations);

  // The bytes of all writes passed to Add, failed ones included. The caller ends the batch at a
  // bound.
  std::size_t bytes() const { return bytes_; }

  // Adds a last commit with counts and the highest number if there is any commit, and returns the
  // batch. REQUIRES: no later call of the builder.
  Batch Finish();

 private:
  using Place = std::pair<storage::Space, BytesView>;  // the key views the batch's commits
  // The newest sizes of item collections, by address.
  using CollectionSizes = std::map<Place, std::int64_t>;

  const storage::Mutation* FindRow(storage::Space space, BytesView key) const;
  Result<std::optional<std::vector<storage::Mutation>>> DecideGroup(
      std::span<DecidedWrite> writes, ExtraMutations& extra_mutations);
  Result<> DecideOnNewest(DecidedWrite& write);
  bool IsNewest(storage::Space space, BytesView key, storage::Version seen,
                storage::CommitNumber read_after) const;
  Result<> DecideAgain(DecidedWrite& write, bool newest);
  Result<> SizeCollection(DecidedWrite& write, const CollectionSizes& of_group);
  Result<std::int64_t> CollectionBytes(const DecidedWrite& write,
                                       const CollectionSizes& of_group) const;
  void AddCommit(std::span<DecidedWrite> writes, std::vector<storage::Mutation> extra_mutations);
  void AddChanges(DecidedWrite& write, Bytes suffix, storage::Commit& commit);
  void LeaveToBackfill(DecidedWrite& write);
  void Remember(const DecidedWrite& write, std::size_t first, std::size_t last);

  storage::Engine& engine_;
  catalog::Catalog& catalog_;
  const ServiceClock& clock_;
  CommitState& state_;
  const Options options_;
  Batch batch_;
  // The rows that this batch writes. The value is the position of the commit and of its change with
  // the newest image.
  std::map<Place, std::pair<std::size_t, std::size_t>> rows_;
  CollectionSizes collections_;
  std::size_t bytes_ = 0;
  std::size_t work_ = 0;  // the work of decisions made again
};

}  // namespace stator::table
