#include "base/time_zone.h"

#include <array>
#include <cstdlib>
#include <ctime>
#include <random>
#include <tuple>

#include <gtest/gtest.h>

#include "base/durations.h"
#include "base/endian.h"
#include "base/time_text.h"

namespace stator {
namespace {

TimeMicros Time(const std::string& text) { return *ParseTime(text); }

struct Change {
  std::int64_t at;  // seconds
  std::uint8_t type;
};

// Builds a file by RFC 8536: an empty block of version 1, then one with times of eight bytes.
Bytes FileOf(const std::vector<Change>& changes, const std::vector<std::int32_t>& offsets,
             const std::string& footer, char version = '2') {
  const auto header = [&](std::uint32_t times, std::uint32_t types, Bytes& out) {
    out += "TZif";
    out += version;
    out.append(15, '\0');
    for (const std::uint32_t count : {0U, 0U, 0U, times, types, 4U}) AppendBigEndian32(count, out);
  };
  const auto types = [&](const std::vector<std::int32_t>& each, Bytes& out) {
    for (const auto offset : each) {
      AppendBigEndian32(static_cast<std::uint32_t>(offset), out);
      out.append(2, '\0');
    }
    out.append("ABC\0", 4);
  };
  Bytes file;
  header(0, 1, file);
  types({0}, file);
  header(static_cast<std::uint32_t>(changes.size()), static_cast<std::uint32_t>(offsets.size()),
         file);
  for (const auto& change : changes) {
    AppendBigEndian64(static_cast<std::uint64_t>(change.at), file);
  }
  for (const auto& change : changes) file += static_cast<char>(change.type);
  types(offsets, file);
  return file + "\n" + footer + "\n";
}

// The offset is an hour until 2027, then two and a half, then follows the footer.
Bytes SomeFile(const std::string& footer = "CET-1CEST,M3.5.0,M10.5.0/3") {
  return FileOf(
      {{-1'000'000'000, 0}, {Time("2027-01-01") / kSecond, 1}, {Time("2028-01-01") / kSecond, 0}},
      {3600, 9000}, footer);
}

TimeZone Some() { return *TimeZone::Parse(SomeFile()); }

std::string FirstAt(const TimeZone& zone, const std::string& local) {
  return TimeText(zone.FirstAt(Time(local)));
}

TEST(TimeZone, HasThePeriodsOfItsFile) {
  const auto zone = Some();
  EXPECT_EQ(zone.OffsetAt(Time("1970-01-01")), kHour);
  EXPECT_EQ(zone.OffsetAt(Time("2027-01-01") - 1), kHour);
  EXPECT_EQ(zone.OffsetAt(Time("2027-01-01")), 150 * kMinute);
  EXPECT_EQ(zone.OffsetAt(Time("2028-01-01") - 1), 150 * kMinute);
  EXPECT_EQ(zone.OffsetAt(Time("2028-01-01")), kHour);
}

TEST(TimeZone, FollowsTheFooterAfterTheLastPeriod) {
  const auto zone = Some();
  for (const auto* year : {"2028", "2100", "9998"}) {
    EXPECT_EQ(zone.OffsetAt(Time(std::string(year) + "-02-01")), kHour) << year;
    EXPECT_EQ(zone.OffsetAt(Time(std::string(year) + "-07-01")), 2 * kHour) << year;
    EXPECT_EQ(zone.OffsetAt(Time(std::string(year) + "-12-01")), kHour) << year;
  }
  EXPECT_EQ(zone.OffsetAt(Time("2028-03-26T00:59:59Z")), kHour);
  EXPECT_EQ(zone.OffsetAt(Time("2028-03-26T01:00:00Z")), 2 * kHour);
  EXPECT_EQ(zone.OffsetAt(Time("2028-10-29T00:59:59Z")), 2 * kHour);
  EXPECT_EQ(zone.OffsetAt(Time("2028-10-29T01:00:00Z")), kHour);
}

TEST(TimeZone, ASkippedTimeMapsToTheMomentOfTheChange) {
  const auto zone = Some();
  EXPECT_EQ(FirstAt(zone, "2028-03-26T01:59:00Z"), "2028-03-26T00:59:00Z");
  EXPECT_EQ(FirstAt(zone, "2028-03-26T02:00:00Z"), "2028-03-26T01:00:00Z");
  EXPECT_EQ(FirstAt(zone, "2028-03-26T02:30:00Z"), "2028-03-26T01:00:00Z");
  EXPECT_EQ(FirstAt(zone, "2028-03-26T03:00:00Z"), "2028-03-26T01:00:00Z");
  EXPECT_EQ(FirstAt(zone, "2028-03-26T03:01:00Z"), "2028-03-26T01:01:00Z");
}

TEST(TimeZone, ARepeatedTimeMapsToItsFirstMoment) {
  const auto zone = Some();
  EXPECT_EQ(FirstAt(zone, "2028-10-29T02:30:00Z"), "2028-10-29T00:30:00Z");
  EXPECT_EQ(FirstAt(zone, "2028-10-29T03:00:00Z"), "2028-10-29T02:00:00Z");
  // Clocks show 03:00 only in winter time, so until then all shown times are earlier.
  EXPECT_EQ(zone.LatestShown(Time("2028-10-29T01:30:00Z")), Time("2028-10-29T03:00:00Z") - 1);
  EXPECT_EQ(zone.LatestShown(Time("2028-10-29T02:00:00Z")), Time("2028-10-29T03:00:00Z"));
}

// Rules of real zones, past and present, and the most extreme ones of RFC 8536.
constexpr std::array<const char*, 11> kRules = {"UTC0",
                                                "CET-1CEST,M3.5.0,M10.5.0/3",
                                                "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
                                                "IST-1GMT0,M10.5.0,M3.5.0/1",
                                                "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
                                                "IST-2IDT,M3.4.4/26,M10.5.0",
                                                "<+00>0<+02>-2,M3.5.0/1,M10.5.0/3",
                                                "AAA3BBB,J60/2,J300/2",
                                                "AAA-3BBB,59/2,300/2",
                                                "EST3EDT4,0/0,J365/23",
                                                "EST5EDT,M3.2.0,M11.1.0"};

TEST(TimeZone, LocalTimeConvertsBack) {
  std::mt19937_64 random(11);
  std::uniform_int_distribution<TimeMicros> times(0, Time("2199-12-31"));
  for (const auto* rule : kRules) {
    const auto zone = TimeZone::Parse(SomeFile(rule));
    ASSERT_TRUE(zone.has_value()) << rule;
    for (int i = 0; i < 2000; ++i) {
      // Half of the times are near a change, where it is difficult.
      const auto any = times(random);
      const auto utc = i % 2 == 0 ? any : Time("2028-01-01") + any % (60 * kHour) - 30 * kHour;
      const auto local = utc + zone->OffsetAt(utc);
      const auto first = zone->FirstAt(local);
      // A shown time converts back to this moment, or to the first of two moments that showed it.
      ASSERT_LE(first, utc) << rule;
      ASSERT_EQ(first + zone->OffsetAt(first), local) << rule;
      ASSERT_GE(zone->LatestShown(utc), local) << rule;
      ASSERT_LE(zone->FirstAt(zone->LatestShown(utc)), utc) << rule;
      ASSERT_GT(zone->FirstAt(zone->LatestShown(utc) + 1), utc) << rule;
    }
  }
}

TEST(TimeZone, AgreesWithTheCLibrary) {
  std::mt19937_64 random(12);
  std::uniform_int_distribution<std::int64_t> times(0, Time("2199-12-31") / kSecond);
  for (const auto* name :
       {"America/New_York", "Europe/Dublin", "Australia/Lord_Howe", "Africa/Casablanca",
        "Pacific/Apia", "America/Nuuk", "Asia/Kathmandu", "Asia/Jerusalem"}) {
    const auto zone = LoadTimeZone(name);
    ASSERT_TRUE(zone.has_value()) << zone.error().message;
    ::setenv("TZ", name, 1);
    ::tzset();
    for (int i = 0; i < 2000; ++i) {
      const std::time_t utc = times(random);
      std::tm local{};
      ASSERT_NE(::localtime_r(&utc, &local), nullptr);
      ASSERT_EQ(zone->OffsetAt(utc * kSecond), local.tm_gmtoff * kSecond) << name << ' ' << utc;
    }
  }
  ::unsetenv("TZ");
  ::tzset();
}

TEST(TimeZone, FixedOffset) {
  const auto zone = TimeZone::Fixed(-5 * kHour);
  EXPECT_EQ(zone.OffsetAt(Time("2027-01-01")), -5 * kHour);
  EXPECT_EQ(FirstAt(zone, "2027-01-01"), "2027-01-01T05:00:00Z");
  EXPECT_EQ(TimeZone().OffsetAt(0), 0);
}

TEST(TimeZone, WithoutAFooterTheLastPeriodStays) {
  const auto zone = TimeZone::Parse(SomeFile(""));
  ASSERT_TRUE(zone.has_value());
  EXPECT_EQ(zone->OffsetAt(Time("2099-07-01")), kHour);
}

TEST(TimeZone, RefusesInvalidFiles) {
  const auto good = SomeFile();
  for (std::size_t bytes = 0; bytes < good.size(); ++bytes) {
    EXPECT_FALSE(TimeZone::Parse(good.substr(0, bytes)).has_value()) << bytes;
  }
  // Any changed byte either parses or is refused.
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const char byte : {'\0', '\x7f', '\xff', ','}) {
      auto bad = good;
      bad[at] = byte;
      if (const auto zone = TimeZone::Parse(bad)) std::ignore = zone->FirstAt(Time("2027-06-01"));
    }
  }
  EXPECT_FALSE(TimeZone::Parse(FileOf({}, {3600}, "UTC0", '\0')).has_value());  // version 1
  EXPECT_FALSE(TimeZone::Parse(FileOf({}, {}, "UTC0")).has_value());
  EXPECT_FALSE(TimeZone::Parse(FileOf({}, {100'000}, "UTC0")).has_value());
  EXPECT_FALSE(TimeZone::Parse(FileOf({{5, 0}, {5, 0}}, {0}, "UTC0")).has_value());
  EXPECT_FALSE(TimeZone::Parse(FileOf({{5, 1}}, {0}, "UTC0")).has_value());
  EXPECT_TRUE(TimeZone::Parse(FileOf({{INT64_MIN, 0}, {INT64_MAX, 0}}, {0}, "UTC0")).has_value());
}

TEST(TimeZone, RefusesInvalidRules) {
  for (const auto* rule :
       {"C-1", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J5",
        "CET-1CEST,366,5", "CET-1CEST,M3.5.0/168,M10.5.0", "CET-25", "CET-1:60", "<>-1", "<A-1",
        "CET-1CEST,M3.5.0,M10.5.0x", "99999999999999999999"}) {
    EXPECT_FALSE(PosixTimeZone::Parse(rule).has_value()) << rule;
  }
}

std::string ErrorOf(std::string_view name, const std::string& folder = kTimeZoneFolder) {
  const auto zone = LoadTimeZone(name, folder);
  return zone ? "" : zone.error().message;
}

TEST(TimeZone, LoadsByName) {
  EXPECT_EQ(ErrorOf("Europe/Vienna"), "");
  EXPECT_EQ(ErrorOf("America/Argentina/Buenos_Aires"), "");
  EXPECT_EQ(ErrorOf("Etc/GMT+5"), "");
  EXPECT_EQ(ErrorOf("Europe/Atlantis"), "Time zone Europe/Atlantis is not known.");
  for (const auto* name :
       {"", "/", "Europe", "Europe/", "/etc/passwd", "../zoneinfo/UTC", "Europe/../UTC", "./UTC",
        "Europe//Vienna", "posix/UTC", "right/UTC", "localtime", "tzdata.zi", "UTC\n"}) {
    EXPECT_EQ(ErrorOf(name), std::string("Time zone ") + name + " is not known.");
  }
  EXPECT_NE(ErrorOf(std::string(100, 'A')), "");
}

TEST(TimeZone, ReportsMissingTzdata) {
  EXPECT_EQ(ErrorOf("Europe/Vienna", "/nowhere/zoneinfo"),
            "Time zone Europe/Vienna cannot be looked up, because there is no /nowhere/zoneinfo on "
            "this machine: install tzdata.");
}

}  // namespace
}  // namespace stator
