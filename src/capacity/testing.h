#pragma once

// Shared parts of the capacity tests: tables, keys, and traffic that asks for and uses units.

#include <string>
#include <utility>
#include <vector>

#include "base/durations.h"
#include "capacity/governor.h"
#include "catalog/partitions.h"
#include "catalog/table.h"
#include "table/keys.h"
#include "table/testing.h"

namespace stator::capacity::testing {

inline constexpr TimeMicros kStart = 1'700'000'040 * kSecond;  // a minute begins
inline constexpr table::HalfUnits kUnit = 2;

// Has a numeric sort key "sk" and is created at kStart.
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
  settings.partitions = catalog::EvenPartitions(partitions);
  return settings;
}

inline Bytes KeyOf(const std::string& partition, std::int64_t sort = 0) {
  const catalog::Table table(NewTable());
  const auto item = table::testing::MakeItem(
      {{"pk", table::testing::S(partition)}, {"sk", table::testing::N(sort)}});
  return *table::RowKeyOfKey(table, item.view());
}

// Splits the partition that contains `at`, as the catalog would.
inline void Split(catalog::TableSettings& settings, const Bytes& at) {
  const auto place = catalog::PartitionOf(settings, at);
  catalog::SplitPartition({.partition = settings.partitions[place].number, .at = at}, settings);
  ++settings.epoch;
}

struct Outcome {
  std::int64_t granted = 0;
  std::int64_t throttled = 0;
};

// Sends `per_second` requests of `units` each, with the keys in turn, spread evenly over the second
// that begins at `now`.
inline Outcome OfferSecond(Governor& governor, const catalog::Table& table, Access access,
                           const std::vector<Bytes>& keys, std::int64_t per_second, TimeMicros now,
                           table::HalfUnits units = kUnit) {
  Outcome outcome;
  for (std::int64_t i = 0; i < per_second; ++i) {
    const auto& key = keys[static_cast<std::size_t>(i) % keys.size()];
    const Claim claim{.key = key, .units = units};
    const auto when = now + i * kSecond / per_second;
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
