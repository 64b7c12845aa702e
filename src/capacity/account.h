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

// What is kept at most. Units beyond are counted all the same, under a common name.
// Tables by name: those that there are, those that are gone as long as there is room for them, and
// some that come between two looks.
inline constexpr std::size_t kAccountTablesSpare = 100;
inline constexpr std::size_t kAccountTablesMax = limits::kTablesMax + kAccountTablesSpare;
inline constexpr std::size_t kResourcesMax = 2 * limits::kGlobalIndexesMax + 2;  // of a table
inline constexpr std::size_t kTablePatternsMax = 256;
inline constexpr std::size_t kAccountPatternsMax = 16'384;
inline constexpr std::uint64_t kSlotsMax = 1440;  // of a series; longer slots take their place
inline constexpr std::size_t kAccountSlotsMax = 1U << 20U;
inline constexpr std::int64_t kWarmUnitsMax = std::int64_t{1} << 53U;  // a double tells them apart
// Of dropped tables and indexes beyond the bounds, the longest gone first. No table or index can be
// called so.
inline constexpr std::string_view kOtherTables = "(other tables)";
inline constexpr std::string_view kOtherIndexes = "(other indexes)";

inline constexpr std::size_t kClasses = 2;  // values of catalog::TableClass

// What a table or a global index is charged for, under one table class.
struct Charged {
  std::array<table::HalfUnits, 2> on_demand = {};  // by Access: used while the table was on demand
  std::array<Accrual, 2> provisioned;              // by Access: unit-seconds
  Accrual stored;                                  // byte-seconds, as AWS bills bytes
  bool operator==(const Charged&) const = default;
};

// A table, or one of its global indexes.
struct ResourceUse {
  std::string index;                      // empty: the table with its local indexes
  std::array<Charged, kClasses> charged;  // by catalog::TableClass
  std::array<RateSeries, 2> rates;        // by Access: all that was used, however it is charged
  std::array<std::int64_t, 2> warm = {};  // by Access: units of warm throughput raised, up to
                                          // kWarmUnitsMax
  bool gone = false;                      // when last looked at
};

struct PatternUse {
  Pattern pattern;
  PatternCounts counts;
};

// All that is known of a table. Cells of counts have a resource by its place.
struct TableUse {
  std::string name;
  bool on_demand = true;  // when last seen
  catalog::TableClass table_class = catalog::TableClass::kStandard;
  std::vector<ResourceUse> resources;  // the first is the table itself
  std::vector<PatternUse> patterns;
  PatternCounts other;  // requests of patterns for which there was no room
  std::uint64_t stream_reads = 0;
  // Units of those reads of items that a cache would have answered.
  table::HalfUnits repeated_reads = 0;
};

struct AccountUse {
  TimeMicros since = 0;
  TimeMicros until = 0;
  std::uint64_t slot_minutes = 1;  // of every series
  std::vector<TableUse> tables;    // by name
};

// Counts what is charged for: every unit by table, index, operation and access pattern, bytes and
// capacity by the time they are held, reads of streams. It hears what the Meter was told
// [INV-UNITS-1]. Who counts waits for those who count for the same table or, now and then, for one
// whose name hashes alike, and never for a table to be written down or looked at as a whole but for
// its own. Only as slots grow longer, which is once in the time that there has been an account so
// far, one request waits for whoever is reading all of it. Safe for concurrent use.
class Account final : public Observer {
 public:
  explicit Account(TimeMicros since);

  void Used(const Usage& usage) override;
  void Throttled(const Usage& usage, std::span<const Throttle> throttles) override;
  // A call of GetRecords. What Stator reads itself for a function is free, as it is for Lambda.
  void ReadStream(std::string_view table);
  // What a table and its indexes were asked to be ready for beyond what they were: paid once.
  void RaisedWarm(std::string_view table, const std::vector<WarmRaise>& raises);

  // Looks at what tables hold and are provisioned with: before Read, and now and then. What is
  // found counts from the look before on. A look that is older than the last one does nothing.
  void Look(const catalog::Catalog& catalog, TimeMicros now);
  AccountUse Read(TimeMicros now) const;
  // Begins anew.
  void Reset(TimeMicros now);

  // --- how it is kept (docs/formats/bill.md); for one thread at a time ---

  struct Row {
    Bytes key;
    Bytes value;
  };
  // What has changed since it was last taken. All of it is to be written in one commit.
  struct Changes {
    bool anew = false;  // the rows that there are mean nothing any more
    std::vector<Row> rows;
    std::vector<Bytes> removed;         // keys of rows; what they held is part of another
    bool more = false;                  // there were more than `tables_max`
    std::set<std::string> folded = {};  // tables whose rows these are, or were
  };
  // What was kept is to be forgotten, and has not been yet.
  bool begins_anew() const;
  Changes TakeChanges(std::size_t tables_max);
  // They could not be written, and are changes still.
  void PutBack(const Changes& changes);
  // What TakeChanges gave, in any order. kCorruption: it does not decode, and what was loaded is to
  // be forgotten with Reset. REQUIRES: nothing was counted yet.
  Result<> Load(const std::vector<Row>& rows, TimeMicros now);

 private:
  struct Table {
    TableUse use;  // without patterns
    PatternTree patterns;
    bool changed = true;
    bool kept = false;               // there may be a row of it
    std::optional<TimeMicros> gone;  // since when, as far as one has looked
  };
  using Tables = std::map<std::string, Table, std::less<>>;
  // The tables whose names hash alike, with what it takes to count for them.
  struct alignas(64) Stripe {
    mutable Mutex mutex;
    TimeMicros since GUARDED_BY(mutex) = 0;
    std::uint64_t slot_minutes GUARDED_BY(mutex) = 1;
    Tables tables GUARDED_BY(mutex);
  };
  static constexpr std::size_t kStripes = 64;
  // What a table holds at a moment, gathered while nobody waits.
  struct Found;

  Stripe& StripeOf(std::string_view name);
  // The name under which a table is counted: its own as long as there is room.
  std::string_view CountedAs(std::string_view name);
  // REQUIRES: a name under which one is counted.
  Table& TableIn(Stripe& stripe, std::string_view name) REQUIRES(stripe.mutex);
  static std::size_t SlotsOf(const TableUse& use);
  static std::uint32_t ResourceOf(TableUse& use, std::string_view index);
  // Of a table whose stripe the caller has locked.
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
  // Makes room for what was found, and a little more: the longest gone become others.
  void FoldGone(const std::vector<Found>& found) REQUIRES(whole_);
  void Fold(const std::string& name) REQUIRES(whole_);
  static void Add(const Table& from, TableUse& into);
  Row HeaderRow() const REQUIRES(whole_);
  static Row TableRow(const Stripe& stripe, const Table& table) REQUIRES(stripe.mutex);
  static void TakeRow(const Stripe& stripe, Table& table, Changes& changes) REQUIRES(stripe.mutex);
  void TakeFolded(Changes& changes) REQUIRES(whole_);
  void TakeFrom(Stripe& stripe, std::size_t tables_max, Changes& changes) REQUIRES(whole_);
  Result<> LoadTable(BytesView value, unsigned char format) REQUIRES(whole_);
  Result<> Keep(Table&& table);

  // Of those who do something to all tables, one at a time; before the stripes'.
  mutable Mutex whole_;
  TimeMicros since_ GUARDED_BY(whole_);  // stripes have copies of it and of the slots' length
  TimeMicros looked_ GUARDED_BY(whole_);
  std::uint64_t slot_minutes_ GUARDED_BY(whole_) = 1;
  bool anew_ GUARDED_BY(whole_) = true;
  std::set<std::string> folded_ GUARDED_BY(whole_);  // whose rows are still kept

  // Bounds are met give or take what threads add at the same moment.
  std::atomic<TimeMicros> room_until_ = 0;  // there are kSlotsMax slots or fewer until then
  std::atomic<std::size_t> slots_ = 0;      // of all series
  std::atomic<std::size_t> patterns_ = 0;   // of all tables
  std::atomic<std::size_t> named_ = 0;      // tables but the common one
  std::array<Stripe, kStripes> stripes_;
  RepeatedReads reads_;
};

}  // namespace stator::capacity
