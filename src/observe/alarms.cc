#include "observe/alarms.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/durations.h"
#include "base/limits.h"
#include "catalog/catalog.h"
#include "observe/alarm_evaluation.h"
#include "observe/alarm_rows.h"
#include "observe/texts.h"

namespace stator::observe {
namespace {

static_assert(kAlarmSpace < catalog::kFirstTableSpace);

storage::Mutation RowOf(const Alarm& alarm) {
  return {{kAlarmSpace, alarm.name}, EncodeAlarm(alarm)};
}

std::unexpected<Error> Unknown(std::string_view name) {
  return Fail(ErrorCode::kResourceNotFound, fmt::format(texts::kAlarmUnknown, name));
}

}  // namespace

Result<> Alarms::Load() {
  const Minute now = MinuteOf(clock_.Now());
  storage::KeyRange range;
  while (true) {
    const auto page = TRY(engine_.Read(kAlarmSpace, range, {}));
    for (const auto& entry : page.entries) Publish(TRY(DecodeAlarm(entry.value)), now);
    if (!page.more) return {};
    range.begin = page.entries.back().key + '\0';
  }
}

std::vector<AlarmPtr> Alarms::List() const {
  const MutexLock lock(mutex_);
  std::vector<AlarmPtr> all;
  all.reserve(known_.size());
  for (const auto& [name, known] : known_) all.push_back(known.alarm);
  return all;
}

AlarmPtr Alarms::Find(std::string_view name) const {
  const MutexLock lock(mutex_);
  const auto found = known_.find(name);
  return found == known_.end() ? nullptr : found->second.alarm;
}

std::size_t Alarms::count() const {
  const MutexLock lock(mutex_);
  return known_.size();
}

void Alarms::Publish(Alarm alarm, Minute evaluated) {
  const MutexLock lock(mutex_);
  auto name = alarm.name;
  known_[std::move(name)] = {std::make_shared<const Alarm>(std::move(alarm)), evaluated};
}

Result<> Alarms::Commit(std::vector<storage::Mutation> mutations) {
  TRY(queue_.Change([&](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    change.mutations = std::move(mutations);
    return change;
  }));
  return {};
}

Result<> Alarms::Put(Alarm alarm) {
  const MutexLock lock(changing_);
  const TimeMicros now = clock_.Now();
  if (const auto old = Find(alarm.name)) {
    alarm.status = old->status;
    alarm.tags = old->tags;
  } else {
    if (count() >= limits::kAlarmsMax) {
      return Fail(ErrorCode::kLimitExceededFault,
                  fmt::format(texts::kAlarmsTooMany, limits::kAlarmsMax));
    }
    alarm.status = {.reason = texts::kAlarmUnchecked, .updated = now, .changed = now};
  }
  alarm.configured = now;
  TRY(Commit({RowOf(alarm)}));
  Publish(std::move(alarm), MinuteOf(now));
  return {};
}

Result<> Alarms::Delete(std::span<const std::string> names) {
  const MutexLock lock(changing_);
  std::vector<storage::Mutation> mutations;
  for (const auto& name : names) {
    if (Find(name) == nullptr) return Unknown(name);
    mutations.push_back({{kAlarmSpace, name}, std::nullopt});
  }
  TRY(Commit(std::move(mutations)));
  const MutexLock publishing(mutex_);
  for (const auto& name : names) known_.erase(name);
  return {};
}

Result<> Alarms::SetState(std::string_view name, AlarmStatus status) {
  const MutexLock lock(changing_);
  const auto old = Find(name);
  if (old == nullptr) return Unknown(name);
  const TimeMicros now = clock_.Now();
  Alarm alarm = *old;
  status.updated = now;
  status.changed = status.state == old->status.state ? old->status.changed : now;
  alarm.status = std::move(status);
  TRY(Commit({RowOf(alarm)}));
  Publish(std::move(alarm), MinuteOf(now));
  return {};
}

std::vector<Alarms::Due> Alarms::DueBefore(Minute end) const {
  const MutexLock lock(mutex_);
  std::vector<Due> due;
  for (const auto& [name, known] : known_) {
    if (known.evaluated >= end) continue;
    due.push_back({*known.alarm, known.evaluated});
    if (due.size() == limits::kAlarmsPerStep) break;
  }
  return due;
}

// Evaluates the minutes whose ends are `first` to `last`.
Result<> Alarms::Evaluate(std::vector<Due>& due, Minute first, Minute last) {
  std::vector<Series> wanted;
  Minute range = 0;
  for (const auto& each : due) {
    wanted.push_back(each.alarm.series);
    range = std::max(range, RangeOf(each.alarm));
  }
  const auto found = TRY(metrics_.Read(wanted, first - range, last));
  for (std::size_t i = 0; i < due.size(); ++i) {
    auto& [alarm, evaluated, changed] = due[i];
    const auto values = AllUnits(found[i]);
    for (Minute end = std::max(first, evaluated + 1); end <= last; ++end) {
      auto status = observe::Evaluate(alarm, values, end);
      evaluated = end;
      if (!status || status->state == alarm.status.state) continue;
      alarm.status = *std::move(status);
      changed = true;
    }
  }
  return {};
}

Result<table::StepOutcome> Alarms::Step() {
  const MutexLock lock(changing_);
  const TimeMicros now = clock_.Now();
  const Minute minute = MinuteOf(now);
  auto due = DueBefore(minute);
  if (due.empty()) {
    if (count() == 0) return table::StepOutcome{};
    return table::StepOutcome{.wait = (minute + 1) * kMinute - now};
  }
  const Minute first = std::ranges::min_element(due, {}, &Due::evaluated)->evaluated + 1;
  if (minute - first > 2 * limits::kAlarmMinutesMax) {
    TRY(Evaluate(due, first, first + limits::kAlarmMinutesMax));
    TRY(Evaluate(due, minute - limits::kAlarmMinutesMax, minute));
  } else {
    TRY(Evaluate(due, first, minute));
  }
  std::vector<storage::Mutation> rows;
  for (const auto& each : due) {
    if (each.changed) rows.push_back(RowOf(each.alarm));
  }
  if (!rows.empty()) TRY(Commit(std::move(rows)));
  for (auto& each : due) Publish(std::move(each.alarm), minute);
  return table::StepOutcome{.worked = true};
}

}  // namespace stator::observe
