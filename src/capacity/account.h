#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/mutex.h"
#include "base/result.h"
#include "capacity/accrual.h"
#include "capacity/meter.h"
#include "capacity/partition_rules.h"
#include "capacity/pattern_tree.h"
#include "capacity/rate_series.h"
#include "capacity/repeated_reads.h"
#include "catalog/catalog.h"
#include "catalog/table.h"

namespace stator::capacity {

// Bounds of what an account keeps. Units beyond a bound are still counted, under a common name.
//
// Tables counted by name: all existing tables, dropped tables while there is room, and a few spare
// ones for tables created between two calls of Look.
inline constexpr std::size_t kAccountTablesSpare = 100;
inline constexpr std::size_t kAccountTablesMax = limits::kTablesMax + kAccountTablesSpare;
inline constexpr std::size_t kResourcesMax = 2 * limits::kGlobalIndexesMax + 2;  // of a table
inline constexpr std::size_t kTablePatternsMax = 256;
inline constexpr std::size_t kAccountPatternsMax = 16'384;
inline constexpr std::uint64_t kSlotsMax = 1440;  // per series; beyond it the slots become longer
inline constexpr std::size_t kAccountSlotsMax = 1U << 20U;
inline constexpr std::int64_t kWarmUnitsMax = std::int64_t{1} << 53U;  // doubles are exact up to it
// The common names for dropped tables and indexes beyond the bounds; those dropped longest ago are
// folded first. No table or index can have such a name.
inline constexpr std::string_view kOtherTables = "(other tables)";
inline constexpr std::string_view kOtherIndexes = "(other indexes)";

inline constexpr std::size_t kClasses = 2;  // values of catalog::TableClass

// The charges of a table or a global index under one table class.
struct Charged {
  std::array<table::HalfUnits, 2> on_demand = {};  // by Access: used while the table was on demand
  std::array<Accrual, 2> provisioned;              // by Access: unit-seconds
  Accrual stored;                                  // byte-seconds, as AWS bills bytes
  bool operator==(const Charged&) const = default;
};

// The use of a table or of one of its global indexes.
struct ResourceUse {
  std::string index;                      // empty: the table with its local indexes
  std::array<Charged, kClasses> charged;  // by catalog::TableClass
  std::array<RateSeries, 2> rates;        // by Access: all units used, however they are charged
  std::array<std::int64_t, 2> warm = {};  // by Access: units of warm throughput raised, up to
                                          // kWarmUnitsMax
  bool gone = false;                      // in the last call of Look
};

// The counts of one access pattern of a table.
struct PatternUse {
  Pattern pattern;
  PatternCounts counts;
};

// All counts of one table. `PatternCounts::Cell::resource` is a position in `resources`.
struct TableUse {
  std::string name;
  bool on_demand = true;  // in the last call of Look
  catalog::TableClass table_class = catalog::TableClass::kStandard;
  std::vector<ResourceUse> resources;  // the first is the table itself
  std::vector<PatternUse> patterns;
  PatternCounts other;  // requests whose pattern had no room
  std::uint64_t stream_reads = 0;
  // Units of the item reads that a cache would have answered.
  table::HalfUnits repeated_reads = 0;
};

// A copy of all counts of an Account.
struct AccountUse {
  TimeMicros since = 0;
  TimeMicros until = 0;
  std::uint64_t slot_minutes = 1;  // of every series
  std::vector<TableUse> tables;    // by name
};

// Counts everything that AWS charges for: each unit by table, index, operation and access pattern,
// bytes and capacity by the time they are held, and reads of streams. As an Observer it counts
// exactly the units that the Meter charges [INV-UNITS-1].
//
// Threads: safe for concurrent use. A counting thread waits only for threads that use the same
// stripe: other counters of that stripe's tables, or Read and TakeChanges while they copy one of
// its tables. Only when slots become longer does one request wait for a thread that holds `whole_`.
// That happens each time the account's age doubles.
class Account final : public Observer {
 public:
  explicit Account(TimeMicros since);

  void Used(const Usage& usage) override;
  void Throttled(const Usage& usage, std::span<const Throttle> throttles) override;
  // Counts a call of GetRecords. Reads that Stator makes to invoke a function are free, as they are
  // for Lambda.
  void ReadStream(std::string_view table);
  // Counts the warm throughput that a change of the table adds, which is paid once.
  void RaisedWarm(std::string_view table, const std::vector<WarmRaise>& raises);

  // Samples the bytes and the provisioned capacity of all tables. The sampled levels count from the
  // previous call on. Callers call it before Read and periodically. A call with an older `now` than
  // the last one does nothing.
  void Look(const catalog::Catalog& catalog, TimeMicros now);
  // Returns a copy of all counts, with tables sorted by name.
  AccountUse Read(TimeMicros now) const;
  // Forgets all counts and starts a new account at `now`.
  void Reset(TimeMicros now);

  // --- Persistence (docs/formats/bill.md). Threads: one thread at a time. ---

  // A row of kAccountSpace.
  struct Row {
    Bytes key;
    Bytes value;
  };
  // The changes since the previous TakeChanges. The caller writes all of them in one commit.
  struct Changes {
    bool anew = false;  // all stored rows are obsolete and must be dropped
    std::vector<Row> rows;
    std::vector<Bytes> removed;  // keys of obsolete rows; their counts are now in another row
    bool more = false;           // more changes remain than `tables_max` allowed
    std::set<std::string> folded = {};  // folded tables whose rows `rows` or `removed` cover
  };
  // True between a Reset and the next TakeChanges: the stored rows are obsolete.
  bool begins_anew() const;
  // Takes the changes of up to about `tables_max` tables. The caller calls PutBack if the commit
  // fails.
  Changes TakeChanges(std::size_t tables_max);
  // Marks the changes as unsaved again, after their commit failed.
  void PutBack(const Changes& changes);
  // Restores the rows that TakeChanges gave, in any order.
  // REQUIRES: nothing was counted yet.
  // Errors: kCorruption if a row does not decode; the caller then calls Reset to clear what was
  // loaded.
  Result<> Load(const std::vector<Row>& rows, TimeMicros now);

 private:
  struct Table {
    TableUse use;  // without patterns
    PatternTree patterns;
    bool changed = true;
    bool kept = false;               // a row of it may be stored
    std::optional<TimeMicros> gone;  // since when, as far as Look noticed
  };
  using Tables = std::map<std::string, Table, std::less<>>;
  // Tables whose names have the same hash, and all state needed to count for them.
  struct alignas(64) Stripe {
    mutable Mutex mutex;
    TimeMicros since GUARDED_BY(mutex) = 0;
    std::uint64_t slot_minutes GUARDED_BY(mutex) = 1;
    Tables tables GUARDED_BY(mutex);
  };
  static constexpr std::size_t kStripes = 64;
  // The levels of a table at one moment, gathered without a lock.
  struct Found;

  Stripe& StripeOf(std::string_view name);
  // Returns the name to count a table under: its own while there is room, else kOtherTables.
  std::string_view CountedAs(std::string_view name);
  // Finds or adds a table. REQUIRES: `name` comes from CountedAs.
  Table& TableIn(Stripe& stripe, std::string_view name) REQUIRES(stripe.mutex);
  static std::size_t SlotsOf(const TableUse& use);
  static std::uint32_t ResourceOf(TableUse& use, std::string_view index);
  // REQUIRES: the caller holds the mutex of the table's stripe.
  PatternCounts& CountsOf(Table& table, const Usage& usage);
  void AddRate(const Stripe& stripe, RateSeries& series, TimeMicros now, table::HalfUnits units)
      REQUIRES(stripe.mutex);
  void NoteRepeated(const Usage& usage, const Claim& claim, TableUse& use);

  bool NeedsRoom(TimeMicros now) const;
  void MakeRoom(TimeMicros now);
  void Coarsen() REQUIRES(whole_);
  void SetRoom() REQUIRES(whole_);
  void Clear(Stripe& stripe) REQUIRES(stripe.mutex);
  void LookAt(const Found& found, TimeMicros now) REQUIRES(whole_);
  void LookAtGone(const std::vector<Found>& found, TimeMicros now) REQUIRES(whole_);
  // Makes room for the found tables and a few more: folds the tables dropped longest ago.
  void FoldGone(const std::vector<Found>& found) REQUIRES(whole_);
  // Merges the counts of one dropped table into kOtherTables.
  void Fold(const std::string& name) REQUIRES(whole_);
  static void Add(const Table& from, TableUse& into);
  Row HeaderRow() const REQUIRES(whole_);
  static Row TableRow(const Stripe& stripe, const Table& table) REQUIRES(stripe.mutex);
  static void TakeRow(const Stripe& stripe, Table& table, Changes& changes) REQUIRES(stripe.mutex);
  void TakeFolded(Changes& changes) REQUIRES(whole_);
  void TakeFrom(Stripe& stripe, std::size_t tables_max, Changes& changes) REQUIRES(whole_);
  Result<> LoadTable(BytesView value, unsigned char format) REQUIRES(whole_);
  Result<> Keep(Table&& table);

  // Serializes operations over all tables. Lock order: whole_ before any Stripe::mutex.
  mutable Mutex whole_;
  TimeMicros since_ GUARDED_BY(whole_);  // every stripe has a copy of it and of slot_minutes_
  TimeMicros looked_ GUARDED_BY(whole_);
  std::uint64_t slot_minutes_ GUARDED_BY(whole_) = 1;
  bool anew_ GUARDED_BY(whole_) = true;
  std::set<std::string> folded_ GUARDED_BY(whole_);  // folded tables whose rows are still stored

  // Each bound may be exceeded by a few entries per concurrent writer.
  std::atomic<TimeMicros> room_until_ = 0;  // until then there are at most kSlotsMax slots
  std::atomic<std::size_t> slots_ = 0;      // of all series
  std::atomic<std::size_t> patterns_ = 0;   // of all tables
  std::atomic<std::size_t> named_ = 0;      // tables except kOtherTables
  std::array<Stripe, kStripes> stripes_;
  RepeatedReads reads_;
};

}  // namespace stator::capacity
