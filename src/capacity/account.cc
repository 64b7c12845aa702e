#include "capacity/account.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include "base/durations.h"
#include "base/limits.h"
#include "capacity/rules.h"

namespace stator::capacity {
namespace {

// Reads of transactions bypass a cache.
constexpr std::string_view kUncachedReads = "TransactGetItems";

std::size_t Place(catalog::TableClass table_class) { return static_cast<std::size_t>(table_class); }

catalog::TableClass ClassOf(const catalog::Table& table) {
  return table->table_class.value_or(catalog::TableClass::kStandard);
}

bool IsOnDemand(const catalog::Table& table) {
  return table->billing == catalog::BillingMode::kPayPerRequest;
}

// The bytes and the provisioned capacity of a resource at one moment.
struct Levels {
  double bytes = 0;
  double read = 0;
  double write = 0;
};

double BytesIn(const catalog::SpaceStatistics& statistics) {
  return static_cast<double>(statistics.bytes) + static_cast<double>(limits::kBilledOverheadBytes) *
                                                     static_cast<double>(statistics.entries);
}

void SetCapacity(const catalog::Table& table, const catalog::Provisioned& provisioned,
                 Levels& levels) {
  if (IsOnDemand(table)) return;
  levels.read = static_cast<double>(provisioned.units.read);
  levels.write = static_cast<double>(provisioned.units.write);
}

// Returns the levels of the table with its local indexes first, then of its global indexes by name.
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

void AddWarm(ResourceUse& into, Access access, std::int64_t units) {
  auto& warm = into.warm[Place(access)];
  warm += std::min(units, kWarmUnitsMax - warm);
}

void AddTo(ResourceUse& into, const ResourceUse& from) {
  for (std::size_t i = 0; i < kClasses; ++i) {
    Charged& charged = into.charged[i];
    const Charged& more = from.charged[i];
    for (std::size_t access = 0; access < charged.on_demand.size(); ++access) {
      charged.on_demand[access] += more.on_demand[access];
      charged.provisioned[access].Add(more.provisioned[access]);
    }
    charged.stored.Add(more.stored);
  }
  for (const Access access : {Access::kRead, Access::kWrite}) {
    into.rates[Place(access)].Add(from.rates[Place(access)]);
    AddWarm(into, access, from.warm[Place(access)]);
  }
}

// Makes the slots long enough for `until`. Time also passes while nothing is counted.
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

Account::Account(TimeMicros since) : since_(since), looked_(since) { Reset(since); }

Account::Stripe& Account::StripeOf(std::string_view name) {
  return stripes_[std::hash<std::string_view>()(name) % kStripes];
}

void Account::Used(const Usage& usage) {
  MakeRoom(usage.now);
  const auto name = CountedAs(usage.table->name);
  auto& stripe = StripeOf(name);
  const MutexLock lock(stripe.mutex);
  Table& table = TableIn(stripe, name);
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
    AddRate(stripe, resource.rates[Place(usage.access)], usage.now, claim.units);
    NoteRepeated(usage, claim, table.use);
  }
}

void Account::Throttled(const Usage& usage, std::span<const Throttle> throttles) {
  if (throttles.empty()) return;
  const auto name = CountedAs(usage.table->name);
  auto& stripe = StripeOf(name);
  const MutexLock lock(stripe.mutex);
  Table& table = TableIn(stripe, name);
  table.changed = true;
  ++CountsOf(table, usage).throttled;
}

void Account::ReadStream(std::string_view of) {
  const auto name = CountedAs(of);
  auto& stripe = StripeOf(name);
  const MutexLock lock(stripe.mutex);
  Table& table = TableIn(stripe, name);
  table.changed = true;
  ++table.use.stream_reads;
}

void Account::RaisedWarm(std::string_view of, const std::vector<WarmRaise>& raises) {
  if (raises.empty()) return;
  const auto name = CountedAs(of);
  auto& stripe = StripeOf(name);
  const MutexLock lock(stripe.mutex);
  Table& table = TableIn(stripe, name);
  table.changed = true;
  for (const WarmRaise& raise : raises) {
    const auto place = raise.index.empty() ? 0 : ResourceOf(table.use, raise.index);
    AddWarm(table.use.resources[place], Access::kRead, raise.units.read);
    AddWarm(table.use.resources[place], Access::kWrite, raise.units.write);
  }
}

// Dropped tables keep their place until Look needs it.
std::string_view Account::CountedAs(std::string_view name) {
  if (named_.load(std::memory_order_relaxed) < kAccountTablesMax) return name;
  auto& stripe = StripeOf(name);
  const MutexLock lock(stripe.mutex);
  return stripe.tables.contains(name) ? name : kOtherTables;
}

Account::Table& Account::TableIn(Stripe& stripe, std::string_view name) {
  const auto found = stripe.tables.find(name);
  if (found != stripe.tables.end()) return found->second;
  Table& added = stripe.tables.emplace(std::string(name), Table()).first->second;
  added.use.name = name;
  added.use.resources.emplace_back();
  if (name != kOtherTables) ++named_;
  return added;
}

std::size_t Account::SlotsOf(const TableUse& use) {
  std::size_t slots = 0;
  for (const ResourceUse& resource : use.resources) {
    for (const RateSeries& series : resource.rates) slots += series.slots().size();
  }
  return slots;
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
  const std::size_t room = before + kAccountPatternsMax -
                           std::min(kAccountPatternsMax, patterns_.load(std::memory_order_relaxed));
  auto* counts =
      table.patterns.Find(usage.operation, usage.access_form, std::min(kTablePatternsMax, room));
  // The difference may be negative, because patterns may have merged. Unsigned arithmetic wraps to
  // the right sum.
  if (table.patterns.size() != before) patterns_ += table.patterns.size() - before;
  return counts == nullptr ? table.use.other : *counts;
}

void Account::AddRate(const Stripe& stripe, RateSeries& series, TimeMicros now,
                      table::HalfUnits units) {
  const auto minute =
      static_cast<std::uint64_t>(std::max<TimeMicros>(0, now - stripe.since) / kMinute);
  const std::size_t before = series.slots().size();
  series.Add(minute, stripe.slot_minutes, units);
  if (series.slots().size() != before) ++slots_;
}

bool Account::NeedsRoom(TimeMicros now) const {
  return now >= room_until_.load(std::memory_order_relaxed) ||
         slots_.load(std::memory_order_relaxed) >= kAccountSlotsMax;
}

void Account::MakeRoom(TimeMicros now) {
  if (!NeedsRoom(now)) return;
  const MutexLock lock(whole_);
  while (NeedsRoom(now)) Coarsen();  // unless another thread has done it meanwhile
}

// Doubles the length of all slots, which halves their number; each series keeps at least one.
void Account::Coarsen() {
  slot_minutes_ *= 2;
  for (Stripe& stripe : stripes_) {
    const MutexLock lock(stripe.mutex);
    stripe.slot_minutes = slot_minutes_;
    for (auto& [name, table] : stripe.tables) {
      table.changed = true;
      const std::size_t before = SlotsOf(table.use);
      for (ResourceUse& resource : table.use.resources) {
        for (RateSeries& series : resource.rates) series.Coarsen();
      }
      slots_ -= before - SlotsOf(table.use);
    }
  }
  SetRoom();
}

void Account::SetRoom() {
  constexpr TimeMicros kForever = std::numeric_limits<TimeMicros>::max();
  TimeMicros held = 0;
  TimeMicros until = 0;
  const bool ends =
      !__builtin_mul_overflow(static_cast<TimeMicros>(kSlotsMax) * kMinute, slot_minutes_, &held) &&
      !__builtin_add_overflow(since_, held, &until);
  room_until_ = ends ? until : kForever;
}

void Account::NoteRepeated(const Usage& usage, const Claim& claim, TableUse& use) {
  if (usage.access_form.form != AccessForm::Form::kItem || claim.index != nullptr) return;
  const auto number = usage.table->number;
  if (usage.access == Access::kWrite) return reads_.Wrote(number, claim.key, usage.now);
  if (usage.operation == kUncachedReads) return;
  if (reads_.Read(number, claim.key, usage.now)) use.repeated_reads += claim.units;
}

// The names in `levels` are views into `table`.
struct Account::Found {
  catalog::TablePtr table;
  std::map<std::string_view, Levels> levels;  // by index
};

void Account::Look(const catalog::Catalog& catalog, TimeMicros now) {
  std::vector<Found> all;
  for (const auto& table : catalog.List("", std::numeric_limits<std::size_t>::max())) {
    all.push_back({table, LevelsOf(catalog, *table)});
  }
  const MutexLock lock(whole_);
  if (now < looked_) return;  // another thread looked later and finished first
  LookAtGone(all, now);
  FoldGone(all);
  for (const Found& found : all) LookAt(found, now);
  looked_ = now;
}

void Account::LookAt(const Found& found, TimeMicros now) {
  const catalog::Table& table = *found.table;
  const auto name = CountedAs(table->name);
  if (name != table->name) return;  // others took the room; the next Look makes more
  auto& stripe = StripeOf(name);
  const MutexLock lock(stripe.mutex);
  Table& own = TableIn(stripe, name);
  TableUse& use = own.use;
  own.gone.reset();
  use.on_demand = IsOnDemand(table);
  use.table_class = ClassOf(table);
  for (const auto& [index, levels] : found.levels) {
    if (!index.empty()) ResourceOf(use, index);
  }
  for (ResourceUse& resource : use.resources) {
    const auto levels = found.levels.find(resource.index);
    resource.gone = levels == found.levels.end();
    const Levels has = resource.gone ? Levels() : levels->second;
    own.changed |= capacity::Look(resource, use.table_class, has, looked_, now);
  }
}

void Account::LookAtGone(const std::vector<Found>& found, TimeMicros now) {
  std::set<std::string_view> there;
  for (const Found& each : found) there.insert((*each.table)->name);
  for (Stripe& stripe : stripes_) {
    const MutexLock lock(stripe.mutex);
    for (auto& [name, table] : stripe.tables) {
      if (there.contains(name)) continue;
      if (!table.gone) table.gone = now;
      for (ResourceUse& resource : table.use.resources) {
        resource.gone = true;
        table.changed |= capacity::Look(resource, table.use.table_class, {}, looked_, now);
      }
    }
  }
}

void Account::FoldGone(const std::vector<Found>& found) {
  std::size_t named = named_.load(std::memory_order_relaxed);
  for (const Found& each : found) {
    const std::string& name = (*each.table)->name;
    auto& stripe = StripeOf(name);
    const MutexLock lock(stripe.mutex);
    if (!stripe.tables.contains(name)) ++named;
  }
  if (named <= limits::kTablesMax) return;
  std::set<std::pair<TimeMicros, std::string>> gone;
  for (Stripe& stripe : stripes_) {
    const MutexLock lock(stripe.mutex);
    for (const auto& [name, table] : stripe.tables) {
      if (table.gone && name != kOtherTables) gone.emplace(*table.gone, name);
    }
  }
  for (const auto& [since, name] : gone) {
    if (named <= limits::kTablesMax) return;
    Fold(name);
    --named;
  }
}

void Account::Fold(const std::string& name) {
  auto& own = StripeOf(name);
  Tables::node_type taken;
  {
    const MutexLock lock(own.mutex);
    taken = own.tables.extract(name);
  }
  const Table& table = taken.mapped();
  slots_ -= SlotsOf(table.use);
  patterns_ -= table.patterns.size();
  --named_;
  if (table.kept) folded_.insert(name);
  auto& stripe = StripeOf(kOtherTables);
  const MutexLock lock(stripe.mutex);
  Table& others = TableIn(stripe, kOtherTables);
  others.changed = true;
  const std::size_t before = SlotsOf(others.use);
  Add(table, others.use);
  slots_ += SlotsOf(others.use) - before;
}

void Account::Add(const Table& from, TableUse& into) {
  std::vector<std::uint32_t> places;
  for (const ResourceUse& resource : from.use.resources) {
    places.push_back(resource.index.empty() ? 0 : ResourceOf(into, resource.index));
    ResourceUse& sum = into.resources[places.back()];
    AddTo(sum, resource);
    sum.gone = true;
  }
  // The patterns of a dropped table cannot be told apart any more.
  const auto add = [&](const PatternCounts& counts) {
    into.other.requests += counts.requests;
    into.other.throttled += counts.throttled;
    for (const auto& cell : counts.cells) {
      for (const Access access : {Access::kRead, Access::kWrite}) {
        into.other.Add(places[cell.resource], access, cell.units[Place(access)]);
      }
    }
  };
  add(from.use.other);
  from.patterns.Each([&add](const Pattern&, const PatternCounts& counts) { add(counts); });
  into.stream_reads += from.use.stream_reads;
  into.repeated_reads += from.use.repeated_reads;
}

AccountUse Account::Read(TimeMicros now) const {
  const MutexLock whole(whole_);
  AccountUse use{.since = since_, .slot_minutes = slot_minutes_};
  for (const Stripe& stripe : stripes_) {
    std::string_view last;
    // Copies one table at a time, so that counting threads wait for no more than that.
    while (true) {
      const MutexLock lock(stripe.mutex);
      const auto next = stripe.tables.upper_bound(last);
      if (next == stripe.tables.end()) break;
      last = next->first;  // stays valid: removing a table needs `whole_`
      TableUse& copy = use.tables.emplace_back(next->second.use);
      next->second.patterns.Each([&copy](const Pattern& pattern, const PatternCounts& counts) {
        copy.patterns.push_back({pattern, counts});
      });
    }
  }
  std::ranges::sort(use.tables, {}, &TableUse::name);
  use.until = std::max(use.since, now);
  FitSlots(use);
  return use;
}

bool Account::begins_anew() const {
  const MutexLock lock(whole_);
  return anew_;
}

void Account::Reset(TimeMicros now) {
  const MutexLock lock(whole_);
  since_ = now;
  looked_ = now;
  slot_minutes_ = 1;
  for (Stripe& stripe : stripes_) {
    const MutexLock one(stripe.mutex);
    Clear(stripe);
    stripe.since = since_;
    stripe.slot_minutes = slot_minutes_;
  }
  folded_.clear();
  reads_.Clear();
  SetRoom();
  anew_ = true;
}

void Account::Clear(Stripe& stripe) {
  for (const auto& [name, table] : stripe.tables) {
    slots_ -= SlotsOf(table.use);
    patterns_ -= table.patterns.size();
    if (name != kOtherTables) --named_;
  }
  stripe.tables.clear();
}

}  // namespace stator::capacity
