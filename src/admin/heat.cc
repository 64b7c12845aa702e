#include "admin/heat.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "admin/answer.h"
#include "admin/boundary.h"
#include "admin/heat_keys.h"
#include "admin/heat_rows.h"
#include "admin/heat_runs.h"
#include "admin/query.h"
#include "admin/refusal.h"
#include "admin/seconds.h"
#include "admin/texts.h"
#include "api/lookup.h"
#include "base/durations.h"
#include "base/limits.h"
#include "base/stable_order.h"
#include "base/time_text.h"
#include "capacity/rules.h"
#include "catalog/partitions.h"
#include "json/describe.h"
#include "json/to_json.h"

namespace stator::admin {
namespace {

using capacity::Access;
using capacity::SecondRange;

// The parameters of a request. Times are seconds of service time.
struct HeatQuery {
  std::string index;  // empty: the table
  std::optional<std::int64_t> from;
  std::optional<std::int64_t> to;
};

struct ReportedResolution {
  std::int64_t seconds = 0;
  std::int64_t minutes = 0;
  std::size_t bytes = 0;
  std::size_t bytes_max = 0;
  std::uint64_t lost = 0;
};
BOOST_DESCRIBE_STRUCT(ReportedResolution, (), (seconds, minutes, bytes, bytes_max, lost))

struct UnitBounds {
  std::int64_t read = limits::kPartitionReadUnits;
  std::int64_t write = limits::kPartitionWriteUnits;
};
BOOST_DESCRIBE_STRUCT(UnitBounds, (), (read, write))

struct BoundThrottles {
  std::uint64_t provisioned = 0;
  std::uint64_t key_range = 0;
  std::uint64_t account = 0;
  std::uint64_t max_on_demand = 0;
};
BOOST_DESCRIBE_STRUCT(BoundThrottles, (), (provisioned, key_range, account, max_on_demand))

struct AccessCapacity {
  std::int64_t rate = 0;
  double left = 0;
  double left_max = 0;
  BoundThrottles throttles;
};
BOOST_DESCRIBE_STRUCT(AccessCapacity, (), (rate, left, left_max, throttles))

struct ReportedCapacity {
  AccessCapacity read;
  AccessCapacity write;
};
BOOST_DESCRIBE_STRUCT(ReportedCapacity, (), (read, write))

struct ReportedKey {
  KeyAttributes key;
  double units = 0;
  double throttles = 0;
  std::vector<HeatKeySlot> slots;
};
BOOST_DESCRIBE_STRUCT(ReportedKey, (), (key, units, throttles, slots))

struct ReportedRow {
  std::uint32_t partition = 0;
  std::optional<std::uint32_t> parent;
  Boundary from;
  std::optional<Boundary> to;
  std::optional<double> begins;
  std::optional<double> ends;
  std::vector<HeatRun> read;
  std::vector<HeatRun> write;
  std::optional<std::vector<ReportedKey>> keys;
};
BOOST_DESCRIBE_STRUCT(ReportedRow, (),
                      (partition, parent, from, to, begins, ends, read, write, keys))

struct ReportedFork {
  double time = 0;
  std::uint32_t partition = 0;
  std::vector<std::uint32_t> children;
  std::optional<catalog::SplitReason> reason;
  std::optional<Boundary> at;
};
BOOST_DESCRIBE_STRUCT(ReportedFork, (), (time, partition, children, reason, at))

struct HeatAnswer {
  std::string table;
  std::optional<std::string> index;
  catalog::CapacityMode mode = catalog::CapacityMode::kOff;
  double now = 0;
  double since = 0;
  std::int64_t from = 0;
  std::int64_t to = 0;
  ReportedResolution resolution;
  UnitBounds bounds;
  std::optional<ReportedCapacity> capacity;
  std::vector<ReportedRow> partitions;
  std::vector<ReportedFork> splits;
};
BOOST_DESCRIBE_STRUCT(HeatAnswer, (),
                      (table, index, mode, now, since, from, to, resolution, bounds, capacity,
                       partitions, splits))

// Reads "2027-01-01T00:00:00Z" or a number of seconds.
std::optional<double> SecondsIn(const std::string& text) {
  double seconds = 0;
  const char* end = text.data() + text.size();
  if (const auto read = std::from_chars(text.data(), end, seconds);
      read.ec == std::errc() && read.ptr == end) {
    const bool fits = seconds >= 0 && seconds <= SecondsOf(kServiceTimeMax);
    return fits ? std::optional(seconds) : std::nullopt;
  }
  const auto time = ParseTime(text);
  return time ? std::optional(SecondsOf(*time)) : std::nullopt;
}

Result<HeatQuery> ReadQuery(std::string_view text) {
  const auto query = TRY(Query::Parse(text, {"index", "from", "to"}));
  HeatQuery read;
  if (const auto* index = query.Find("index")) {
    if (index->empty()) return FailInvalid(texts::kHeatIndex);
    read.index = *index;
  }
  std::optional<double> from;
  std::optional<double> to;
  for (const auto& [name, place] : {std::pair("from", &from), std::pair("to", &to)}) {
    const auto* value = query.Find(name);
    if (value == nullptr) continue;
    *place = SecondsIn(*value);
    if (!*place) return FailInvalid(texts::kHeatTime);
  }
  if (from && to && *from > *to) return FailInvalid(texts::kHeatRange);
  if (from) read.from = static_cast<std::int64_t>(std::floor(*from));
  if (to) read.to = static_cast<std::int64_t>(std::ceil(*to));
  return read;
}

// Errors: ResourceNotFoundException if the table has no index of this name, ValidationException for
// a local index.
Result<const catalog::Index*> FindGlobalIndex(const catalog::Table& table,
                                              const std::string& name) {
  if (name.empty()) return nullptr;
  const auto* index = table.FindIndex(name);
  if (index == nullptr) return Fail(ErrorCode::kResourceNotFoundException, texts::kHeatIndex);
  if (index->kind != catalog::IndexKind::kGlobal) return FailInvalid(texts::kHeatIndex);
  return index;
}

AccessCapacity CapacityOf(const capacity::AccessReport& report) {
  constexpr double kHalf = 0.5;
  const auto met = [&](capacity::Bound bound) {
    return report.throttles[static_cast<std::size_t>(bound)];
  };
  return {.rate = report.rate,
          .left = static_cast<double>(report.level) * kHalf,
          .left_max = static_cast<double>(report.level_max) * kHalf,
          .throttles = {.provisioned = met(capacity::Bound::kProvisioned),
                        .key_range = met(capacity::Bound::kKeyRange),
                        .account = met(capacity::Bound::kAccount),
                        .max_on_demand = met(capacity::Bound::kMaxOnDemand)}};
}

// Makes one answer. Threads: one at a time.
class HeatReport {
 public:
  HeatReport(database::Database& database, const catalog::Table& table, const catalog::Index* index,
             const HeatQuery& query)
      : database_(database),
        table_(table),
        index_(index),
        now_(database.clock().Now()),
        since_(std::max(database.started(), table->created)),
        range_(RangeOf(query)) {}

  HeatAnswer Make() {
    HeatAnswer answer{.table = table_->name,
                      .mode = database_.meter().ModeOf(table_),
                      .now = SecondsOf(now_),
                      .since = SecondsOf(since_),
                      .from = range_.begin,
                      .to = range_.end};
    if (index_ != nullptr) answer.index = index_->name;
    const auto& room = database_.heat();
    answer.resolution = {.seconds = room.fine_step(),
                         .minutes = room.coarse_step(),
                         .bytes = room.bytes(),
                         .bytes_max = room.bytes_max(),
                         .lost = room.lost()};
    answer.capacity = Capacity();
    AddRows(answer);
    return answer;
  }

 private:
  std::string IndexName() const { return index_ == nullptr ? "" : index_->name; }

  // The second that has not ended is part of the range.
  SecondRange RangeOf(const HeatQuery& query) const {
    const auto next = now_ / kSecond + 1;
    const auto oldest = std::max(since_ / kSecond, next - limits::kHeatMinutesKept * 60);
    const auto end = std::clamp(query.to.value_or(next), oldest, next);
    return {std::clamp(query.from.value_or(oldest), oldest, end), end};
  }

  std::optional<ReportedCapacity> Capacity() const {
    const auto report = database_.governor().Report(table_, now_);
    const auto found = std::ranges::find(report, IndexName(), &capacity::ResourceReport::index);
    if (found == report.end()) return std::nullopt;
    return ReportedCapacity{CapacityOf(found->access[capacity::Place(Access::kRead)]),
                            CapacityOf(found->access[capacity::Place(Access::kWrite)])};
  }

  bool IsInRange(const HeatRow& row) const {
    const bool began = !row.begins || *row.begins < range_.end * kSecond;
    return began && (!row.ends || *row.ends > std::max(range_.begin * kSecond, since_));
  }

  void AddRows(HeatAnswer& answer) {
    auto rows = HeatRowsOf(table_.settings(), IndexName(),
                           database_.governor().ReadHeat(table_, IndexName(), range_, now_));
    std::erase_if(rows, [this](const HeatRow& row) { return !IsInRange(row); });
    FitSlots(rows);
    const auto keys = BusyKeysOf(database_, table_, index_, range_);
    for (const auto& row : rows) {
      answer.partitions.push_back(ReportOf(row));
      if (keys) answer.partitions.back().keys = KeysOf(row, *keys);
      if (row.ends && *row.ends < range_.end * kSecond) answer.splits.push_back(ForkOf(row, rows));
    }
    StableSortBy(answer.splits, &ReportedFork::time);
  }

  ReportedRow ReportOf(const HeatRow& row) const {
    ReportedRow reported{.partition = row.partition,
                         .from = BoundaryAt(table_, index_, row.range.begin)};
    if (row.range.end) reported.to = BoundaryAt(table_, index_, *row.range.end);
    if (row.begins && *row.begins >= since_) {
      reported.parent = row.parent;
      reported.begins = SecondsOf(*row.begins);
    }
    if (row.ends) reported.ends = SecondsOf(*row.ends);
    reported.read = RunsOf(row.slots[capacity::Place(Access::kRead)], limits::kPartitionReadUnits);
    reported.write =
        RunsOf(row.slots[capacity::Place(Access::kWrite)], limits::kPartitionWriteUnits);
    return reported;
  }

  ReportedFork ForkOf(const HeatRow& row, const std::vector<HeatRow>& rows) const {
    ReportedFork fork{
        .time = SecondsOf(*row.ends), .partition = row.partition, .reason = row.reason};
    if (row.at) fork.at = BoundaryAt(table_, index_, *row.at);
    for (const auto& each : rows) {
      if (each.parent == row.partition) fork.children.push_back(each.partition);
    }
    return fork;
  }

  // The keys that lie in the row's range, with the slots of its life.
  static std::vector<ReportedKey> KeysOf(const HeatRow& row, const std::vector<BusyKey>& keys) {
    std::vector<ReportedKey> own;
    for (const auto& key : keys) {
      if (key.begin < row.range.begin || (row.range.end && *row.range.end <= key.begin)) continue;
      ReportedKey reported{.key = key.key};
      for (const auto& slot : key.slots) {
        const bool began = !row.begins || (slot.time + slot.step) * kSecond > *row.begins;
        if (!began || (row.ends && slot.time * kSecond >= *row.ends)) continue;
        reported.units += slot.units;
        reported.throttles += slot.throttles;
        reported.slots.push_back(slot);
      }
      if (!reported.slots.empty()) own.push_back(std::move(reported));
    }
    return own;
  }

  database::Database& database_;
  const catalog::Table& table_;
  const catalog::Index* index_;
  const TimeMicros now_;
  const TimeMicros since_;
  const SecondRange range_;
};

wire::Response Answer(database::Database& database, std::string_view name, const HeatQuery& query) {
  const auto table = api::FindAnyTable(database.store().catalog(), database.clock(), name);
  if (!table) return AdminRefusal(table.error());
  const auto index = FindGlobalIndex(**table, query.index);
  if (!index) return AdminRefusal(index.error());
  return {.body = json::ToJson(HeatReport(database, **table, *index, query).Make())};
}

}  // namespace

void ReadHeat(database::Database& database, std::string_view table, std::string_view query,
              Loop& loop, wire::Reply done) {
  auto read = ReadQuery(query);
  if (!read) return done(AdminRefusal(read.error()));
  AnswerFromPool(database, loop, std::move(done),
                 [&database, table = std::string(table), query = *std::move(read)] {
                   return Answer(database, table, query);
                 });
}

}  // namespace stator::admin
