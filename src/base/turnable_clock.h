#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"

// Service time that users may freeze, step forward and scale (docs/design/0010-clock.md).
namespace stator {

// 9999-12-31T23:59:59.999999Z: no clock runs past it.
inline constexpr TimeMicros kServiceTimeMax = 253'402'300'799'999'999;
// Thousandths: the clock's pace.
inline constexpr std::int64_t kClockScaleOne = 1000;
inline constexpr std::int64_t kClockScaleMax = 1'000'000 * kClockScaleOne;

// How service time follows from machine time. The default: they are the same.
struct ClockRule {
  TimeMicros machine = 0;               // when the rule was made
  TimeMicros service = 0;               // what service time was then
  std::int64_t scale = kClockScaleOne;  // thousandths of a service second in a machine's second
  bool frozen = false;                  // it stands still, whatever the scale

  TimeMicros At(TimeMicros machine_now) const;
  bool operator==(const ClockRule&) const = default;
};

// What a user wants done to the clock, all at one moment; what is absent stays as it is.
struct ClockTurn {
  std::optional<TimeMicros> advance;  // by so much
  std::optional<TimeMicros> set;      // to this time
  std::optional<std::int64_t> scale;  // thousandths
  std::optional<bool> frozen;
};

// The rule after a turn at the moment at which machine and service time are the two given.
// ValidationException with one sentence if the turn would take time back, past its end, or at a
// pace that is none.
Result<ClockRule> Turned(const ClockRule& rule, const ClockTurn& turn, TimeMicros machine,
                         TimeMicros service);

// The service's clock. It never runs backwards, whatever is done to it and to the machine's clock.
// Now() takes no lock. Safe for concurrent use.
class TurnableClock : public ServiceClock {
 public:
  using MachineTime = std::function<TimeMicros()>;

  // Begins with a rule, but not before `not_before`: if the machine's clock was set back since, it
  // goes on from there at the rule's pace.
  explicit TurnableClock(const ClockRule& rule = {}, TimeMicros not_before = 0,
                         MachineTime machine = MachineNow);

  TimeMicros Now() const override;
  ClockRule rule() const;
  TimeMicros machine_now() const { return machine_(); }

  // A turn has two steps, so that it can be stored between them: the clock stops and says what it
  // would do from here; then it does that, or whatever else the caller has it do. Standing still
  // between, it shows nobody a time that a crash could take back. One turn at a time.
  Result<ClockRule> Stop(const ClockTurn& turn);
  void Follow(const ClockRule& rule);

 private:
  mutable std::atomic<TimeMicros> latest_ = 0;

  // The rule, which readers take apart from any lock: `sequence_` is odd while it changes, and
  // another one after, so that who reads the same even number before and after has one rule.
  Mutex mutex_;  // of those that change it
  std::atomic<std::uint64_t> sequence_ = 0;
  std::atomic<TimeMicros> rule_machine_ = 0;
  std::atomic<TimeMicros> rule_service_ = 0;
  std::atomic<std::int64_t> rule_scale_ = kClockScaleOne;
  std::atomic<bool> rule_frozen_ = false;

  const MachineTime machine_;
};

}  // namespace stator
