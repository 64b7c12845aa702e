#include "expr/lexer.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stator::expr {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Texts(std::string_view expression) {
  std::vector<std::string> texts;
  for (const Token& token : Tokenize(expression)) texts.emplace_back(token.text);
  return texts;
}

std::vector<TokenKind> Kinds(std::string_view expression) {
  std::vector<TokenKind> kinds;
  for (const Token& token : Tokenize(expression)) kinds.push_back(token.kind);
  return kinds;
}

TEST(Lexer, SplitsAtBlanksAndSymbols) {
  EXPECT_THAT(Texts("a.b[12]\t<>\r\n:v AND#n<=(c+d)"),
              ElementsAre("a", ".", "b", "[", "12", "]", "<>", ":v", "AND", "#n", "<=", "(", "c",
                          "+", "d", ")", ""));
}

TEST(Lexer, DistinguishesWordsPlaceholdersAndDigits) {
  using enum TokenKind;
  EXPECT_THAT(Kinds("a1_ #1a :_b 12"), ElementsAre(kWord, kName, kValue, kDigits, kEnd));
}

TEST(Lexer, NoNumberBeginsWithZero) {
  EXPECT_THAT(Texts("l[0] l[00] l[10] l[010]"),
              ElementsAre("l", "[", "0", "]", "l", "[", "0", "0", "]", "l", "[", "10", "]", "l",
                          "[", "0", "10", "]", ""));
}

TEST(Lexer, ALeadingUnderscoreStartsNoToken) {
  EXPECT_THAT(Texts("__a"), ElementsAre("_", "_", "a", ""));
  EXPECT_EQ(Tokenize("_").front().kind, TokenKind::kUnknown);
}

TEST(Lexer, ASignWithoutANameIsUnknown) {
  using enum TokenKind;
  EXPECT_THAT(Kinds("# : #-"), ElementsAre(kUnknown, kUnknown, kUnknown, kSymbol, kEnd));
}

TEST(Lexer, KeepsMultiByteCharactersTogether) {
  EXPECT_THAT(Texts("\xC3\xA4!\xF0\x9F\x98\x80"),
              ElementsAre("\xC3\xA4", "!", "\xF0\x9F\x98\x80", ""));
}

TEST(Lexer, EmptyTextHasOnlyAnEnd) {
  EXPECT_THAT(Texts(""), ElementsAre(""));
  EXPECT_THAT(Texts(" \n "), ElementsAre(""));
}

TEST(Lexer, KeywordsIgnoreCase) {
  EXPECT_TRUE(Tokenize("aNd").front().IsKeyword("AND"));
  EXPECT_FALSE(Tokenize("andy").front().IsKeyword("AND"));
  EXPECT_FALSE(Tokenize("#and").front().IsKeyword("AND"));
}

}  // namespace
}  // namespace stator::expr
