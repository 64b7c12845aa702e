#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/posix_time_zone.h"
#include "base/result.h"

namespace stator {

// Where Debian's tzdata puts the time zones, and what one of its files and their names are at most.
inline constexpr char kTimeZoneFolder[] = "/usr/share/zoneinfo";
inline constexpr std::size_t kTimeZoneFileBytesMax = 256U * 1024;
inline constexpr std::size_t kTimeZoneNameBytesMax = 64;

// What clocks show somewhere. Local times are written as if they were UTC. All times are from the
// year 1 to 9999.
class TimeZone {
 public:
  // UTC.
  TimeZone() = default;
  static TimeZone Fixed(TimeMicros offset);
  // A file of version 2 or later as RFC 8536 has it, without leap seconds. nullopt: it is none.
  static std::optional<TimeZone> Parse(BytesView file);

  // How far clocks are ahead of UTC.
  TimeMicros OffsetAt(TimeMicros utc) const;
  // The first moment at which clocks show a time or a later one: the first of two where they were
  // turned back, the moment of the change where they were turned forward past the time.
  TimeMicros FirstAt(TimeMicros local) const;
  // The latest time that clocks have shown until a moment: FirstAt() of a local time is not after
  // the moment exactly if the local time is not after this.
  TimeMicros LatestShown(TimeMicros utc) const;

 private:
  // From a moment on, until the next.
  struct Period {
    TimeMicros begin = 0;
    TimeMicros offset = 0;
  };
  // Those that a stretch of time meets; the first begins at `from` or before.
  std::vector<Period> Between(TimeMicros from, TimeMicros to) const;

  TimeMicros first_offset_ = 0;        // before all periods
  std::vector<Period> periods_;        // in their order
  std::optional<PosixTimeZone> then_;  // after the last of them; none: as in the last
};

// "Europe/Vienna". ValidationException, in one sentence, where it is not known, or where there is
// no tzdata.
Result<TimeZone> LoadTimeZone(std::string_view name, const std::string& folder = kTimeZoneFolder);

}  // namespace stator
