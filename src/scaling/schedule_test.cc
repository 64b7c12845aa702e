#include "scaling/schedule.h"

#include <string>

#include <gtest/gtest.h>

#include "base/time_text.h"

namespace stator::scaling {
namespace {

TimeMicros Time(const std::string& text) { return *ParseTime(text); }

std::string Next(std::string_view schedule, const std::string& after, Schedule::Frame frame = {}) {
  const auto parsed = Schedule::Parse(schedule);
  if (!parsed) return parsed.error().message;
  const auto next = parsed->Next(frame, Time(after));
  return next ? TimeText(*next) : "never";
}

TEST(Schedule, AtRunsOnce) {
  EXPECT_EQ(Next("at(2027-03-01T08:30:00)", "2027-01-01"), "2027-03-01T08:30:00Z");
  EXPECT_EQ(Next("at(2027-03-01T08:30:00)", "2027-03-01T08:30:00Z"), "never");
}

TEST(Schedule, RateRunsAtFixedIntervals) {
  const Schedule::Frame frame{.created = Time("2027-01-01T00:00:30Z")};
  EXPECT_EQ(Next("rate(1 minute)", "2027-01-01T00:00:30Z", frame), "2027-01-01T00:01:30Z");
  EXPECT_EQ(Next("rate(5 minutes)", "2027-01-01T00:12:00Z", frame), "2027-01-01T00:15:30Z");
  EXPECT_EQ(Next("rate(2 days)", "2027-01-01T00:00:30Z", frame), "2027-01-03T00:00:30Z");
  const Schedule::Frame started{.created = 0, .start = Time("2027-02-01")};
  EXPECT_EQ(Next("rate(1 hour)", "2027-01-01", started), "2027-02-01T00:00:00Z");
  EXPECT_EQ(Next("rate(1 hour)", "2027-02-01", started), "2027-02-01T01:00:00Z");
}

TEST(Schedule, Cron) {
  const std::string friday = "2027-01-01T12:00:00Z";
  EXPECT_EQ(Next("cron(0 9 * * ? *)", friday), "2027-01-02T09:00:00Z");
  EXPECT_EQ(Next("cron(0/15 12 * * ? *)", friday), "2027-01-01T12:15:00Z");
  EXPECT_EQ(Next("cron(30 8 ? * MON-FRI *)", friday), "2027-01-04T08:30:00Z");
  EXPECT_EQ(Next("cron(0 0 1,15 * ? *)", friday), "2027-01-15T00:00:00Z");
  EXPECT_EQ(Next("cron(0 0 29 FEB ? *)", friday), "2028-02-29T00:00:00Z");
  EXPECT_EQ(Next("cron(0 18 ? JUN,DEC 1 2028-2030)", friday), "2028-06-04T18:00:00Z");
  EXPECT_EQ(Next("cron(0 0 1 1 ? 2026)", friday), "never");
  EXPECT_EQ(Next("cron(0/60 0 5 1/12 ? 1970/57)", friday), "2027-01-05T00:00:00Z");
}

TEST(Schedule, CronOfSpecialDays) {
  const std::string friday = "2027-01-01T12:00:00Z";
  EXPECT_EQ(Next("cron(0 0 L * ? *)", friday), "2027-01-31T00:00:00Z");
  EXPECT_EQ(Next("cron(0 0 LW * ? *)", friday), "2027-01-29T00:00:00Z");
  EXPECT_EQ(Next("cron(0 0 16W * ? *)", friday), "2027-01-15T00:00:00Z");  // the 16th is a Saturday
  EXPECT_EQ(Next("cron(0 0 1W 5 ? *)", friday), "2027-05-03T00:00:00Z");   // not in April
  EXPECT_EQ(Next("cron(0 0 ? * 2#3 *)", friday), "2027-01-18T00:00:00Z");
  EXPECT_EQ(Next("cron(0 0 ? * FRIL *)", friday), "2027-01-29T00:00:00Z");
  EXPECT_EQ(Next("cron(0 0 ? * L *)", friday), "2027-01-02T00:00:00Z");  // Saturday
}

std::string Latest(std::string_view schedule, const std::string& first, const std::string& until,
                   Schedule::Frame frame = {}) {
  return TimeText(Schedule::Parse(schedule)->Latest(frame, Time(first), Time(until)));
}

TEST(Schedule, LatestFindsTheLastOfManyRunsAtOnce) {
  const std::string first = "2027-01-01T09:00:00Z";
  EXPECT_EQ(Latest("at(2027-01-01T09:00:00)", first, "9999-12-31"), first);
  EXPECT_EQ(Latest("rate(1 minute)", first, "9999-12-31T23:59:59Z"), "9999-12-31T23:59:00Z");
  EXPECT_EQ(Latest("rate(7 days)", first, "2027-01-08T08:59:59Z"), first);
  EXPECT_EQ(Latest("cron(0 9 * * ? *)", first, "9999-12-31"), "2199-12-31T09:00:00Z");
  EXPECT_EQ(Latest("cron(0 9 * * ? *)", first, "2127-06-01T08:59:00Z"), "2127-05-31T09:00:00Z");
  EXPECT_EQ(Latest("cron(0 9,15 * * ? *)", first, "2027-01-01T14:00:00Z"), first);
  EXPECT_EQ(Latest("cron(0 9,15 * * ? *)", first, "2027-01-01T15:00:00Z"), "2027-01-01T15:00:00Z");
  EXPECT_EQ(Latest("cron(0 9 * 1-3 ? 2027-2030)", first, "2190-01-01"), "2030-03-31T09:00:00Z");
  EXPECT_EQ(Latest("cron(0 9 1 1 ? 2027)", first, "2190-01-01"), first);
}

TEST(Schedule, LatestStaysWithinTheFrame) {
  const std::string first = "2027-01-01T07:00:00Z";
  const Schedule::Frame frame{.created = 0,
                              .end = Time("2027-01-03T12:00:00Z"),
                              .zone = TimeZone::Fixed(*ZoneOffset("Etc/GMT-2"))};
  EXPECT_EQ(Latest("cron(0 9 * * ? *)", first, "2028-01-01", frame), "2027-01-03T07:00:00Z");
  EXPECT_EQ(Latest("rate(5 hours)", first, "2028-01-01", frame), "2027-01-03T09:00:00Z");
}

TEST(Schedule, StartAndEndBoundTheRuns) {
  const Schedule::Frame frame{
      .created = 0, .start = Time("2027-02-01T09:00:00Z"), .end = Time("2027-02-02T09:00:00Z")};
  EXPECT_EQ(Next("cron(0 9 * * ? *)", "2027-01-01", frame), "2027-02-01T09:00:00Z");
  EXPECT_EQ(Next("cron(0 9 * * ? *)", "2027-02-01T09:00:00Z", frame), "2027-02-02T09:00:00Z");
  EXPECT_EQ(Next("cron(0 9 * * ? *)", "2027-02-02T09:00:00Z", frame), "never");
}

TEST(Schedule, LocalTime) {
  const Schedule::Frame frame{.zone = TimeZone::Fixed(*ZoneOffset("Etc/GMT-2"))};
  EXPECT_EQ(Next("cron(0 1 * * ? *)", "2027-01-01T00:00:00Z", frame), "2027-01-01T23:00:00Z");
  EXPECT_EQ(Next("at(2027-01-01T09:00:00)", "2027-01-01", frame), "2027-01-01T07:00:00Z");
}

Schedule::Frame FrameIn(const std::string& zone) {
  TimeZones zones;
  return *FrameOf({.timezone = zone}, zones);
}

TEST(Schedule, SummerTime) {
  const auto vienna = FrameIn("Europe/Vienna");
  EXPECT_EQ(Next("cron(0 9 * * ? *)", "2027-03-27", vienna), "2027-03-27T08:00:00Z");
  EXPECT_EQ(Next("cron(0 9 * * ? *)", "2027-03-28", vienna), "2027-03-28T07:00:00Z");
  EXPECT_EQ(Next("at(2027-07-01T09:00:00)", "2027-01-01", vienna), "2027-07-01T07:00:00Z");
  EXPECT_EQ(Next("cron(0 9 1 7 ? *)", "2150-01-01", vienna), "2150-07-01T07:00:00Z");
  const auto york = FrameIn("America/New_York");
  EXPECT_EQ(Next("cron(30 18 ? * FRI *)", "2027-01-01", york), "2027-01-01T23:30:00Z");
}

TEST(Schedule, SkippedLocalTimesRunAtTheClockChange) {
  const auto vienna = FrameIn("Europe/Vienna");
  const std::string turned = "2027-03-28T01:00:00Z";  // 03:00 instead of 02:00
  EXPECT_EQ(Next("cron(30 2 * * ? *)", "2027-03-27T12:00:00Z", vienna), turned);
  EXPECT_EQ(Next("cron(30 2 * * ? *)", turned, vienna), "2027-03-29T00:30:00Z");
  EXPECT_EQ(Next("at(2027-03-28T02:30:00)", "2027-01-01", vienna), turned);
  // Runs once, however many runs the change skipped.
  EXPECT_EQ(Next("cron(0/20 * * * ? *)", "2027-03-28T00:40:00Z", vienna), turned);
  EXPECT_EQ(Next("cron(0/20 * * * ? *)", turned, vienna), "2027-03-28T01:20:00Z");
  EXPECT_EQ(Latest("cron(30 2 * * ? *)", turned, "2027-03-28T20:00:00Z", vienna), turned);
  EXPECT_EQ(Latest("cron(30 2 * * ? *)", turned, "2027-03-30T12:00:00Z", vienna),
            "2027-03-30T00:30:00Z");
}

TEST(Schedule, RepeatedLocalTimesRunOnce) {
  const auto vienna = FrameIn("Europe/Vienna");
  const std::string first = "2027-10-31T00:30:00Z";  // 02:30; an hour later clocks show 02:30 again
  EXPECT_EQ(Next("cron(30 2 * * ? *)", "2027-10-30T12:00:00Z", vienna), first);
  EXPECT_EQ(Next("cron(30 2 * * ? *)", first, vienna), "2027-11-01T01:30:00Z");
  EXPECT_EQ(Next("cron(0/30 * * * ? *)", first, vienna), "2027-10-31T02:00:00Z");
  // Clocks show 02:10 for the second time.
  const std::string again = "2027-10-31T01:10:00Z";
  EXPECT_EQ(Next("cron(0/30 * * * ? *)", again, vienna), "2027-10-31T02:00:00Z");
  EXPECT_EQ(Latest("cron(0/30 * * * ? *)", "2027-10-31T00:00:00Z", again, vienna), first);
  EXPECT_EQ(Next("at(2027-10-31T02:30:00)", "2027-01-01", vienna), first);
  EXPECT_EQ(Next("rate(1 hour)", first, vienna), "2027-10-31T01:00:00Z");
}

// Next and Latest find the same runs, wherever the search starts.
TEST(Schedule, LatestReturnsTheRunBeforeNext) {
  for (const auto* zone : {"Europe/Vienna", "Australia/Lord_Howe", "America/New_York"}) {
    const auto frame = FrameIn(zone);
    for (const auto* text : {"cron(15 2 * * ? *)", "cron(0/10 1-3 * * ? *)", "cron(0 0 L * ? *)"}) {
      const auto schedule = *Schedule::Parse(text);
      const auto first = *schedule.Next(frame, Time("2027-01-01"));
      auto latest = first;
      for (int i = 0; i < 2000; ++i) {
        const auto next = *schedule.Next(frame, latest);
        ASSERT_GT(next, latest) << zone << text;
        ASSERT_EQ(schedule.Latest(frame, first, next - 1), latest) << zone << text;
        ASSERT_EQ(schedule.Latest(frame, latest, next), next) << zone << text;
        latest = next;
      }
    }
  }
}

TEST(Schedule, AnUnknownTimeZoneIsRefused) {
  TimeZones zones;
  const auto frame = FrameOf({.timezone = "Europe/Atlantis"}, zones);
  ASSERT_FALSE(frame.has_value());
  EXPECT_EQ(frame.error().message, "Time zone Europe/Atlantis is not known.");
}

TEST(Schedule, Zones) {
  EXPECT_EQ(ZoneOffset("UTC"), 0);
  EXPECT_EQ(ZoneOffset("Etc/GMT+5"), -5 * 3600LL * 1'000'000);
  for (const char* name :
       {"", "Europe/Vienna", "Etc/GMT+13", "Etc/GMT-15", "Etc/GMT+", "Etc/GMT+x"}) {
    EXPECT_EQ(ZoneOffset(name), std::nullopt) << name;
  }
}

TEST(Schedule, MalformedSchedulesAreRefused) {
  for (const char* text : {"",
                           "at()",
                           "at(2027-03-01)",
                           "at(2027-13-01T00:00:00)",
                           "rate(5 minute)",
                           "rate(1 minutes)",
                           "rate(0 minutes)",
                           "rate(-1 days)",
                           "rate(5)",
                           "rate(99999999999999999999 days)",
                           "every(1 day)",
                           "cron()",
                           "cron(0 9 * * * *)",
                           "cron(0 9 ? * ? *)",
                           "cron(60 9 * * ? *)",
                           "cron(0 24 * * ? *)",
                           "cron(0 9 32 * ? *)",
                           "cron(0 9 0 * ? *)",
                           "cron(0 9 * 13 ? *)",
                           "cron(0 9 ? * 8 *)",
                           "cron(0 9 * * ? 1969)",
                           "cron(0 9 * * ? *",
                           "cron(5-1 9 * * ? *)",
                           "cron(*/0 9 * * ? *)",
                           "cron(*/61 9 * * ? *)",
                           "cron(0 9 1/32 * ? *)",
                           "cron(0 0 ? * 1 1970/231)",
                           "cron(0 0 ? * 1 1970/4294967295)",
                           "cron(, 9 * * ? *)",
                           "cron(0, 9 * * ? *)",
                           "cron(0 9 ? * 2#6 *)",
                           "cron(0 9 99W * ? *)"}) {
    EXPECT_FALSE(Schedule::Parse(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace stator::scaling
