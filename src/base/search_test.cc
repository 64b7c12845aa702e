#include "base/search.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace stator {
namespace {

TEST(Search, FindsExistingParts) {
  EXPECT_TRUE(HasPart("", ""));
  EXPECT_TRUE(HasPart("abc", ""));
  EXPECT_TRUE(HasPart("abc", "abc"));
  EXPECT_TRUE(HasPart("abc", "c"));
  EXPECT_FALSE(HasPart("abc", "abcd"));
  EXPECT_FALSE(HasPart("", "a"));
}

// A small alphabet makes repetitive texts, which the search handles separately.
TEST(Search, AgreesWithTheStandardLibrary) {
  std::mt19937 random(7);
  const auto text = [&](std::size_t size, int letters) {
    std::string out;
    for (std::size_t i = 0; i < size; ++i)
      out.push_back(static_cast<char>('a' + random() % letters));
    return out;
  };
  for (int i = 0; i < 20'000; ++i) {
    const int letters = 1 + static_cast<int>(random() % 3);
    const auto whole = text(random() % 400, letters);
    const auto part = text(random() % 12, letters);
    EXPECT_EQ(HasPart(whole, part), whole.find(part) != std::string::npos) << whole << " " << part;
  }
}

// Each of these takes quadratic time in a search that restarts at every byte.
TEST(Search, RepetitiveTextsTakeLinearTime) {
  const std::string whole(4'000'000, 'a');
  const std::string half(whole.size() / 2, 'a');
  EXPECT_FALSE(HasPart(whole, half + "b"));
  EXPECT_FALSE(HasPart(whole, "b" + half));
  EXPECT_FALSE(HasPart(whole, half + "b" + half.substr(1)));
  EXPECT_TRUE(HasPart(half + "b" + half, half + "b"));
}

}  // namespace
}  // namespace stator
