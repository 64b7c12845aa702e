#include "observe/key_counts.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>

#include "base/limits.h"
#include "base/varint.h"

namespace stator::observe {
namespace {

std::vector<std::string> TextsIn(BytesView key) {
  std::vector<std::string> texts;
  while (const auto text = key.empty() ? std::nullopt : ReadSized(key)) texts.emplace_back(*text);
  return texts;
}

std::size_t BytesOf(std::span<const HeavyHitters::Counter> keys) {
  std::size_t bytes = 0;
  for (const auto& each : keys) bytes += sizeof(each) + each.key.size();
  return bytes;
}

}  // namespace

// The first minute that has its own slice; earlier times have hours only. Minutes cover at least
// the last hour, and no time is reported twice.
Minute KeyCounts::FirstMinute(Minute now) { return (HourOf(now) - 1) * kHourMinutes; }

Minute KeyCounts::FirstHour(Minute now) {
  return (HourOf(now) - limits::kInsightHours) * kHourMinutes;
}

KeyCounts::KeyCounts()
    : this_hour_(limits::kInsightKeysMax), this_minute_(limits::kInsightMinuteKeysMax) {}

KeyCounts::Slice KeyCounts::SliceOf(Minute begin, const HeavyHitters& counted,
                                    std::size_t keys_max) {
  return {.begin = begin, .total = counted.total(), .keys = counted.Top(keys_max)};
}

InsightSlice KeyCounts::Shown(const Slice& slice, Minute minutes) {
  InsightSlice shown{.begin = slice.begin, .minutes = minutes, .total = slice.total};
  for (const auto& each : slice.keys) shown.contributors.push_back({TextsIn(each.key), each.sum});
  return shown;
}

void KeyCounts::CloseMinute() {
  if (this_minute_.size() == 0) return;
  minutes_.push_back(SliceOf(minute_, this_minute_, limits::kInsightMinuteKeysMax));
  minutes_bytes_ += BytesOf(minutes_.back().keys);
  this_minute_ = HeavyHitters(limits::kInsightMinuteKeysMax);
}

void KeyCounts::DropMinutes(Minute before) {
  while (!minutes_.empty() && minutes_.front().begin < before) {
    minutes_bytes_ -= BytesOf(minutes_.front().keys);
    minutes_.pop_front();
  }
}

// Drops the smaller half of each minute's keys, from the oldest minute on, until they fit. Keys are
// ordered by their sums.
void KeyCounts::Shrink(std::size_t bytes_max) {
  while (minutes_bytes_ > bytes_max) {
    for (auto& [begin, total, keys] : minutes_) {
      if (minutes_bytes_ <= bytes_max) return;
      const auto half = keys.size() / 2;
      minutes_bytes_ -= BytesOf(std::span(keys).subspan(half));
      keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(half), keys.end());
      keys.shrink_to_fit();
    }
  }
}

// Turns ended minutes and hours into slices and drops slices that are too old.
void KeyCounts::Turn(Minute at, std::size_t bytes_max) {
  if (at <= minute_) return;
  CloseMinute();
  minute_ = at;
  DropMinutes(FirstMinute(at));
  Shrink(bytes_max);
  TurnHour(HourOf(at));
}

void KeyCounts::TurnHour(Hour hour) {
  if (hour == hour_) return;
  if (this_hour_.size() > 0) {
    hours_.push_back(SliceOf(hour_ * kHourMinutes, this_hour_, limits::kInsightHourKeysKept));
  }
  this_hour_ = HeavyHitters(limits::kInsightKeysMax);
  hour_ = hour;
  const auto first = FirstHour(hour * kHourMinutes);
  while (!hours_.empty() && hours_.front().begin < first) hours_.pop_front();
}

void KeyCounts::Add(Minute at, BytesView key, double amount, std::size_t bytes_max) {
  Turn(at, bytes_max);
  this_minute_.Add(key, amount);
  this_hour_.Add(key, amount);
}

KeyCounts::Unsaved KeyCounts::ToSave(Minute now, bool open) const {
  Unsaved unsaved;
  for (const auto& slice : hours_) {
    if (slice.begin >= hours_saved_) unsaved.hours.push_back(slice);
  }
  const auto hour = hour_ * kHourMinutes;
  if (this_hour_.size() > 0 && hour >= hours_saved_ && hour_ < HourOf(now)) {
    unsaved.hours.push_back(SliceOf(hour, this_hour_, limits::kInsightHourKeysKept));
  }
  for (const auto& slice : minutes_) {
    if (slice.begin >= minutes_saved_) unsaved.minutes.push_back(slice);
  }
  if (this_minute_.size() > 0 && minute_ >= minutes_saved_ && (open || minute_ < now)) {
    unsaved.minutes.push_back(SliceOf(minute_, this_minute_, limits::kInsightMinuteKeysMax));
  }
  return unsaved;
}

void KeyCounts::Saved(const Unsaved& stored, Minute now) {
  for (const auto& slice : stored.hours) {
    hours_saved_ = std::max(hours_saved_, slice.begin + kHourMinutes);
  }
  for (const auto& slice : stored.minutes) {
    minutes_saved_ = std::max(minutes_saved_, std::min(slice.begin + 1, now));
  }
}

// Rebuilds hours that are not stored, such as the current one, from their minutes.
void KeyCounts::Restore(Unsaved stored, std::size_t bytes_max) {
  hours_.assign(std::make_move_iterator(stored.hours.begin()),
                std::make_move_iterator(stored.hours.end()));
  if (!hours_.empty()) hours_saved_ = hours_.back().begin + kHourMinutes;
  for (auto& slice : stored.minutes) {
    CloseMinute();
    minute_ = slice.begin;
    this_minute_.Merge(slice.total, slice.keys);
    TurnHour(HourOf(minute_));
    if (minute_ >= hours_saved_) this_hour_.Merge(slice.total, slice.keys);
  }
  Shrink(bytes_max);
  minutes_saved_ = minute_;
}

std::vector<InsightSlice> KeyCounts::Report(Minute from, Minute end, Minute now) const {
  const Minute first = FirstMinute(std::max(now, minute_));
  const Minute oldest = first - (limits::kInsightHours - 1) * kHourMinutes;
  std::vector<InsightSlice> report;
  const auto add = [&](const Slice& slice, Minute minutes, Minute begin, Minute before) {
    if (slice.total <= 0 || slice.begin < std::max(from, begin)) return;
    if (slice.begin < std::min(end, before)) report.push_back(Shown(slice, minutes));
  };
  for (const auto& slice : hours_) add(slice, kHourMinutes, oldest, first);
  add(SliceOf(hour_ * kHourMinutes, this_hour_, limits::kInsightHourKeysKept), kHourMinutes, oldest,
      first);
  for (const auto& slice : minutes_) add(slice, 1, first, end);
  add(SliceOf(minute_, this_minute_, limits::kInsightMinuteKeysMax), 1, first, end);
  return report;
}

}  // namespace stator::observe
