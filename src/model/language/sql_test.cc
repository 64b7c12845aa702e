#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "model/language/format.h"
#include "model/language/parser.h"
#include "model/language/print.h"

namespace stator::model {
namespace {

const std::string kHead = R"(model m
table app (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) all
table other (id) on-demand
table empty (id) on-demand

entity Order 20k x 600B
  attr  custId, orderId:id, orderDate:date, status:enum(OPEN 2, PAID 98), total:number, note:map(1KB)
  key   CUST#{custId} / ORDER#{orderDate}#{orderId}
  GSI1  CUST#{custId} / {total}

entity Log 1k x 100B table other
  attr  id:id, line

patterns
)";

Parsed WithPattern(const std::string& pattern) { return Parse(kHead + "  " + pattern + "\n"); }

// Returns "column: message" of the only complaint.
std::string ComplaintOf(const std::string& pattern) {
  const auto complaints = WithPattern(pattern).complaints;
  if (complaints.size() != 1) return std::to_string(complaints.size()) + " complaints";
  EXPECT_EQ(complaints[0].place.line, 16U);
  return std::to_string(complaints[0].place.column) + ": " + complaints[0].message;
}

TEST(Sql, ReadsAStatementAndItsParameters) {
  const auto parsed = WithPattern(
      R"(R1 2/day sql "SELECT * FROM ""app"".""GSI1"" WHERE GSI1PK = ? AND total BETWEEN ? AND ? AND status = ?" )"
      R"(Order[CUST#{custId}, total.from, total.to, status] -> 20 "large orders")");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints[0].message;
  const auto& pattern = parsed.model.patterns.at(0);
  EXPECT_EQ(pattern.verb, Verb::kSql);
  EXPECT_TRUE(pattern.reads());
  EXPECT_EQ(
      pattern.sql->text,
      R"(SELECT * FROM "app"."GSI1" WHERE GSI1PK = ? AND total BETWEEN ? AND ? AND status = ?)");
  EXPECT_EQ(pattern.sql->table, "app");
  EXPECT_EQ(pattern.sql->index, "GSI1");
  EXPECT_EQ(pattern.target.entity, "Order");
  ASSERT_EQ(pattern.sql->parameters.size(), 4U);
  EXPECT_FALSE(pattern.sql->parameters[0].text.natural);
  EXPECT_EQ(pattern.sql->parameters[1].end, Parameter::End::kFrom);
  EXPECT_EQ(pattern.sql->parameters[2].end, Parameter::End::kTo);
  EXPECT_EQ(pattern.range, "total");
  ASSERT_EQ(pattern.bindings.size(), 2U);
  EXPECT_EQ(pattern.bindings[0].attribute, "custId");
  EXPECT_EQ(pattern.bindings[1].attribute, "status");
  EXPECT_EQ(pattern.expected, 20);
  EXPECT_EQ(pattern.text, "large orders");
}

TEST(Sql, WithoutAnEntityItIsAboutTheFirstOfItsTable) {
  const auto parsed = WithPattern(R"(R1 2/day sql "SELECT line FROM other")");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints[0].message;
  EXPECT_EQ(parsed.model.patterns.at(0).target.entity, "Log");
}

TEST(Sql, AnEntityAloneHasNoParameters) {
  for (const std::string entity : {"Order", "Order[]"}) {
    const auto parsed = WithPattern(R"(R1 2/day sql "SELECT * FROM app" )" + entity + " -> 3");
    ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints[0].message;
    EXPECT_EQ(PrintPattern(parsed.model.patterns.at(0)), R"(sql "SELECT * FROM app" Order -> 3)");
  }
  EXPECT_EQ(Format("patterns\n R1 2/day sql \"SELECT 1\"   Order  ->  3\n"),
            "patterns\n  R1  2/day  sql  \"SELECT 1\" Order -> 3\n");
}

TEST(Sql, FormattingAndPrintingKeepTheStatement) {
  const std::string line =
      R"(  R1  2/day  sql  "SELECT a,  b FROM ""app"" WHERE x = 'a + b'" Order[CUST#{custId}#{orderDate:month}, total.from] strong -> 3 "why")"
      "\n";
  EXPECT_EQ(Format("patterns\n" + line), "patterns\n" + line);
  EXPECT_EQ(Format("patterns\n R1 2/day   sql \"SELECT  1\"   Order[ a,b{x  desc} ]  ->  3\n"),
            "patterns\n  R1  2/day  sql  \"SELECT  1\" Order[a, b{x  desc}] -> 3\n");
  for (
      const std::string pattern :
      {R"(sql "SELECT * FROM ""app"" WHERE PK = ? AND status = ?" Order[CUST#{custId}, status] strong -> 20 "x")",
       R"(sql "SELECT * FROM other")", R"(sql "SELECT * FROM other" Log)",
       R"(sql "SELECT * FROM other" Log strong -> 3 "why")",
       R"(sql "SELECT * FROM app WHERE total BETWEEN ? AND ?" Order[total.from, total.to])"}) {
    const auto parsed = WithPattern("R1 2/day " + pattern);
    ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints[0].message;
    EXPECT_EQ(PrintPattern(parsed.model.patterns.at(0)), pattern);
    const auto again = Parse(Print(parsed.model));
    ASSERT_TRUE(again.complaints.empty()) << again.complaints[0].message;
    EXPECT_EQ(PrintPattern(again.model.patterns.at(0)), pattern);
  }
}

TEST(Sql, ComplaintsNameThePlace) {
  EXPECT_EQ(ComplaintOf("R1 2/day sql"), "15: A text in \"quotes\" is missing here.");
  EXPECT_EQ(ComplaintOf(R"(R1 2/day sql "SELECT * FRM app")").substr(0, 33),
            "16: DynamoDB refuses the statemen");
  // The quotes before the fault count twice in the model.
  EXPECT_EQ(ComplaintOf(R"x(R1 2/day sql "SELECT * FROM ""app"" WHERE exists(a)")x"),
            "45: DynamoDB refuses the statement: Unrecognized function: exists at 1:27:6");
  EXPECT_EQ(
      ComplaintOf(R"x(R1 2/day sql "DELETE FROM app WHERE PK = 'a' AND SK = 'b'")x"),
      "16: The statement of a pattern is a SELECT. State writes as put, update, delete or txn.");
  EXPECT_EQ(ComplaintOf(R"(R1 2/day sql "SELECT * FROM ap")"),
            "31: There is no table 'ap'; did you mean 'app'?");
  EXPECT_EQ(ComplaintOf(R"(R1 2/day sql "SELECT * FROM empty")"),
            "16: No entity lies in empty, so the statement finds nothing.");
  EXPECT_EQ(ComplaintOf(R"(R1 2/day sql "SELECT * FROM ""app"".""GSI2""")"),
            "41: There is no index 'GSI2'; did you mean 'GSI1'?");
  EXPECT_EQ(ComplaintOf(R"(R1 2/day sql "SELECT * FROM app" Log[])"),
            "36: Log lies in other, and the statement reads app.");
}

TEST(Sql, ComplaintsAboutParameters) {
  const std::string head = R"(R1 2/day sql "SELECT * FROM app WHERE total = ?")";
  EXPECT_EQ(ComplaintOf(head),
            "16: The statement has 1 parameter, and the pattern gives none: write the values in "
            "brackets, as in Entity[attribute].");
  EXPECT_EQ(ComplaintOf(head + " Log[id, line]"),
            "52: The statement has 1 parameter, and the pattern gives 2.");
  EXPECT_EQ(ComplaintOf(head + " Order"),
            "57: The statement has 1 parameter: write the values in brackets, as in "
            "Order[attribute].");
  EXPECT_EQ(ComplaintOf(head + " Order[totl]"),
            "58: Order has no attribute 'totl'; did you mean 'total'?");
  EXPECT_EQ(ComplaintOf(head + " Order[note]"),
            "58: A parameter is a text, a number or a truth; note is none of them.");
  EXPECT_EQ(ComplaintOf(head + " Order[total.from]"),
            "16: A range has two ends: give total.from and total.to, or total alone.");
  EXPECT_EQ(ComplaintOf(head + " Order[A{random(4)}]"),
            "58: A parameter has no random part: a reader does not know it.");
  EXPECT_EQ(ComplaintOf(head + " Order[total=5]").substr(0, 38),
            "58: 'total=5' is no attribute and no t");
  EXPECT_EQ(ComplaintOf(head + " Order[total] desc total").substr(0, 37),
            "65: A statement goes on with the enti");
  EXPECT_EQ(ComplaintOf(head + " Order[total] -> 1 -> 2"),
            "73: The pattern has this clause already.");
}

TEST(Sql, AQuoteThatIsNotDoubledIsNamed) {
  const auto complaint = ComplaintOf(R"(R1 2/day sql "SELECT * FROM "app" WHERE total = 5")");
  EXPECT_TRUE(complaint.ends_with("; a double quote within a statement is written twice."))
      << complaint;
  EXPECT_FALSE(ComplaintOf(R"(R1 2/day sql "SELECT * FRM" Order)").contains("written twice"));
}

TEST(Sql, HasNoStatedRequest) {
  const auto parsed = Parse(kHead + "  R1 2/day sql \"SELECT * FROM other\"\n      as key A / B\n");
  ASSERT_EQ(parsed.complaints.size(), 1U);
  EXPECT_EQ(parsed.complaints[0].message, "The statement is the request itself.");
}

}  // namespace
}  // namespace stator::model
