#include "capacity/governor.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/durations.h"

namespace stator::capacity {
namespace {

constexpr TimeMicros kTrimHeatEvery = 60 * kSecond;

// Returns the resource of a claim; nullptr if its index was dropped.
Resource* ResourceFor(std::vector<Resource>& resources, const catalog::Index* index) {
  if (index == nullptr || index->kind == catalog::IndexKind::kLocal) return &resources.front();
  for (auto& resource : resources) {
    if (resource.settings().index == index->name) return &resource;
  }
  return nullptr;
}

// Decides where to split. The caller adds the table's number and name.
std::optional<HeatSplit> Decide(HotPartition hot) {
  std::optional<Bytes> at = std::move(hot.middle);
  if (hot.why == HeatSplit::Why::kHeat) {
    at = SplitForHeat(hot.range, hot.order, std::move(hot.samples));
  }
  if (!at) return std::nullopt;
  return HeatSplit{.index = std::move(hot.index),
                   .partition = hot.partition,
                   .at = *std::move(at),
                   .why = hot.why};
}

}  // namespace

Governor::TableState* Governor::StateOf(Stripe& stripe, const catalog::Table& table,
                                        TimeMicros now) {
  auto found = stripe.tables.find(table->number);
  if (found == stripe.tables.end()) {
    // A late request must not recreate the state of a forgotten table; a report must not create
    // state for a table being deleted.
    if (!table.current() || table->deleted) return nullptr;
    found = stripe.tables.try_emplace(table->number).first;
  }
  if (found->second.resources.empty() || found->second.epoch < table->epoch) {
    Follow(found->second, table, now);
  }
  return &found->second;
}

void Governor::Follow(TableState& state, const catalog::Table& table, TimeMicros now) const {
  auto before = std::exchange(state.resources, {});
  // An index added to a known table starts without saved units. For all others the governor cannot
  // know the past traffic and assumes none since the table was created.
  const auto idle_since = before.empty() ? table->created : now;
  for (auto& settings : ResourcesOf(table)) {
    const auto known = std::ranges::find_if(before, [&](const Resource& each) {
      return each.settings().index == settings.index && each.settings().space == settings.space;
    });
    if (known == before.end()) {
      state.resources.emplace_back(std::move(settings), options_, idle_since, now);
      continue;
    }
    known->Follow(std::move(settings), options_, now);
    state.resources.push_back(std::move(*known));
  }
  state.name = table->name;
  state.epoch = table->epoch;
}

std::vector<Throttle> Governor::Admit(const catalog::Table& table, Access access,
                                      std::span<const Claim> claims, TimeMicros now) {
  std::vector<Throttle> throttles;
  auto& stripe = StripeOf(table->number);
  const MutexLock lock(stripe.mutex);
  auto* state = StateOf(stripe, table, now);
  if (state == nullptr) return throttles;
  const Resource* base = &state->resources.front();
  for (const bool of_table : {true, false}) {
    for (const auto& claim : claims) {
      auto* resource = ResourceFor(state->resources, claim.index);
      if (resource == nullptr || (resource == base) != of_table) continue;
      resource->Admit(access, claim.key, now, throttles);
    }
  }
  return throttles;
}

void Governor::Charge(const catalog::Table& table, Access access, std::span<const Claim> claims,
                      TimeMicros now) {
  auto& stripe = StripeOf(table->number);
  const MutexLock lock(stripe.mutex);
  auto* state = StateOf(stripe, table, now);
  if (state == nullptr) return;
  for (const auto& claim : claims) {
    auto* resource = ResourceFor(state->resources, claim.index);
    if (resource != nullptr) resource->Charge(access, claim.key, claim.units, now);
  }
}

std::vector<HeatSplit> Governor::Nominate(TimeMicros now) {
  struct Hot {
    catalog::TableNumber table;
    std::string table_name;
    std::vector<HotPartition> partitions;
  };
  std::vector<Hot> all;
  for (auto& stripe : stripes_) {
    const MutexLock lock(stripe.mutex);
    for (auto& [number, state] : stripe.tables) {
      std::vector<HotPartition> partitions;
      for (auto& resource : state.resources) resource.AskSplits(now, partitions);
      if (!partitions.empty()) all.push_back({number, state.name, std::move(partitions)});
    }
  }
  // Sorts and weighs the keys without holding a lock.
  std::vector<HeatSplit> splits;
  for (auto& [number, name, partitions] : all) {
    for (auto& partition : partitions) {
      auto split = Decide(std::move(partition));
      if (!split) continue;
      split->table = number;
      split->table_name = name;
      splits.push_back(*std::move(split));
    }
  }
  return splits;
}

TableReport Governor::Report(const catalog::Table& table, TimeMicros now) {
  TableReport report;
  auto& stripe = StripeOf(table->number);
  const MutexLock lock(stripe.mutex);
  if (auto* state = StateOf(stripe, table, now); state != nullptr) {
    for (auto& resource : state->resources) report.push_back(resource.Report(now));
  }
  return report;
}

std::vector<PartitionHeat> Governor::ReadHeat(const catalog::Table& table, std::string_view index,
                                              const SecondRange& range, TimeMicros now) {
  auto& stripe = StripeOf(table->number);
  const auto with = [&](auto use) {
    const MutexLock lock(stripe.mutex);
    auto* state = StateOf(stripe, table, now);
    if (state == nullptr) return;
    for (auto& resource : state->resources) {
      if (resource.settings().index == index) use(resource);
    }
  };
  std::vector<std::uint32_t> numbers;
  with([&](Resource& resource) { numbers = resource.HeatPartitions(); });
  std::vector<PartitionHeat> heat;
  for (const auto number : numbers) {
    with([&](Resource& resource) {
      if (auto one = resource.ReadHeat(number, range, now)) heat.push_back(*std::move(one));
    });
  }
  return heat;
}

void Governor::TrimHeat(TimeMicros now) {
  if (options_.heat == nullptr) return;
  auto& room = *options_.heat;
  const auto second = now / kSecond;
  if (!room.IsShort() && now < heat_trimmed_ + kTrimHeatEvery) return;
  heat_trimmed_ = now;
  TrimAllHeat(now);
  if (room.IsWide(second)) return room.Refine(second);
  while (room.IsShort()) {
    room.Coarsen(second);
    TrimAllHeat(now);
  }
}

std::vector<catalog::TableNumber> Governor::TablesOf(Stripe& stripe) {
  const MutexLock lock(stripe.mutex);
  std::vector<catalog::TableNumber> numbers;
  for (const auto& [number, state] : stripe.tables) numbers.push_back(number);
  return numbers;
}

// Holds a lock for one table or index at a time.
void Governor::TrimAllHeat(TimeMicros now) {
  for (auto& stripe : stripes_) {
    for (const auto number : TablesOf(stripe)) {
      for (std::size_t place = 0;; ++place) {
        const MutexLock lock(stripe.mutex);
        const auto found = stripe.tables.find(number);
        if (found == stripe.tables.end() || place >= found->second.resources.size()) break;
        found->second.resources[place].TrimHeat(now);
      }
    }
  }
}

void Governor::Forget(catalog::TableNumber table) {
  auto& stripe = StripeOf(table);
  const MutexLock lock(stripe.mutex);
  stripe.tables.erase(table);
}

}  // namespace stator::capacity
