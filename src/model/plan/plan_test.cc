#include "model/plan/plan.h"

#include <string>

#include <gtest/gtest.h>

#include "model/language/parser.h"

namespace stator::model {
namespace {

constexpr std::string_view kOrders = R"(model orders
table app (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) include status, total
index GSI2 (GSI2PK, GSI2SK) include custId, total
index GSI3 (GSI3PK) keys
index ByEmail (email) all
entity Customer 1M x 400B
  attr  custId:id, name, email
  key   CUST#{custId} / PROFILE
entity Order 20M x 600B in Customer(custId) 20..5000
  attr  orderId:id, orderDate:date, status:enum(OPEN 2, PAID 98), total:number, at:time, version:version
  key   CUST#{custId} / ORDER#{orderDate}#{orderId}
  copy  ORDER#{orderId} / META (custId, orderDate, status, total, version)
  GSI1  CUST#{custId}#{status} / {orderDate}#{orderId}
  GSI2  OPEN#{shard(orderId,4)} / {orderDate}#{orderId} when status=OPEN
  GSI3  DAY#{at:day}
entity Line 80M x 200B in Order(orderId) 4..60
  attr  lineNo:number(3), sku
  key   ORDER#{orderId} / ITEM#{lineNo}
)";

class PlanTest : public ::testing::Test {
 protected:
  const Pattern& Read(const std::string& line) {
    parsed_ = Parse(std::string(kOrders) + "patterns\n  P 1/s " + line + "\n");
    EXPECT_TRUE(parsed_.complaints.empty()) << parsed_.complaints.at(0).message;
    return parsed_.model.patterns.at(0);
  }
  ReadPlan Plan(const std::string& line) {
    const auto& pattern = Read(line);
    return PlanRead(parsed_.model, pattern);
  }
  std::string Text(const std::string& line) { return Describe(Plan(line)); }

  Parsed parsed_;
};

TEST_F(PlanTest, AKnownKeyIsAGetItem) {
  EXPECT_EQ(Text("get Customer[custId]"), "GetItem app PK = CUST#{custId}, SK = PROFILE");
}

TEST_F(PlanTest, AKnownBeginningOfTheSortKeyIsAPrefix) {
  EXPECT_EQ(Text("list Order[custId] desc orderDate limit 20"),
            "Query app PK = CUST#{custId}, SK begins_with ORDER#, backward, limit 20");
  EXPECT_EQ(Text("list Order[custId] range orderDate"),
            "Query app PK = CUST#{custId}, SK between ORDER#{from} and ORDER#{to}~");
}

TEST_F(PlanTest, AnIndexServesAPatternThatTheTableCannot) {
  EXPECT_EQ(Text("list Order[custId, status] desc orderDate"),
            "Query GSI1 GSI1PK = CUST#{custId}#{status}, backward");
  EXPECT_EQ(Text("get Customer[email]"), "Query ByEmail email = {email}");
}

TEST_F(PlanTest, ASparseIndexServesOnlyItsOwnValue) {
  EXPECT_EQ(Text("list Order[status=OPEN] asc orderDate limit 500"),
            "Query GSI2 x4 GSI2PK = OPEN#{shard(orderId,4)}, limit 500");
  EXPECT_EQ(Plan("list Order[status=PAID] asc orderDate").operation, Operation::kNone);
}

TEST_F(PlanTest, ACollectionIsOneQuery) {
  const auto plan = Plan("fetch Order[orderId] + Line");
  EXPECT_EQ(Describe(plan), "Query app PK = ORDER#{orderId}");
  EXPECT_EQ(plan.wanted.size(), 2U);
  EXPECT_EQ(plan.wanted[0].row, StoredRow::Row::kCopy);
  EXPECT_TRUE(plan.over_read.empty());
}

TEST_F(PlanTest, AParentMustComeBeforeItsLimitedChildren) {
  EXPECT_EQ(Text("fetch Customer[custId] + Order desc orderDate limit 5"),
            "Query app PK = CUST#{custId}, backward, limit 6");
  EXPECT_EQ(Plan("fetch Customer[custId] + Order asc orderDate limit 5").operation,
            Operation::kNone);
}

TEST_F(PlanTest, OnlyOtherRowsInTheRangeAreOverRead) {
  const auto plan = Plan("list Line[orderId]");
  EXPECT_EQ(Describe(plan), "Query app PK = ORDER#{orderId}, SK begins_with ITEM#");
  EXPECT_TRUE(plan.over_read.empty());
  const auto all = Plan("fetch Customer[custId] + Order");
  EXPECT_TRUE(all.over_read.empty());
}

TEST_F(PlanTest, AttributesInNoKeyAreFiltered) {
  const auto plan = Plan("list Order[custId, total]");
  EXPECT_EQ(plan.filtered, std::vector<std::string>{"total"});
}

TEST_F(PlanTest, BucketsAreCountedAcrossTheWindow) {
  const auto plan = Plan("list Order[] range at 3d");
  EXPECT_EQ(plan.buckets, 4);
  EXPECT_TRUE(plan.second_read) << "GSI3 has only keys";
}

TEST_F(PlanTest, APutWritesItemAndCopy) {
  const auto& pattern = Read("txn put Order if new + put Line x4");
  const auto plan = PlanWrite(parsed_.model, pattern);
  ASSERT_EQ(plan.rows.size(), 3U);
  EXPECT_TRUE(plan.rows[0].if_absent);
  EXPECT_EQ(plan.rows[1].access.row, StoredRow::Row::kCopy);
  EXPECT_EQ(plan.rows[2].times, 4);
}

TEST_F(PlanTest, AnUpdateLeavesKeysStaleUnlessItRewritesThem) {
  const std::string update = "txn update Order[custId, orderDate, orderId] set status if version";
  auto plan = PlanWrite(parsed_.model, Read(update));
  EXPECT_EQ(plan.rows.at(0).stale.size(), 2U);
  plan = PlanWrite(parsed_.model, Read(update + " rewrite GSI2"));
  EXPECT_EQ(plan.rows.at(0).stale.size(), 1U);
  plan = PlanWrite(parsed_.model, Read(update + " rewrite keys"));
  EXPECT_EQ(plan.rows.at(0).stale.size(), 0U);
  EXPECT_EQ(plan.rows.at(0).rewritten.size(), 2U);
  EXPECT_EQ(plan.rows.at(1).attributes, std::vector<std::string>{"status"}) << "the copy";
}

TEST_F(PlanTest, EntriesForOneIndexAreRewrittenTogether) {
  const auto parsed = Parse(R"(model jobs
table app (PK, SK) on-demand
index Work (WPK, WSK) all
entity Job 1M x 200B
  attr  jobId:id, depot, status:enum(MOVING 5, LOST 95)
  key   JOB#{jobId} / JOB
  Work  DEPOT#{depot} / {jobId} when status=MOVING
  Work  LOST / {jobId} when status=LOST
patterns
  P1 1/s update Job[jobId] set depot rewrite keys
  P2 1/s update Job[jobId] set depot
)");
  ASSERT_TRUE(parsed.complaints.empty());
  const auto told = PlanWrite(parsed.model, parsed.model.patterns.at(0));
  EXPECT_EQ(told.rows.at(0).rewritten.size(), 2U) << "a lost job stays where it is";
  const auto untold = PlanWrite(parsed.model, parsed.model.patterns.at(1));
  EXPECT_EQ(untold.rows.at(0).stale.size(), 1U);
}

TEST_F(PlanTest, ARowWhoseKeyChangesIsDeletedAndPutAgain) {
  const auto parsed = Parse(R"(model users
table app (PK, SK) on-demand
entity User 1M x 200B
  attr  userId:id, email, name, visits:counter
  key   USER#{userId} / USER
  copy  NAME#{name} / {userId} (visits)
  unique EMAIL#{email} / EMAIL
patterns
  P1 1/s txn update User[userId, email] set email rewrite keys
  P2 1/s txn update User[userId, email] set email
  P3 1/s txn update User[userId, name, visits] set name add visits rewrite keys
)");
  ASSERT_TRUE(parsed.complaints.empty());
  const auto plan = PlanWrite(parsed.model, parsed.model.patterns.at(0));
  ASSERT_EQ(plan.rows.size(), 3U);
  EXPECT_EQ(plan.rows[0].conditions, std::vector<std::string>{"email"}) << "it must still be so";
  EXPECT_EQ(plan.rows[1].type, RowWrite::Type::kDelete);
  EXPECT_EQ(plan.rows[2].type, RowWrite::Type::kPut);
  EXPECT_TRUE(plan.rows[1].moved && plan.rows[2].moved && plan.rows[2].if_absent);
  EXPECT_EQ(plan.secondary_reason, "");
  const auto untold = PlanWrite(parsed.model, parsed.model.patterns.at(1));
  EXPECT_EQ(untold.rows.at(1).stale.size(), 1U);
  EXPECT_TRUE(untold.rows[0].conditions.empty());
  const auto counted = PlanWrite(parsed.model, parsed.model.patterns.at(2));
  EXPECT_EQ(counted.secondary_reason,
            "its copy NAME#{name} / {userId} is put anew, and only the database knows visits then");
}

TEST_F(PlanTest, APatternUsesTheIndexOfItsEntitysTable) {
  const auto parsed = Parse(R"(model two
table users (PK, SK) on-demand
index GSI1 (mail) all
table orders (PK, SK) on-demand
index GSI1 (day) keys
entity User 1k x 100B table users
  attr userId:id, mail, day:date
  key USER#{userId} / USER
entity Order 1k x 100B table orders
  attr orderId:id, mail, day:date
  key ORDER#{orderId} / ORDER
patterns
  P1 1/s list User[mail] via GSI1 show userId
  P2 1/s list Order[day] via GSI1 show orderId
  P3 1/s list Order[mail] via GSI1 show orderId
)");
  ASSERT_TRUE(parsed.complaints.empty());
  const auto& model = parsed.model;
  EXPECT_EQ(PlanRead(model, model.patterns[0]).index, &model.indexes[0]);
  EXPECT_EQ(PlanRead(model, model.patterns[1]).index, &model.indexes[1]);
  EXPECT_EQ(PlanRead(model, model.patterns[2]).operation, Operation::kNone);
}

TEST_F(PlanTest, AnInvertedIndexHoldsEveryRow) {
  const auto parsed = Parse(R"(model m
table app (PK, SK) on-demand
index Inverted inverted all
tenant org prefix ORG#{org}#
entity Member 1k x 100B
  attr id:id, team, mail
  key MEMBER#{id} / TEAM#{team}
  copy MAIL#{mail} / {id} (team)
  unique ONE#{mail} / {mail}
patterns
  P1 1/s list Member[org, team] via Inverted
  P2 1/s update Member[org, id, team] set mail
)");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  const auto& model = parsed.model;
  const auto rows = StoredRowsOf(model, model.entities[0]);
  ASSERT_EQ(rows.size(), 6U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(rows[i + 3].row, rows[i].row);
    EXPECT_EQ(rows[i + 3].key.partition.parts, rows[i].key.sort.parts);
    EXPECT_EQ(rows[i + 3].key.sort.parts, rows[i].key.partition.parts) << "with the prefix";
    EXPECT_TRUE(rows[i + 3].FollowsByItself());
  }
  EXPECT_EQ(Describe(PlanRead(model, model.patterns[0])),
            "Query Inverted SK = TEAM#{team}, PK begins_with ORG#{org}#MEMBER#");
}

TEST_F(PlanTest, AnUpdateMustAddressItsItem) {
  EXPECT_EQ(PlanWrite(parsed_.model, Read("update Order[orderId] set total")).reason,
            "the key of Order also needs custId, orderDate");
}

TEST_F(PlanTest, ALocalIndexFetchesMissingAttributesInOneRequest) {
  parsed_ = Parse(
      "model l\ntable app (PK, SK) on-demand\nindex ByTotal local (total) keys\n"
      "entity Order 1M x 600B\n  attr custId:values(10k), orderId:id, total:number, note\n"
      "  key C#{custId} / {orderId}\npatterns\n"
      "  P 1/s list Order[custId] desc total limit 10 -> 10\n"
      "  Q 1/s list Order[custId] desc total limit 10 show orderId -> 10\n");
  ASSERT_TRUE(parsed_.complaints.empty()) << parsed_.complaints.at(0).message;
  const auto plan = PlanRead(parsed_.model, parsed_.model.patterns[0]);
  EXPECT_EQ(Describe(plan), "Query ByTotal PK = C#{custId}, backward, limit 10");
  EXPECT_FALSE(plan.second_read);
  EXPECT_TRUE(plan.fetches_rest);
  EXPECT_FALSE(PlanRead(parsed_.model, parsed_.model.patterns[1]).fetches_rest);
}

TEST_F(PlanTest, AMultiAttributeIndexMayContainTheTablesKey) {
  parsed_ = Parse(
      "model l\ntable app (PK, SK) on-demand\nindex ByStatus (status+PK, day+SK) all\n"
      "entity Order 1M x 600B\n  attr custId:values(10k), orderId:id, day:date, status\n"
      "  key C#{custId}#{shard(orderId,2)} / O#{orderId}\npatterns\n"
      "  P 1/s list Order[custId, status] range day -> 10\n"
      "  Q 1/s get Order[custId, status, day, orderId] via ByStatus\n");
  ASSERT_TRUE(parsed_.complaints.empty()) << parsed_.complaints.at(0).message;
  EXPECT_EQ(Describe(PlanRead(parsed_.model, parsed_.model.patterns[0])),
            "Query ByStatus x2 status = {status}, PK = C#{custId}#{shard(orderId,2)}, day between "
            "{from} and {to}");
  EXPECT_EQ(Describe(PlanRead(parsed_.model, parsed_.model.patterns[1])),
            "Query ByStatus status = {status}, PK = C#{custId}#{shard(orderId,2)}, day = {day}, SK "
            "= O#{orderId}");
}

}  // namespace
}  // namespace stator::model
