#include "model/verify/report.h"

#include <gtest/gtest.h>

namespace stator::model {
namespace {

VerifyReport Example() {
  VerifyReport report{.model = "orders", .seed = 7, .instances = 3, .seconds = 0.5};
  report.patterns.push_back({.id = "A1",
                             .text = "by \"id\"",
                             .request = "GetItem app",
                             .runs = 12,
                             .requests_max = 1,
                             .items_max = 1,
                             .units_max = 0.5,
                             .units_items = 1,
                             .seconds = 0.002});
  report.patterns.push_back(
      {.id = "A2",
       .request = "Query app",
       .status = PatternReport::Status::kFailed,
       .runs = 1,
       .requests_max = 2,
       .items_max = 61,
       .units_max = 0.5,
       .units_items = 5,
       .failures = {{"custId=<1>", "expected 3 items, got 4"}, {"", "no arguments give 3 items"}},
       .failures_count = 9});
  report.patterns.push_back({.id = "A3",
                             .request = "export of app",
                             .status = PatternReport::Status::kSkipped,
                             .why_skipped = "an export does not read the table"});
  return report;
}

TEST(VerifyReport, IsReadableByPeople) {
  EXPECT_EQ(VerifyText("orders.std", Example()), R"(orders.std: orders, seed 7, 3 instances
  ✓ A1    GetItem app
          12 runs, up to 1 request and 1 item, 0.5 RCU for 1 item, 2 ms
  ✗ A2    Query app
          1 run, up to 2 requests and 61 items, 0.5 RCU for 5 items, 0 ms
        - custId=<1>: expected 3 items, got 4
        - no arguments give 3 items
        - and 7 more failures
  – A3    export of app
          an export does not read the table
NOT verified: 1 of 2 patterns passed in 0.50 s
)");
}

TEST(VerifyReport, IsJunitForCi) {
  auto report = Example();
  report.data_faults = {"two keys are alike", "and two more"};
  EXPECT_EQ(VerifyJunit({{"orders.std", &report}}), R"xml(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="orders" tests="4" failures="2" skipped="1" time="0.500">
    <testcase classname="orders" name="data" time="0">
      <failure message="two keys are alike (and 1 more)">two keys are alike
and two more</failure>
    </testcase>
    <testcase classname="orders" name="A1 by &quot;id&quot;" time="0.002"/>
    <testcase classname="orders" name="A2" time="0.000">
      <failure message="custId=&lt;1&gt;: expected 3 items, got 4 (and 8 more)">custId=&lt;1&gt;: expected 3 items, got 4
no arguments give 3 items
Query app</failure>
    </testcase>
    <testcase classname="orders" name="A3" time="0.000">
      <skipped message="an export does not read the table"/>
    </testcase>
  </testsuite>
</testsuites>
)xml");
}

TEST(VerifyReport, ARunWithoutPatternsIsAFailureForCi) {
  const VerifyReport report{.model = "empty"};
  EXPECT_FALSE(report.passed());
  EXPECT_NE(VerifyText("e.std", report).find("NOT verified: no pattern could be run"),
            std::string::npos);
  const auto junit = VerifyJunit({{"e.std", &report}});
  EXPECT_NE(junit.find(R"(tests="1" failures="1")"), std::string::npos) << junit;
  EXPECT_NE(junit.find(R"(<failure message="there is nothing to verify">)"), std::string::npos);
}

TEST(VerifyReport, AnUntriedFileIsAnErrorForCi) {
  const auto junit = VerifyJunit({{"a&b.std", nullptr, "a&b.std:2:1: error: no <table>"}});
  EXPECT_EQ(junit, R"xml(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="a&amp;b.std" tests="1" failures="0" errors="1" skipped="0" time="0.000">
    <testcase classname="a&amp;b.std" name="model" time="0">
      <error message="a&amp;b.std could not be tried">a&amp;b.std:2:1: error: no &lt;table&gt;</error>
    </testcase>
  </testsuite>
</testsuites>
)xml");
}

TEST(VerifyReport, WrongDataIsNoFailureOfPatterns) {
  VerifyReport report{.model = "m", .data_faults = {"a key is empty"}};
  report.patterns.push_back({.id = "A1",
                             .status = PatternReport::Status::kSkipped,
                             .why_skipped = "the data could not be written"});
  const auto text = VerifyText("m.std", report);
  EXPECT_TRUE(text.ends_with("NOT verified: the data is wrong, and no pattern could be run\n"))
      << text;
}

TEST(VerifyReport, IsJsonForPrograms) {
  const auto json = VerifyJson("orders.std", Example());
  EXPECT_TRUE(json.starts_with(
      R"({"file":"orders.std","model":"orders","seed":"7","instances":3,"seconds":0.5,"passed":false,)"))
      << json;
  EXPECT_NE(json.find(R"("status":"failed","runs":1,"requests":2)"), std::string::npos) << json;
  EXPECT_TRUE(json.ends_with("}\n"));
}

}  // namespace
}  // namespace stator::model
