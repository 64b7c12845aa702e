#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"

// Service time that users can freeze, step forward and scale (docs/design/0010-clock.md).
namespace stator {

// 9999-12-31T23:59:59.999999Z: no clock runs past it.
inline constexpr TimeMicros kServiceTimeMax = 253'402'300'799'999'999;
// The clock's speed in thousandths.
inline constexpr std::int64_t kClockScaleOne = 1000;
inline constexpr std::int64_t kClockScaleMax = 1'000'000 * kClockScaleOne;

// Computes service time from machine time. By default they are equal.
struct ClockRule {
  TimeMicros machine = 0;               // machine time when the rule began
  TimeMicros service = 0;               // service time at that moment
  std::int64_t scale = kClockScaleOne;  // thousandths of a service second in a machine second
  bool frozen = false;                  // stands still, whatever the scale

  // Returns the service time at a machine time.
  TimeMicros At(TimeMicros machine_now) const;
  bool operator==(const ClockRule&) const = default;
};

// A user's change of the clock, applied at one moment. Absent members change nothing.
struct ClockTurn {
  std::optional<TimeMicros> advance;  // by this duration
  std::optional<TimeMicros> set;      // to this time
  std::optional<std::int64_t> scale;  // thousandths
  std::optional<bool> frozen;
};

// Returns the rule after a turn at the given machine and service time. Errors: ValidationException
// with one sentence if the turn would move time back, past its end, or at an invalid speed.
Result<ClockRule> Turned(const ClockRule& rule, const ClockTurn& turn, TimeMicros machine,
                         TimeMicros service);

// The service's clock. It never runs backwards, whatever happens to it and to the machine's clock.
// Now() takes no lock. Threads: any.
class TurnableClock : public ServiceClock {
 public:
  using MachineTime = std::function<TimeMicros()>;

  // Begins with a rule, but not before `not_before`. If the machine's clock was set back meanwhile,
  // service time continues from `not_before` at the rule's speed.
  explicit TurnableClock(const ClockRule& rule = {}, TimeMicros not_before = 0,
                         MachineTime machine = MachineNow);

  TimeMicros Now() const override;
  ClockRule rule() const;
  TimeMicros machine_now() const { return machine_(); }

  // A turn has two steps, so that the caller can store the new rule between them. Stop halts the
  // clock and returns the rule that the turn would give. Follow applies that rule or any other one.
  // The clock stands still in between, so no reader sees a time that a crash could take back.
  // Threads: one turn at a time.
  Result<ClockRule> Stop(const ClockTurn& turn);
  void Follow(const ClockRule& rule);

 private:
  mutable std::atomic<TimeMicros> latest_ = 0;

  // The rule, which readers copy without a lock. `sequence_` is odd during a change and larger
  // after it. A reader that sees the same even number before and after its copy has a consistent
  // rule.
  Mutex mutex_;  // serializes changes
  std::atomic<std::uint64_t> sequence_ = 0;
  std::atomic<TimeMicros> rule_machine_ = 0;
  std::atomic<TimeMicros> rule_service_ = 0;
  std::atomic<std::int64_t> rule_scale_ = kClockScaleOne;
  std::atomic<bool> rule_frozen_ = false;

  const MachineTime machine_;
};

}  // namespace stator
