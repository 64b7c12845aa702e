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
// Log of the changes to lagging global indexes that no commit has applied yet
// (docs/formats/index-lag.md).
inline constexpr storage::Space kIndexLagSpace = 2;
// Commit records of transactions, and the tokens of clients (docs/formats/transactions.md).
inline constexpr storage::Space kTransactionSpace = 3;
// Lower spaces belong to the catalog and other parts of the server. Tables get spaces from here on;
// no number is used twice.
inline constexpr storage::Space kFirstTableSpace = 16;

// A planned change of the catalog: the mutations to commit, and the descriptors and counts to
// publish once they are durable.
struct Change {
  std::vector<storage::Mutation> mutations;
  std::vector<storage::SpaceDrop> drops;
  TablePtr publish;                               // the new descriptor
  std::vector<TablePtr> withdraw;                 // the descriptors of dropped tables
  std::map<TableNumber, TableStatistics> counts;  // deltas to the tables' counts
  std::map<Bytes, BackfillProgress> walks;        // positions of walks, keyed by their catalog rows
  std::vector<StreamPtr> streams;                 // new descriptors of streams
  std::vector<StreamPtr> withdraw_streams;        // the descriptors of dropped streams
};

// All tables and streams in memory. The disk holds the same (docs/formats/catalog.md).
// Threads: any thread may read. Only the commit thread plans and publishes changes, which orders
// them.
class Catalog {
 public:
  // Reads the catalog of a store. Errors: kCorruption if an entry does not decode.
  static Result<std::unique_ptr<Catalog>> Load(storage::Engine& engine);

  // Returns the current descriptor, or nullptr if there is no such table or its drop is being
  // committed. The result may have `deleted` set; the caller must check it.
  TablePtr Find(std::string_view name) const;
  // Returns at most `limit` tables with names strictly after `after`, in byte order of their names.
  std::vector<TablePtr> List(std::string_view after, std::size_t limit) const;
  std::size_t count() const;

  // Returns the counts of one space of the table; zero if it has none.
  SpaceStatistics StatisticsOf(const Table& table, storage::Space space) const;

  // Returns the tables with an index that is being created or deleted, by name.
  std::vector<TablePtr> Unsettled() const;
  // Returns the position of the backfill of the table's unsettled index.
  BackfillProgress BackfillOf(const Table& table) const;

  // Returns the tables whose time to live is not disabled, by name.
  std::vector<TablePtr> WithTimeToLive() const;
  // Returns the position of the walk that fills the table's time-to-live index.
  BackfillProgress ExpiryWalkOf(const Table& table) const;

  // Returns nullptr if there is no such stream.
  StreamPtr FindStream(std::string_view arn) const;
  // Returns at most `limit` streams with ARNs strictly after `after`, in byte order of their ARNs.
  std::vector<StreamPtr> ListStreams(std::string_view after, std::size_t limit) const;
  std::size_t stream_count() const;

  // Threads: the functions below run on the commit thread only.

  // The highest commit number on disk when Load read the catalog.
  storage::CommitNumber last_commit() const { return last_commit_; }
  // The service time of that commit, and the clock's rule, as Load read them.
  TimeMicros last_time() const { return last_time_; }
  const ClockRule& clock_rule() const { return clock_rule_; }

  // The number of the commit that will hold the change being planned. The commit queue sets it
  // before it calls a planner.
  storage::CommitNumber next_commit() const { return next_commit_; }
  void SetNextCommit(storage::CommitNumber number) { next_commit_ = number; }

  // Plans a new table. It assigns the table's number and its spaces, and gives each global index
  // without partitions one partition.
  Change PlanCreate(TableSettings settings);
  // Plans a new descriptor in place of `old`, with the next epoch. It assigns spaces and partitions
  // as PlanCreate does to new indexes whose space is 0. It drops the spaces of indexes that
  // `settings` no longer have, the time-to-live index included. streams/lineage.h plans the table's
  // streams.
  Change PlanReplace(const Table& old, TableSettings settings);
  // Adds the drop of the table and all its spaces to a change. streams/lineage.h plans what happens
  // to its streams.
  static void AddDrop(const TablePtr& table, Change& change);
  // Takes a space for a stream's log. REQUIRES: the same change calls PlanCreate or PlanReplace
  // later, which stores that the space is taken.
  storage::Space TakeSpace() { return next_space_++; }
  // Adds a new stream, or a new descriptor in place of the one with the same ARN.
  static void AddStream(StreamSettings settings, Change& change);
  // Adds the drop of the stream and all its logs.
  static void AddStreamDrop(const StreamPtr& stream, Change& change);
  // Adds deltas to the table's counts. REQUIRES: at most one call for each table and change.
  void AddCounts(const Table& table, const TableStatistics& deltas, Change& change) const;
  // Sets the position of the backfill of the table's unsettled index.
  static void AddBackfill(const Table& table, BackfillProgress progress, Change& change);
  // Sets the position of the walk that fills the table's time-to-live index.
  static void AddExpiryWalk(const Table& table, BackfillProgress progress, Change& change);
  // Makes a change visible to readers. REQUIRES: its commit is durable.
  void Publish(const Change& change);

  // Returns the mutation that stores the table's counts with `deltas` added. The caller publishes
  // the same deltas once the commit is durable.
  using Deltas = TableStatistics;
  storage::Mutation PlanStatistics(const Table& table, const Deltas& deltas) const;
  void PublishStatistics(const Table& table, const Deltas& deltas);
  // Returns the mutation that stores the highest commit number and its service time.
  static storage::Mutation PlanLastCommit(storage::CommitNumber number, TimeMicros now);
  // Returns the mutation that stores the clock's rule.
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

  // Lock order: mutex_ before statistics_mutex_.
  mutable SharedMutex mutex_;
  std::map<std::string, TablePtr, std::less<>> tables_ GUARDED_BY(mutex_);
  std::set<std::string, std::less<>> unsettled_ GUARDED_BY(mutex_);  // names; see Unsettled
  std::set<std::string, std::less<>> timed_ GUARDED_BY(mutex_);      // names; see WithTimeToLive
  std::map<std::string, StreamPtr, std::less<>> streams_ GUARDED_BY(mutex_);  // by ARN
  // A mutex apart from the descriptors', so that counting never delays a lookup.
  mutable Mutex statistics_mutex_;
  std::map<TableNumber, TableStatistics> statistics_ GUARDED_BY(statistics_mutex_);
  std::map<Bytes, BackfillProgress> walks_ GUARDED_BY(statistics_mutex_);  // by their rows' keys
};

}  // namespace stator::catalog
