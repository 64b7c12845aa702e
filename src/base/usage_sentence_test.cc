#include "base/usage_sentence.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace stator {
namespace {

UsageFault Fault(std::vector<std::string> unexpected) {
  return {.phrase = "The parser's phrase\nand more",
          .command = "stator clock",
          .unexpected = std::move(unexpected),
          .options = {"--help", "--endpoint"},
          .subcommands = {"advance", "set"}};
}

TEST(UsageSentence, NamesAnUnknownOptionAndTheNearest) {
  EXPECT_EQ(UsageSentence(Fault({"here", "--endpiont=x"})),
            "stator clock has no option --endpiont; did you mean --endpoint? "
            "See stator clock --help.");
  EXPECT_EQ(UsageSentence(Fault({"--bogus"})),
            "stator clock has no option --bogus. See stator clock --help.");
}

TEST(UsageSentence, NamesAnUnknownCommandAndTheNearestOrAll) {
  EXPECT_EQ(UsageSentence(Fault({"advanced"})),
            "stator clock has no command 'advanced'; did you mean 'advance'? "
            "See stator clock --help.");
  EXPECT_EQ(UsageSentence(Fault({"rewind"})),
            "stator clock has no command 'rewind'. Its commands are: advance, set. "
            "See stator clock --help.");
  auto one = Fault({"rewind"});
  one.subcommands = {"diff"};
  EXPECT_EQ(UsageSentence(one),
            "stator clock has no command 'rewind'. It has one: diff. See stator clock --help.");
}

TEST(UsageSentence, NamesAnUnexpectedWord) {
  auto fault = Fault({"3d"});
  fault.subcommands.clear();
  EXPECT_EQ(UsageSentence(fault),
            "stator clock does not expect the word '3d'. See stator clock --help.");
}

TEST(UsageSentence, KeepsTheFirstLineOfAnotherFault) {
  EXPECT_EQ(UsageSentence(Fault({})), "The parser's phrase. See stator clock --help.");
}

}  // namespace
}  // namespace stator
