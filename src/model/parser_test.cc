#include "model/parser.h"

#include <string>

#include <gtest/gtest.h>

namespace stator::model {
namespace {

constexpr std::string_view kHead = "model m\ntable T (PK, SK) on-demand\n";

std::string Complaints(std::string_view text) {
  std::string all;
  for (const auto& complaint : Parse(text).complaints) {
    all += std::to_string(complaint.place.line) + ":" + std::to_string(complaint.place.column) +
           " " + complaint.message + "\n";
  }
  return all;
}

std::string Complaints(std::string_view head, std::string_view text) {
  return Complaints(std::string(head) + std::string(text));
}

TEST(Parser, ReadsAWholeModel) {
  const auto parsed = Parse(R"(model orders "an order service"
table app-main (PK, SK) provisioned 50/25 auto 50..2000 @70% stream new+old class ia region eu-west-1
index GSI1 (GSI1PK, GSI1SK) include status, total  -- a comment
index ByPlace (country+city, zip) keys
index L1 local (LSK) all
tenant org prefix ORG#{org}#
entity Customer 1M x 400B
  attr  custId:id, tier:enum(gold 5, silver 20, basic 75), createdAt:date, country, city, zip
  key   CUST#{custId} / PROFILE
entity Order 20M x 0.6KB in Customer(custId) 20..5000
  attr  orderId:id, orderDate:date, status:enum(OPEN, CLOSED), total:number(8), version:version
  attr  seen:list(50 x 100B), note:text(2KB), expires:ttl(30d), kind:values(7), remark:free
  key   CUST#{custId} / ORDER#{orderDate desc}#{orderId}
  copy  ORDER#{orderId} / META (custId, status)
  unique REF#{orderId} / REF
  GSI1  OPEN#{shard(orderId,4)}#{orderDate:month} / {orderDate}#{orderId} when status=OPEN
  L1    {total}
  skew  custId zipf 1.1
patterns
  A1  500/s peak 2k/s get Customer[org, custId] strong "by id"
  A2  high  list Order[org, custId, status=OPEN] desc orderDate range total 24h limit 20 show total -> 20
  A3  low   fetch Customer[org, custId] + Order desc orderDate limit 5 -> 6
      as query "PK = CUST#{custId}"
  A6  6/min txn put Order if new rewrite keys x4 + update Order[org, custId] set status add total if version
assert no scan
assert one request per read except A2 <= 4, A3 <= 2
assert cost A3 <= 1.5 RCU
assert items A2 may be empty
budget 6000 usd/month
limit 3 indexes
sample 3 Customer, 2..4 Order each seed 42
)");
  ASSERT_TRUE(parsed.complaints.empty()) << Complaints("");
  const auto& model = parsed.model;
  EXPECT_EQ(model.name, "orders");
  const auto& table = model.tables.at(0);
  EXPECT_FALSE(table.on_demand);
  EXPECT_EQ(table.write_units, 25);
  EXPECT_EQ(table.scaling->max, 2000);
  EXPECT_EQ(table.stream, StreamView::kNewAndOld);
  EXPECT_EQ(table.region, "eu-west-1");
  EXPECT_EQ(model.indexes.at(1).hash, (std::vector<std::string>{"country", "city"}));
  EXPECT_TRUE(model.indexes.at(2).local);
  const auto& order = model.entities.at(1);
  EXPECT_EQ(order.bytes, 615);
  EXPECT_EQ(order.Find("custId")->kind, Kind::kId) << "the parent's key is inherited";
  EXPECT_TRUE(order.Find("org")->inherited);
  EXPECT_EQ(order.identity, std::vector<std::string>{"orderId"});
  EXPECT_EQ(order.Find("status")->values.at(0).percent, 50);
  EXPECT_EQ(order.Find("seen")->elements_max, 50);
  EXPECT_EQ(order.Find("expires")->lifetime_seconds, 30 * 86400);
  EXPECT_TRUE(order.keys.at(0).sort.parts.at(1).descending);
  EXPECT_EQ(order.entries.at(0).key.when->value, "OPEN");
  EXPECT_EQ(model.patterns.at(0).peak_per_second, 2000);
  EXPECT_EQ(model.patterns.at(1).range_seconds, 86400);
  EXPECT_EQ(model.patterns.at(2).children.at(0).limit, 5);
  EXPECT_EQ(model.patterns.at(2).stated->expression, "PK = CUST#{custId}");
  EXPECT_EQ(model.patterns.at(3).actions.at(0).times, 4);
  EXPECT_EQ(model.patterns.at(3).actions.at(1).conditions, std::vector<std::string>{"version"});
  EXPECT_EQ(model.assertions.at(1).exceptions.at(1).at_most, 2);
  EXPECT_EQ(model.samples.at(1).max, 4);
  EXPECT_EQ(model.seed, 42U);
}

TEST(Parser, PointsAtTheColumnAndSuggestsTheFix) {
  EXPECT_EQ(Complaints(kHead, "entitty E 1 x 1B\n"),
            "3:1 A statement begins with model, table, index, tenant, entity, patterns, assert, "
            "budget, limit or sample; did you mean 'entity'?\n");
  EXPECT_EQ(Complaints(kHead, "entity E 1M x 1KB\n  attr a:datte\n"),
            "4:10 There is no type 'datte'; did you mean 'date'?\n");
  EXPECT_EQ(Complaints(kHead, "entity E 1M x 1KB\n  attr custId:id\n  key C#{cusId} / P\n"),
            "5:7 E has no attribute 'cusId'; did you mean 'custId'?\n");
  EXPECT_EQ(Complaints(kHead, "entity E 1M x 1KB\n  attr a:id\n  key C#{a / P\n"),
            "5:7 A '{' of this template is not closed.\n");
  EXPECT_EQ(Complaints(kHead, "entity E 1M\n"),
            "3:12 Number and size of items are written as `20M x 600B`.\n");
  EXPECT_EQ(Complaints(kHead, "entity E 1M x 1KB\n  attr a:id\npatterns\n  A1 5/s gett E[a]\n"),
            "6:10 A pattern does get, list, fetch, scan, export, put, update, delete, check or "
            "txn; did you mean 'get'?\n");
  EXPECT_EQ(Complaints(kHead, "entity E 1M x 1KB\n  attr a:id\n  GSI1 X#{a} / Y\n"),
            "5:3 'GSI1' is no index, and neither attr, key, copy, unique, identity nor skew.\n");
  EXPECT_EQ(Complaints(kHead, "entity E 1 x 1B\n  attr s:enum(A 60, B 60)\n"),
            "4:25 The shares add up to 120 %, not to 100 %.\n");
  EXPECT_EQ(
      Complaints(kHead, "entity E 1 x 1B\n  attr s:enum(A, B), i:id\n  key {i} / X when s=C\n"),
      "5:20 s is never 'C'.\n");
}

TEST(Parser, ATenantsPrefixIsMadeOfTheTenant) {
  EXPECT_EQ(
      Complaints(kHead,
                 "tenant org prefix ORG#{orh}#\nentity E 1 x 1B\n  attr a:id\n  key {a} / B\n"),
      "3:8 The prefix is made of org alone, as in TENANT#{org}#.\n");
}

TEST(Parser, NamesEveryFaultOfAText) {
  EXPECT_EQ(Complaints(kHead, "entity E 1 x\n  attr nonsense here\nindex\nbudget many\n"),
            "3:13 The size of an item is missing here.\n"
            "5:6 The index's name is missing here.\n"
            "6:8 A budget is written as `budget 6000 usd/month`.\n");
}

TEST(Parser, NumbersAreDecimal) {
  for (const std::string number : {"inf", "nan", "0x10", "1e3", "-1", "1.", ".5", "1.2.3",
                                   "9999999999999", std::string(400, '9').c_str()}) {
    EXPECT_EQ(Complaints(kHead, "budget " + number + " usd/month\n"),
              "3:8 A budget is written as `budget 6000 usd/month`.\n");
    EXPECT_EQ(Complaints(kHead, "assert one request per read except A1 <= " + number + "\n"),
              "3:42 '" + number + "' is not a number such as 6000 or 1.5, of at most 10^12.\n");
    EXPECT_NE(Complaints(kHead, "entity E 1 x 1B\n  attr a\n  skew a zipf " + number + "\n"), "");
  }
  const auto parsed = Parse(
      std::string(kHead) + "budget 0.5 usd/month\nentity E 1 x 1B\n  attr s:enum(A 0.1, B 99.9)\n");
  EXPECT_TRUE(parsed.complaints.empty());
  EXPECT_EQ(parsed.model.budget_per_month, 0.5);
  EXPECT_EQ(parsed.model.entities.at(0).attributes.at(0).values.at(0).percent, 0.1);
}

TEST(Parser, SidesMustMatchTheKey) {
  EXPECT_EQ(Complaints(kHead, "entity E 1 x 1B\n  attr a:id\n  key A#{a}\n"),
            "5:7 T has a sort key: PARTITION / SORT.\n");
  EXPECT_EQ(Complaints("table T (PK)\n", "entity E 1 x 1B\n  attr a:id\n  key A#{a} / B\n"),
            "4:7 T has no sort key; leave out what follows the '/'.\n");
}

TEST(Parser, ShowsTheLineUnderTheComplaint) {
  const std::string text = "model m\ntabble T (PK)\n";
  const auto parsed = Parse(text);
  ASSERT_EQ(parsed.complaints.size(), 1U);
  EXPECT_TRUE(Render("m.std", text, parsed.complaints[0]).ends_with("\n  tabble T (PK)\n  ^\n"));
}

TEST(Parser, HasLimits) {
  EXPECT_EQ(Complaints("model " + std::string(5000, 'm')),
            "1:1 A line has at most 4,096 characters.\n");
  EXPECT_EQ(Complaints(kHead, "entity E 1 x 1B\n  key " + std::string(400, 'k') + " / S\n"),
            "4:7 A key template has at most 300 characters.\n");
  EXPECT_EQ(Complaints(std::string(5 << 20, ' ')), "1:1 A model has at most 4 MB.\n");
  EXPECT_EQ(Complaints(std::string(30'000, '\n')), "20001:1 A model has at most 20,000 lines.\n");
}

}  // namespace
}  // namespace stator::model
