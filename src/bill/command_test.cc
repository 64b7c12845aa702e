#include "bill/command.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/durations.h"
#include "bill/bill.h"
#include "bill/report.h"

namespace stator::bill {
namespace {

using testing::HasSubstr;

struct Outcome {
  int code;
  std::string out;
  std::string err;
};

class BillDiffTest : public testing::Test {
 protected:
  BillDiffTest()
      : folder_(std::filesystem::temp_directory_path() /
                ("stator-bill-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // Writes a bill file. In its time, one read came from the table's stream.
  std::string FileOf(const std::string& table, TimeMicros counted) {
    capacity::Account account(0);
    account.ReadStream(table);
    const auto use = account.Read(counted);
    const auto path = (folder_ / (table + ".json")).string();
    std::ofstream(path) << BillJson(BillOf(use, *price::LoadPrices(price::kDefaultPrices), {}),
                                    use);
    return path;
  }
  Outcome RunDiff(const std::vector<std::string>& more) {
    std::vector<std::string> words = {"stator", "bill", "diff", FileOf("Songs", 2 * kHour),
                                      FileOf("Albums", after_counted_)};
    words.insert(words.end(), more.begin(), more.end());
    std::vector<const char*> arguments;
    for (const auto& word : words) arguments.push_back(word.c_str());
    std::ostringstream out;
    std::ostringstream err;
    const int code = RunBillCommand(static_cast<int>(arguments.size()), arguments.data(), out, err);
    return {code, out.str(), err.str()};
  }
  void ExpectRefused(const std::vector<std::string>& more, std::string_view text) {
    const auto run = RunDiff(more);
    EXPECT_EQ(run.code, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, HasSubstr(text));
  }

  std::filesystem::path folder_;
  TimeMicros after_counted_ = 2 * kHour;
};

TEST_F(BillDiffTest, TakesNoServerToReset) {
  ExpectRefused({"--reset"}, "no --endpoint and no --reset");
  ExpectRefused({"--endpoint", "http://127.0.0.1:1"}, "no --endpoint and no --reset");
}

TEST_F(BillDiffTest, TheTableMustBeInOneOfTheBills) {
  EXPECT_EQ(RunDiff({}).code, 0);
  EXPECT_EQ(RunDiff({"--table", "Songs"}).code, 0);
  EXPECT_EQ(RunDiff({"--table", "Albums"}).code, 0);
  ExpectRefused({"--table", "Song"}, "The bill has no table Song.");
}

// The same requests in half the time do not cost more.
TEST_F(BillDiffTest, RefusesBillsOfUnequalTimesWithoutAnOption) {
  after_counted_ = kHour;
  ExpectRefused({}, "The bills count 2h and 1h. Give --period");
  const auto of_one_time = RunDiff({"--period", "2h"});
  EXPECT_EQ(of_one_time.code, 0) << of_one_time.err;
  EXPECT_EQ(RunDiff({"--rates"}).code, 0);
  EXPECT_EQ(RunDiff({"--rates", "--fail-over", "0.000001usd/month"}).code, 1);
  EXPECT_EQ(RunDiff({"--period", "2h", "--fail-over", "0.000001usd/month"}).code, 0);
  after_counted_ = 2 * kHour + 10 * kMinute;
  EXPECT_EQ(RunDiff({}).code, 0) << "within a tenth they are equal";
}

TEST_F(BillDiffTest, ThePeriodMustNotBeShorterThanTheCountedTime) {
  EXPECT_EQ(RunDiff({"--period", "2h"}).code, 0);
  ExpectRefused({"--period", "119m"}, "--period must be at least the counted time of 2h.");
}

}  // namespace
}  // namespace stator::bill
