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

// The folder of Debian's tzdata, and the largest size of its files and names.
inline constexpr char kTimeZoneFolder[] = "/usr/share/zoneinfo";
inline constexpr std::size_t kTimeZoneFileBytesMax = 256U * 1024;
inline constexpr std::size_t kTimeZoneNameBytesMax = 64;

// The local time of a time zone, read from tzdata's files. Zone names come from clients, so each
// read is bounded and stays within the folder. libcctz opens any path that a name contains, and
// keeps a zone for the life of the process although tzdata may be updated meanwhile.
//
// Local times have the type of UTC times. All times are from the year 1 to 9999.
class TimeZone {
 public:
  // UTC.
  TimeZone() = default;
  static TimeZone Fixed(TimeMicros offset);
  // Parses a file of version 2 or later by RFC 8536, without leap seconds. Returns nullopt for
  // other files.
  static std::optional<TimeZone> Parse(BytesView file);

  // Returns the clocks' offset ahead of UTC.
  TimeMicros OffsetAt(TimeMicros utc) const;
  // Returns the first moment at which clocks show `local` or a later time. If clocks were turned
  // back over it, that is the first of two moments. If they were turned forward past it, it is the
  // moment of the change.
  TimeMicros FirstAt(TimeMicros local) const;
  // Returns the latest local time that clocks have shown until `utc`. FirstAt(local) <= utc exactly
  // if local <= LatestShown(utc).
  TimeMicros LatestShown(TimeMicros utc) const;

 private:
  // An offset from `begin` on, until the next period.
  struct Period {
    TimeMicros begin = 0;
    TimeMicros offset = 0;
  };
  // Returns the periods that meet [from, to]; the first begins at `from` or before.
  std::vector<Period> Between(TimeMicros from, TimeMicros to) const;

  TimeMicros first_offset_ = 0;        // before all periods
  std::vector<Period> periods_;        // ordered by time
  std::optional<PosixTimeZone> then_;  // after the last period; none: its offset stays
};

// Loads "Europe/Vienna". Errors: ValidationException in one sentence if the name is unknown or
// there is no tzdata.
Result<TimeZone> LoadTimeZone(std::string_view name, const std::string& folder = kTimeZoneFolder);

}  // namespace stator
