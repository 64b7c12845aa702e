#include "observe/insights.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/varint.h"
#include "catalog/catalog.h"
#include "item/key.h"
#include "observe/limits.h"
#include "observe/texts.h"

namespace stator::observe {
namespace {

constexpr char kFormat = 1;
constexpr std::size_t kMinuteKeysMax = 64;  // counted in one minute of a rule
constexpr std::size_t kHourKeysKept = 100;  // of an hour that is over
constexpr double kWriteWeight = 3;          // of a write unit, as AWS counts it

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
  if (shown.size() > limits::kInsightKeyBytesMax) shown.resize(limits::kInsightKeyBytesMax);
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

std::vector<std::string> TextsIn(BytesView key) {
  std::vector<std::string> texts;
  while (const auto text = key.empty() ? std::nullopt : ReadSized(key)) texts.emplace_back(*text);
  return texts;
}

InsightSlice SliceOf(Minute begin, const HeavyHitters& counted, std::size_t keys_max) {
  InsightSlice slice{.begin = begin, .total = counted.total()};
  for (const auto& counter : counted.Top(keys_max)) {
    slice.contributors.push_back({TextsIn(counter.key), counter.sum});
  }
  return slice;
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

Insights::Counted::Counted() : now(limits::kInsightKeysMax), latest(kMinuteKeysMax) {}

// What is over becomes a slice, and what is too old goes.
void Insights::Counted::Turn(Minute at) {
  if (at > minute) {
    if (latest.size() > 0) minutes.push_back(SliceOf(minute, latest, kMinuteKeysMax));
    latest = HeavyHitters(kMinuteKeysMax);
    minute = at;
  }
  while (!minutes.empty() && minutes.front().begin <= at - kHourMinutes) minutes.pop_front();
  if (HourOf(at) > hour) {
    if (now.size() > 0) hours.push_back(SliceOf(hour * kHourMinutes, now, kHourKeysKept));
    now = HeavyHitters(limits::kInsightKeysMax);
    hour = HourOf(at);
  }
  while (!hours.empty() && HourOf(hours.front().begin) < HourOf(at) - limits::kInsightHours) {
    hours.pop_front();
  }
}

void Insights::Counted::Add(Minute at, BytesView key, double amount) {
  Turn(at);
  latest.Add(key, amount);
  now.Add(key, amount);
}

Result<> Insights::Load() {
  const auto page = TRY(engine_.Read(kInsightSpace, {}, {.entries_max = SIZE_MAX}));
  const MutexLock lock(mutex_);
  for (const auto& entry : page.entries) {
    const auto setting = Decode(entry.key, entry.value);
    if (!setting) return Fail(ErrorCode::kCorruption, "a stored insight cannot be read");
    Watch(*setting);
  }
  return {};
}

void Insights::Watch(const InsightSetting& setting) {
  auto& watched = watched_[setting.target];
  watched = {.setting = setting, .rules = {}};
  if (setting.enabled) {
    for (const auto& rule : RulesOf(setting)) watched.rules.try_emplace(rule.rule);
  }
  any_ =
      std::ranges::any_of(watched_, [](const auto& each) { return each.second.setting.enabled; });
}

Result<> Insights::Change(const InsightSetting& setting) {
  {
    const MutexLock lock(mutex_);
    if (!watched_.contains(setting.target) && watched_.size() >= limits::kInsightsMax) {
      return Fail(ErrorCode::kLimitExceededException,
                  fmt::format(texts::kInsightsTooMany, watched_.size()));
    }
  }
  TRY(queue_.Change([&](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    change.mutations.push_back({{kInsightSpace, KeyOf(setting.target)}, Encode(setting)});
    return change;
  }));
  const MutexLock lock(mutex_);
  Watch(setting);
  return {};
}

std::optional<InsightSetting> Insights::Find(const InsightTarget& target) const {
  const MutexLock lock(mutex_);
  const auto found = watched_.find(target);
  if (found == watched_.end()) return std::nullopt;
  return found->second.setting;
}

std::vector<InsightSetting> Insights::List(const InsightTarget& after, std::size_t limit) const {
  const MutexLock lock(mutex_);
  std::vector<InsightSetting> out;
  for (auto at = watched_.upper_bound(after); at != watched_.end() && out.size() < limit; ++at) {
    out.push_back(at->second.setting);
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
    if (!watched.setting.enabled) continue;
    std::ranges::move(RulesOf(watched.setting), std::back_inserter(out));
  }
  std::ranges::sort(out, {}, &NamedRule::name);
  return out;
}

Insights::Watched* Insights::FindWatched(const catalog::Table& table, const catalog::Index* index) {
  const auto found = watched_.find({table->name, index == nullptr ? std::string() : index->name});
  if (found == watched_.end() || !found->second.setting.enabled) return nullptr;
  return found->second.setting.table_id == table->id ? &found->second : nullptr;
}

void Insights::Count(const catalog::Table& table, const catalog::Index* index, BytesView key,
                     bool whole, Minute at, double amount, bool throttled) {
  if (key.size() <= sizeof(item::Route) || amount <= 0) return;
  const MutexLock lock(mutex_);
  auto* watched = FindWatched(table, index);
  if (watched == nullptr) return;
  const auto add = [&](InsightRule rule, BytesView counted) {
    const auto found = watched->rules.find(rule);
    if (found != watched->rules.end()) found->second.Add(at, counted, amount);
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
  if (!any_.load(std::memory_order_relaxed)) return;
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
  if (!any_.load(std::memory_order_relaxed)) return;
  const bool whole = usage.shape.form == capacity::Shape::Form::kItem;
  for (const auto& throttle : throttles) {
    if (throttle.index && throttle.access == capacity::Access::kWrite) continue;
    const auto* index =
        throttle.index ? usage.table.FindIndex(IndexInArn(throttle.resource)) : nullptr;
    Count(usage.table, index, throttle.key, whole, MinuteOf(usage.now), 1, true);
  }
}

std::optional<std::vector<InsightSlice>> Insights::Report(std::string_view rule, Minute from,
                                                          Minute end) const {
  const MutexLock lock(mutex_);
  for (const auto& [target, watched] : watched_) {
    if (!watched.setting.enabled) continue;
    const auto rules = RulesOf(watched.setting);
    const auto named = std::ranges::find(rules, rule, &NamedRule::name);
    if (named == rules.end()) continue;
    const auto& counted = watched.rules.at(named->rule);
    const bool recent = from > counted.minute - kHourMinutes;
    auto slices = recent ? counted.minutes : counted.hours;
    slices.push_back(recent ? SliceOf(counted.minute, counted.latest, kMinuteKeysMax)
                            : SliceOf(counted.hour * kHourMinutes, counted.now, kHourKeysKept));
    const Minute length = recent ? 1 : kHourMinutes;
    std::erase_if(slices, [&](const InsightSlice& slice) {
      return slice.begin + length <= from || slice.begin >= end || slice.contributors.empty();
    });
    return std::vector<InsightSlice>(slices.begin(), slices.end());
  }
  return std::nullopt;
}

}  // namespace stator::observe
