#include "server/function_hook.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "item/tree.h"
#include "table/change_record.h"

namespace stator::server {
namespace {

TEST(HookTarget, IsAUrlOrACommand) {
  const auto url = ParseHook("Music=http://localhost:9000/a=b");
  ASSERT_TRUE(url.has_value());
  EXPECT_EQ(url->table, "Music");
  EXPECT_EQ(url->target, "http://localhost:9000/a=b");
  EXPECT_TRUE(url->is_url);
  const auto command = ParseHook("Music=X=1 ./handler --all");
  ASSERT_TRUE(command.has_value());
  EXPECT_EQ(command->target, "X=1 ./handler --all");
  EXPECT_FALSE(command->is_url);
}

TEST(HookTarget, OtherTextsAreRefused) {
  for (const auto* text :
       {"", "Music", "Music=", "=cat", "ab=cat", "Music=https://localhost/", "Music=http://"}) {
    EXPECT_FALSE(ParseHook(text).has_value()) << text;
  }
}

class FunctionHookTest : public ::testing::Test {
 protected:
  FunctionHookTest() {
    stream_.arn = "arn:aws:dynamodb:r:1:table/t/stream/l";
    const auto item = item::EncodeItem({{"pk", item::Tree{std::string("a")}}});
    for (storage::CommitNumber commit = 1; commit <= 3; ++commit) {
      records_.push_back({{commit, 0}, table::EncodeChangeRecord({.keys = item.view()})});
    }
    std::filesystem::remove(failures_);
  }
  void TearDown() override { std::filesystem::remove(failures_); }

  streams::HookOutcome Deliver(const std::string& command) {
    FunctionHook hook({.target = {"t", command}, .failures = failures_}, log_);
    return hook.Deliver({stream_, shard_, records_});
  }

  catalog::StreamSettings stream_;
  catalog::Shard shard_{.number = 1};
  std::vector<streams::LoggedRecord> records_;
  std::string failures_ = ::testing::TempDir() + "function_hook_failures.jsonl";
  Log log_{LogLevel::kOff, LogForm::kText};
};

TEST_F(FunctionHookTest, ACommandAcceptsByItsStatus) {
  EXPECT_TRUE(Deliver("grep -q eventSourceARN").accepted);
  const auto refused = Deliver("exit 7");
  EXPECT_FALSE(refused.accepted);
  EXPECT_EQ(refused.error, "The command ended with status 7.");
}

TEST_F(FunctionHookTest, ACommandMayReportWhatFailed) {
  const auto number = streams::SequenceNumber({2, 0});
  const auto outcome =
      Deliver("echo '{\"batchItemFailures\":[{\"itemIdentifier\":\"" + number + "\"}]}'");
  EXPECT_TRUE(outcome.accepted);
  EXPECT_EQ(outcome.failed_sequence_number, number);
  EXPECT_EQ(Deliver("echo done").failed_sequence_number, std::nullopt);
}

TEST_F(FunctionHookTest, WhatIsGivenUpIsALineOfTheFile) {
  FunctionHook hook({.target = {"t", "false"}, .failures = failures_}, log_);
  ASSERT_TRUE(hook.GiveUp({stream_, shard_, records_}, "first").has_value());
  ASSERT_TRUE(hook.GiveUp({stream_, shard_, records_}, "second").has_value());
  std::ifstream file(failures_);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(lines[0].starts_with(R"({"target":"false","error":"first",)")) << lines[0];
}

TEST_F(FunctionHookTest, NothingIsGivenUpBecauseTheServerStops) {
  FunctionHook hook({.target = {"t", "false"}, .failures = failures_}, log_);
  hook.Stop();
  EXPECT_FALSE(hook.GiveUp({stream_, shard_, records_}, "stopped").has_value());
  EXPECT_FALSE(std::filesystem::exists(failures_));
}

}  // namespace
}  // namespace stator::server
