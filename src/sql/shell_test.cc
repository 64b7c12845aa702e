#include "sql/shell.h"

#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stator::sql {
namespace {

using client::Value;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Says that every statement scans 10 units of 5 items, except what it refuses.
class ScanExplainer final : public Explainer {
 public:
  Result<Answer> Ask(const std::string& request) override {
    ++asked;
    if (unreachable) return Fail(ErrorCode::kUnavailable, "Connection refused.");
    if (unavailable) return FailInvalid("Nobody listens");
    if (request.contains("Nowhere")) return Answer{400, R"({"message":"No such table"})"};
    const std::string filter = request.contains("WHERE") ? R"(,"FilterExpression":"f")" : "";
    return Answer{200,
                  R"({"statement":"select","table":"Music","access":[{"access":"scan","items":5,)"
                  R"("itemsKnown":"exact","units":10,"unitsKnown":"exact"}],"items":5,)"
                  R"("itemsKnown":"exact","units":10,"unitsKnown":"exact","because":"No key.",)"
                  R"("request":{"operation":"Scan","input":{"TableName":"Music")" +
                      filter + "}}}"};
  }
  int asked = 0;
  bool unavailable = false;
  bool unreachable = false;
};

class ShellTest : public testing::Test {
 protected:
  ShellTest() {
    EXPECT_TRUE(
        database_.CreateTable({.table = "Music",
                               .partition_key = {"pk"},
                               .sort_key = client::KeyAttribute{"sk", Value::Type::kNumber}}));
    for (int i = 0; i < 5; ++i) {
      EXPECT_TRUE(
          database_.Execute("INSERT INTO Music VALUE {'pk': 'a', 'sk': ?, 'b': ?}", i, i % 2 == 0));
    }
  }

  struct Outcome {
    int code;
    std::string out;
    std::string err;
  };
  Outcome Run(const std::string& source, std::vector<Value> parameters = {}) {
    std::istringstream in(source);
    std::ostringstream out;
    std::ostringstream err;
    StatementReader reader(
        in, options_.interactive ? [](bool /*begun*/) {} : StatementReader::Prompt());
    Shell shell(database_, explains_ ? &explainer_ : nullptr, "AWS explains nothing", options_,
                {parameters.begin(), parameters.end()}, out, err);
    const int code = shell.Run(reader);
    return {code, out.str(), err.str()};
  }

  client::Connection database_ = *client::Connection::OpenMemory();
  ScanExplainer explainer_;
  bool explains_ = true;
  ShellOptions options_{
      .rows_max = 1'000, .scan_units_max = 100, .cell_columns_max = 20, .source = "test.sql"};
};

TEST_F(ShellTest, PrintsRowsAsATableWithTheKeyFirst) {
  const auto ran =
      Run("SELECT * FROM Music WHERE pk = ? AND sk < ?", {Value::String("a"), Value::Number(2)});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(ran.out,
            "pk  sk  b\n"
            "--  --  -----\n"
            "a    0  true\n"
            "a    1  false\n"
            "2 rows, 0.5 read units\n");
}

TEST_F(ShellTest, PrintsTheColumnsOfAProjectionInItsOrder) {
  EXPECT_THAT(Run("SELECT sk, b, pk FROM Music WHERE pk = 'a'").out, StartsWith("sk  b      pk\n"));
}

TEST_F(ShellTest, PrintsRowsAsJsonLinesAndAllElseApart) {
  options_.json = true;
  const auto ran = Run("SELECT sk FROM Music WHERE pk = 'a' AND sk < 2");
  EXPECT_EQ(ran.out, "{\"sk\":{\"N\":\"0\"}}\n{\"sk\":{\"N\":\"1\"}}\n");
  EXPECT_EQ(ran.err, "2 rows, 0.5 read units\n");
}

TEST_F(ShellTest, WritesShowTheirUnitsAndWhatTheyReturn) {
  EXPECT_EQ(Run("INSERT INTO Music VALUE {'pk': 'b', 'sk': 1}").out, "done, 1 write unit\n");
  EXPECT_EQ(Run("DELETE FROM Music WHERE pk = 'b' AND sk = 1 RETURNING ALL OLD *").out,
            "pk  sk\n--  --\nb    1\n1 row, 1 write unit\n");
}

TEST_F(ShellTest, RunsStatementsInOrderUpToTheFirstError) {
  const auto ran =
      Run("INSERT INTO Music VALUE {'pk': 'b', 'sk': 1};\n\n"
          "INSERT INTO Music VALUE {'pk': 'b', 'sk': 1};\n"
          "INSERT INTO Music VALUE {'pk': 'b', 'sk': 2};");
  EXPECT_EQ(ran.code, Shell::kExitFailed);
  EXPECT_EQ(ran.out, "done, 1 write unit\n");
  EXPECT_EQ(ran.err,
            "stator: test.sql:3: DuplicateItemException: Duplicate primary key exists in table\n");
  EXPECT_THAT(Run("SELECT * FROM Music WHERE pk = 'b'").out, HasSubstr("1 row,"));
}

TEST_F(ShellTest, TheLastLineOfSeveralStatementsShowsAllUnits) {
  EXPECT_THAT(Run("INSERT INTO Music VALUE {'pk': 'b', 'sk': 1};"
                  "SELECT * FROM Music WHERE pk = 'b'")
                  .out,
              testing::EndsWith("\n2 statements: 0.5 read units, 1 write unit\n"));
}

TEST_F(ShellTest, FollowsPagesUpToTheLimit) {
  options_.rows_max = 3;
  EXPECT_THAT(Run("SELECT sk FROM Music").out, HasSubstr("3 rows (--limit), 0.5 read"));
  options_.rows_max = 6;
  EXPECT_THAT(Run("SELECT sk FROM Music").out, HasSubstr("5 rows, "));
  options_.rows_max.reset();
  EXPECT_THAT(Run("SELECT sk FROM Music").out, HasSubstr("5 rows, "));
  options_.rows_max = 1;
  EXPECT_THAT(Run("SELECT sk FROM Music WHERE sk = 4").out, HasSubstr("\n 4\n1 row"))
      << "pages without rows are followed";
}

TEST_F(ShellTest, RowsBeyondTheLimitAreNotRead) {
  // Items of 4 KB take half a unit each.
  for (int i = 0; i < 6; ++i) {
    ASSERT_TRUE(database_.Execute("INSERT INTO Music VALUE {'pk': 'c', 'sk': ?, 'v': ?}", i,
                                  std::string(4'000, 'x')));
  }
  options_.rows_max = 2;
  EXPECT_THAT(Run("SELECT * FROM Music WHERE pk = 'c'").out,
              HasSubstr("2 rows (--limit), 1 read unit\n"));
}

TEST_F(ShellTest, ParametersServeTheStatementsInOrder) {
  const std::string two =
      "SELECT sk FROM Music WHERE pk = ? AND sk = 1;SELECT sk FROM Music WHERE "
      "pk = 'a' AND sk = ?;";
  EXPECT_EQ(Run(two, {Value::String("a"), Value::Number(4)}).code, 0);
  const auto few = Run(two, {Value::String("a")});
  EXPECT_EQ(few.code, 1);
  EXPECT_THAT(few.err, HasSubstr("The statement has 1 `?`, and -p left 0 values for it."));
  EXPECT_THAT(Run(two).err, HasSubstr("The statement has 1 `?`, and -p gives none."));
  const auto many = Run(two, {Value::String("a"), Value::Number(4), Value::Null()});
  EXPECT_EQ(many.code, 1);
  EXPECT_THAT(many.err, HasSubstr("No statement took the last 1 value of -p."));
}

TEST_F(ShellTest, ExplainRunsNothing) {
  const auto ran = Run("explain SELECT * FROM Music");
  EXPECT_EQ(ran.out,
            "scan of Music: 5 items, 10 read units\nbecause: No key.\n"
            "request: Scan {\"TableName\":\"Music\"}\n");
  EXPECT_THAT(Run("EXPLAIN INSERT INTO Music VALUE {'pk': 'z', 'sk': 1}").out, StartsWith("scan"));
  EXPECT_THAT(Run("SELECT * FROM Music WHERE pk = 'z'").out, StartsWith("0 rows"));
  options_.json = true;
  EXPECT_THAT(Run("EXPLAIN SELECT * FROM Music").out, StartsWith("{\"statement\":\"select\""));
  EXPECT_THAT(Run("EXPLAIN").err, HasSubstr("EXPLAIN takes a statement."));
  EXPECT_THAT(Run("EXPLAIN SELECT * FROM Nowhere").err, HasSubstr("test.sql:1: No such table"));
  explains_ = false;
  EXPECT_THAT(Run("EXPLAIN SELECT 1").err,
              HasSubstr("There is no EXPLAIN here: AWS explains nothing."));
}

TEST_F(ShellTest, ALargeScanIsRefused) {
  options_.scan_units_max = 9;
  const auto refused = Run("SELECT * FROM Music WHERE b = true");
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(refused.out, "");
  EXPECT_EQ(refused.err,
            "stator: test.sql:1: This statement scans Music: 5 items and about 10 read units, more "
            "than --scan-max 9. It did not run; --yes runs it. No key.\n");
  options_.yes = true;
  const auto ran = Run("SELECT * FROM Music WHERE b = true");
  EXPECT_THAT(ran.out, HasSubstr("3 rows"));
  EXPECT_THAT(ran.err, HasSubstr("This statement scans Music"));
}

TEST_F(ShellTest, TheLimitBoundsAScanWithoutAFilter) {
  options_.scan_units_max = 9;
  options_.rows_max = 4;
  EXPECT_THAT(Run("SELECT * FROM Music").out, HasSubstr("4 rows (--limit)"));
  EXPECT_EQ(Run("SELECT * FROM Music WHERE b = true").code, 1);
}

TEST_F(ShellTest, APersonIsAsked) {
  options_.interactive = true;
  options_.scan_units_max = 9;
  const auto yes = Run("SELECT * FROM Music WHERE b = true;\ny\nexit\n");
  EXPECT_EQ(yes.code, 0);
  EXPECT_THAT(yes.out, HasSubstr("Run it? [y/N] "));
  EXPECT_THAT(yes.out, HasSubstr("3 rows"));
  for (const std::string answer : {"n\n", "\n", "yesterday\n", ""}) {
    const auto no = Run("SELECT * FROM Music WHERE b = true;\n" + answer);
    EXPECT_THAT(no.out, Not(HasSubstr("rows"))) << answer;
    EXPECT_THAT(no.err, HasSubstr("The statement did not run.")) << answer;
  }
}

TEST_F(ShellTest, APersonGoesOnAfterErrors) {
  options_.interactive = true;
  const auto ran = Run("SELECT * FROM Nowhere;\nhelp\nSELECT sk FROM Music WHERE pk = 'a';\n");
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.err, StartsWith("ResourceNotFoundException: "));
  EXPECT_THAT(ran.out, HasSubstr("EXPLAIN statement"));
  EXPECT_THAT(ran.out, HasSubstr("5 rows"));
}

TEST_F(ShellTest, WithoutAnExplainScansRunWithOneNote) {
  options_.scan_units_max = 0;
  explainer_.unavailable = true;
  const auto ran = Run("SELECT * FROM Music; SELECT * FROM Music");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "stator: Scans run without a warning: Nobody listens.\n");
  explains_ = false;
  EXPECT_EQ(Run("SELECT * FROM Music").err,
            "stator: Scans run without a warning: AWS explains nothing.\n");
}

TEST_F(ShellTest, AnExplainerOutOfReachIsNotedIfTheScanRanAnyway) {
  explainer_.unreachable = true;
  const auto ran = Run("SELECT * FROM Music; SELECT * FROM Music");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "stator: Scans run without a warning: Connection refused.\n");
  EXPECT_THAT(Run("SELECT * FROM Nowhere").err,
              StartsWith("stator: test.sql:1: ResourceNotFoundException: "));
}

TEST_F(ShellTest, NothingRunsWithoutAServer) {
  explainer_.unreachable = true;
  const auto elsewhere = Run("EXPLAIN SELECT * FROM Music");
  EXPECT_EQ(elsewhere.code, Shell::kExitNothing);
  EXPECT_EQ(elsewhere.err, "stator: test.sql:1: Connection refused.\n");
  options_.endpoint_is_here = true;
  EXPECT_EQ(Run("EXPLAIN SELECT * FROM Music").err,
            "stator: test.sql:1: Connection refused. Is a server running? `stator serve` starts "
            "one.\n");
  EXPECT_EQ(Run("INSERT INTO Music VALUE {'pk': 'b', 'sk': 1}; EXPLAIN SELECT 1").code,
            Shell::kExitFailed);
}

TEST_F(ShellTest, NoStatementIsAnError) {
  for (const std::string source : {"", ";", " ;\n-- nothing\n;"}) {
    const auto ran = Run(source);
    EXPECT_EQ(ran.code, Shell::kExitNothing) << source;
    EXPECT_EQ(ran.err, "stator: There is no statement.\n") << source;
  }
  options_.interactive = true;
  EXPECT_EQ(Run(";").code, 0);
}

TEST_F(ShellTest, AnOutputThatCannotBeWrittenIsAnError) {
  for (const std::string source : {"EXPLAIN SELECT * FROM Music", "SELECT * FROM Music"}) {
    std::istringstream in(source);
    std::ostringstream out;
    std::ostringstream err;
    out.setstate(std::ios::badbit);
    StatementReader reader(in);
    Shell shell(database_, &explainer_, "", options_, {}, out, err);
    EXPECT_EQ(shell.Run(reader), Shell::kExitFailed);
    EXPECT_EQ(err.str(), "stator: test.sql:1: The output cannot be written.\n");
  }
}

TEST_F(ShellTest, WritesAreNotPlannedBefore) {
  Run("INSERT INTO Music VALUE {'pk': 'b', 'sk': 1};UPDATE Music SET b = 1 WHERE pk = 'b' AND sk = "
      "1; FROM Music WHERE pk = 'b' AND sk = 1 SET b = 2; DELETE FROM Music WHERE pk = 'b' AND sk "
      "= 1");
  EXPECT_EQ(explainer_.asked, 0);
}

TEST_F(ShellTest, StatementsMustBeUtf8) {
  EXPECT_THAT(Run("SELECT '\xFF' FROM Music").err, HasSubstr("The statement is not UTF-8."));
}

TEST_F(ShellTest, ErrorsCannotMoveTheCursor) {
  EXPECT_THAT(Run("SELECT * FROM \"a\x1B[2J\"").err, Not(HasSubstr("\x1B")));
}

}  // namespace
}  // namespace stator::sql
