#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/clock.h"
#include "base/result.h"
#include "base/time_zone.h"
#include "scaling/cron.h"
#include "scaling/target.h"

namespace stator::scaling {

// When a scheduled action runs, as its schedule says: at(yyyy-mm-ddThh:mm:ss), rate(5 minutes) or
// cron(…).
class Schedule {
 public:
  // ValidationException, in one sentence.
  static Result<Schedule> Parse(std::string_view text);

  // What else decides: when the action was made, between which times it runs, and what clocks show,
  // which at() and cron() follow. A local time that clocks are turned past runs when they are
  // turned, and one that they show twice runs the first time.
  struct Frame {
    TimeMicros created = 0;
    std::optional<TimeMicros> start;
    std::optional<TimeMicros> end;
    TimeZone zone;
  };

  // The first run after `after`; nullopt: there is none.
  std::optional<TimeMicros> Next(const Frame& frame, TimeMicros after) const;
  // The last run that is not after `until`, at no more cost if it is the millionth.
  // REQUIRES: `first` is a run that is not after it either.
  TimeMicros Latest(const Frame& frame, TimeMicros first, TimeMicros until) const;

 private:
  struct At {
    TimeMicros time;  // local
  };
  struct Rate {
    TimeMicros period;
  };
  using Form = std::variant<At, Rate, Cron>;

  explicit Schedule(Form form) : form_(form) {}
  static Result<Schedule> ParseAt(std::string_view text);
  static Result<Schedule> ParseRate(std::string_view text);
  static std::optional<TimeMicros> NextOf(const At& at, const Frame& frame, TimeMicros after);
  static std::optional<TimeMicros> NextOf(const Rate& rate, const Frame& frame, TimeMicros after);
  static std::optional<TimeMicros> NextOf(const Cron& cron, const Frame& frame, TimeMicros after);
  // Between a run and a time that the frame allows.
  struct Bounds {
    TimeMicros first;
    TimeMicros until;
  };
  static TimeMicros LatestOf(const At& at, const Frame& frame, Bounds bounds);
  static TimeMicros LatestOf(const Rate& rate, const Frame& frame, Bounds bounds);
  static TimeMicros LatestOf(const Cron& cron, const Frame& frame, Bounds bounds);

  Form form_;
};

// How far a time zone is ahead of UTC for ever: UTC and GMT under their names, and Etc/GMT+5 and
// the like (which is behind). nullopt: another.
std::optional<TimeMicros> ZoneOffset(std::string_view name);

// Time zones by name, each read once. For one thread.
class TimeZones {
 public:
  // UTC for an empty name. ValidationException, in one sentence: it is not known.
  const Result<TimeZone>& Find(const std::string& name);

 private:
  std::map<std::string, Result<TimeZone>> known_;
};

// ValidationException, in one sentence: the action has a time zone that is not known.
Result<Schedule::Frame> FrameOf(const ScheduledAction& action, TimeZones& zones);

}  // namespace stator::scaling
