#include "bill/usage_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/time_text.h"
#include "json/describe.h"
#include "json/from_json.h"
#include "json/to_json.h"
#include "price/price_table.h"

namespace stator::bill {
namespace {

using capacity::AccessForm;
using capacity::AccountUse;
using capacity::Accrual;
using capacity::Charged;
using capacity::PatternCounts;
using capacity::PatternUse;
using capacity::RateSeries;
using capacity::ResourceUse;
using capacity::TableUse;

using Pair = std::array<std::int64_t, 2>;
using Triple = std::array<std::int64_t, 3>;

// --- the form ---

struct WrittenCharges {
  Pair on_demand{};
  // The sum until the end of the account, and the level then.
  std::array<double, 2> read_capacity{};
  std::array<double, 2> write_capacity{};
  std::array<double, 2> stored{};
};
BOOST_DESCRIBE_STRUCT(WrittenCharges, (), (on_demand, read_capacity, write_capacity, stored))

struct WrittenResource {
  std::string index;
  WrittenCharges standard;
  WrittenCharges ia;
  std::vector<Triple> reads;   // slot, units, units of the busiest minute
  std::vector<Triple> writes;  // likewise
  std::optional<Pair> warm;    // older servers do not write this member
  std::optional<bool> gone;    // likewise
};
BOOST_DESCRIBE_STRUCT(WrittenResource, (), (index, standard, ia, reads, writes, warm, gone))

struct WrittenCounts {
  std::uint64_t requests = 0;
  std::uint64_t throttled = 0;
  std::vector<Triple> units;  // resource, units read, units written
};
BOOST_DESCRIBE_STRUCT(WrittenCounts, (), (requests, throttled, units))

struct WrittenPattern {
  std::string operation;
  std::string index;
  AccessForm::Form form = AccessForm::Form::kItem;
  std::string key;
  std::uint64_t requests = 0;
  std::uint64_t throttled = 0;
  std::vector<Triple> units;
};
BOOST_DESCRIBE_STRUCT(WrittenPattern, (), (operation, index, form, key, requests, throttled, units))

struct WrittenTable {
  std::string table;
  bool on_demand = true;
  price::StorageClass class_ = price::StorageClass::kStandard;
  std::uint64_t stream_reads = 0;
  std::uint64_t repeated_reads = 0;
  std::vector<WrittenResource> resources;
  std::vector<WrittenPattern> patterns;
  WrittenCounts other;
};
BOOST_DESCRIBE_STRUCT(WrittenTable, (),
                      (table, on_demand, class_, stream_reads, repeated_reads, resources, patterns,
                       other))

struct WrittenUsage {
  std::string since;
  std::string until;
  std::uint64_t slot_minutes = 0;
  std::vector<WrittenTable> tables;
};
BOOST_DESCRIBE_STRUCT(WrittenUsage, (), (since, until, slot_minutes, tables))

// --- writing ---

std::array<double, 2> WrittenAccrual(const Accrual& accrual, TimeMicros until) {
  return {accrual.At(until), accrual.level};
}

WrittenCharges WrittenOf(const Charged& charged, TimeMicros until) {
  return {.on_demand = charged.on_demand,
          .read_capacity = WrittenAccrual(charged.provisioned[0], until),
          .write_capacity = WrittenAccrual(charged.provisioned[1], until),
          .stored = WrittenAccrual(charged.stored, until)};
}

std::vector<Triple> WrittenOf(const RateSeries& series) {
  std::vector<Triple> slots;
  for (const auto& slot : series.slots()) {
    slots.push_back({static_cast<std::int64_t>(slot.place), slot.units, slot.peak});
  }
  return slots;
}

std::vector<Triple> WrittenOf(const std::vector<PatternCounts::Cell>& cells) {
  std::vector<Triple> units;
  for (const auto& cell : cells) units.push_back({cell.resource, cell.units[0], cell.units[1]});
  return units;
}

WrittenResource WrittenOf(const ResourceUse& resource, TimeMicros until) {
  return {.index = resource.index,
          .standard = WrittenOf(resource.charged[0], until),
          .ia = WrittenOf(resource.charged[1], until),
          .reads = WrittenOf(resource.rates[0]),
          .writes = WrittenOf(resource.rates[1]),
          .warm = resource.warm,
          .gone = resource.gone};
}

WrittenPattern WrittenOf(const PatternUse& use) {
  return {.operation = use.pattern.operation,
          .index = use.pattern.index,
          .form = use.pattern.form,
          .key = use.pattern.key,
          .requests = use.counts.requests,
          .throttled = use.counts.throttled,
          .units = WrittenOf(use.counts.cells)};
}

WrittenTable WrittenOf(const TableUse& table, TimeMicros until) {
  const bool standard = table.table_class == catalog::TableClass::kStandard;
  WrittenTable written{
      .table = table.name,
      .on_demand = table.on_demand,
      .class_ = standard ? price::StorageClass::kStandard : price::StorageClass::kInfrequentAccess,
      .stream_reads = table.stream_reads,
      .repeated_reads = static_cast<std::uint64_t>(table.repeated_reads),
      .other = {.requests = table.other.requests,
                .throttled = table.other.throttled,
                .units = WrittenOf(table.other.cells)}};
  for (const auto& resource : table.resources) {
    written.resources.push_back(WrittenOf(resource, until));
  }
  for (const auto& pattern : table.patterns) written.patterns.push_back(WrittenOf(pattern));
  return written;
}

// --- reading; each function returns false for a value that no server counts ---

constexpr char kMalformed[] = "The usage in the bill is malformed.";

// No count is negative or larger than a double holds exactly.
constexpr std::int64_t kCountMax = std::int64_t{1} << 53;

template <std::size_t kSize>
bool AreCounts(const std::array<std::int64_t, kSize>& numbers) {
  return std::ranges::all_of(numbers, [](auto each) { return each >= 0 && each <= kCountMax; });
}

bool ReadAccrual(const std::array<double, 2>& written, TimeMicros until, Accrual& out) {
  for (const double number : written) {
    if (!std::isfinite(number) || number < 0) return false;
  }
  out = {.sum = written[0], .level = written[1], .since = until};
  return true;
}

bool ReadCharges(const WrittenCharges& written, TimeMicros until, Charged& out) {
  out.on_demand = written.on_demand;
  return AreCounts(written.on_demand) &&
         ReadAccrual(written.read_capacity, until, out.provisioned[0]) &&
         ReadAccrual(written.write_capacity, until, out.provisioned[1]) &&
         ReadAccrual(written.stored, until, out.stored);
}

bool ReadSeries(const std::vector<Triple>& written, RateSeries& out) {
  std::vector<RateSeries::Slot> slots;
  for (const auto& each : written) {
    const auto place = static_cast<std::uint64_t>(each[0]);
    const bool follows = slots.empty() || place > slots.back().place;
    if (!AreCounts(each) || place > capacity::kSlotsMax || !follows) return false;
    slots.push_back({place, each[1], each[2]});
  }
  out = RateSeries(std::move(slots));
  return true;
}

bool ReadResource(const WrittenResource& written, TimeMicros until, ResourceUse& out) {
  out.index = written.index;
  out.warm = written.warm.value_or(Pair{});
  out.gone = written.gone.value_or(false);
  return ReadCharges(written.standard, until, out.charged[0]) &&
         ReadCharges(written.ia, until, out.charged[1]) &&
         ReadSeries(written.reads, out.rates[0]) && ReadSeries(written.writes, out.rates[1]) &&
         AreCounts(out.warm);
}

// `Written` is WrittenPattern or WrittenCounts.
template <class Written>
bool ReadCounts(const Written& written, std::size_t resources, PatternCounts& out) {
  out.requests = written.requests;
  out.throttled = written.throttled;
  if (written.requests > kCountMax || written.throttled > kCountMax ||
      written.units.size() > resources) {
    return false;
  }
  for (const auto& cell : written.units) {
    if (!AreCounts(cell) || static_cast<std::size_t>(cell[0]) >= resources) return false;
    out.Add(static_cast<std::uint32_t>(cell[0]), capacity::Access::kRead, cell[1]);
    out.Add(static_cast<std::uint32_t>(cell[0]), capacity::Access::kWrite, cell[2]);
  }
  return true;
}

bool ReadPattern(const WrittenPattern& written, std::size_t resources, PatternUse& out) {
  out.pattern = {.operation = written.operation,
                 .index = written.index,
                 .form = written.form,
                 .key = written.key};
  return ReadCounts(written, resources, out.counts);
}

bool ReadTable(const WrittenTable& written, TimeMicros until, TableUse& out) {
  const bool standard = written.class_ == price::StorageClass::kStandard;
  out.name = written.table;
  out.on_demand = written.on_demand;
  out.table_class =
      standard ? catalog::TableClass::kStandard : catalog::TableClass::kInfrequentAccess;
  out.stream_reads = written.stream_reads;
  out.repeated_reads = static_cast<table::HalfUnits>(written.repeated_reads);
  const std::size_t resources = written.resources.size();
  return written.stream_reads <= kCountMax && written.repeated_reads <= kCountMax &&
         resources > 0 && resources <= capacity::kResourcesMax &&
         std::ranges::all_of(written.resources,
                             [&](const WrittenResource& each) {
                               return ReadResource(each, until, out.resources.emplace_back());
                             }) &&
         std::ranges::all_of(written.patterns,
                             [&](const WrittenPattern& each) {
                               return ReadPattern(each, resources, out.patterns.emplace_back());
                             }) &&
         ReadCounts(written.other, resources, out.other);
}

bool ReadAccount(const WrittenUsage& written, AccountUse& out) {
  const auto since = ParseTime(written.since);
  const auto until = ParseTime(written.until);
  if (!since || !until || *since > *until) return false;
  out.since = *since;
  out.until = *until;
  out.slot_minutes = written.slot_minutes;
  return written.slot_minutes > 0 && written.slot_minutes <= kCountMax &&
         std::ranges::all_of(written.tables, [&](const WrittenTable& each) {
           return ReadTable(each, out.until, out.tables.emplace_back());
         });
}

}  // namespace

void WriteUsage(const AccountUse& use, std::string& out) {
  WrittenUsage written{
      .since = TimeText(use.since), .until = TimeText(use.until), .slot_minutes = use.slot_minutes};
  for (const auto& table : use.tables) written.tables.push_back(WrittenOf(table, use.until));
  json::Write(written, out);
}

Result<AccountUse> ReadUsage(json::Value json) {
  const auto written = json::FromJson<WrittenUsage>(json, json::UnknownMembers::kIgnored);
  AccountUse use;
  if (!written || !ReadAccount(*written, use)) {
    return FailInvalid(kMalformed);
  }
  return use;
}

Result<AccountUse> ReadBillUsage(const std::string& bill) {
  json::Parser parser;
  const auto body = parser.Parse(bill);
  json::Value usage;
  if (!body || body->empty() || body->root()["usage"].get(usage) != simdjson::SUCCESS) {
    return FailInvalid(kMalformed);
  }
  return ReadUsage(usage);
}

}  // namespace stator::bill
