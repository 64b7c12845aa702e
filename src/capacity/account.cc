#include "capacity/account.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "capacity/rules.h"

namespace stator::capacity {
namespace {

constexpr TimeMicros kMinute = 60LL * 1'000'000;
constexpr double kBilledEntryBytes = 100;  // beside what an item or an entry of an index holds
// These go past a cache.
constexpr std::string_view kUncachedReads = "TransactGetItems";

std::size_t Place(catalog::TableClass table_class) { return static_cast<std::size_t>(table_class); }

catalog::TableClass ClassOf(const catalog::Table& table) {
  return table->table_class.value_or(catalog::TableClass::kStandard);
}

bool IsOnDemand(const catalog::Table& table) {
  return table->billing == catalog::BillingMode::kPayPerRequest;
}

// What a resource holds and has at a moment.
struct Levels {
  double bytes = 0;
  double read = 0;
  double write = 0;
};

double BytesIn(const catalog::SpaceStatistics& statistics) {
  return static_cast<double>(statistics.bytes) +
         kBilledEntryBytes * static_cast<double>(statistics.entries);
}

void SetCapacity(const catalog::Table& table, const catalog::Provisioned& provisioned,
                 Levels& levels) {
  if (IsOnDemand(table)) return;
  levels.read = static_cast<double>(provisioned.units.read);
  levels.write = static_cast<double>(provisioned.units.write);
}

// The table's with its local indexes first, then its global indexes by name.
std::map<std::string_view, Levels> LevelsOf(const catalog::Catalog& catalog,
                                            const catalog::Table& table) {
  std::map<std::string_view, Levels> all;
  Levels& own = all[""];
  own.bytes = BytesIn(catalog.StatisticsOf(table, table->rows));
  SetCapacity(table, table->provisioned, own);
  for (const auto& index : table->indexes) {
    const double bytes = BytesIn(catalog.StatisticsOf(table, index.space));
    if (index.kind == catalog::IndexKind::kLocal) {
      all[""].bytes += bytes;
    } else {
      Levels& levels = all[index.name];
      levels.bytes = bytes;
      SetCapacity(table, index.provisioned, levels);
    }
  }
  return all;
}

bool Look(ResourceUse& resource, catalog::TableClass current, const Levels& found,
          TimeMicros before, TimeMicros now) {
  bool changed = false;
  for (std::size_t i = 0; i < kClasses; ++i) {
    const Levels levels = i == Place(current) ? found : Levels();
    Charged& charged = resource.charged[i];
    changed |= charged.stored.Look(before, now, levels.bytes);
    changed |= charged.provisioned[Place(Access::kRead)].Look(before, now, levels.read);
    changed |= charged.provisioned[Place(Access::kWrite)].Look(before, now, levels.write);
  }
  return changed;
}

// Time passes also where nothing is counted.
void FitSlots(AccountUse& use) {
  const auto minutes = static_cast<std::uint64_t>((use.until - use.since) / kMinute);
  while (minutes / use.slot_minutes > kSlotsMax) {
    use.slot_minutes *= 2;
    for (TableUse& table : use.tables) {
      for (ResourceUse& resource : table.resources) {
        for (RateSeries& series : resource.rates) series.Coarsen();
      }
    }
  }
}

}  // namespace

void Account::Used(const Usage& usage) {
  const MutexLock lock(mutex_);
  Table& table = TableOf(usage.table->name);
  table.changed = true;
  PatternCounts& counts = CountsOf(table, usage);
  ++counts.requests;
  const bool on_demand = IsOnDemand(usage.table);
  for (const Claim& claim : usage.claims) {
    const auto place =
        claim.index == nullptr ? 0 : ResourceOf(table.use, std::string_view(claim.index->name));
    counts.Add(place, usage.access, claim.units);
    ResourceUse& resource = table.use.resources[place];
    if (on_demand) {
      resource.charged[Place(ClassOf(usage.table))].on_demand[Place(usage.access)] += claim.units;
    }
    AddRate(resource.rates[Place(usage.access)], usage.now, claim.units);
    NoteRepeated(usage, claim, table.use);
  }
}

void Account::Throttled(const Usage& usage, std::span<const Throttle> throttles) {
  if (throttles.empty()) return;
  const MutexLock lock(mutex_);
  Table& table = TableOf(usage.table->name);
  table.changed = true;
  ++CountsOf(table, usage).throttled;
}

void Account::ReadStream(std::string_view name) {
  const MutexLock lock(mutex_);
  Table& table = TableOf(name);
  table.changed = true;
  ++table.use.stream_reads;
}

// Tables that are gone keep their place until the account begins anew.
Account::Table& Account::TableOf(std::string_view name) {
  auto found = tables_.find(name);
  if (found == tables_.end() && tables_.size() >= kAccountTablesMax) {
    name = kOtherTables;
    found = tables_.find(name);
  }
  if (found == tables_.end()) {
    found = tables_.emplace(std::string(name), Table()).first;
    found->second.use.name = name;
    found->second.use.resources.emplace_back();
  }
  return found->second;
}

std::uint32_t Account::ResourceOf(TableUse& use, std::string_view index) {
  auto& all = use.resources;
  auto found = std::ranges::find(all, index, &ResourceUse::index);
  if (found == all.end() && all.size() + 1 >= kResourcesMax) {
    index = kOtherIndexes;
    found = std::ranges::find(all, index, &ResourceUse::index);
  }
  if (found == all.end()) {
    all.emplace_back().index = index;
    found = std::prev(all.end());
  }
  return static_cast<std::uint32_t>(found - all.begin());
}

PatternCounts& Account::CountsOf(Table& table, const Usage& usage) {
  const std::size_t before = table.patterns.size();
  const std::size_t room =
      before + (kAccountPatternsMax - std::min(kAccountPatternsMax, patterns_));
  auto* counts =
      table.patterns.Find(usage.operation, usage.shape, std::min(kTablePatternsMax, room));
  patterns_ = patterns_ + table.patterns.size() - before;
  return counts == nullptr ? table.use.other : *counts;
}

void Account::AddRate(RateSeries& series, TimeMicros now, table::HalfUnits units) {
  const auto minute = static_cast<std::uint64_t>(std::max<TimeMicros>(0, now - since_) / kMinute);
  while (minute / slot_minutes_ >= kSlotsMax || slots_ >= kAccountSlotsMax) Coarsen();
  const std::size_t before = series.slots().size();
  series.Add(minute, slot_minutes_, units);
  slots_ += series.slots().size() - before;
}

// All slots become twice as long, so that there are half as many, but never fewer than one of each
// series.
void Account::Coarsen() {
  slot_minutes_ *= 2;
  slots_ = 0;
  for (auto& [name, table] : tables_) {
    table.changed = true;
    for (ResourceUse& resource : table.use.resources) {
      for (RateSeries& series : resource.rates) {
        series.Coarsen();
        slots_ += series.slots().size();
      }
    }
  }
}

void Account::NoteRepeated(const Usage& usage, const Claim& claim, TableUse& use) {
  if (usage.shape.form != Shape::Form::kItem || claim.index != nullptr) return;
  const auto number = usage.table->number;
  if (usage.access == Access::kWrite) return reads_.Wrote(number, claim.key, usage.now);
  if (usage.operation == kUncachedReads) return;
  if (reads_.Read(number, claim.key, usage.now)) use.repeated_reads += claim.units;
}

struct Account::Found {
  catalog::TablePtr table;
  std::map<std::string_view, Levels> levels;  // by index, whose names the table keeps
};

void Account::Look(const catalog::Catalog& catalog, TimeMicros now) {
  std::vector<Found> all;
  for (const auto& table : catalog.List("", std::numeric_limits<std::size_t>::max())) {
    all.push_back({table, LevelsOf(catalog, *table)});
  }
  const MutexLock lock(mutex_);
  if (now < looked_) return;  // overtaken by another who looked later
  for (const Found& found : all) LookAt(found, now);
  LookAtGone(all, now);
  looked_ = now;
}

void Account::LookAt(const Found& found, TimeMicros now) {
  const catalog::Table& table = *found.table;
  Table& own = TableOf(table->name);
  TableUse& use = own.use;
  if (use.name != table->name) return;  // several share a name, and would take turns
  use.on_demand = IsOnDemand(table);
  use.table_class = ClassOf(table);
  for (const auto& [index, levels] : found.levels) {
    if (!index.empty()) ResourceOf(use, index);
  }
  for (ResourceUse& resource : use.resources) {
    const auto levels = found.levels.find(resource.index);
    const Levels has = levels == found.levels.end() ? Levels() : levels->second;
    own.changed |= capacity::Look(resource, use.table_class, has, looked_, now);
  }
}

void Account::LookAtGone(const std::vector<Found>& found, TimeMicros now) {
  std::set<std::string_view> there;
  for (const Found& each : found) there.insert((*each.table)->name);
  for (auto& [name, table] : tables_) {
    if (there.contains(name)) continue;
    for (ResourceUse& resource : table.use.resources) {
      table.changed |= capacity::Look(resource, table.use.table_class, {}, looked_, now);
    }
  }
}

AccountUse Account::Read(TimeMicros now) const {
  AccountUse use;
  // One table at a time, so that who counts waits for no more than that.
  while (true) {
    const MutexLock lock(mutex_);
    // It begins, or what was read is of no use: slots grew longer, or all began anew.
    if (use.tables.empty() || use.since != since_ || use.slot_minutes != slot_minutes_) {
      use = {.since = since_, .slot_minutes = slot_minutes_};
    }
    const auto next =
        use.tables.empty() ? tables_.begin() : tables_.upper_bound(use.tables.back().name);
    if (next == tables_.end()) break;
    TableUse& copy = use.tables.emplace_back(next->second.use);
    next->second.patterns.Each([&copy](const Pattern& pattern, const PatternCounts& counts) {
      copy.patterns.push_back({pattern, counts});
    });
  }
  use.until = std::max(use.since, now);
  FitSlots(use);
  return use;
}

bool Account::begins_anew() const {
  const MutexLock lock(mutex_);
  return anew_;
}

void Account::Reset(TimeMicros now) {
  const MutexLock lock(mutex_);
  since_ = now;
  looked_ = now;
  slot_minutes_ = 1;
  slots_ = 0;
  patterns_ = 0;
  tables_.clear();
  reads_ = {};
  anew_ = true;
}

}  // namespace stator::capacity
