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

// The commit thread's knowledge of the commits so far, which outlives a batch.
struct CommitState {
  storage::CommitNumber last_number = 0;
  RecentWrites recent;
  LagLog lag;
};

// The writes that share one call to the engine, once each is decided.
struct Batch {
  std::vector<storage::Commit> commits;
  std::map<catalog::TablePtr, catalog::Catalog::Deltas> statistics;
  std::size_t lagged_records = 0;
  std::size_t lagged_bytes = 0;
};

// Makes one batch of writes that have gathered. A write was decided by its writer on the image that
// it read. The builder decides again where that image is no longer the newest, counting the writes
// that came before in the same batch, and numbers the commits.
//
// Threads: the commit thread. Lifetime: a builder makes one batch.
class BatchBuilder {
 public:
  struct Options {
    std::int64_t collection_bytes_max;  // a write that grows its item collection past it is refused
    bool has_workers;         // workers make decisions that are too much work for the commit thread
    const MarkMet& mark_met;  // see DecideOn
  };
  // Room for the commits of `tasks_max` calls of Add. Lifetime: the references outlive the builder.
  BatchBuilder(storage::Engine& engine, catalog::Catalog& catalog, const ServiceClock& clock,
               CommitState& state, const Options& options, std::size_t tasks_max);

  // Adds a commit of the write, unless it fails or changes nothing: see `outcome`. `overtaken`
  // says instead that the decision is more work than the batch has left. A worker has to make it.
  void Add(DecidedWrite& write);

  // Adds one commit of all the writes and of the extra mutations, or none if one of the writes
  // fails. A decision that would be too much work fails with a conflict.
  void Add(std::span<DecidedWrite> writes, ExtraMutations& extra_mutations);

  // The bytes of the writes that were added or failed. The caller ends the batch at a bound.
  std::size_t bytes() const { return bytes_; }

  // Adds the bookkeeping, counts and the highest number, in a last commit, if there is any commit.
  // The builder is used up.
  Batch Finish();

 private:
  using Place = std::pair<storage::Space, BytesView>;  // the key leans on the commits
  // Newest sizes of item collections, by address.
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
  // The rows that this batch writes. Value: the commit, and which change of it, with the newest.
  std::map<Place, std::pair<std::size_t, std::size_t>> rows_;
  CollectionSizes collections_;
  std::size_t bytes_ = 0;
  std::size_t work_ = 0;  // of decisions made again
};

}  // namespace stator::table
