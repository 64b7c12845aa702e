#include "observe/insights.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/durations.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "base/varint.h"
#include "catalog/catalog.h"
#include "item/key.h"
#include "observe/each_entry.h"
#include "observe/texts.h"

namespace stator::observe {
namespace {

constexpr double kWriteWeight = 3;  // a write unit counts three times, as on AWS

// Returns "text" for "{S:text}".
std::string TextOf(BytesView encoded) {
  auto shown = item::ShownScalar(item::ValueView(encoded));
  constexpr std::size_t kAround = 3;
  if (shown.size() > kAround) shown = shown.substr(kAround, shown.size() - kAround - 1);
  shown.resize(CutUtf8(shown, limits::kInsightKeyBytesMax).size());
  return shown;
}

// Removes the attributes from the front of a stored key. Returns false if the key ends early.
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
  std::vector<InsightSetting> settings;
  TRY(EachEntry(engine_, kInsightSpace, SettingRange(),
                [&](const storage::KeyedEntry& entry) -> Result<> {
                  auto setting = DecodeSetting(entry.key, entry.value);
                  if (!setting) {
                    return Fail(ErrorCode::kCorruption, "a stored insight cannot be read");
                  }
                  settings.push_back(*std::move(setting));
                  return {};
                }));
  {
    const MutexLock lock(mutex_);
    for (const auto& setting : settings) Watch(setting);
    Summarise();
  }
  return LoadSlices();
}

// Loads slices rule by rule, in row order. A damaged slice is skipped, and only that slice.
Result<> Insights::LoadSlices() {
  SlicePlace at;
  KeyCounts::Unsaved stored;
  TRY(EachEntry(
      engine_, kInsightSpace, SliceRange(), [&](const storage::KeyedEntry& entry) -> Result<> {
        const auto place = PlaceInKey(entry.key);
        auto slice = place ? DecodeSlice(place->begin, entry.value) : std::nullopt;
        if (!slice) return {};
        if (at.target != place->target || at.rule != place->rule) {
          Restore(at, std::exchange(stored, {}));
          at = *place;
        }
        auto& slices = place->length == SliceLength::kHour ? stored.hours : stored.minutes;
        slices.push_back(*std::move(slice));
        return {};
      }));
  Restore(at, std::move(stored));
  return {};
}

void Insights::Restore(const SlicePlace& place, KeyCounts::Unsaved stored) {
  if (stored.empty()) return;
  WatchedPtr watched;
  {
    const MutexLock lock(mutex_);
    const auto found = watched_.find(place.target);
    if (found == watched_.end()) return;
    watched = found->second;
  }
  const MutexLock lock(watched->mutex);
  const auto rule = watched->rules.find(place.rule);
  if (rule != watched->rules.end()) rule->second.Restore(std::move(stored), BytesOfARule());
}

void Insights::Watch(const InsightSetting& setting) {
  watched_[setting.target] = std::make_shared<Watched>(setting);
}

// Rebuilds the data that requests read: the filter, which needs no lock, and the stripes.
void Insights::Summarise() {
  std::array<bool, std::tuple_size_v<decltype(names_)>> names{};
  std::array<std::map<InsightTarget, WatchedPtr, TargetOrder>, kStripes> enabled;
  std::size_t rules = 0;
  for (const auto& [target, watched] : watched_) {
    if (!watched->setting.enabled) continue;
    const auto hash = std::hash<std::string_view>()(target.table);
    names[hash % names.size()] = true;
    enabled[hash % kStripes].emplace(target, watched);
    rules += RulesOf(watched->setting).size();
  }
  for (std::size_t i = 0; i < kStripes; ++i) {
    const MutexLock lock(stripes_[i].mutex);
    std::swap(stripes_[i].enabled, enabled[i]);
  }
  for (std::size_t i = 0; i < names.size(); ++i) names_[i] = names[i];
  rules_ = rules;
}

std::size_t Insights::BytesOfARule() const {
  return limits::kInsightBytesMax / std::max<std::size_t>(rules_, 1);
}

bool Insights::MayWatch(std::string_view table) const {
  return names_[std::hash<std::string_view>()(table) % names_.size()].load(
      std::memory_order_relaxed);
}

Insights::Stripe& Insights::StripeOf(std::string_view table) {
  return stripes_[std::hash<std::string_view>()(table) % kStripes];
}

// A new table with the same name is another table.
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

Result<> Insights::Commit(std::vector<storage::Mutation> changes) {
  if (changes.empty()) return {};
  TRY(queue_.Change([&](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    change.mutations = std::move(changes);
    return change;
  }));
  return {};
}

Result<> Insights::AddDeletions(const storage::KeyRange& range,
                                std::vector<storage::Mutation>& changes) const {
  return EachEntry(engine_, kInsightSpace, range,
                   [&](const storage::KeyedEntry& entry) -> Result<> {
                     changes.push_back({{kInsightSpace, entry.key}, std::nullopt});
                     return {};
                   });
}

Result<> Insights::Change(const InsightSetting& setting) {
  const MutexLock one(changes_);
  TRY(CheckRoom(setting));
  std::vector<storage::Mutation> changes;
  TRY(AddDeletions(SliceRange(setting.target), changes));
  changes.push_back({{kInsightSpace, SettingKey(setting.target)}, EncodeSetting(setting)});
  TRY(Commit(std::move(changes)));
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

// Deletes as many rows as one commit may, rounded up to a whole target. Returns whether there were
// any.
Result<bool> Insights::ForgetGone() {
  auto gone = Gone();
  if (gone.empty()) return false;
  std::vector<storage::Mutation> changes;
  std::size_t taken = 0;
  for (; taken < gone.size() && changes.size() < limits::kMetricExpiredMax; ++taken) {
    TRY(AddDeletions(SliceRange(gone[taken].target), changes));
    changes.push_back({{kInsightSpace, SettingKey(gone[taken].target)}, std::nullopt});
  }
  gone.resize(taken);
  TRY(Commit(std::move(changes)));
  const MutexLock lock(mutex_);
  for (const auto& setting : gone) watched_.erase(setting.target);
  Summarise();
  return true;
}

Result<table::StepOutcome> Insights::Step() {
  const MutexLock one(changes_);
  const auto now = clock_.Now();
  const auto minute = MinuteOf(now);
  table::StepOutcome outcome;
  outcome.worked = TRY(ForgetGone());
  if (saved_ < minute) TRY(Save(minute, false));
  saved_ = minute;
  // The deletion comes after the save, because hours are made from the minutes that it deletes.
  if (swept_ != HourOf(minute)) TRY(Sweep(minute));
  swept_ = HourOf(minute);
  if (rules_ > 0) outcome.wait = (minute + 1) * kMinute - now;
  return outcome;
}

Result<> Insights::Flush() {
  const MutexLock one(changes_);
  return Save(MinuteOf(clock_.Now()), true);
}

std::vector<Insights::WatchedPtr> Insights::AllWatched() const {
  const MutexLock lock(mutex_);
  std::vector<WatchedPtr> all;
  for (const auto& [target, watched] : watched_) all.push_back(watched);
  return all;
}

Result<> Insights::Save(Minute now, bool open) {
  Saving saving;
  for (const auto& watched : AllWatched()) {
    AddUnsaved(watched, now, open, saving);
    if (saving.bytes < limits::kInsightSavedBytesMax) continue;
    TRY(Store(std::exchange(saving, {}), now));
  }
  return Store(std::move(saving), now);
}

void Insights::AddUnsaved(const WatchedPtr& watched, Minute now, bool open, Saving& saving) {
  const MutexLock lock(watched->mutex);
  for (const auto& [rule, counts] : watched->rules) {
    auto what = counts.ToSave(now, open);
    if (what.empty()) continue;
    const auto add = [&](SliceLength length, const CountedSlice& slice) {
      auto key = SliceKey({watched->setting.target, rule, length, slice.begin});
      auto row = EncodeSlice(slice, length == SliceLength::kHour ? limits::kInsightHourRowMax
                                                                 : limits::kInsightMinuteRowMax);
      saving.bytes += key.size() + row.size();
      saving.changes.push_back({{kInsightSpace, std::move(key)}, std::move(row)});
    };
    for (const auto& slice : what.hours) add(SliceLength::kHour, slice);
    for (const auto& slice : what.minutes) add(SliceLength::kMinute, slice);
    saving.parts.push_back({watched, rule, std::move(what)});
  }
}

Result<> Insights::Store(Saving saving, Minute now) {
  TRY(Commit(std::move(saving.changes)));
  for (const auto& part : saving.parts) {
    const MutexLock lock(part.watched->mutex);
    part.watched->rules.at(part.rule).Saved(part.what, now);
  }
  return {};
}

Result<> Insights::Sweep(Minute now) {
  for (const auto& watched : AllWatched()) {
    if (!watched->setting.enabled) continue;
    std::vector<storage::Mutation> changes;
    SlicePlace place{.target = watched->setting.target};
    for (const auto& named : RulesOf(watched->setting)) {
      place.rule = named.rule;
      place.length = SliceLength::kMinute;
      place.begin = KeyCounts::FirstMinute(now);
      TRY(AddDeletions(SlicesBefore(place), changes));
      place.length = SliceLength::kHour;
      place.begin = KeyCounts::FirstHour(now);
      TRY(AddDeletions(SlicesBefore(place), changes));
    }
    TRY(Commit(std::move(changes)));
  }
  return {};
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
                                           const catalog::Index* index) {
  const std::string_view name = index == nullptr ? std::string_view() : index->name;
  auto& stripe = StripeOf(table->name);
  const MutexLock lock(stripe.mutex);
  const auto found = stripe.enabled.find(TargetView{table->name, name});
  if (found == stripe.enabled.end()) return nullptr;
  return found->second->setting.table_id == table->id ? found->second : nullptr;
}

void Insights::Count(const catalog::Table& table, const catalog::Index* index, BytesView key,
                     bool whole, Minute at, double amount, bool throttled) {
  if (key.size() <= sizeof(item::Route) || amount <= 0) return;
  const auto watched = FindWatched(table, index);
  if (watched == nullptr) return;
  const auto bytes_max = BytesOfARule();
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
  const bool whole = usage.access_form.form == capacity::AccessForm::Form::kItem;
  if (usage.access_form.form == capacity::AccessForm::Form::kWhole) return;  // a Scan has no key
  for (const auto& claim : usage.claims) {
    Count(usage.table, claim.index, claim.key, whole, MinuteOf(usage.now),
          weight * static_cast<double>(claim.units) / 2, false);
  }
}

// Throttling of a table's writes by an index is not counted, as on AWS.
void Insights::Throttled(const capacity::Usage& usage,
                         std::span<const capacity::Throttle> throttles) {
  if (!MayWatch(usage.table->name)) return;
  const bool whole = usage.access_form.form == capacity::AccessForm::Form::kItem;
  for (const auto& throttle : throttles) {
    if (throttle.index && throttle.access == capacity::Access::kWrite) continue;
    if (!FirstOfResource(throttles, throttle)) continue;
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

std::optional<std::vector<InsightSlice>> Insights::Report(const InsightTarget& target,
                                                          InsightRule rule, Minute from, Minute end,
                                                          Minute now) const {
  WatchedPtr watched;
  {
    const MutexLock lock(mutex_);
    const auto found = watched_.find(target);
    if (found == watched_.end() || !Lives(found->second->setting)) return std::nullopt;
    watched = found->second;
  }
  const MutexLock lock(watched->mutex);
  const auto found = watched->rules.find(rule);
  if (found == watched->rules.end()) return std::nullopt;
  return found->second.Report(from, end, now);
}

}  // namespace stator::observe
