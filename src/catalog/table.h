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
#include "json/describe.h"
#include "storage/engine.h"

// Descriptors hold everything that Stator knows of a table except its items. A published descriptor
// never changes; a change publishes a new one with a higher epoch (catalog.h).
namespace stator::catalog {

using TableNumber = std::uint32_t;

struct KeyAttribute {
  std::string name;
  item::Type type = item::Type::kString;  // kString, kNumber or kBinary
  bool operator==(const KeyAttribute&) const = default;
};

// Read and write capacity units.
struct Throughput {
  std::int64_t read = 0;
  std::int64_t write = 0;
  bool operator==(const Throughput&) const = default;
};

// Provisioned units, with the history that DescribeTable shows.
struct Provisioned {
  Throughput units;
  TimeMicros increased = 0;  // 0: never
  TimeMicros decreased = 0;
  std::int64_t decreases_today = 0;
  bool operator==(const Provisioned&) const = default;
};

// The maximum request units of an on-demand table. Absent: no maximum.
struct OnDemandLimits {
  std::optional<std::int64_t> read;
  std::optional<std::int64_t> write;
  bool operator==(const OnDemandLimits&) const = default;
};

// A contiguous part of the key order of a table or a global index. Ranges cover the key order
// without gaps: each ends where the next begins.
struct PartitionRange {
  std::uint32_t number = 0;
  Bytes begin;  // empty for the first
  bool operator==(const PartitionRange&) const = default;
};

// Reasons for a split: a request, the partition's size, its heat, growing on-demand traffic, or
// requested throughput beyond the partitions.
enum class SplitReason : std::uint8_t { kRequest, kSize, kHeat, kGrowth, kThroughput };
BOOST_DESCRIBE_ENUM(SplitReason, kRequest, kSize, kHeat, kGrowth, kThroughput)

// One past split: a partition became two with new numbers.
struct Split {
  TimeMicros time = 0;
  std::string index;  // a global index; empty: the table
  std::uint32_t partition = 0;
  SplitReason reason = SplitReason::kRequest;
  Bytes at;  // the first key of the second partition
  bool operator==(const Split&) const = default;
};

enum class IndexKind : std::uint8_t { kLocal, kGlobal };
enum class ProjectionKind : std::uint8_t { kAll, kInclude, kKeysOnly };
enum class BillingMode : std::uint8_t { kProvisioned, kPayPerRequest };
enum class StreamView : std::uint8_t { kKeysOnly, kNewImage, kOldImage, kNewAndOldImages };
enum class TableClass : std::uint8_t { kStandard, kInfrequentAccess };
// Treatment of traffic beyond a table's capacity: ignore it, count it, or refuse it.
enum class CapacityMode : std::uint8_t { kOff, kObserve, kEnforce };
BOOST_DESCRIBE_ENUM(CapacityMode, kOff, kObserve, kEnforce)

// The state of an index. An index created with its table is active from the start. UpdateTable adds
// one through allocation and backfill, and removes one through deletion. At most one index of a
// table is not active at a time.
enum class IndexState : std::uint8_t { kActive, kAllocating, kBackfilling, kDeleting };
BOOST_DESCRIBE_ENUM(IndexState, kActive, kAllocating, kBackfilling, kDeleting)

// A secondary index in a table's descriptor.
struct Index {
  IndexKind kind = IndexKind::kGlobal;
  std::string name;
  storage::Space space = 0;
  std::vector<KeyAttribute> hash_keys;   // local: the table's partition key
  std::vector<KeyAttribute> range_keys;  // local: one; global: none to four
  ProjectionKind projection = ProjectionKind::kAll;
  std::vector<std::string> included;  // for kInclude, in the client's order
  Provisioned provisioned;
  OnDemandLimits on_demand;
  std::optional<Throughput> warm;          // as requested; absent: the default of the billing mode
  std::vector<PartitionRange> partitions;  // of a global index; a local one has the table's
  IndexState state = IndexState::kActive;
  TimeMicros settled = 0;  // service time before which no state but kActive ends

  // Whether Queries and Scans may read the index.
  bool readable() const { return state == IndexState::kActive; }
  // Whether writes maintain its entries. A backfilling index has entries only of the rows that the
  // walk has reached.
  bool maintained() const {
    return state == IndexState::kActive || state == IndexState::kBackfilling;
  }
  // Whether writes must give its key attributes values that the index can hold.
  bool constrains_writes() const { return state != IndexState::kDeleting; }

  bool operator==(const Index&) const = default;
};

// The open shard of a stream that records the writes of one partition range.
struct OpenShard {
  std::uint32_t number = 0;  // within its stream (stream.h)
  storage::Space log = 0;
  bool operator==(const OpenShard&) const = default;
};

// The stream settings of a table.
struct Stream {
  bool enabled = false;
  StreamView view = StreamView::kNewAndOldImages;
  std::string label;  // of the newest stream, also after it is disabled; empty: none yet
  // One open shard for each partition of the table, in their order. Empty if no stream records.
  std::vector<OpenShard> shards;
  bool operator==(const Stream&) const = default;
};

// The state of time to live. Enabling lasts while a walk fills the index; disabling lasts until the
// index is dropped.
enum class TimeToLiveState : std::uint8_t { kDisabled, kEnabling, kEnabled, kDisabling };

// The time-to-live settings of a table.
struct TimeToLive {
  TimeToLiveState state = TimeToLiveState::kDisabled;
  std::string attribute;     // empty when disabled
  storage::Space index = 0;  // items by expiry time; 0: none
  TimeMicros settled = 0;    // service time before which neither enabling nor disabling ends
  TimeMicros changed = 0;    // when a client last changed the settings; 0: never

  // Whether writes maintain the index.
  bool maintained() const {
    return state == TimeToLiveState::kEnabling || state == TimeToLiveState::kEnabled;
  }
  bool operator==(const TimeToLive&) const = default;
};

struct Encryption {
  std::string kms_key_arn;  // empty: the key that AWS owns, which DescribeTable omits
  bool operator==(const Encryption&) const = default;
};

// Everything that a table's descriptor holds.
struct TableSettings {
  std::string name;
  TableNumber number = 0;
  std::string id;   // the UUID that clients see
  std::string arn;  // fixed when the table is created, region and account included
  std::uint64_t epoch = 1;
  TimeMicros created = 0;

  // The service time at which CREATING or UPDATING ends. A deleted table answers DELETING until
  // `deleted`, and does not exist after it.
  TimeMicros settled = 0;
  bool updating = false;  // `settled` ends an update, not the creation
  std::optional<TimeMicros> deleted;

  storage::Space rows = 0;
  storage::Space collections = 0;  // the space of item collection sizes; 0: no local index
  KeyAttribute partition_key;
  std::optional<KeyAttribute> sort_key;
  std::vector<KeyAttribute> definitions;  // in the client's order
  std::vector<Index> indexes;             // local ones first; each group in the client's order
  std::vector<PartitionRange> partitions;
  std::vector<Split> splits;  // the last splits of the table and its indexes, oldest first

  BillingMode billing = BillingMode::kProvisioned;
  TimeMicros on_demand_since = 0;  // last switch to on-demand; 0: never, and no BillingModeSummary
  std::vector<TimeMicros> on_demand_switches;  // the last switches by UpdateTable, oldest first
  Provisioned provisioned;
  OnDemandLimits on_demand;
  std::optional<Throughput> warm;
  std::optional<CapacityMode> capacity;  // absent: the server's setting
  Stream stream;
  TimeToLive time_to_live;
  Encryption encryption;
  std::optional<TableClass> table_class;  // absent until the client chooses one
  TimeMicros class_changed = 0;
  bool deletion_protected = false;
  std::map<std::string, std::string> tags;

  bool operator==(const TableSettings&) const = default;
};

enum class TableStatus : std::uint8_t { kCreating, kActive, kUpdating, kDeleting };

// A published descriptor. Only its `current` mark ever changes.
class Table {
 public:
  explicit Table(TableSettings settings) : settings_(std::move(settings)) {}

  const TableSettings& settings() const { return settings_; }
  const TableSettings* operator->() const { return &settings_; }

  // An index that is allocating or deleting keeps its table UPDATING; a backfilling one does not.
  TableStatus StatusAt(TimeMicros now) const;
  // Returns nullptr if the table has no index of this name.
  const Index* FindIndex(std::string_view name) const;
  // The one index that is being created or deleted, or nullptr.
  const Index* UnsettledIndex() const;

  // False once a newer descriptor has replaced this one or the table was dropped. Only the commit
  // thread sets it, so a write that checks it there cannot miss a change of its table.
  bool current() const { return current_.load(std::memory_order_acquire); }
  void Supersede() const { current_.store(false, std::memory_order_release); }
  // Undoes Supersede after the drop's commit failed.
  void Reinstate() const { current_.store(true, std::memory_order_release); }

 private:
  TableSettings settings_;
  mutable std::atomic<bool> current_ = true;
};

using TablePtr = std::shared_ptr<const Table>;

// The time when a change of status that begins now may end. Without a delay it is 0: the change may
// end at once, whatever the clock shows after a restart.
TimeMicros SettledAt(TimeMicros now, TimeMicros delay);

// Returns the position of the row's partition among the table's partitions.
std::size_t PartitionOf(const TableSettings& settings, BytesView row_key);
// Returns the position of the key's partition. REQUIRES: `partitions` are in order and not empty.
std::size_t PartitionOf(std::span<const PartitionRange> partitions, BytesView key);

// Removes an index from a table's settings, and the attribute definitions that only it used.
void RemoveIndex(std::string_view name, TableSettings& settings);

// Returns the key attributes of the table and its indexes. Lifetime: views into `settings`.
std::set<std::string_view> KeyNames(const TableSettings& settings);

// Returns "arn:aws:dynamodb:region:account:table/name".
std::string TableArn(std::string_view region, std::string_view account, std::string_view name);
// Returns the name in a table ARN, or the text itself if it is no ARN. The function ignores an
// ARN's region and account, because all tables share one name space. nullopt if the text is an ARN,
// but not of a table. Lifetime: a view into `name_or_arn`.
std::optional<std::string_view> TableNameIn(std::string_view name_or_arn);

}  // namespace stator::catalog
