#include "price/command.h"

#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stator::price {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Outcome {
  int code;
  std::string out;
  std::string err;
};

Outcome RunPrice(std::vector<const char*> words) {
  words.insert(words.begin(), {"stator", "price"});
  std::ostringstream out;
  std::ostringstream err;
  const int code = RunPriceCommand(static_cast<int>(words.size()), words.data(), out, err);
  return {code, out.str(), err.str()};
}

std::string Printed(const std::vector<const char*>& words) {
  const auto run = RunPrice(words);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  return run.out;
}

void ExpectRefused(const std::vector<const char*>& words, std::string_view text) {
  const auto run = RunPrice(words);
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err, "stator: " + std::string(text) + "\n");
}

TEST(PriceCommand, PricesTheFirstArticlesTable) {
  const auto text = Printed({"--prices", "2024-10", "--writes", "1000/s"});
  EXPECT_THAT(text, HasSubstr("1,000/s writes of 1KB: 1 write unit each, so 1,000/s and 2,592 "
                              "million a month.\n"));
  EXPECT_THAT(text, HasSubstr("on-demand                          $3,240.00       $3,240.00\n"));
  EXPECT_THAT(text, HasSubstr("provisioned, fully used              $468.00         $468.00\n"));
  EXPECT_THAT(text, HasSubstr("2,592 million write units x $1.25 = $3,240.00\n"));
  EXPECT_THAT(text, HasSubstr("720,000 WCU-hours x $0.00065 = $468.00  (1,000 WCU)\n"));
  EXPECT_THAT(text, HasSubstr("below 14 % of full load, 3.5 h a day (144.4 units/s of 1,000)"));
  EXPECT_THAT(text, HasSubstr("at 70 % used, below 21 % of full load, 5.0 h a day"));
  EXPECT_THAT(text, HasSubstr("Cheapest: reserved for 3 years, $162.48. Without reserved capacity: "
                              "provisioned, 70 % used, $668.77.\n"));
}

TEST(PriceCommand, PricesThreeYearsReservedOfTheFirstArticlesTable) {
  const auto text = Printed({"--prices", "2024-10", "--writes", "1000/s", "--utilization", "100"});
  EXPECT_THAT(text, HasSubstr("reserved for 3 years                 $108.32"));
  EXPECT_THAT(text, Not(HasSubstr("fully used")));
}

TEST(PriceCommand, PresentPrices) {
  const auto text = Printed({"--writes", "1000/s", "--reads", "5000/s", "--item", "1KB"});
  EXPECT_THAT(text, HasSubstr("5,000/s eventually consistent reads of 1KB: 0.5 read units each, so "
                              "2,500/s and 6,570 million a month.\n"));
  EXPECT_THAT(text, HasSubstr("on-demand                          $1,642.50         $821.25"));
  EXPECT_THAT(text, HasSubstr("below 29 % of full load"));
  EXPECT_THAT(text, HasSubstr("Prices of us-east-1-2026-11 (us-east-1, 2026-11-15, Standard), "
                              "months of 730 hours.\n"));
}

TEST(PriceCommand, TheLengthOfAMonthIsAnOption) {
  EXPECT_THAT(Printed({"--writes", "1000/s", "--month-hours", "720"}), HasSubstr("$1,620.00"));
}

TEST(PriceCommand, BatchesCostTheSame) {
  const auto batches = Printed({"--writes", "40/s", "--batch", "25", "--json"});
  const auto singly = Printed({"--writes", "1000/s", "--json"});
  const auto plans = [](const std::string& text) {
    const auto from = text.find("\"plans\"");
    return text.substr(from, text.find("\"notes\"") - from);
  };
  EXPECT_EQ(plans(batches), plans(singly));
}

TEST(PriceCommand, KindsOfRequests) {
  const auto text = Printed({"--writes", "100/s", "--reads", "100/s", "--item", "5KB", "--strong",
                             "--transactional-writes"});
  EXPECT_THAT(text, HasSubstr("transactional writes of 5KB: 10 write units each"));
  EXPECT_THAT(text, HasSubstr("strongly consistent reads of 5KB: 2 read units each"));
  EXPECT_THAT(Printed({"--reads", "100/s", "--transactional-reads"}),
              HasSubstr("transactional reads of 1KB: 2 read units each"));
}

TEST(PriceCommand, PeaksStorageStreamsAndClass) {
  const auto text = Printed({"--writes", "1000/s", "--peak", "3000/s", "--storage", "100GB",
                             "--stream-reads", "4/s", "--class", "ia"});
  EXPECT_THAT(text, HasSubstr("4,286 WCU for 2 h a day, else 1,169"));
  EXPECT_THAT(text, HasSubstr("100 GB-months x $0.10 = $10.00"));
  EXPECT_THAT(text, HasSubstr("105.12 hundred thousand stream reads x $0.02 = $2.10"));
  EXPECT_THAT(text, HasSubstr("Reserved capacity is sold for the Standard class only."));
  EXPECT_THAT(text, HasSubstr("In the class Standard: reserved for 3 years"));
}

TEST(PriceCommand, CapacityHasAFloorAndACeiling) {
  EXPECT_THAT(Printed({"--writes", "1/s", "--floor-writes", "100"}), HasSubstr("(100 WCU)"));
  EXPECT_THAT(Printed({"--writes", "100/s", "--ceiling-writes", "50"}),
              HasSubstr("With auto scaling, writes above the ceiling are throttled.\n"));
  ExpectRefused({"--writes", "1/s", "--floor-writes", "10", "--ceiling-writes", "9"},
                "--ceiling-writes must not be below --floor-writes.");
}

TEST(PriceCommand, TheFreeTierStatesTheRequestsItServes) {
  const auto text = Printed({"--reads", "50/s", "--free-tier", "--utilization", "100"});
  EXPECT_THAT(text, HasSubstr("65.7 million writes of 1 KB and 131.4 million eventually consistent "
                              "reads of 4 KB a month"));
  EXPECT_THAT(text, HasSubstr("provisioned, 100 % used                $0.00           $0.00"));
  EXPECT_THAT(text, HasSubstr("  provisioned, 100 % used\n    nothing\n"));
}

TEST(PriceCommand, JsonHasTheSameFigures) {
  const auto json = Printed({"--prices", "2024-10", "--writes", "1000/s", "--json"});
  EXPECT_THAT(json, HasSubstr(R"("plan":"onDemand","dollars":3240.0,"lines":[{"subject":"writes",)"
                              R"("quantity":2592.0,"unit":"million write units","price":1.25,)"));
  EXPECT_THAT(json, HasSubstr(R"("plan":"fullyUsed","dollars":468.0,)"));
  EXPECT_THAT(json, HasSubstr(R"("cheapest":"reservedThreeYears")"));
  EXPECT_THAT(json, HasSubstr(R"("fullyUsed":0.144444,"atUtilization":0.206349)"));
}

TEST(PriceCommand, RefusesUnclearOptions) {
  ExpectRefused({}, "One of --writes, --reads and --storage is needed.");
  ExpectRefused({"--writes", "1000"},
                "--writes: '1000' is not a rate such as 1000/s, 20k/s, 6/min, 3/h or 10/day.");
  ExpectRefused({"--writes", "1/s", "--item", "401KB"}, "--item: an item has at most 400KB.");
  ExpectRefused({"--writes", "1/s", "--batch", "26"},
                "--batch: BatchWriteItem takes at most 25 items.");
  ExpectRefused({"--reads", "1/s", "--batch", "101"}, "--batch must be from 1 to 100.");
  ExpectRefused({"--reads", "1/s", "--batch", "0"}, "--batch must be from 1 to 100.");
  ExpectRefused({"--writes", "1/s", "--class", "glacier"}, "--class must be standard or ia.");
  ExpectRefused({"--writes", "1/s", "--utilization", "0"}, "--utilization must be from 1 to 100.");
  ExpectRefused({"--writes", "1/s", "--month-hours", "745"},
                "--month-hours must be from 1 to 744.");
  ExpectRefused({"--writes", "1/s", "--reads", "1/s", "--peak", "2/s"},
                "--peak goes with one of --writes and --reads; see --peak-writes.");
  ExpectRefused({"--reads", "1/s", "--peak-writes", "2/s"}, "--peak-writes goes with --writes.");
  ExpectRefused({"--writes", "100/s", "--peak", "10/s"},
                "The peak of 10 a second is below the average of 100 writes a second.");
  ExpectRefused({"--reads", "100/s", "--peak", "200/s", "--peak-hours", "24"},
                "The peak exceeds the total of the day: 200 reads a second in 24 hours are more "
                "than 100 a second in 24 hours. State a higher rate, a lower peak, or fewer "
                "--peak-hours.");
  ExpectRefused({"--writes", "1/s", "--strong"}, "--strong goes with --reads.");
  ExpectRefused({"--writes", "1/s", "--transactional-reads"},
                "--transactional-reads goes with --reads.");
  ExpectRefused({"--reads", "1/s", "--transactional-writes"},
                "--transactional-writes goes with --writes.");
  ExpectRefused({"--writes", "1/s", "--peak", "2/s", "--peak-hours", "25"},
                "--peak-hours must be from 0 to 24.");
  ExpectRefused({"--writes", "1/s", "--peak-hours", "3"},
                "--peak-hours goes with --peak, --peak-writes or --peak-reads.");
  EXPECT_THAT(RunPrice({"--nonsense"}).err, HasSubstr("See stator price --help.\n"));
  EXPECT_EQ(RunPrice({"--nonsense"}).code, 2);
}

TEST(PriceCommand, HelpNamesThePrices) {
  EXPECT_THAT(Printed({"--help"}), HasSubstr("us-east-1-2024-10"));
}

}  // namespace
}  // namespace stator::price
