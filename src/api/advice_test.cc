#include "api/advice.h"

#include <string>

#include <gtest/gtest.h>

#include "base/limits.h"

namespace stator::api {
namespace {

PageUse Use(std::string_view table, std::size_t examined, std::size_t returned) {
  return {.operation = "Query",
          .table = table,
          .key_condition = "pk = :p",
          .filter = "state = :s",
          .first_page = true,
          .examined = examined,
          .returned = returned,
          .read_bytes = examined * 100,
          .returned_bytes = returned * 100,
          .units = 10};
}

TEST(AdviceTest, GoodQueriesGetNoAdvice) {
  Advice advice;
  for (int i = 0; i < 1000; ++i) advice.Note(Use("T", 100, 90), i);
  EXPECT_TRUE(advice.Lines().empty());
}

TEST(AdviceTest, FiltersThatDiscardMostItemsGetAdvice) {
  Advice advice;
  advice.Note(Use("T", 99, 1), 1);
  EXPECT_TRUE(advice.Lines().empty()) << "too few to judge";
  advice.Note(Use("T", 99, 1), 2);
  const auto lines = advice.Lines();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].finding, "filter-discards");
  EXPECT_EQ(lines[0].pages, 2U);
  EXPECT_EQ(lines[0].items_examined, 198U);
  EXPECT_EQ(lines[0].units, 10.0);
  EXPECT_TRUE(lines[0].advice.starts_with("196 of 198 items read in T")) << lines[0].advice;
}

TEST(AdviceTest, AShapeIsJudgedByAllOfItsReads) {
  Advice advice;
  for (int i = 0; i < 300; ++i) advice.Note(Use("T", 20, 20), i);
  for (int i = 0; i < 5; ++i) advice.Note(Use("T", 20, 0), i);
  EXPECT_TRUE(advice.Lines().empty());
}

TEST(AdviceTest, ShapesSeenOnceDoNotEvictShapesWithAdvice) {
  Advice advice;
  advice.Note(Use("T", 1000, 1), 1);
  for (std::size_t i = 0; i < 2 * limits::kAdviceShapesMax; ++i) {
    const auto table = "Once" + std::to_string(i);
    auto once = Use(table, 1, 1);
    once.operation = "Scan";
    advice.Note(once, static_cast<TimeMicros>(2 + i));
  }
  ASSERT_EQ(advice.Lines().size(), 1U);
  EXPECT_EQ(advice.Lines()[0].table, "T");
}

TEST(AdviceTest, AProjectionOfALargeItemGetsAdvice) {
  Advice advice;
  for (int i = 0; i < 30; ++i) {
    advice.Note({.operation = "GetItem",
                 .table = "T",
                 .projection = "title",
                 .first_page = true,
                 .examined = 1,
                 .returned = 1,
                 .read_bytes = 100'000,
                 .returned_bytes = 40,
                 .units = 25},
                i);
  }
  ASSERT_EQ(advice.Lines().size(), 1U);
  EXPECT_EQ(advice.Lines()[0].finding, "reads-large-items");
  EXPECT_EQ(advice.Lines()[0].projection, "title");
}

TEST(AdviceTest, RepeatedScansGetAdvice) {
  Advice advice;
  PageUse use = Use("T", 10, 10);
  use.operation = "Scan";
  use.key_condition = {};
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(advice.Lines().empty());
    advice.Note(use, i);
  }
  ASSERT_EQ(advice.Lines().size(), 1U);
  EXPECT_EQ(advice.Lines()[0].finding, "scan-in-loop");
}

TEST(AdviceTest, ReadingLargeItemsForFewAttributesGetsAdvice) {
  Advice advice;
  PageUse use = Use("T", 10, 10);
  use.read_bytes = 300'000;
  use.returned_bytes = 1000;
  advice.Note(use, 1);
  ASSERT_EQ(advice.Lines().size(), 1U);
  EXPECT_EQ(advice.Lines()[0].finding, "reads-large-items");
}

PageUse Statement(std::string_view pattern, std::size_t literals_hash) {
  return {.operation = "ExecuteStatement",
          .table = "T",
          .filter = pattern,
          .literals_hash = literals_hash,
          .first_page = true,
          .units = 1};
}

TEST(AdviceTest, StatementsThatScanGetAdviceAtOnceAndInALoop) {
  Advice advice;
  PageUse use = Statement("SELECT * FROM T WHERE x = ?", 0);
  use.scans_because = "The condition does not fix the partition key pk of the table.";
  EXPECT_EQ(advice.SentenceOn(use), "");
  advice.Note(use, 1);
  ASSERT_EQ(advice.Lines().size(), 1U);
  EXPECT_EQ(advice.Lines()[0].finding, "statement-scans");
  EXPECT_EQ(advice.Lines()[0].advice,
            "The condition does not fix the partition key pk of the table. Each run reads and pays "
            "for all of T");
  for (int i = 2; i <= 10; ++i) advice.Note(use, i);
  ASSERT_EQ(advice.Lines().size(), 1U);
  EXPECT_EQ(advice.Lines()[0].finding, "scan-in-loop");
  EXPECT_EQ(advice.SentenceOn(use), advice.Lines()[0].advice);
}

TEST(AdviceTest, StatementsThatDifferOnlyInLiteralsGetAdvice) {
  Advice advice;
  for (std::size_t i = 1; i <= 9; ++i) advice.Note(Statement("INSERT INTO T VALUE ?", i), 1);
  for (int i = 0; i < 20; ++i) advice.Note(Statement("INSERT INTO T VALUE ?", 9), 2);
  for (int i = 0; i < 20; ++i) advice.Note(Statement("INSERT INTO T VALUE ?", 0), 3);
  EXPECT_TRUE(advice.Lines().empty()) << "nine different ones";
  advice.Note(Statement("INSERT INTO T VALUE ?", 10), 4);
  ASSERT_EQ(advice.Lines().size(), 1U);
  EXPECT_EQ(advice.Lines()[0].finding, "literals-differ");
}

TEST(AdviceTest, AStatementMayHaveTwoFindings) {
  Advice advice;
  PageUse use = Statement("SELECT * FROM T WHERE x = ?", 1);
  use.scans_because = "It scans.";
  for (; use.literals_hash <= 10; ++use.literals_hash) advice.Note(use, 1);
  const auto lines = advice.Lines();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].finding, "scan-in-loop");
  EXPECT_EQ(lines[1].finding, "literals-differ");
}

TEST(AdviceTest, ShapesAreBoundedAndTheOldestIsEvicted) {
  Advice advice;
  for (std::size_t i = 0; i <= limits::kAdviceShapesMax; ++i) {
    advice.Note(Use("T" + std::to_string(i), 1000, 1), static_cast<TimeMicros>(i));
  }
  const auto lines = advice.Lines();
  EXPECT_EQ(lines.size(), limits::kAdviceShapesMax);
  for (const auto& line : lines) EXPECT_NE(line.table, "T0");
}

}  // namespace
}  // namespace stator::api
