#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "base/turnable_clock.h"
#include "catalog/backfill_progress.h"
#include "catalog/statistics.h"
#include "catalog/stream.h"
#include "catalog/table.h"
#include "storage/engine.h"

namespace stator::catalog {

inline constexpr storage::Space kCatalogSpace = 1;
// What global indexes have yet to take in, where they lag (docs/formats/index-lag.md).
inline constexpr storage::Space kIndexLagSpace = 2;
// What transactions leave behind: records of their commits, and the tokens of clients
// (docs/formats/transactions.md).
inline constexpr storage::Space kTransactionSpace = 3;
// Spaces below are the catalog's own; tables' spaces are numbered from here on and never reused.
inline constexpr storage::Space kFirstTableSpace = 16;

// A change of the catalog on its way to the disk: what to write, and what to publish once it is
// durable.
struct Change {
  std::vector<storage::Mutation> mutations;
  std::vector<storage::SpaceDrop> drops;
  TablePtr publish;                               // the new descriptor
  std::vector<TablePtr> withdraw;                 // the descriptors of dropped tables
  std::map<TableNumber, TableStatistics> counts;  // added to those of the tables
  std::map<Bytes, BackfillProgress> walks;        // by the keys of their rows
  std::vector<StreamPtr> streams;                 // new descriptors of streams
  std::vector<StreamPtr> withdraw_streams;        // the descriptors of dropped streams
};

// All tables, by name, in memory; the disk holds the same (docs/formats/catalog.md). Reads are safe
// from any thread. Planning and publishing changes happen on the commit thread alone, which is what
// orders them.
class Catalog {
 public:
  // Reads what the store holds.
  static Result<std::unique_ptr<Catalog>> Load(storage::Engine& engine);

  // nullptr if there is none, or none any more: it is being dropped. A descriptor with `deleted`
  // set is still found; the caller looks at it.
  TablePtr Find(std::string_view name) const;
  // All, by name in byte order, strictly after `after`; at most `limit`.
  std::vector<TablePtr> List(std::string_view after, std::size_t limit) const;
  std::size_t count() const;

  SpaceStatistics StatisticsOf(const Table& table, storage::Space space) const;

  // Tables with an index that is being created or deleted, by name.
  std::vector<TablePtr> Unsettled() const;
  // How far the backfill of the table's unsettled index has come.
  BackfillProgress BackfillOf(const Table& table) const;

  // Tables whose time to live is not disabled, by name.
  std::vector<TablePtr> WithTimeToLive() const;
  // How far the walk has come that fills the table's time-to-live index.
  BackfillProgress ExpiryWalkOf(const Table& table) const;

  // nullptr if there is none.
  StreamPtr FindStream(std::string_view arn) const;
  // All, by ARN in byte order, strictly after `after`; at most `limit`.
  std::vector<StreamPtr> ListStreams(std::string_view after, std::size_t limit) const;
  std::size_t stream_count() const;

  // --- on the commit thread ---

  // The highest commit number on disk when the catalog was loaded.
  storage::CommitNumber last_commit() const { return last_commit_; }
  // Likewise: the service time of that commit, and the rule by which service time ran.
  TimeMicros last_time() const { return last_time_; }
  const ClockRule& clock_rule() const { return clock_rule_; }

  // The number of the commit in which the change will be that is planned now.
  storage::CommitNumber next_commit() const { return next_commit_; }
  void SetNextCommit(storage::CommitNumber number) { next_commit_ = number; }

  // Gives `settings` its numbers (table and spaces) and plans its creation. A global index without
  // partitions gets one, here and below.
  Change PlanCreate(TableSettings settings);
  // A new descriptor in place of `old`; its epoch becomes the next. Gives a number to every new
  // index whose space is still 0, and drops the spaces of indexes it no longer has; the index of
  // time to live is one of them. What becomes of streams is planned in streams/lineage.h.
  Change PlanReplace(const Table& old, TableSettings settings);
  // Drops the table with all its spaces, but for its streams, beside whatever else the change does.
  static void AddDrop(const TablePtr& table, Change& change);
  // A space for a stream's log. The change it is for must create or replace a table after, which
  // writes down that it is taken.
  storage::Space TakeSpace() { return next_space_++; }
  // A new stream, or a new descriptor in place of the one with the same ARN.
  static void AddStream(StreamSettings settings, Change& change);
  // Drops the stream with all its logs.
  static void AddStreamDrop(const StreamPtr& stream, Change& change);
  // Counts that the change adds to a table's. REQUIRES: at most once for each table.
  void AddCounts(const Table& table, const TableStatistics& deltas, Change& change) const;
  // How far the change takes the backfill of the table's unsettled index.
  static void AddBackfill(const Table& table, BackfillProgress progress, Change& change);
  // How far the change takes the walk that fills the table's time-to-live index.
  static void AddExpiryWalk(const Table& table, BackfillProgress progress, Change& change);
  // Makes a durable change visible.
  void Publish(const Change& change);

  // The counts after `deltas` are added, as the mutation that stores them. Publish once durable.
  using Deltas = TableStatistics;
  storage::Mutation PlanStatistics(const Table& table, const Deltas& deltas) const;
  void PublishStatistics(const Table& table, const Deltas& deltas);
  // The mutation that remembers the highest commit number and its service time.
  static storage::Mutation PlanLastCommit(storage::CommitNumber number, TimeMicros now);
  // The mutation that remembers the clock's rule.
  static storage::Mutation PlanClock(const ClockRule& rule);

 private:
  Catalog() = default;

  Result<> LoadEntry(const storage::KeyedEntry& entry);
  Result<> LoadLastCommit(BytesView value);
  Change PlanPublish(TableSettings settings);
  storage::Mutation NumbersMutation() const;
  void AssignSpaces(TableSettings& settings);
  void AddIndexDrops(const Table& old, Change& change) const;
  void PublishCounts(const Change& change);
  BackfillProgress WalkOf(const Bytes& key) const;
  void Note(const Table& table) REQUIRES(mutex_);
  void Forget(const std::string& name) REQUIRES(mutex_);
  void PublishStreams(const Change& change) REQUIRES(mutex_);

  storage::CommitNumber last_commit_ = 0;
  TimeMicros last_time_ = 0;
  ClockRule clock_rule_;
  storage::CommitNumber next_commit_ = 0;
  TableNumber next_table_ = 1;
  storage::Space next_space_ = kFirstTableSpace;

  mutable SharedMutex mutex_;
  std::map<std::string, TablePtr, std::less<>> tables_ GUARDED_BY(mutex_);
  std::set<std::string, std::less<>> unsettled_ GUARDED_BY(mutex_);  // names, see Unsettled
  std::set<std::string, std::less<>> timed_ GUARDED_BY(mutex_);      // see WithTimeToLive
  std::map<std::string, StreamPtr, std::less<>> streams_ GUARDED_BY(mutex_);  // by ARN
  // Apart from the descriptors, so that counting never holds up a lookup.
  mutable Mutex statistics_mutex_;
  std::map<TableNumber, TableStatistics> statistics_ GUARDED_BY(statistics_mutex_);
  std::map<Bytes, BackfillProgress> walks_ GUARDED_BY(statistics_mutex_);  // by their rows' keys
};

}  // namespace stator::catalog
