#include "observe/metric_store.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/durations.h"
#include "base/limits.h"
#include "observe/each_entry.h"
#include "observe/series_room.h"
#include "observe/texts.h"

namespace stator::observe {
namespace {

using storage::Mutation;

constexpr auto kSpace = kMetricSpace;
constexpr Minute kKeptMinutes = limits::kMetricDays * 24 * kHourMinutes;
constexpr std::array kSeriesMax = {limits::kMetricSeriesMax, limits::kCustomSeriesMax};  // by kind

std::unexpected<Error> CorruptMetric() {
  return Fail(ErrorCode::kCorruption, "a stored metric cannot be read");
}

Mutation PutRow(Bytes key, Bytes value) { return {{kSpace, std::move(key)}, std::move(value)}; }
Mutation DeleteRow(Bytes key) { return {{kSpace, std::move(key)}, std::nullopt}; }

bool IsConsumption(const Series& series) {
  return series.space == kDynamoSpace && (series.metric == NameOf(Metric::kConsumedRead) ||
                                          series.metric == NameOf(Metric::kConsumedWrite));
}

// Whether `series` matches `wanted`; an empty unit matches all units.
bool Answers(const Series& series, const Series& wanted) {
  return series.space == wanted.space && series.metric == wanted.metric &&
         series.dimensions == wanted.dimensions &&
         (wanted.unit.empty() || series.unit == wanted.unit);
}

void AddMatching(const Observations& all, std::span<const Series> wanted, Minute from, Minute end,
                 std::vector<MetricStore::ByUnit>& found) {
  for (auto at = all.lower_bound(from); at != all.end() && at->first < end; ++at) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      auto match = at->second.lower_bound(wanted[i]);
      for (; match != at->second.end() && Answers(match->first, wanted[i]); ++match) {
        found[i][match->first.unit][at->first].Merge(match->second);
      }
    }
  }
}

std::size_t ValuesIn(const Observations& all) {
  std::size_t sum = 0;
  for (const auto& [minute, values] : all) sum += values.size();
  return sum;
}

}  // namespace

std::size_t MetricStore::KindOf(const Series& series) {
  return series.space == kDynamoSpace ? kDynamo : kCustom;
}

Result<> MetricStore::Load() {
  if (loaded_) return {};
  totals_ = {};
  if (const auto totals = TRY(engine_.Get(kSpace, TotalsKey()))) {
    const auto decoded = DecodeTotals(totals->value);
    if (!decoded) return CorruptMetric();
    totals_ = *decoded;
  }
  TRY(LoadSeries());
  TRY(LoadMinutes(MinuteOf(clock_.Now())));
  Resolve();
  loaded_ = true;
  return {};
}

void MetricStore::Resolve() {
  if (totals_.saves < failed_save_) Merge(failed_, unsaved_);
  failed_.clear();
  failed_save_ = 0;
  BoundUnsaved();
}

Result<> MetricStore::LoadSeries() {
  decltype(known_) known;
  TRY(EachEntry(engine_, kSpace, SeriesRange(), [&](const storage::KeyedEntry& entry) -> Result<> {
    const auto row = DecodeSeriesRow(entry.value);
    if (!row) return CorruptMetric();
    known[KindOf(row->series)][row->series] = {NumberInSeriesKey(entry.key), row->last, row->used};
    return {};
  }));
  known_ = std::move(known);
  return {};
}

// Series rows are not written every minute, so the newest minute rows know later values.
Result<> MetricStore::LoadMinutes(Minute now) {
  open_hour_ = HourOf(now);
  std::map<SeriesNumber, Minute> last;
  std::map<SeriesNumber, Minute> used;
  TRY(EachEntry(engine_, kSpace, MinuteRange(0, std::nullopt),
                [&](const storage::KeyedEntry& entry) -> Result<> {
                  const auto row = DecodeMinuteRow(entry.value).value_or(MinuteRow());
                  const Minute minute = MinuteInKey(entry.key);
                  for (const auto& [number, statistics] : row) {
                    last[number] = minute;
                    if (statistics.sum != 0) used[number] = minute;
                  }
                  return {};
                }));
  const auto first = TRY(engine_.Read(kSpace, MinuteRange(0, std::nullopt), {.entries_max = 1}));
  if (!first.entries.empty()) {
    open_hour_ = std::min(open_hour_, HourOf(MinuteInKey(first.entries.front().key)));
  }
  for (auto& kind : known_) {
    for (auto& [series, known] : kind) {
      known.last = std::max(known.last, last[known.number]);
      known.used = std::max(known.used, used[known.number]);
    }
  }
  return {};
}

Result<table::StepOutcome> MetricStore::Step() {
  const auto now = clock_.Now();
  const auto minute = MinuteOf(now);
  const MutexLock lock(mutex_);
  TRY(Load());
  table::StepOutcome outcome{.wait = (minute + 1) * kMinute - now};
  TakeBefore(minute);
  TRY(Save(limits::kMetricSavedMax));
  outcome.worked = !unsaved_.empty() || TRY(Fold(HourOf(minute))) || TRY(Expire(minute));
  return outcome;
}

Result<> MetricStore::Flush() {
  const MutexLock lock(mutex_);
  TRY(Load());
  const auto minute = MinuteOf(clock_.Now());
  TakeBefore(minute);
  Merge(recorder_.Take(minute + 1, GoneFrom(catalog_)), unsaved_);
  while (!unsaved_.empty()) TRY(Save(limits::kMetricSavedMax));
  return {};
}

// Takes the ended minutes from the recorder and fills idle minutes.
void MetricStore::TakeBefore(Minute end) {
  if (stepped_ >= end) return;
  Merge(recorder_.Take(end, GoneFrom(catalog_)), unsaved_);
  AddIdle(end);
  stepped_ = end;
}

// The minutes in which tables were used. For stored values it is only the last one.
std::map<Series, std::set<Minute>> MetricStore::Uses() const {
  std::map<Series, std::set<Minute>> uses;
  for (const auto& [series, known] : known_[kDynamo]) {
    if (IsConsumption(series)) uses[series].insert(known.used);
  }
  for (const auto& [minute, values] : unsaved_) {
    for (const auto& [series, statistics] : values) {
      if (statistics.sum != 0 && IsConsumption(series)) uses[series].insert(minute);
    }
  }
  return uses;
}

// For a while after its last use, a table has samples of 0, as on AWS. Minutes that already have a
// sample, in memory or from before a restart, get no other.
void MetricStore::AddIdle(Minute end) {
  Statistics nothing;
  nothing.Add(0);
  for (const auto& [series, uses] : Uses()) {
    const auto known = known_[kDynamo].find(series);
    const auto first =
        known == known_[kDynamo].end() ? stepped_ : std::max(stepped_, known->second.last + 1);
    for (auto use = uses.begin(); use != uses.end(); ++use) {
      const auto next = std::next(use);
      const auto until =
          std::min(next == uses.end() ? end : *next, *use + limits::kIdleMinutes + 1);
      for (auto minute = std::max(first, *use + 1); minute < until; ++minute) {
        unsaved_[minute].try_emplace(series, nothing);
      }
    }
  }
}

Result<> MetricStore::Put(const Observations& values) {
  const MutexLock lock(mutex_);
  if (ValuesIn(unsaved_) + ValuesIn(failed_) + ValuesIn(values) > limits::kMetricUnsavedMax) {
    return Fail(ErrorCode::kThrottlingException, texts::kMetricsTooMany);
  }
  // If the store cannot be read now, the bound applies when the values are stored.
  if (Load()) TRY(Introduce(values));
  Merge(values, unsaved_);
  return {};
}

// Adds clients' series at once, so that it refuses too many before it takes any value.
Result<> MetricStore::Introduce(const Observations& values) {
  auto& known = known_[kCustom];
  std::map<Series, Minute> fresh;
  for (const auto& [minute, all] : values) {
    for (const auto& [series, statistics] : all) {
      if (KindOf(series) == kCustom && !known.contains(series)) fresh[series] = minute;
    }
  }
  if (known.size() + fresh.size() > limits::kCustomSeriesMax && !fresh.empty()) {
    return Fail(
        ErrorCode::kLimitExceededFault,
        fmt::format(texts::kCustomSeriesTooMany, limits::kCustomSeriesMax, limits::kMetricDays));
  }
  for (const auto& [series, minute] : fresh) {
    known[series] = {.number = totals_.next++, .last = minute, .stored = false};
  }
  return {};
}

// Stores the oldest unsaved minutes in one commit of about `values_max` values.
Result<> MetricStore::Save(std::size_t values_max) {
  if (unsaved_.empty()) return {};
  auto end = unsaved_.begin();
  for (std::size_t values = 0; end != unsaved_.end() && values < values_max; ++end) {
    values += end->second.size();
  }
  const auto number = ++totals_.saves;
  if (const auto saved = SaveBefore(end); !saved) {
    // The save failed, so the in-memory totals are wrong. Reload them from the store.
    loaded_ = false;
    failed_save_ = number;
    while (unsaved_.begin() != end) failed_.insert(unsaved_.extract(unsaved_.begin()));
    BoundUnsaved();
    return saved;
  }
  unsaved_.erase(unsaved_.begin(), end);
  return {};
}

Result<> MetricStore::SaveBefore(Observations::const_iterator end) {
  std::vector<Mutation> changes;
  Late late;
  for (auto at = unsaved_.cbegin(); at != end; ++at) {
    TRY(AddMinute(at->first, at->second, late, changes));
  }
  TRY(AddToHours(late, changes));
  return Commit(std::move(changes));
}

// Failed values are retried, but bounded: the oldest are dropped first.
void MetricStore::BoundUnsaved() {
  auto values = ValuesIn(failed_) + ValuesIn(unsaved_);
  for (auto* waiting : {&failed_, &unsaved_}) {
    while (values > limits::kMetricUnsavedMax && !waiting->empty()) {
      values -= waiting->begin()->second.size();
      waiting->erase(waiting->begin());
    }
  }
}

// Known series come first, so that no new series evicts one with a value in this minute.
Result<> MetricStore::AddMinute(Minute minute, const std::map<Series, Statistics>& values,
                                Late& late, std::vector<Mutation>& changes) {
  MinuteRow row;
  std::vector<const Value*> fresh;
  for (const auto& value : values) {
    auto& kind = known_[KindOf(value.first)];
    const auto found = kind.find(value.first);
    if (found == kind.end()) {
      fresh.push_back(&value);
      continue;
    }
    Touch(*found, minute, value.second.sum != 0, changes);
    row[found->second.number] = value.second;
  }
  AddFresh(minute, fresh, row, changes);
  if (row.empty()) return {};
  const auto hour = HourOf(minute);
  if (hour >= open_hour_) return AddToMinute(minute, row, changes);
  for (const auto& [number, statistics] : row) late[{hour, number}][minute].Merge(statistics);
  return {};
}

void MetricStore::AddFresh(Minute minute, std::span<const Value* const> values, MinuteRow& row,
                           std::vector<Mutation>& changes) {
  std::array rooms = {SeriesRoom(known_[kDynamo], GoneFrom(catalog_)),
                      SeriesRoom(known_[kCustom], NoneGone)};
  for (const auto* value : values) {
    const auto kind = KindOf(value->first);
    auto& known = known_[kind];
    if (known.size() >= kSeriesMax[kind]) {
      const auto leaving = rooms[kind].Next(minute);
      if (!leaving) {
        left_out_ += static_cast<std::uint64_t>(value->second.count);
        continue;
      }
      Forget(known, *leaving, changes);
    }
    const Known entry{.number = totals_.next++, .stored = false};
    const auto at = known.emplace(value->first, entry).first;
    Touch(*at, minute, value->second.sum != 0, changes);
    row[entry.number] = value->second;
  }
}

Result<> MetricStore::AddToMinute(Minute minute, const MinuteRow& values,
                                  std::vector<Mutation>& changes) {
  auto key = MinuteKey(minute);
  MinuteRow row;
  if (const auto stored = TRY(engine_.Get(kSpace, key))) {
    // A damaged row is lost, but the new values are kept.
    row = DecodeMinuteRow(stored->value).value_or(MinuteRow());
  }
  for (const auto& [number, statistics] : values) row[number].Merge(statistics);
  changes.push_back(PutRow(std::move(key), EncodeMinuteRow(row)));
  return {};
}

// Writes each row once, however many values arrive for it.
Result<> MetricStore::AddToHours(const Late& late, std::vector<Mutation>& changes) {
  for (const auto& [place, values] : late) {
    const auto& [hour, number] = place;
    const auto key = HourKey(hour, number);
    const auto stored = TRY(engine_.Get(kSpace, key));
    Points points;
    if (stored) points = DecodeHourRow(hour, stored->value).value_or(Points());
    for (const auto& [minute, statistics] : values) points[minute].Merge(statistics);
    PutHour(hour, number, points, stored ? key.size() + stored->value.size() : 0, changes);
  }
  return {};
}

void MetricStore::PutHour(Hour hour, SeriesNumber number, const Points& points,
                          std::size_t replaced, std::vector<Mutation>& changes) {
  auto key = HourKey(hour, number);
  auto value = EncodeHourRow(points);
  totals_.hour_bytes += key.size() + value.size() - replaced;
  changes.push_back(PutRow(std::move(key), std::move(value)));
}

// Notes a series' value in a minute. Writes the series row at once if the series is new, or if no
// later fold will write it.
void MetricStore::Touch(KnownSeries::value_type& which, Minute minute, bool used,
                        std::vector<Mutation>& changes) {
  auto& [series, known] = which;
  const bool newer = minute > known.last || (used && minute > known.used);
  known.last = std::max(known.last, minute);
  if (used) known.used = std::max(known.used, minute);
  if (known.stored && !(newer && HourOf(minute) < open_hour_)) return;
  known.stored = true;
  changes.push_back(
      PutRow(SeriesKey(known.number), EncodeSeriesRow({series, known.last, known.used})));
}

void MetricStore::Forget(KnownSeries& from, KnownSeries::iterator which,
                         std::vector<Mutation>& changes) {
  changes.push_back(DeleteRow(SeriesKey(which->second.number)));
  from.erase(which);
}

// Turns the minute rows of the oldest ended hour into hour rows of its series.
Result<bool> MetricStore::Fold(Hour now) {
  if (open_hour_ >= now) return false;
  const auto first = open_hour_ * kHourMinutes;
  std::map<SeriesNumber, Points> hour;
  std::vector<Mutation> changes;
  TRY(EachEntry(engine_, kSpace, MinuteRange(first, first + kHourMinutes),
                [&](const storage::KeyedEntry& entry) -> Result<> {
                  auto row = DecodeMinuteRow(entry.value).value_or(MinuteRow());
                  const auto minute = MinuteInKey(entry.key);
                  for (auto& [number, statistics] : row) {
                    hour[number].emplace(minute, std::move(statistics));
                  }
                  changes.push_back(DeleteRow(entry.key));
                  return {};
                }));
  for (const auto& [number, points] : hour) PutHour(open_hour_, number, points, 0, changes);
  for (const auto& kind : known_) {
    for (const auto& [series, known] : kind) {
      if (!hour.contains(known.number)) continue;
      changes.push_back(
          PutRow(SeriesKey(known.number), EncodeSeriesRow({series, known.last, known.used})));
    }
  }
  TRY(Commit(std::move(changes)));
  // Skips hours without rows.
  const auto next = TRY(engine_.Read(kSpace, MinuteRange(first, std::nullopt), {.entries_max = 1}));
  open_hour_ =
      next.entries.empty() ? now : std::min(now, HourOf(MinuteInKey(next.entries.front().key)));
  return true;
}

// Deletes hours that are too old or exceed the bound.
Result<bool> MetricStore::Expire(Minute now) {
  const auto horizon = std::max<Minute>(now - kKeptMinutes, 0);
  const bool full = totals_.hour_bytes > limits::kMetricBytesMax;
  if (!full && now < swept_ + kHourMinutes && now >= swept_) return false;
  const auto range = HourRange(full ? std::nullopt : std::optional(HourOf(horizon)));
  const auto page = TRY(engine_.Read(kSpace, range, {.entries_max = limits::kMetricExpiredMax}));
  std::vector<Mutation> changes;
  for (const auto& entry : page.entries) {
    totals_.hour_bytes -=
        std::min<std::uint64_t>(totals_.hour_bytes, entry.key.size() + entry.value.size());
    changes.push_back(DeleteRow(entry.key));
  }
  if (page.entries.empty()) totals_.hour_bytes = full ? 0 : totals_.hour_bytes;
  ForgetOld(horizon, changes);
  if (page.entries.empty()) swept_ = now;
  if (changes.empty()) return false;
  TRY(Commit(std::move(changes)));
  return true;
}

void MetricStore::ForgetOld(Minute horizon, std::vector<Mutation>& changes) {
  for (auto& kind : known_) {
    for (auto at = kind.begin(); at != kind.end();) {
      const auto here = at++;
      if (here->second.last < horizon) Forget(kind, here, changes);
    }
  }
}

Result<> MetricStore::Commit(std::vector<Mutation> changes) {
  if (changes.empty()) return {};
  changes.push_back(PutRow(TotalsKey(), EncodeTotals(totals_)));
  const auto done = queue_.Change([&changes](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    change.mutations = std::move(changes);
    return change;
  });
  if (done) return {};
  // The commit failed, so the in-memory totals are wrong. Reload them from the store.
  loaded_ = false;
  return Fail(done.error());
}

Result<std::vector<ListedSeries>> MetricStore::List() {
  const MutexLock lock(mutex_);
  TRY(Load());
  std::map<Series, Minute> last;
  for (const auto& kind : known_) {
    for (const auto& [series, known] : kind) last[series] = known.last;
  }
  Observations fresh = recorder_.Peek();
  Merge(unsaved_, fresh);
  for (const auto& [minute, values] : fresh) {
    for (const auto& [series, statistics] : values) {
      last[series] = std::max(last[series], minute);
    }
  }
  std::vector<ListedSeries> listed;
  listed.reserve(last.size());
  for (const auto& [series, minute] : last) listed.push_back({series, minute});
  return listed;
}

Result<std::vector<MetricStore::ByUnit>> MetricStore::Read(std::span<const Series> wanted,
                                                           Minute from, Minute end) {
  const MutexLock lock(mutex_);
  TRY(Load());
  const auto now = MinuteOf(clock_.Now());
  from = std::max({from, now - kKeptMinutes, Minute{0}});
  std::vector<ByUnit> found(wanted.size());
  if (from >= end) return found;
  std::vector<Wanted> stored;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto& known = known_[KindOf(wanted[i])];
    auto match = known.lower_bound(wanted[i]);
    for (; match != known.end() && Answers(match->first, wanted[i]); ++match) {
      stored.push_back({&match->second, &found[i][match->first.unit]});
    }
  }
  TRY(ReadHours(stored, from, end));
  TRY(ReadMinutes(stored, from, end));
  AddMatching(unsaved_, wanted, from, end, found);
  AddMatching(recorder_.Peek(), wanted, from, end, found);
  return found;
}

Result<> MetricStore::ReadHours(std::span<const Wanted> wanted, Minute from, Minute end) {
  const auto last = std::min(HourOf(end - 1), open_hour_ - 1);
  for (const auto& [known, points] : wanted) {
    std::vector<storage::Address> addresses;
    const auto newest = std::min(last, HourOf(known->last));
    for (auto hour = HourOf(from); hour <= newest; ++hour) {
      addresses.push_back({kSpace, HourKey(hour, known->number)});
    }
    const auto entries = TRY(engine_.MultiGet(addresses));
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (!entries[i]) continue;
      const auto decoded = DecodeHourRow(HourOf(from) + static_cast<Hour>(i), entries[i]->value);
      if (!decoded) return CorruptMetric();
      for (const auto& [minute, statistics] : *decoded) {
        if (minute >= from && minute < end) (*points)[minute].Merge(statistics);
      }
    }
  }
  return {};
}

Result<> MetricStore::ReadMinutes(std::span<const Wanted> wanted, Minute from, Minute end) {
  if (wanted.empty()) return {};
  std::multimap<SeriesNumber, Points*> places;
  for (const auto& [known, points] : wanted) places.emplace(known->number, points);
  const auto first = std::max(from, open_hour_ * kHourMinutes);
  if (first >= end) return {};
  return EachEntry(engine_, kSpace, MinuteRange(first, end),
                   [&](const storage::KeyedEntry& entry) -> Result<> {
                     const auto row = DecodeMinuteRow(entry.value);
                     if (!row) return CorruptMetric();
                     for (const auto& [number, points] : places) {
                       const auto found = row->find(number);
                       if (found != row->end())
                         (*points)[MinuteInKey(entry.key)].Merge(found->second);
                     }
                     return {};
                   });
}

Points AllUnits(const MetricStore::ByUnit& found) {
  Points all;
  for (const auto& [unit, points] : found) {
    for (const auto& [minute, values] : points) all[minute].Merge(values);
  }
  return all;
}

}  // namespace stator::observe
