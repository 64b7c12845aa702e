#include "observe/insights.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "base/varint.h"
#include "catalog/catalog.h"
#include "item/key.h"
#include "observe/texts.h"

namespace stator::observe {
namespace {

constexpr char kFormat = 1;
constexpr double kWriteWeight = 3;  // of a write unit, as AWS counts it

Bytes KeyOf(const InsightTarget& target) { return target.table + '\0' + target.index; }

Bytes Encode(const InsightSetting& setting) {
  Bytes out(1, kFormat);
  out.push_back(static_cast<char>(setting.enabled));
  out.push_back(static_cast<char>(setting.mode));
  out.push_back(static_cast<char>(setting.has_sort_key));
  AppendVarint(static_cast<std::uint64_t>(setting.changed), out);
  AppendSized(setting.table_id, out);
  return out;
}

std::optional<InsightSetting> Decode(BytesView key, BytesView value) {
  const auto end = key.find('\0');
  if (end == key.npos || value.size() < 4 || value.front() != kFormat) return std::nullopt;
  InsightSetting setting{.target = {Bytes(key.substr(0, end)), Bytes(key.substr(end + 1))}};
  setting.enabled = value[1] != 0;
  setting.mode = value[2] != 0 ? InsightMode::kThrottled : InsightMode::kAccessedAndThrottled;
  setting.has_sort_key = value[3] != 0;
  value.remove_prefix(4);
  const auto changed = ReadVarint(value);
  if (!changed) return std::nullopt;
  const auto id = ReadSized(value);
  if (!id || !value.empty()) return std::nullopt;
  setting.changed = static_cast<TimeMicros>(*changed);
  setting.table_id = Bytes(*id);
  return setting;
}

// "{S:text}" without what stands around it.
std::string TextOf(BytesView encoded) {
  auto shown = item::ShownScalar(item::ValueView(encoded));
  constexpr std::size_t kAround = 3;
  if (shown.size() > kAround) shown = shown.substr(kAround, shown.size() - kAround - 1);
  shown.resize(CutUtf8(shown, limits::kInsightKeyBytesMax).size());
  return shown;
}

// Takes the attributes off the front of a key of the store; false if it ends before.
bool TakeTexts(std::span<const catalog::KeyAttribute> attributes, BytesView& key, Bytes& out) {
  for (const auto& attribute : attributes) {
    Bytes encoded;
    if (key.empty() || !item::DecodeKeyComponent(attribute.type, key, encoded)) return false;
    AppendSized(TextOf(encoded), out);
  }
  return true;
}

std::string_view CodeOf(InsightRule rule) {
  switch (rule) {
    case InsightRule::kAccessed:
      return "PKC";
    case InsightRule::kThrottled:
      return "PKT";
    case InsightRule::kAccessedItems:
      return "SKC";
    case InsightRule::kThrottledItems:
      return "SKT";
  }
  std::unreachable();
}

}  // namespace

Insights::Watched::Watched(const InsightSetting& what) : setting(what) {
  if (!what.enabled) return;
  for (const auto& rule : RulesOf(what)) rules.try_emplace(rule.rule);
}

Result<> Insights::Load() {
  const auto page = TRY(engine_.Read(kInsightSpace, {}, {.entries_max = SIZE_MAX}));
  const MutexLock lock(mutex_);
  for (const auto& entry : page.entries) {
    const auto setting = Decode(entry.key, entry.value);
    if (!setting) return Fail(ErrorCode::kCorruption, "a stored insight cannot be read");
    Watch(*setting);
  }
  Summarise();
  return {};
}

void Insights::Watch(const InsightSetting& setting) {
  watched_[setting.target] = std::make_shared<Watched>(setting);
}

// What requests look at without a lock.
void Insights::Summarise() {
  std::array<bool, std::tuple_size_v<decltype(names_)>> names{};
  std::size_t rules = 0;
  for (const auto& [target, watched] : watched_) {
    if (!watched->setting.enabled) continue;
    names[std::hash<std::string_view>()(target.table) % names.size()] = true;
    rules += RulesOf(watched->setting).size();
  }
  for (std::size_t i = 0; i < names.size(); ++i) names_[i] = names[i];
  rules_ = rules;
}

bool Insights::MayWatch(std::string_view table) const {
  return names_[std::hash<std::string_view>()(table) % names_.size()].load(
      std::memory_order_relaxed);
}

// Another table that has the name now is another one.
bool Insights::Lives(const InsightSetting& setting) const {
  const auto table = catalog_.Find(setting.target.table);
  if (table == nullptr || (*table)->id != setting.table_id || (*table)->deleted) return false;
  return setting.target.index.empty() || table->FindIndex(setting.target.index) != nullptr;
}

Result<> Insights::CheckRoom(const InsightSetting& setting) const {
  if (!setting.enabled) return {};
  const MutexLock lock(mutex_);
  const auto others = std::ranges::count_if(watched_, [&](const auto& each) {
    const auto& other = each.second->setting;
    return other.enabled && other.target != setting.target && Lives(other);
  });
  if (static_cast<std::size_t>(others) < limits::kInsightsMax) return {};
  return Fail(ErrorCode::kLimitExceededException, fmt::format(texts::kInsightsTooMany, others));
}

Result<> Insights::Change(const InsightSetting& setting) {
  const MutexLock one(changes_);
  TRY(CheckRoom(setting));
  TRY(queue_.Change([&](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    change.mutations.push_back({{kInsightSpace, KeyOf(setting.target)}, Encode(setting)});
    return change;
  }));
  const MutexLock lock(mutex_);
  Watch(setting);
  Summarise();
  return {};
}

std::vector<InsightSetting> Insights::Gone() const {
  const MutexLock lock(mutex_);
  std::vector<InsightSetting> gone;
  for (const auto& [target, watched] : watched_) {
    if (!Lives(watched->setting)) gone.push_back(watched->setting);
  }
  return gone;
}

Result<table::StepOutcome> Insights::Step() {
  const MutexLock one(changes_);
  const auto gone = Gone();
  if (gone.empty()) return table::StepOutcome{};
  TRY(queue_.Change([&](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    for (const auto& setting : gone) {
      change.mutations.push_back({{kInsightSpace, KeyOf(setting.target)}, std::nullopt});
    }
    return change;
  }));
  const MutexLock lock(mutex_);
  for (const auto& setting : gone) watched_.erase(setting.target);
  Summarise();
  return table::StepOutcome{.worked = true};
}

std::optional<InsightSetting> Insights::Find(const InsightTarget& target) const {
  const MutexLock lock(mutex_);
  const auto found = watched_.find(target);
  if (found == watched_.end()) return std::nullopt;
  return found->second->setting;
}

std::vector<InsightSetting> Insights::List(std::string_view table, const InsightTarget& after,
                                           std::size_t limit) const {
  const MutexLock lock(mutex_);
  std::vector<InsightSetting> out;
  for (auto at = watched_.upper_bound(after); at != watched_.end() && out.size() < limit; ++at) {
    if (!table.empty() && at->first.table != table) continue;
    if (Lives(at->second->setting)) out.push_back(at->second->setting);
  }
  return out;
}

std::vector<NamedRule> Insights::RulesOf(const InsightSetting& setting) {
  std::vector<InsightRule> rules = {InsightRule::kThrottled};
  if (setting.has_sort_key) rules.push_back(InsightRule::kThrottledItems);
  if (setting.mode == InsightMode::kAccessedAndThrottled) {
    rules.push_back(InsightRule::kAccessed);
    if (setting.has_sort_key) rules.push_back(InsightRule::kAccessedItems);
  }
  const auto& target = setting.target;
  std::vector<NamedRule> out;
  for (const auto rule : rules) {
    out.push_back(
        {fmt::format("DynamoDBContributorInsights-{}-{}{}{}-{}", CodeOf(rule), target.table,
                     target.index.empty() ? "" : "-", target.index, setting.changed / 1000),
         rule, target});
  }
  std::ranges::sort(out, {}, &NamedRule::name);
  return out;
}

std::vector<NamedRule> Insights::Rules() const {
  const MutexLock lock(mutex_);
  std::vector<NamedRule> out;
  for (const auto& [target, watched] : watched_) {
    if (!watched->setting.enabled || !Lives(watched->setting)) continue;
    std::ranges::move(RulesOf(watched->setting), std::back_inserter(out));
  }
  std::ranges::sort(out, {}, &NamedRule::name);
  return out;
}

Insights::WatchedPtr Insights::FindWatched(const catalog::Table& table,
                                           const catalog::Index* index) const {
  const InsightTarget target{table->name, index == nullptr ? std::string() : index->name};
  const MutexLock lock(mutex_);
  const auto found = watched_.find(target);
  if (found == watched_.end() || !found->second->setting.enabled) return nullptr;
  return found->second->setting.table_id == table->id ? found->second : nullptr;
}

void Insights::Count(const catalog::Table& table, const catalog::Index* index, BytesView key,
                     bool whole, Minute at, double amount, bool throttled) {
  if (key.size() <= sizeof(item::Route) || amount <= 0) return;
  const auto watched = FindWatched(table, index);
  if (watched == nullptr) return;
  const auto bytes_max = limits::kInsightBytesMax / std::max<std::size_t>(rules_, 1);
  const auto add = [&](InsightRule rule, BytesView counted) {
    const MutexLock lock(watched->mutex);
    const auto found = watched->rules.find(rule);
    if (found != watched->rules.end()) found->second.Add(at, counted, amount, bytes_max);
  };
  key.remove_prefix(sizeof(item::Route));
  Bytes texts;
  const std::span partition =
      index == nullptr ? std::span(&table->partition_key, 1) : std::span(index->hash_keys);
  if (!TakeTexts(partition, key, texts)) return;
  add(throttled ? InsightRule::kThrottled : InsightRule::kAccessed, texts);
  std::span<const catalog::KeyAttribute> sort;
  if (index != nullptr) {
    sort = index->range_keys;
  } else if (table->sort_key) {
    sort = std::span(&*table->sort_key, 1);
  }
  if (sort.empty() || !whole || !TakeTexts(sort, key, texts)) return;
  add(throttled ? InsightRule::kThrottledItems : InsightRule::kAccessedItems, texts);
}

void Insights::Used(const capacity::Usage& usage) {
  if (!MayWatch(usage.table->name)) return;
  const double weight = usage.access == capacity::Access::kWrite ? kWriteWeight : 1;
  const bool whole = usage.shape.form == capacity::Shape::Form::kItem;
  if (usage.shape.form == capacity::Shape::Form::kWhole) return;  // a Scan is for no key
  for (const auto& claim : usage.claims) {
    Count(usage.table, claim.index, claim.key, whole, MinuteOf(usage.now),
          weight * static_cast<double>(claim.units) / 2, false);
  }
}

// What an index holds back of its table's writes is not counted, as on AWS.
void Insights::Throttled(const capacity::Usage& usage,
                         std::span<const capacity::Throttle> throttles) {
  if (!MayWatch(usage.table->name)) return;
  const bool whole = usage.shape.form == capacity::Shape::Form::kItem;
  for (const auto& throttle : throttles) {
    if (throttle.index && throttle.access == capacity::Access::kWrite) continue;
    const auto* index =
        throttle.index ? usage.table.FindIndex(IndexInArn(throttle.resource)) : nullptr;
    Count(usage.table, index, throttle.key, whole, MinuteOf(usage.now), 1, true);
  }
}

std::optional<std::vector<InsightSlice>> Insights::Report(std::string_view rule, Minute from,
                                                          Minute end, Minute now) const {
  WatchedPtr watched;
  std::optional<InsightRule> wanted;
  {
    const MutexLock lock(mutex_);
    for (const auto& [target, each] : watched_) {
      if (!each->setting.enabled || !Lives(each->setting)) continue;
      for (const auto& named : RulesOf(each->setting)) {
        if (named.name != rule) continue;
        watched = each;
        wanted = named.rule;
      }
    }
  }
  if (watched == nullptr) return std::nullopt;
  const MutexLock lock(watched->mutex);
  return watched->rules.at(*wanted).Report(from, end, now);
}

}  // namespace stator::observe
