#include "bill/usage_json.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/time_text.h"
#include "client/json_read.h"
#include "json/writer.h"
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
using client::ReadMember;
using Json = json::Value;
using json::ObjectWriter;

constexpr std::string_view kForms[] = {"item", "partition", "equal", "range", "prefix", "whole"};

// --- writing ---

void WriteNumbers(std::initializer_list<std::int64_t> numbers, std::string& out) {
  json::WriteList(std::vector<std::int64_t>(numbers), out, json::WriteInteger);
}

void WriteCounted(ObjectWriter& object, std::string_view key, std::uint64_t count,
                  std::string& out) {
  object.Key(key);
  json::WriteInteger(static_cast<std::int64_t>(count), out);
}

void WriteText(ObjectWriter& object, std::string_view key, std::string_view text,
               std::string& out) {
  object.Key(key);
  json::WriteString(text, out);
}

// Writes the sum until now, then the current level.
void WriteAccrual(ObjectWriter& object, std::string_view key, const Accrual& accrual,
                  TimeMicros until, std::string& out) {
  object.Key(key);
  json::WriteList(std::vector<double>{accrual.At(until), accrual.level}, out, json::WriteDouble);
}

void WriteCharged(const Charged& charged, TimeMicros until, std::string& out) {
  ObjectWriter object(out);
  object.Key("onDemand");
  WriteNumbers({charged.on_demand[0], charged.on_demand[1]}, out);
  WriteAccrual(object, "readCapacity", charged.provisioned[0], until, out);
  WriteAccrual(object, "writeCapacity", charged.provisioned[1], until, out);
  WriteAccrual(object, "stored", charged.stored, until, out);
}

void WriteSeries(const RateSeries& series, std::string& out) {
  json::WriteList(series.slots(), out, [](const RateSeries::Slot& slot, std::string& text) {
    WriteNumbers({static_cast<std::int64_t>(slot.place), slot.units, slot.peak}, text);
  });
}

void WriteResource(const ResourceUse& resource, TimeMicros until, std::string& out) {
  ObjectWriter object(out);
  WriteText(object, "index", resource.index, out);
  object.Key("standard");
  WriteCharged(resource.charged[0], until, out);
  object.Key("ia");
  WriteCharged(resource.charged[1], until, out);
  object.Key("reads");
  WriteSeries(resource.rates[0], out);
  object.Key("writes");
  WriteSeries(resource.rates[1], out);
  object.Key("warm");
  WriteNumbers({resource.warm[0], resource.warm[1]}, out);
  object.Key("gone");
  json::WriteBool(resource.gone, out);
}

void WriteCounts(ObjectWriter& object, const PatternCounts& counts, std::string& out) {
  WriteCounted(object, "requests", counts.requests, out);
  WriteCounted(object, "throttled", counts.throttled, out);
  object.Key("units");
  json::WriteList(counts.cells, out, [](const PatternCounts::Cell& cell, std::string& text) {
    WriteNumbers({cell.resource, cell.units[0], cell.units[1]}, text);
  });
}

void WritePatternUse(const PatternUse& use, std::string& out) {
  ObjectWriter object(out);
  WriteText(object, "operation", use.pattern.operation, out);
  WriteText(object, "index", use.pattern.index, out);
  WriteText(object, "form", kForms[static_cast<std::size_t>(use.pattern.form)], out);
  WriteText(object, "key", use.pattern.key, out);
  WriteCounts(object, use.counts, out);
}

void WriteTable(const TableUse& table, TimeMicros until, std::string& out) {
  ObjectWriter object(out);
  WriteText(object, "table", table.name, out);
  object.Key("onDemand");
  json::WriteBool(table.on_demand, out);
  const bool standard = table.table_class == catalog::TableClass::kStandard;
  WriteText(object, "class",
            price::ClassName(standard ? price::StorageClass::kStandard
                                      : price::StorageClass::kInfrequentAccess),
            out);
  WriteCounted(object, "streamReads", table.stream_reads, out);
  object.Key("repeatedReads");
  json::WriteInteger(table.repeated_reads, out);
  object.Key("resources");
  json::WriteList(table.resources, out, [until](const ResourceUse& resource, std::string& text) {
    WriteResource(resource, until, text);
  });
  object.Key("patterns");
  json::WriteList(table.patterns, out, WritePatternUse);
  object.Key("other");
  ObjectWriter other(out);
  WriteCounts(other, table.other, out);
}

// --- reading ---

// No count is negative or larger than a double holds exactly.
constexpr std::int64_t kCountedMax = std::int64_t{1} << 53;

template <std::size_t kCount>
bool ReadNumbers(const std::vector<std::int64_t>& numbers, std::array<std::int64_t, kCount>& out) {
  if (numbers.size() != kCount) return false;
  for (std::size_t i = 0; i < kCount; ++i) {
    if (numbers[i] < 0 || numbers[i] > kCountedMax) return false;
    out[i] = numbers[i];
  }
  return true;
}

bool ReadCount(Json object, std::string_view name, std::uint64_t& out) {
  std::int64_t count = 0;
  if (!ReadMember(object, name, count) || count < 0 || count > kCountedMax) {
    return false;
  }
  out = static_cast<std::uint64_t>(count);
  return true;
}

bool ReadAccrual(Json object, std::string_view name, TimeMicros until, Accrual& out) {
  std::vector<double> numbers;
  if (!ReadMember(object, name, numbers) || numbers.size() != 2) return false;
  for (const double number : numbers) {
    if (!std::isfinite(number) || number < 0) return false;
  }
  out = {.sum = numbers[0], .level = numbers[1], .since = until};
  return true;
}

bool ReadCharged(Json resource, std::string_view name, TimeMicros until, Charged& out) {
  Json object;
  std::vector<std::int64_t> units;
  return resource[name].get(object) == simdjson::SUCCESS && ReadMember(object, "onDemand", units) &&
         ReadNumbers(units, out.on_demand) &&
         ReadAccrual(object, "readCapacity", until, out.provisioned[0]) &&
         ReadAccrual(object, "writeCapacity", until, out.provisioned[1]) &&
         ReadAccrual(object, "stored", until, out.stored);
}

bool ReadSeries(Json resource, std::string_view name, RateSeries& out) {
  std::vector<std::vector<std::int64_t>> numbers;
  if (!ReadMember(resource, name, numbers)) return false;
  std::vector<RateSeries::Slot> slots;
  for (const auto& each : numbers) {
    std::array<std::int64_t, 3> slot = {};
    if (!ReadNumbers(each, slot)) return false;
    const auto place = static_cast<std::uint64_t>(slot[0]);
    if (place > capacity::kSlotsMax || (!slots.empty() && place <= slots.back().place))
      return false;
    slots.push_back({place, slot[1], slot[2]});
  }
  out = RateSeries(std::move(slots));
  return true;
}

// Older servers do not write this member.
bool ReadWarm(Json resource, std::array<std::int64_t, 2>& out) {
  if (resource["warm"].error() == simdjson::NO_SUCH_FIELD) return true;
  std::vector<std::int64_t> units;
  return ReadMember(resource, "warm", units) && ReadNumbers(units, out);
}

// Older servers do not write this member.
bool ReadGone(Json resource, bool& out) {
  return resource["gone"].error() == simdjson::NO_SUCH_FIELD || ReadMember(resource, "gone", out);
}

bool ReadResource(Json json, TimeMicros until, ResourceUse& out) {
  return ReadMember(json, "index", out.index) &&
         ReadCharged(json, "standard", until, out.charged[0]) &&
         ReadCharged(json, "ia", until, out.charged[1]) &&
         ReadSeries(json, "reads", out.rates[0]) && ReadSeries(json, "writes", out.rates[1]) &&
         ReadWarm(json, out.warm) && ReadGone(json, out.gone);
}

bool ReadCounts(Json json, std::size_t resources, PatternCounts& out) {
  std::vector<std::vector<std::int64_t>> cells;
  if (!ReadCount(json, "requests", out.requests) || !ReadCount(json, "throttled", out.throttled) ||
      !ReadMember(json, "units", cells) || cells.size() > resources) {
    return false;
  }
  for (const auto& each : cells) {
    std::array<std::int64_t, 3> cell = {};
    if (!ReadNumbers(each, cell) || static_cast<std::size_t>(cell[0]) >= resources) return false;
    out.Add(static_cast<std::uint32_t>(cell[0]), capacity::Access::kRead, cell[1]);
    out.Add(static_cast<std::uint32_t>(cell[0]), capacity::Access::kWrite, cell[2]);
  }
  return true;
}

bool ReadForm(Json json, AccessForm::Form& out) {
  std::string text;
  if (!ReadMember(json, "form", text)) return false;
  for (std::size_t i = 0; i < std::size(kForms); ++i) {
    if (text != kForms[i]) continue;
    out = static_cast<AccessForm::Form>(i);
    return true;
  }
  return false;
}

bool ReadPattern(Json json, std::size_t resources, PatternUse& out) {
  return ReadMember(json, "operation", out.pattern.operation) &&
         ReadMember(json, "index", out.pattern.index) && ReadForm(json, out.pattern.form) &&
         ReadMember(json, "key", out.pattern.key) && ReadCounts(json, resources, out.counts);
}

// Calls `read` with every element of the list `name`.
template <class Read>
bool ReadEach(Json object, std::string_view name, Read read) {
  simdjson::dom::array array;
  if (object[name].get(array) != simdjson::SUCCESS) return false;
  for (const Json element : array) {
    if (!read(element)) return false;
  }
  return true;
}

bool ReadClass(Json json, catalog::TableClass& out) {
  std::string text;
  if (!ReadMember(json, "class", text)) return false;
  const bool standard = text == price::ClassName(price::StorageClass::kStandard);
  out = standard ? catalog::TableClass::kStandard : catalog::TableClass::kInfrequentAccess;
  return standard || text == price::ClassName(price::StorageClass::kInfrequentAccess);
}

bool ReadTable(Json json, TimeMicros until, TableUse& out) {
  std::uint64_t repeated = 0;
  Json other;
  if (!ReadMember(json, "table", out.name) || !ReadMember(json, "onDemand", out.on_demand) ||
      !ReadClass(json, out.table_class) || !ReadCount(json, "streamReads", out.stream_reads) ||
      !ReadCount(json, "repeatedReads", repeated)) {
    return false;
  }
  out.repeated_reads = static_cast<table::HalfUnits>(repeated);
  return ReadEach(
             json, "resources",
             [&](Json each) { return ReadResource(each, until, out.resources.emplace_back()); }) &&
         !out.resources.empty() && out.resources.size() <= capacity::kResourcesMax &&
         ReadEach(json, "patterns",
                  [&](Json each) {
                    return ReadPattern(each, out.resources.size(), out.patterns.emplace_back());
                  }) &&
         json["other"].get(other) == simdjson::SUCCESS &&
         ReadCounts(other, out.resources.size(), out.other);
}

bool ReadTime(Json json, std::string_view name, TimeMicros& out) {
  std::string text;
  if (!ReadMember(json, name, text)) return false;
  const auto time = ParseTime(text);
  if (time) out = *time;
  return time.has_value();
}

bool Read(Json json, AccountUse& out) {
  return ReadTime(json, "since", out.since) && ReadTime(json, "until", out.until) &&
         out.since <= out.until && ReadCount(json, "slotMinutes", out.slot_minutes) &&
         out.slot_minutes > 0 && ReadEach(json, "tables", [&](Json each) {
           return ReadTable(each, out.until, out.tables.emplace_back());
         });
}

}  // namespace

void WriteUsage(const AccountUse& use, std::string& out) {
  ObjectWriter object(out);
  WriteText(object, "since", TimeText(use.since), out);
  WriteText(object, "until", TimeText(use.until), out);
  WriteCounted(object, "slotMinutes", use.slot_minutes, out);
  object.Key("tables");
  json::WriteList(use.tables, out, [&use](const TableUse& table, std::string& text) {
    WriteTable(table, use.until, text);
  });
}

Result<AccountUse> ReadUsage(Json json) {
  AccountUse use;
  if (!Read(json, use)) return FailInvalid("It is not what a server counts for its bill.");
  return use;
}

}  // namespace stator::bill
