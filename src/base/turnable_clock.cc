#include "base/turnable_clock.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/time_text.h"

namespace stator {
namespace {

__extension__ using Wide = __int128;

}  // namespace

TimeMicros ClockRule::At(TimeMicros machine_now) const {
  if (frozen || machine_now <= machine) return service;
  const TimeMicros passed = machine_now - machine;
  if (scale == kClockScaleOne) return std::min(service + passed, kServiceTimeMax);
  const Wide scaled = Wide{service} + Wide{passed} * scale / kClockScaleOne;
  return static_cast<TimeMicros>(std::min(scaled, Wide{kServiceTimeMax}));
}

Result<ClockRule> Turned(const ClockRule& rule, const ClockTurn& turn, TimeMicros machine,
                         TimeMicros service) {
  ClockRule turned{machine, service, turn.scale.value_or(rule.scale),
                   turn.frozen.value_or(rule.frozen)};
  if (turned.scale < 1 || turned.scale > kClockScaleMax) {
    return FailInvalid(
        fmt::format("The scale must be from 0.001 to {}.", kClockScaleMax / kClockScaleOne));
  }
  if (turn.advance) {
    if (*turn.advance < 0) return FailInvalid("The clock cannot go back.");
    if (*turn.advance > kServiceTimeMax - service) {
      return FailInvalid("The clock cannot go past the year 9999.");
    }
    turned.service = service + *turn.advance;
  }
  if (turn.set) {
    if (*turn.set < service) {
      return FailInvalid(
          fmt::format("The clock cannot go back: it is {} already.", TimeText(service)));
    }
    if (*turn.set > kServiceTimeMax) return FailInvalid("The clock cannot go past the year 9999.");
    turned.service = *turn.set;
  }
  return turned;
}

TurnableClock::TurnableClock(const ClockRule& rule, TimeMicros not_before, MachineTime machine)
    : latest_(not_before), machine_(std::move(machine)) {
  auto begun = rule;
  const TimeMicros now = machine_();
  if (begun.At(now) < not_before) begun = {now, not_before, rule.scale, rule.frozen};
  Follow(begun);
}

TimeMicros TurnableClock::Now() const {
  // Read the machine time first: a rule that ended meanwhile must not compute a time after its end.
  const TimeMicros machine = machine_();
  const TimeMicros now = rule().At(machine);
  TimeMicros latest = latest_.load(std::memory_order_relaxed);
  while (latest < now && !latest_.compare_exchange_weak(latest, now, std::memory_order_relaxed)) {
  }
  return std::max(latest, now);
}

ClockRule TurnableClock::rule() const {
  while (true) {
    const auto before = sequence_.load(std::memory_order_acquire);
    const ClockRule rule{rule_machine_.load(std::memory_order_acquire),
                         rule_service_.load(std::memory_order_acquire),
                         rule_scale_.load(std::memory_order_acquire),
                         rule_frozen_.load(std::memory_order_acquire)};
    // A reader that saw a member of a later rule also sees the later sequence number here.
    const auto after = sequence_.load(std::memory_order_relaxed);
    if (before == after && before % 2 == 0) return rule;
  }
}

Result<ClockRule> TurnableClock::Stop(const ClockTurn& turn) {
  const auto running = rule();
  const TimeMicros machine = machine_();
  Follow({machine, Now(), running.scale, true});
  // Another thread may have read a later time under the previous rule; that time counts.
  auto turned = Turned(running, turn, machine, Now());
  if (!turned) Follow(running);
  return turned;
}

void TurnableClock::Follow(const ClockRule& rule) {
  const MutexLock lock(mutex_);
  const auto number = sequence_.load(std::memory_order_relaxed);
  sequence_.store(number + 1, std::memory_order_relaxed);
  rule_machine_.store(rule.machine, std::memory_order_release);
  rule_service_.store(rule.service, std::memory_order_release);
  rule_scale_.store(rule.scale, std::memory_order_release);
  rule_frozen_.store(rule.frozen, std::memory_order_release);
  sequence_.store(number + 2, std::memory_order_release);
}

}  // namespace stator
