#pragma once

// What tests of capacity share: tables in a line, keys, and traffic that asks and pays.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/endian.h"
#include "capacity/governor.h"
#include "catalog/table.h"
#include "table/keys.h"
#include "table/testing.h"

namespace stator::capacity::testing {

inline constexpr TimeMicros kStart = 1'700'000'040 * kSecondMicros;  // a minute begins
inline constexpr table::HalfUnits kUnit = 2;

// As many as asked for, of the same width.
inline std::vector<catalog::PartitionRange> EvenRanges(std::uint32_t count) {
  std::vector<catalog::PartitionRange> ranges = {{1, Bytes()}};
  for (std::uint32_t i = 1; i < count; ++i) {
    Bytes begin;
    AppendBigEndian64(~std::uint64_t{0} / count * i, begin);
    ranges.push_back({i + 1, begin});
  }
  return ranges;
}

// With a numeric sort key "sk"; new at kStart.
inline catalog::TableSettings NewTable() {
  auto settings = table::testing::SortedTable("t");
  settings.number = 7;
  settings.rows = 100;
  settings.created = kStart;
  settings.arn = "arn:t";
  return settings;
}

inline catalog::TableSettings ProvisionedTable(std::int64_t read, std::int64_t write) {
  auto settings = NewTable();
  settings.provisioned.units = {read, write};
  return settings;
}

inline catalog::TableSettings OnDemandTable(std::uint32_t partitions) {
  auto settings = NewTable();
  settings.billing = catalog::BillingMode::kPayPerRequest;
  settings.partitions = EvenRanges(partitions);
  return settings;
}

inline Bytes KeyOf(const std::string& partition, std::int64_t sort = 0) {
  const catalog::Table table(NewTable());
  const auto item = table::testing::MakeItem(
      {{"pk", table::testing::S(partition)}, {"sk", table::testing::N(sort)}});
  return *table::RowKeyOfKey(table, item.view());
}

// Divides the partition of the table in which `at` lies, as the catalog would.
inline void Split(catalog::TableSettings& settings, const Bytes& at) {
  std::uint32_t number = 0;
  for (const auto& each : settings.partitions) number = std::max(number, each.number);
  settings.partitions.push_back({number + 1, at});
  std::ranges::sort(settings.partitions, {}, &catalog::PartitionRange::begin);
  ++settings.epoch;
}

struct Outcome {
  std::int64_t granted = 0;
  std::int64_t throttled = 0;
};

// Asks for one request of `units` for each of the keys in turn, `per_second` of them spread over
// the second that begins at `now`.
inline Outcome OfferSecond(Governor& governor, const catalog::Table& table, Access access,
                           const std::vector<Bytes>& keys, std::int64_t per_second, TimeMicros now,
                           table::HalfUnits units = kUnit) {
  Outcome outcome;
  for (std::int64_t i = 0; i < per_second; ++i) {
    const auto& key = keys[static_cast<std::size_t>(i) % keys.size()];
    const Claim claim{.key = key, .units = units};
    const auto when = now + i * kSecondMicros / per_second;
    if (governor.Admit(table, access, {&claim, 1}, when).empty()) {
      governor.Charge(table, access, {&claim, 1}, when);
      ++outcome.granted;
    } else {
      ++outcome.throttled;
    }
  }
  return outcome;
}

}  // namespace stator::capacity::testing
