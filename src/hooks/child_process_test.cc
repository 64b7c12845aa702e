#include "hooks/child_process.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace stator::hooks {
namespace {

CommandCall Calling(std::string_view command, std::string_view input = "") {
  return {.command = command, .input = input, .output_bytes_max = 1 << 20};
}

TEST(ChildProcess, ReadsItsInputAndReturnsItsOutput) {
  const std::string input(300'000, 'x');
  const auto answer = RunCommand(Calling("cat", input));
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  EXPECT_EQ(answer->status, 0);
  EXPECT_EQ(answer->output, input);
}

TEST(ChildProcess, MayOpenItsInputByName) {
  const auto answer = RunCommand(Calling("cat /dev/stdin", "hello"));
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  EXPECT_EQ(answer->output, "hello");
}

TEST(ChildProcess, NeedNotReadItsInput) {
  const auto answer = RunCommand(Calling("exit 3", std::string(300'000, 'x')));
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  EXPECT_EQ(answer->status, 3);
}

TEST(ChildProcess, KeepsABoundedAmountOfOutput) {
  const std::string input = "first ten," + std::string(300'000, 'a');
  auto call = Calling("cat", input);
  call.output_bytes_max = 10;
  const auto answer = RunCommand(call);
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  EXPECT_EQ(answer->output, "first ten,");
}

TEST(ChildProcess, EndsAtItsTimeout) {
  auto call = Calling("while :; do :; done");
  call.timeout = std::chrono::milliseconds(50);
  EXPECT_FALSE(RunCommand(call).has_value());
}

TEST(ChildProcess, EndsWhenStopped) {
  const std::atomic<bool> stop = true;
  auto call = Calling("while :; do :; done");
  call.stop = &stop;
  EXPECT_FALSE(RunCommand(call).has_value());
}

TEST(ChildProcess, ReportsTheSignalThatEndedIt) {
  const auto answer = RunCommand(Calling("kill -TERM $$"));
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  EXPECT_EQ(answer->status, 128 + 15);
}

// A command that outlives the server must not keep its port.
TEST(ChildProcess, InheritsNothingButItsThreeFiles) {
  const int open_here = dup(STDERR_FILENO);
  const auto answer = RunCommand(Calling("test ! -e /proc/self/fd/" + std::to_string(open_here)));
  close(open_here);
  ASSERT_TRUE(answer.has_value()) << answer.error().message;
  EXPECT_EQ(answer->status, 0);
}

}  // namespace
}  // namespace stator::hooks
