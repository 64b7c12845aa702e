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

// The schedule of a scheduled action: at(yyyy-mm-ddThh:mm:ss), rate(5 minutes) or cron(…).
class Schedule {
 public:
  // Errors: ValidationException with one sentence.
  static Result<Schedule> Parse(std::string_view text);

  // The properties of an action that affect its runs: its creation time, the bounds of its runs and
  // its time zone, which at() and cron() follow. A local time that a clock change skips runs at the
  // moment of the change. A local time that occurs twice runs the first time.
  struct Frame {
    TimeMicros created = 0;
    std::optional<TimeMicros> start;
    std::optional<TimeMicros> end;
    TimeZone zone;
  };

  // Returns the first run after `after`; nullopt if there is none.
  std::optional<TimeMicros> Next(const Frame& frame, TimeMicros after) const;
  // Returns the last run not after `until`. The cost does not grow with the number of runs.
  // REQUIRES: `first` is a run and not after `until`.
  TimeMicros Latest(const Frame& frame, TimeMicros first, TimeMicros until) const;

 private:
  struct At {
    TimeMicros time;  // local time
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
  // A run, and a later time within the frame.
  struct Bounds {
    TimeMicros first;
    TimeMicros until;
  };
  static TimeMicros LatestOf(const At& at, const Frame& frame, Bounds bounds);
  static TimeMicros LatestOf(const Rate& rate, const Frame& frame, Bounds bounds);
  static TimeMicros LatestOf(const Cron& cron, const Frame& frame, Bounds bounds);

  Form form_;
};

// Returns the offset of a time zone that never changes: 0 for UTC and GMT under their names, and
// the offset of Etc/GMT+5 and the like (Etc/GMT+5 is behind UTC). nullopt: another time zone.
std::optional<TimeMicros> ZoneOffset(std::string_view name);

// Loads time zones by name, each once. Threads: one thread.
class TimeZones {
 public:
  // Returns UTC for an empty name. Errors: ValidationException with one sentence if the zone is
  // unknown.
  const Result<TimeZone>& Find(const std::string& name);

 private:
  std::map<std::string, Result<TimeZone>> known_;
};

// Returns the frame of an action. Errors: ValidationException with one sentence if its time zone is
// unknown.
Result<Schedule::Frame> FrameOf(const ScheduledAction& action, TimeZones& zones);

}  // namespace stator::scaling
