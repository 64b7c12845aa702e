#include "base/nearest.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace stator {
namespace {

TEST(Nearest, EditDistanceCountsChangedLetters) {
  EXPECT_EQ(EditDistance("", ""), 0);
  EXPECT_EQ(EditDistance("port", "port"), 0);
  EXPECT_EQ(EditDistance("prot", "port"), 2);
  EXPECT_EQ(EditDistance("", "port"), 4);
  EXPECT_EQ(EditDistance("ports", "port"), 1);
}

TEST(Nearest, FindsAMisspelledName) {
  const std::vector<std::string> names = {"--host", "--port", "--set"};
  EXPECT_EQ(Nearest("--prot", names), "--port");
  EXPECT_EQ(Nearest("--hots", names), "--host");
  EXPECT_EQ(Nearest("--bogus", names), "");
  EXPECT_EQ(Nearest("--prot", std::vector<std::string>()), "");
}

}  // namespace
}  // namespace stator
