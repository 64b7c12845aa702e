#include "partiql/lexer.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stator::partiql {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Texts(std::string_view statement) {
  std::vector<std::string> texts;
  const auto tokens = Tokenize(statement);
  if (!tokens) return {"refused"};
  for (const Token& token : *tokens) texts.emplace_back(statement.substr(token.at, token.length));
  return texts;
}

TEST(PartiqlLexer, SplitsAStatement) {
  EXPECT_THAT(Texts("SELECT * FROM \"t\".\"i\" WHERE a='it''s' AND b<=-.5e+3;"),
              ElementsAre("SELECT", "*", "FROM", "\"t\"", ".", "\"i\"", "WHERE", "a", "=",
                          "'it''s'", "AND", "b", "<=", "-", ".5e+3", ";", ""));
  EXPECT_THAT(Texts("<<1>>!=?"), ElementsAre("<<", "1", ">>", "!=", "?", ""));
}

TEST(PartiqlLexer, CommentsAreBlanks) {
  EXPECT_THAT(Texts("a -- b\n/* c\n*/ d--"), ElementsAre("a", "d", ""));
  EXPECT_THAT(Texts("n=n--1"), ElementsAre("n", "=", "n", ""));
}

TEST(PartiqlLexer, RefusesWhatHasNoTokens) {
  for (const std::string_view text : {"a # b", "/* open", "'open", "\"open", "1e99999999999",
                                      "1e-2147483649", "1e", "a = \x01"}) {
    EXPECT_THAT(Texts(text), ElementsAre("refused")) << text;
  }
  EXPECT_THAT(Texts("1e2147483647"), ElementsAre("1e2147483647", ""));
}

TEST(PartiqlLexer, FindsKeywordsInAnyCase) {
  const auto tokens = Tokenize("sElEcT \"select\" inner size CURRENT_TIMESTAMP currenttimestampx");
  ASSERT_TRUE(tokens);
  std::vector<Word> words;
  for (const Token& token : *tokens) words.push_back(token.word);
  using enum Word;
  EXPECT_THAT(words, ElementsAre(kSelect, kNone, kReserved, kNone, kReserved, kNone, kNone));
}

TEST(PartiqlLexer, PositionsCountCharacters) {
  const std::string_view text = "SELECT\n 'häß' COUNT";
  const auto tokens = Tokenize(text);
  ASSERT_TRUE(tokens);
  EXPECT_EQ(PositionText(text, (*tokens)[1]), "2:2:5");
  EXPECT_EQ(PositionText(text, (*tokens)[2]), "2:8:5");
}

}  // namespace
}  // namespace stator::partiql
