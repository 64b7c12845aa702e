#include "base/log.h"

#include <string>

#include <gtest/gtest.h>

namespace stator {
namespace {

TEST(LogEvent, IsKeysAndValuesInOrder) {
  EXPECT_EQ(FormatLogEvent(
                LogForm::kText, "slow-request",
                {{"operation", "PutItem"}, {"milliseconds", 12}, {"ratio", 0.5}, {"tls", true}}),
            "slow-request operation=PutItem milliseconds=12 ratio=0.5 tls=true");
  EXPECT_EQ(FormatLogEvent(LogForm::kText, "stopping", {}), "stopping");
}

TEST(LogEvent, QuotesValuesThatCouldReadAsFields) {
  EXPECT_EQ(FormatLogEvent(LogForm::kText, "e", {{"k", "a b"}}), R"(e k="a b")");
  EXPECT_EQ(FormatLogEvent(LogForm::kText, "e", {{"k", ""}}), R"(e k="")");
  EXPECT_EQ(FormatLogEvent(LogForm::kText, "e", {{"k", "a=b"}}), R"(e k="a=b")");
  EXPECT_EQ(FormatLogEvent(LogForm::kText, "e", {{"k", R"(say "\")"}}), R"(e k="say \"\\\"")");
}

TEST(LogEvent, NeverSpansTwoLines) {
  EXPECT_EQ(FormatLogEvent(LogForm::kText, "e", {{"k", "a\nb\x7F"}}), R"(e k="a\u000ab\u007f")");
  EXPECT_EQ(FormatLogEvent(LogForm::kJson, "e", {{"k", "a\r\n"}}),
            R"("event":"e","k":"a\u000d\u000a")");
}

TEST(LogEvent, IsJsonOnRequest) {
  EXPECT_EQ(FormatLogEvent(LogForm::kJson, "e", {{"text", "x"}, {"count", 3U}, {"on", false}}),
            R"("event":"e","text":"x","count":3,"on":false)");
}

TEST(Log, WantsItsLevelAndHigherOnes) {
  const Log log(LogLevel::kWarning, LogForm::kText);
  EXPECT_FALSE(log.Wants(LogLevel::kDebug));
  EXPECT_FALSE(log.Wants(LogLevel::kInfo));
  EXPECT_TRUE(log.Wants(LogLevel::kWarning));
  EXPECT_TRUE(log.Wants(LogLevel::kError));
  EXPECT_FALSE(Log(LogLevel::kOff, LogForm::kText).Wants(LogLevel::kOff));
}

}  // namespace
}  // namespace stator
