#include "sql/statement_reader.h"

#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/request_limits.h"

namespace stator::sql {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<StatementText> StatementsIn(const std::string& source) {
  std::istringstream in(source);
  StatementReader reader(in);
  std::vector<StatementText> statements;
  for (auto next = reader.Next(); next && *next; next = reader.Next()) {
    statements.push_back(**next);
  }
  return statements;
}

std::vector<std::string> TextsIn(const std::string& source) {
  std::vector<std::string> texts;
  for (auto& statement : StatementsIn(source)) texts.push_back(statement.text);
  return texts;
}

SourceFault FaultOf(const std::string& source) {
  std::istringstream in(source);
  StatementReader reader(in);
  while (true) {
    const auto next = reader.Next();
    if (!next) return next.error();
    if (!*next) return {.line = 0, .message = "none"};
  }
}

TEST(StatementReader, SemicolonsSeparateStatements) {
  EXPECT_THAT(TextsIn(""), IsEmpty());
  EXPECT_THAT(TextsIn(" \n ;; ; \n"), IsEmpty());
  EXPECT_THAT(TextsIn("a"), ElementsAre("a"));
  EXPECT_THAT(TextsIn("a; b ;\nc"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(TextsIn("a\n b\n;c"), ElementsAre("a\n b", "c"));
  EXPECT_THAT(TextsIn("\xEF\xBB\xBF"
                      "a;"),
              ElementsAre("a"));
}

TEST(StatementReader, TextsNamesAndCommentsHoldSemicolons) {
  EXPECT_THAT(TextsIn("a ';' b; c"), ElementsAre("a ';' b", "c"));
  EXPECT_THAT(TextsIn("a 'it''s; ' b; c"), ElementsAre("a 'it''s; ' b", "c"));
  EXPECT_THAT(TextsIn("a \"x;y\" b; c"), ElementsAre("a \"x;y\" b", "c"));
  EXPECT_THAT(TextsIn("a -- x;y\nb; c"), ElementsAre("a -- x;y\nb", "c"));
  EXPECT_THAT(TextsIn("a /* x;\ny; */ b; c"), ElementsAre("a /* x;\ny; */ b", "c"));
  EXPECT_THAT(TextsIn("a '\n;' b; c"), ElementsAre("a '\n;' b", "c"));
  EXPECT_THAT(TextsIn("a '--' ; c"), ElementsAre("a '--'", "c"));
  EXPECT_THAT(TextsIn("a \"'\" ; c '\"';d"), ElementsAre("a \"'\"", "c '\"'", "d"));
  EXPECT_THAT(TextsIn("'a';'b'"), ElementsAre("'a'", "'b'"));
}

TEST(StatementReader, CommentsBeforeAStatementAreNoPartOfIt) {
  EXPECT_THAT(TextsIn("-- one\n/* two\n */ a;\n-- three\n"), ElementsAre("a"));
  EXPECT_THAT(TextsIn("/* only */"), IsEmpty());
  EXPECT_THAT(TextsIn("-1"), ElementsAre("-1"));
}

TEST(StatementReader, KnowsLinesAndParameters) {
  EXPECT_THAT(
      StatementsIn("\n-- a ?\nx = ? AND y = ?;\n\nz '?' \"?\" /* ? */\n = ?; w"),
      ElementsAre(StatementText{.text = "x = ? AND y = ?", .line = 3, .parameters = 2},
                  StatementText{.text = "z '?' \"?\" /* ? */\n = ?", .line = 5, .parameters = 1},
                  StatementText{.text = "w", .line = 6, .parameters = 0}));
}

TEST(StatementReader, OpenTextsAreFaultsAtTheStatementsLine) {
  EXPECT_THAT(FaultOf("a;\nb 'x;\ny").message, HasSubstr("the closing ' is missing"));
  EXPECT_EQ(FaultOf("a;\nb 'x;\ny").line, 2);
  EXPECT_THAT(FaultOf("a \"x").message, HasSubstr("the closing \" is missing"));
  EXPECT_THAT(FaultOf("\na /* x\n").message, HasSubstr("the closing */ is missing"));
  EXPECT_THAT(FaultOf("/* x\n").message, HasSubstr("the closing */ is missing"));
}

TEST(StatementReader, LongStatementsAndLinesAreFaults) {
  const std::string longest(limits::kStatementBytesMax, 'a');
  EXPECT_THAT(TextsIn(longest), ElementsAre(longest));
  EXPECT_THAT(FaultOf("b;\n" + longest + "a").message, HasSubstr("longer than 32768 bytes"));
  EXPECT_EQ(FaultOf("b;\n" + longest + "a").line, 2);
  EXPECT_EQ(FaultOf("b\n" + longest).line, 1) << "of the statement's first word";
  const std::string line(StatementReader::kLineBytesMax, ' ');
  EXPECT_THAT(FaultOf(line + "a").message, HasSubstr("longer than 1048576 bytes"));
  EXPECT_THAT(TextsIn(line + "\n"), IsEmpty());
}

TEST(StatementReader, GoesOnBehindAFault) {
  std::istringstream in(std::string(StatementReader::kLineBytesMax + 5, 'a') + "; b;\nc;");
  StatementReader reader(in);
  EXPECT_FALSE(reader.Next().has_value());
  EXPECT_EQ((*reader.Next())->text, "c");
}

TEST(StatementReader, PromptsForEachLine) {
  std::istringstream in("a;b;\nc\nd;\nexit\nhelp me;\n");
  std::string prompts;
  StatementReader reader(in, [&](bool begun) { prompts += begun ? '+' : '>'; });
  EXPECT_EQ((*reader.Next())->text, "a");
  EXPECT_EQ((*reader.Next())->text, "b");
  EXPECT_EQ(prompts, ">");
  EXPECT_EQ((*reader.Next())->text, "c\nd");
  EXPECT_EQ(prompts, ">>+");
  EXPECT_EQ((*reader.Next())->text, "exit") << "without a semicolon";
  EXPECT_EQ((*reader.Next())->text, "help me");
  EXPECT_EQ(*reader.Next(), std::nullopt);
}

TEST(StatementReader, AnAnswerIsALineOfItsOwn) {
  std::istringstream in("a; b;\n yes \nc;");
  StatementReader reader(in);
  EXPECT_EQ((*reader.Next())->text, "a");
  EXPECT_EQ(reader.ReadAnswer(), "yes");
  EXPECT_EQ((*reader.Next())->text, "b");
  EXPECT_EQ((*reader.Next())->line, 3);
  EXPECT_EQ(reader.ReadAnswer(), std::nullopt);
}

TEST(StatementReader, WordsOfTheShellHaveAnyCase) {
  EXPECT_TRUE(IsExitWord("exit") && IsExitWord("QUIT") && IsHelpWord("Help"));
  EXPECT_FALSE(IsExitWord("exit;") || IsExitWord("") || IsHelpWord("helper"));
}

}  // namespace
}  // namespace stator::sql
