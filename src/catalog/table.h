#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "item/value.h"
#include "storage/engine.h"

// Descriptors: everything Stator knows of a table apart from its items. A published descriptor
// never changes; a change publishes a new one with a higher epoch (catalog.h).
namespace stator::catalog {

using TableNumber = std::uint32_t;

struct KeyAttribute {
  std::string name;
  item::Type type = item::Type::kString;  // kString, kNumber or kBinary
  bool operator==(const KeyAttribute&) const = default;
};

struct Throughput {
  std::int64_t read = 0;
  std::int64_t write = 0;
  bool operator==(const Throughput&) const = default;
};

// Provisioned units with the history DescribeTable shows.
struct Provisioned {
  Throughput units;
  TimeMicros increased = 0;  // 0: never
  TimeMicros decreased = 0;
  std::int64_t decreases_today = 0;
  bool operator==(const Provisioned&) const = default;
};

// Maximum request units of an on-demand table; absent: no maximum.
struct OnDemandLimits {
  std::optional<std::int64_t> read;
  std::optional<std::int64_t> write;
  bool operator==(const OnDemandLimits&) const = default;
};

// A contiguous part of the key order of a table or a global index. Ranges cover it without gaps:
// each ends where the next begins.
struct PartitionRange {
  std::uint32_t number = 0;
  Bytes begin;  // empty for the first
  bool operator==(const PartitionRange&) const = default;
};

// Why a partition was split: somebody asked for it, it was too large or too hot, on-demand traffic
// or the throughput that was asked for outgrew the partitions.
enum class SplitReason : std::uint8_t { kRequest, kSize, kHeat, kGrowth, kThroughput };

// One partition became two, which have numbers of their own.
struct Split {
  TimeMicros time = 0;
  std::string index;  // a global index's; empty: the table's
  std::uint32_t partition = 0;
  SplitReason reason = SplitReason::kRequest;
  Bytes at;  // where the second of the two begins
  bool operator==(const Split&) const = default;
};

enum class IndexKind : std::uint8_t { kLocal, kGlobal };
enum class ProjectionKind : std::uint8_t { kAll, kInclude, kKeysOnly };
enum class BillingMode : std::uint8_t { kProvisioned, kPayPerRequest };
enum class StreamView : std::uint8_t { kKeysOnly, kNewImage, kOldImage, kNewAndOldImages };
enum class TableClass : std::uint8_t { kStandard, kInfrequentAccess };
// What becomes of traffic beyond a table's capacity: nobody looks, it is counted, it is refused.
enum class CapacityMode : std::uint8_t { kOff, kObserve, kEnforce };

// Where an index stands. One that is made with its table is active from the start; UpdateTable
// takes one through allocation and backfill, and through deletion. At most one index of a table is
// not active at a time.
enum class IndexState : std::uint8_t { kActive, kAllocating, kBackfilling, kDeleting };

struct Index {
  IndexKind kind = IndexKind::kGlobal;
  std::string name;
  storage::Space space = 0;
  std::vector<KeyAttribute> hash_keys;   // local: the table's partition key
  std::vector<KeyAttribute> range_keys;  // local: one; global: none to four
  ProjectionKind projection = ProjectionKind::kAll;
  std::vector<std::string> included;  // kInclude: as the client listed them
  Provisioned provisioned;
  OnDemandLimits on_demand;
  std::optional<Throughput> warm;          // as asked for; absent: the default of the billing mode
  std::vector<PartitionRange> partitions;  // of a global index; a local one has its table's
  IndexState state = IndexState::kActive;
  TimeMicros settled = 0;  // no state but kActive ends before

  // Queries and Scans may read it.
  bool readable() const { return state == IndexState::kActive; }
  // Writes keep its entries; while it backfills, those of the rows that the walk has reached.
  bool maintained() const {
    return state == IndexState::kActive || state == IndexState::kBackfilling;
  }
  // Writes must give its key attributes values that it can hold.
  bool constrains_writes() const { return state != IndexState::kDeleting; }

  bool operator==(const Index&) const = default;
};

// The shard of a stream that takes in what happens in one partition range.
struct OpenShard {
  std::uint32_t number = 0;  // within its stream (stream.h)
  storage::Space log = 0;
  bool operator==(const OpenShard&) const = default;
};

struct Stream {
  bool enabled = false;
  StreamView view = StreamView::kNewAndOldImages;
  std::string label;  // of the newest stream, kept after it is disabled; empty: never had one
  // One for each of the table's partitions, in their order; none if nothing is recorded.
  std::vector<OpenShard> shards;
  bool operator==(const Stream&) const = default;
};

// Where time to live stands. Enabling lasts while a walk fills the index; disabling until the index
// is gone.
enum class TimeToLiveState : std::uint8_t { kDisabled, kEnabling, kEnabled, kDisabling };

struct TimeToLive {
  TimeToLiveState state = TimeToLiveState::kDisabled;
  std::string attribute;     // empty when disabled
  storage::Space index = 0;  // items by the time they expire; 0: there is none
  TimeMicros settled = 0;    // neither enabling nor disabling ends before
  TimeMicros changed = 0;    // when a client last changed it; 0: never

  // Writes keep the index.
  bool maintained() const {
    return state == TimeToLiveState::kEnabling || state == TimeToLiveState::kEnabled;
  }
  bool operator==(const TimeToLive&) const = default;
};

struct Encryption {
  std::string kms_key_arn;  // empty: the key AWS owns, which DescribeTable does not mention
  bool operator==(const Encryption&) const = default;
};

struct TableSettings {
  std::string name;
  TableNumber number = 0;
  std::string id;   // the UUID clients see
  std::string arn;  // region and account are fixed when the table is created
  std::uint64_t epoch = 1;
  TimeMicros created = 0;

  // A change takes until then to settle (CREATING or UPDATING before). A deleted table answers
  // DELETING until `deleted`, then it is gone.
  TimeMicros settled = 0;
  bool updating = false;  // what `settled` waits for: an update, else the creation
  std::optional<TimeMicros> deleted;

  storage::Space rows = 0;
  storage::Space collections = 0;  // sizes of item collections; 0: has no local index, keeps none
  KeyAttribute partition_key;
  std::optional<KeyAttribute> sort_key;
  std::vector<KeyAttribute> definitions;  // in the client's order
  std::vector<Index> indexes;             // local ones first, each group in the client's order
  std::vector<PartitionRange> partitions;
  std::vector<Split> splits;  // of the table and its indexes: the last ones, oldest first

  BillingMode billing = BillingMode::kProvisioned;
  TimeMicros on_demand_since = 0;  // last switch to on-demand; 0: never, and no BillingModeSummary
  std::vector<TimeMicros> on_demand_switches;  // the last ones that UpdateTable made, oldest first
  Provisioned provisioned;
  OnDemandLimits on_demand;
  std::optional<Throughput> warm;
  std::optional<CapacityMode> capacity;  // absent: as the server is set
  Stream stream;
  TimeToLive time_to_live;
  Encryption encryption;
  std::optional<TableClass> table_class;  // absent until the client chose one
  TimeMicros class_changed = 0;
  bool deletion_protected = false;
  std::map<std::string, std::string> tags;

  bool operator==(const TableSettings&) const = default;
};

enum class TableStatus : std::uint8_t { kCreating, kActive, kUpdating, kDeleting };

// A published descriptor.
class Table {
 public:
  explicit Table(TableSettings settings) : settings_(std::move(settings)) {}

  const TableSettings& settings() const { return settings_; }
  const TableSettings* operator->() const { return &settings_; }

  // An index that is allocated or deleted keeps its table UPDATING; one that backfills does not.
  TableStatus StatusAt(TimeMicros now) const;
  const Index* FindIndex(std::string_view name) const;
  // The one index that is being created or deleted; nullptr if none is.
  const Index* UnsettledIndex() const;

  // False once a newer descriptor took this one's place or the table was dropped. Set by the commit
  // thread only, so a write checked there cannot slip past a change of its table.
  bool current() const { return current_.load(std::memory_order_acquire); }
  void Supersede() const { current_.store(false, std::memory_order_release); }
  // The change that was to take its place failed.
  void Reinstate() const { current_.store(true, std::memory_order_release); }

 private:
  TableSettings settings_;
  mutable std::atomic<bool> current_ = true;
};

using TablePtr = std::shared_ptr<const Table>;

// When a change of status that begins now may end. Without a delay it may at once, whatever the
// clock says after a restart.
TimeMicros SettledAt(TimeMicros now, TimeMicros delay);

// Where among the table's partitions the row is.
std::size_t PartitionOf(const TableSettings& settings, BytesView row_key);
// The same for any partitions in their order. REQUIRES: there is one.
std::size_t PartitionOf(std::span<const PartitionRange> partitions, BytesView key);

// Takes an index out of a table's settings, with the attribute definitions that only it used.
void RemoveIndex(std::string_view name, TableSettings& settings);

// The attributes that are keys of the table or of one of its indexes.
std::set<std::string_view> KeyNames(const TableSettings& settings);

// "arn:aws:dynamodb:region:account:table/name"
std::string TableArn(std::string_view region, std::string_view account, std::string_view name);
// The name in a table ARN, or the text itself if it is not an ARN. An ARN's region and account are
// not looked at: one shared name space. nullopt: an ARN, but not of a table.
std::optional<std::string_view> TableNameIn(std::string_view name_or_arn);

}  // namespace stator::catalog
