#include "api/throughput_quotas.h"

#include <algorithm>
#include <string>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/durations.h"
#include "base/limits.h"
#include "base/texts.h"
#include "capacity/decreases.h"

namespace stator::api {
namespace {

using catalog::Index;
using catalog::TableSettings;
using catalog::Throughput;

std::unexpected<Error> Exceeded(std::string text) {
  return Fail(ErrorCode::kLimitExceededException, std::move(text));
}

// One of the two kinds of units, with its names in requests.
struct UnitKind {
  std::int64_t Throughput::* units;
  std::string_view provisioned;
  std::optional<std::int64_t> catalog::OnDemandLimits::* limit;
  std::string_view on_demand;
  std::string_view warm;
  std::string_view quota;
};

constexpr UnitKind kKinds[] = {
    {&Throughput::read, "ReadCapacityUnits", &catalog::OnDemandLimits::read, "MaxReadRequestUnits",
     "ReadUnitsPerSecond", "TableMaxReadCapacityUnits"},
    {&Throughput::write, "WriteCapacityUnits", &catalog::OnDemandLimits::write,
     "MaxWriteRequestUnits", "WriteUnitsPerSecond", "TableMaxWriteCapacityUnits"},
};

// Returns the units of a table with its indexes.
std::int64_t SumOf(const TableSettings& settings, const UnitKind& kind) {
  std::int64_t sum = settings.provisioned.units.*kind.units;
  for (const auto& index : settings.indexes) sum += index.provisioned.units.*kind.units;
  return sum;
}

std::int64_t AccountSum(const catalog::Catalog& catalog, const UnitKind& kind) {
  std::int64_t sum = 0;
  for (const auto& table : catalog.List("", limits::kTablesMax)) {
    if (!table->settings().deleted) sum += SumOf(table->settings(), kind);
  }
  return sum;
}

const Index* FindIndex(const TableSettings* settings, std::string_view name) {
  if (settings == nullptr) return nullptr;
  const auto found = std::ranges::find(settings->indexes, name, &Index::name);
  return found == settings->indexes.end() ? nullptr : &*found;
}

// Whether the new value exceeds both the quota and the old value.
bool Raises(std::int64_t before, std::int64_t after, std::int64_t quota) {
  return after > quota && after > before;
}

// Checks the parameters that tables and indexes share.
template <class Resource>
Result<> CheckRequestUnits(const AccountFacts& account, const UnitKind& kind,
                           const Resource* before, const Resource& after, std::string_view limit_of,
                           std::string_view warm_of) {
  const auto refuse = [&](std::string_view name, std::string_view what, std::string_view of) {
    return Exceeded(
        fmt::format(texts::kRequestUnitsExceeded, name, what, of, kind.quota, account.region));
  };
  const auto quota = account.quotas.table_units;
  const auto limit = (after.on_demand.*kind.limit).value_or(0);
  const auto old_limit = before == nullptr ? 0 : (before->on_demand.*kind.limit).value_or(0);
  if (Raises(old_limit, limit, quota))
    return refuse(kind.on_demand, "OnDemandThroughput", limit_of);
  const auto warm = after.warm.value_or(Throughput()).*kind.units;
  const auto old_warm = before == nullptr ? 0 : before->warm.value_or(Throughput()).*kind.units;
  if (Raises(old_warm, warm, quota)) return refuse(kind.warm, "WarmThroughput", warm_of);
  return {};
}

Result<> CheckIndexes(const AccountFacts& account, const UnitKind& kind,
                      const TableSettings* before, const TableSettings& after) {
  const auto quota = account.quotas.table_units;
  for (const auto& index : after.indexes) {
    const auto* old = FindIndex(before, index.name);
    const auto units = index.provisioned.units.*kind.units;
    if (Raises(old == nullptr ? 0 : old->provisioned.units.*kind.units, units, quota)) {
      return Exceeded(fmt::format(texts::kIndexUnitsExceeded, kind.provisioned, index.name, units,
                                  account.region, quota));
    }
    TRY(CheckRequestUnits(account, kind, old, index, fmt::format("index : {}", index.name),
                          fmt::format("index {}", index.name)));
  }
  return {};
}

Result<> CheckKind(const AccountFacts& account, const UnitKind& kind,
                   const catalog::Catalog& catalog, const TableSettings* before,
                   const TableSettings& after) {
  const auto quota = account.quotas.table_units;
  const auto refuse_table = [&](std::int64_t units) {
    return Exceeded(
        fmt::format(texts::kTableUnitsExceeded, kind.provisioned, units, account.region, quota));
  };
  const auto units = after.provisioned.units.*kind.units;
  if (Raises(before == nullptr ? 0 : before->provisioned.units.*kind.units, units, quota)) {
    return refuse_table(units);
  }
  TRY(CheckRequestUnits(account, kind, before, after, "table", "table"));
  TRY(CheckIndexes(account, kind, before, after));
  const auto old_sum = before == nullptr ? 0 : SumOf(*before, kind);
  const auto sum = SumOf(after, kind);
  if (Raises(old_sum, sum, quota)) return refuse_table(sum);
  if (sum <= old_sum) return {};
  const auto reserved = AccountSum(catalog, kind);
  if (reserved + sum - old_sum <= account.quotas.account_units) return {};
  return Exceeded(fmt::format(texts::kAccountUnitsExceeded, kind.provisioned, account.region,
                              reserved, account.quotas.account_units, sum - old_sum));
}

// Formats a time as one of AWS's texts does: "Thursday, October 8, 2026 at 11:20:48 PM Coordinated
// Universal Time".
std::string LongTime(TimeMicros time) {
  const auto at = fmt::gmtime(time / kSecond);
  const int hour = at.tm_hour % 12 == 0 ? 12 : at.tm_hour % 12;
  return fmt::format("{:%A, %B} {}, {:%Y} at {}:{:%M:%S} {} Coordinated Universal Time", at,
                     at.tm_mday, at, hour, at, at.tm_hour < 12 ? "AM" : "PM");
}

// Formats a time as another text does: "Sat Feb 23 03:07:45 UTC 2019".
std::string ShortTime(TimeMicros time) {
  return fmt::format("{:%a %b %d %H:%M:%S UTC %Y}", fmt::gmtime(time / kSecond));
}

Result<> CountDecrease(const Quotas& quotas, TimeMicros now, catalog::Provisioned& provisioned) {
  if (const auto next = capacity::DecreaseHeldUntil(provisioned, quotas.decreases, now)) {
    return Exceeded(fmt::format(texts::kDecreasesExceeded, quotas.decreases,
                                limits::kDecreaseEvery / kSecond,
                                capacity::DecreasesToday(provisioned, now),
                                LongTime(provisioned.decreased), LongTime(*next)));
  }
  capacity::NoteDecrease(now, provisioned);
  return {};
}

}  // namespace

Result<> CheckQuotas(const AccountFacts& account, const catalog::Catalog& catalog,
                     const TableSettings* before, const TableSettings& after) {
  for (const auto& kind : kKinds) TRY(CheckKind(account, kind, catalog, before, after));
  return {};
}

Result<> SetUnits(const Quotas& quotas, const Throughput& wanted, TimeMicros now,
                  catalog::Provisioned& provisioned) {
  const auto units = provisioned.units;
  if (wanted.read < units.read || wanted.write < units.write) {
    TRY(CountDecrease(quotas, now, provisioned));
  }
  if (wanted.read > units.read || wanted.write > units.write) provisioned.increased = now;
  provisioned.units = wanted;
  return {};
}

Result<> NoteOnDemandSwitch(const Quotas& quotas, TimeMicros now, TableSettings& settings) {
  auto& switches = settings.on_demand_switches;
  std::erase_if(switches, [&](TimeMicros time) { return time + kDay <= now; });
  if (std::ssize(switches) >= quotas.on_demand_switches) {
    const auto& first =
        switches[switches.size() - static_cast<std::size_t>(quotas.on_demand_switches)];
    return Exceeded(fmt::format(texts::kOnDemandSwitchesExceeded, quotas.on_demand_switches,
                                ShortTime(switches.back()), ShortTime(first + kDay)));
  }
  switches.push_back(now);
  return {};
}

}  // namespace stator::api
