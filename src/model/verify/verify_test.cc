#include "model/verify/verify.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "model/language/parser.h"
#include "model/verify/report.h"

namespace stator::model {
namespace {

constexpr std::string_view kOrders = R"(model orders "an order service"
table app-main (PK, SK) on-demand stream new+old
index GSI1 (GSI1PK, GSI1SK) include status, total
index GSI2 (GSI2PK, GSI2SK) include custId, total
entity Customer 1M x 400B
  attr  custId:id, name, email, tier:enum(gold 5, silver 20, basic 75), createdAt:date
  key   CUST#{custId} / PROFILE
entity Order 20M x 600B in Customer(custId) 20..5000
  attr  orderId:id, orderDate:date, status:enum(OPEN 2, PAID 3, SHIPPED 5, CLOSED 90), total:number, version:version
  key   CUST#{custId} / ORDER#{orderDate}#{orderId}
  copy  ORDER#{orderId} / META (custId, orderDate, status, total, version)
  GSI1  CUST#{custId}#{status} / {orderDate}#{orderId}
  GSI2  OPEN#{shard(orderId,4)} / {orderDate}#{orderId} when status=OPEN
entity Line 80M x 200B in Order(orderId) 4..60
  attr  lineNo:number(3), sku, qty:number, price:number
  key   ORDER#{orderId} / ITEM#{lineNo}
patterns
  A1  500/s   get    Customer[custId]                                  "customer by id"
  A2  300/s   list   Order[custId] desc orderDate limit 20 -> 20       "orders of a customer, newest first"
  A3  400/s   fetch  Order[orderId] + Line -> 5                        "an order with its lines"
  A4  40/s    list   Order[custId, status] desc orderDate -> 5         "orders in a status for a customer"
  A5  6/min   list   Order[status=OPEN] asc orderDate limit 500 -> 500 "ops dashboard: oldest open orders"
  A6  120/s   txn    put Order if new + put Line x4                    "create order + lines atomically"
  A7  200/s   txn    update Order[custId, orderDate, orderId] set status, version if version rewrite keys "status change"
assert no scan
assert one request per read except A5 <= 4
assert cost A3 <= 1 RCU
)";

std::string Replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string result(text);
  const auto at = result.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? result : result.replace(at, from.size(), to);
}

class VerifyTest : public ::testing::Test {
 protected:
  VerifyReport Run(std::string_view text) {
    parsed_ = Parse(text);
    for (const auto& complaint : parsed_.complaints) ADD_FAILURE() << complaint.message;
    auto database = client::Connection::OpenMemory();
    EXPECT_TRUE(database);
    auto report = Verify(*database, parsed_.model, {});
    if (!report) {
      ADD_FAILURE() << report.error().message;
      return {};
    }
    return *std::move(report);
  }
  // Returns the ids of failed patterns, as "A4 A7"; "data" stands for the data.
  static std::string Failed(const VerifyReport& report) {
    std::string failed = report.data_faults.empty() ? "" : "data ";
    for (const auto& pattern : report.patterns) {
      if (pattern.status == PatternReport::Status::kFailed) failed += pattern.id + " ";
    }
    if (!failed.empty()) failed.pop_back();
    return failed;
  }
  // Whether one of the pattern's failures contains the text.
  static bool Says(const VerifyReport& report, std::string_view id, std::string_view what) {
    const auto pattern = std::ranges::find(report.patterns, id, &PatternReport::id);
    return std::ranges::any_of(pattern->failures, [&](const Failure& failure) {
      return failure.message.contains(what) || failure.arguments.contains(what);
    });
  }

  Parsed parsed_;
};

TEST_F(VerifyTest, TheOrderServiceHasNoFaults) {
  const auto report = Run(kOrders);
  EXPECT_TRUE(report.passed()) << VerifyText("orders.std", report);
  EXPECT_EQ(report.patterns.size(), 7U);
  for (const auto& pattern : report.patterns) EXPECT_GE(pattern.runs, 2) << pattern.id;
  EXPECT_EQ(report.patterns[1].items_max, 20);
  EXPECT_EQ(report.patterns[4].requests_max, 4);
  EXPECT_LT(report.seconds, 3);
}

TEST_F(VerifyTest, AStaleKeyFailsThePatternThatReadsIt) {
  const auto report = Run(Replaced(kOrders, "if version rewrite keys", "if version rewrite GSI2"));
  EXPECT_EQ(Failed(report), "A4 A7") << VerifyText("orders.std", report);
  EXPECT_TRUE(Says(report, "A7", "GSI1PK is CUST#")) << VerifyText("", report);
  EXPECT_TRUE(Says(report, "A4", "after the writes")) << VerifyText("", report);
}

TEST_F(VerifyTest, AWriterThatReadAnOldVersionMustBeRefused) {
  const auto report =
      Run(Replaced(kOrders, "set status, version if version", "set status if version"));
  EXPECT_EQ(Failed(report), "A7");
  EXPECT_TRUE(Says(report, "A7", "the second write is not refused")) << VerifyText("", report);
}

TEST_F(VerifyTest, APatternThatNoKeyServesIsAFailure) {
  const auto report = Run(Replaced(
      kOrders, "  copy  ORDER#{orderId} / META (custId, orderDate, status, total, version)\n", ""));
  EXPECT_EQ(Failed(report), "A3");
  EXPECT_TRUE(Says(report, "A3", "no key serves this"));
}

TEST_F(VerifyTest, MoreRequestsThanAllowedAreAFailure) {
  const auto report = Run(Replaced(kOrders, " except A5 <= 4", ""));
  EXPECT_EQ(Failed(report), "A5");
  EXPECT_TRUE(Says(report, "A5", "it took 4 requests, and the limit is 1"));
}

TEST_F(VerifyTest, MoreUnitsThanAllowedAreAFailure) {
  const auto report = Run(Replaced(kOrders, "cost A3 <= 1 RCU", "cost A2 <= 0.5 RCU"));
  EXPECT_EQ(Failed(report), "A2");
  EXPECT_TRUE(Says(report, "A2", "read units, and the limit is 0.5")) << VerifyText("", report);
}

constexpr std::string_view kOrg = R"(model org
table Org (PK, SK) on-demand
entity Dept 20k x 300B
  attr  org, dept
  key   ORG#{org} / DEPT#{dept}#
entity Team 100k x 300B
  attr  org, dept, team
  key   ORG#{org} / DEPT#{dept}#TEAM#{team}#
patterns
  H1  20/s  fetch Dept[org, dept] + Team -> 106
)";

TEST_F(VerifyTest, APrefixMustBeTerminated) {
  EXPECT_EQ(Failed(Run(kOrg)), "");
  const auto report = Run(Replaced(kOrg, "DEPT#{dept}#\n", "DEPT#{dept}\n"));
  EXPECT_EQ(Failed(report), "H1");
  EXPECT_TRUE(Says(report, "H1", "not asked for: ")) << VerifyText("", report);
}

constexpr std::string_view kProducts = R"(model products
table app (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) all
entity Product 100k x 300B
  attr  productId:id, category, price:number(8), day:date
  key   PRODUCT#{productId} / METADATA
  GSI1  CATEGORY#{category} / {price}#{productId}
patterns
  P1  80/s  list Product[category] asc price -> 40
  P2  80/s  list Product[category] range price -> 40
)";

TEST_F(VerifyTest, NumbersInKeysMustBePadded) {
  EXPECT_EQ(Failed(Run(kProducts)), "");
  const auto report = Run(Replaced(kProducts, "price:number(8)", "price:number"));
  EXPECT_EQ(Failed(report), "P1 P2");
  EXPECT_TRUE(Says(report, "P1", "out of order: ")) << VerifyText("", report);
}

TEST_F(VerifyTest, AStatedRangeMustIncludeItsEnd) {
  const std::string ends = std::string(kProducts) +
                           "      as query on GSI1 \"GSI1PK = CATEGORY#{category} AND GSI1SK "
                           "BETWEEN {price.from} AND {price.to}~\"\n";
  EXPECT_EQ(Failed(Run(ends)), "");
  const auto report = Run(Replaced(ends, "{price.to}~", "{price.to}"));
  EXPECT_EQ(Failed(report), "P2");
  EXPECT_TRUE(Says(report, "P2", "missing: Product ")) << VerifyText("", report);
}

TEST_F(VerifyTest, AStatedExpressionMustBeValid) {
  const auto report = Run(std::string(kProducts) +
                          "      as query on GSI1 \"GSI1PK = CATEGORY#{category} AND GSI1SK "
                          "BEGINS_WITH 1\"\n");
  EXPECT_TRUE(Says(report, "P2", "syntax error")) << VerifyText("", report);
}

TEST_F(VerifyTest, KeysMustTellInstancesApart) {
  const auto report = Run(R"(model m
table app (PK, SK) on-demand
entity Order 20M x 600B
  attr  custId, orderId:id, orderDate:date
  key   CUST#{custId} / ORDER#{orderDate}
patterns
  A1  1/s  list Order[custId]
)");
  EXPECT_EQ(Failed(report), "data A1") << VerifyText("", report);
}

TEST_F(VerifyTest, DataThatTheServiceRefusesIsAFault) {
  const auto report = Run(R"(model m
table app (PK, SK) on-demand
index LSI1 local (LSK) all
index LSI2 local (MSK) all
entity Order 20M x 300KB
  attr  orderId:id, total:number(5)
  key   ORDER#{orderId} / ORDER
  LSI1  {total}
  LSI2  {total}
patterns
  A1  1/s  get Order[orderId]
)");
  EXPECT_EQ(Failed(report), "data") << "entries of local indexes are part of the item";
  EXPECT_EQ(report.patterns[0].status, PatternReport::Status::kSkipped);
  EXPECT_TRUE(
      report.data_faults[0].starts_with("Order order-1 with the key ORDER#order-1 / ORDER "
                                        "of app: "))
      << report.data_faults[0];
}

TEST_F(VerifyTest, FiltersReadMoreThanTheyReturn) {
  const auto report = Run(R"(model m
table app (PK, SK) on-demand
entity Order 20M x 600B
  attr  custId, orderId:id, status:enum(OPEN, CLOSED)
  key   CUST#{custId} / ORDER#{orderId}
patterns
  A1  1/s  list Order[custId, status]
)");
  EXPECT_EQ(Failed(report), "A1");
  EXPECT_TRUE(Says(report, "A1", "it read and paid for ")) << VerifyText("", report);
}

TEST_F(VerifyTest, NothingFoundIsAFailureUnlessItIsDeclared) {
  const std::string text = R"(model m
table app (PK, SK) on-demand
entity Order 20M x 600B
  attr  orderId:id, status:enum(OPEN, CLOSED)
  key   ORDER#{orderId} / {status}
patterns
  A1  1/s  list Order[orderId, status=OPEN]
sample 1 Order
)";
  auto seen = Run(text);
  EXPECT_EQ(Failed(seen), "");
  const auto closed = Replaced(text, "status=OPEN", "status=CLOSED");
  seen = Run(closed);
  EXPECT_TRUE(Says(seen, "A1", "say `assert items A1 may be empty`")) << VerifyText("", seen);
  EXPECT_EQ(Failed(Run(closed + "assert items A1 may be empty\n")), "");
}

constexpr std::string_view kTelemetry = R"(model iot
table Telemetry (PK, SK) on-demand
entity Reading 50G x 120B
  attr  deviceId, at:time, value:number, expires:ttl(30d)
  key   DEVICE#{deviceId}#{at:hour} / {at}
patterns
  R1  20k/s  put   Reading
  R2  200/s  list  Reading[deviceId] range at 1h -> 3600
assert one request per read except R2 <= 2
)";

TEST_F(VerifyTest, TimeBucketsAreAskedAcrossTheWindow) {
  const auto report = Run(kTelemetry);
  EXPECT_EQ(Failed(report), "") << VerifyText("", report);
  EXPECT_EQ(report.patterns[1].requests_max, 2);
}

TEST_F(VerifyTest, CountersGuardsDeletesAndTenantsAreTried) {
  const auto report = Run(R"(model m
table app (PK, SK) on-demand
index ByTeam (team, joined) keys
tenant org prefix ORG#{org}#
entity User 1M x 300B
  attr  userId:id, email, team, joined:date, visits:counter, points:number, seen:list(10 x 20B), photo:blob(2KB)
  key   USER#{userId} / PROFILE
  unique EMAIL#{email} / EMAIL
patterns
  U1  1/s  get    User[org, userId] strong
  U2  1/s  list   User[team, org] show userId
  U3  1/s  update User[org, userId] add visits append seen
  U4  1/s  txn    put User if new
  U5  1/s  txn    delete User[org, userId, email]
  U6  1/s  update User[org, userId] modify points if points
  U7  1/s  scan   User
  U8  1/s  export User
)");
  EXPECT_EQ(Failed(report), "U2") << VerifyText("", report);
  EXPECT_TRUE(Says(report, "U2", "paid for")) << "the tenant is no part of the index";
  EXPECT_EQ(report.patterns.back().status, PatternReport::Status::kSkipped);
}

TEST_F(VerifyTest, EveryKindOfKeyIsRead) {
  const auto report = Run(R"(model sink
table app (PK, SK) provisioned 50/25 stream keys
index GSI1 (GSI1PK, GSI1SK) all
index LSI1 local (LSK) all
index ByPlace (country+city, zip+day) all
table plain (deviceId, at) on-demand
index ByKind (kind) all
entity Customer 1M x 400B
  attr  custId:id, name, email:free, vip:bool, country, city, zip:number, day:date
  key   CUST#{custId} / PROFILE
  unique EMAIL#{email} / EMAIL
  GSI1  EMAIL#{email} / CUST
entity Order 20M x 600B in Customer(custId) 20..5000
  attr  orderId:id, orderDate:date, total:number(6), status:enum(OPEN, DONE), note:text(3KB), version:version
  key   CUST#{custId} / ORDER#{orderDate}#{orderId}
  copy  OPENORDERS#{custId} / {orderDate desc}#{orderId} (status, total, version, custId) when status=OPEN
  LSI1  TOTAL#{total}#{orderId}
  GSI1  R#{random(3)} / {orderDate desc}#{orderId} when status=OPEN
entity Category 500 x 200B in Category(parentId) 3..10
  attr  categoryId:id, parentId, title:free
  key   CAT#{parentId} / {title}#{categoryId}
entity Reading 1G x 100B table plain
  attr  deviceId, at:time, kind:values(4), value:number
patterns
  K1  1/s  get   Customer[custId] strong
  K2  1/s  get   Customer[email]
  K3  1/s  list  Customer[country, city, zip] range day desc day -> 5
  K4  1/s  fetch Customer[custId] + Order desc orderDate limit 5 -> 6
  K5  1/s  list  Order[custId] desc total limit 7 via LSI1 -> 7
  K6  1/s  list  Order[status=OPEN] desc orderDate limit 20 -> 20
  K7  1/s  list  Order[custId, status=OPEN] desc orderDate via table -> 3
  K8  1/s  list  Category[parentId] -> 3
  K9  1/s  list  Reading[deviceId] range at 2h desc at limit 9 -> 9
  K10 1/s  list  Reading[kind] -> 3
  K11 1/s  get   Reading[deviceId, at]
  W1  1/s  put   Reading
  W2  1/s  txn   put Customer if new
  W3  1/s  txn   update Order[custId, orderDate, orderId] set total, version if version rewrite keys
  W4  1/s  txn   put Order if new + check Customer[custId]
  W5  1/s  txn   delete Order[custId, orderDate, orderId]
  W6  1/s  update Order[custId, orderDate, orderId] set note
assert one request per read except K6 <= 3
)");
  EXPECT_TRUE(report.passed()) << VerifyText("", report);
  EXPECT_EQ(report.patterns.size(), 17U);
}

TEST_F(VerifyTest, AReadModifyWriteWithoutAConditionLosesUpdates) {
  const auto report = Run(R"(model m
table app (PK, SK) on-demand
entity User 1M x 300B
  attr  userId:id, points:number
  key   USER#{userId} / PROFILE
patterns
  U1  1/s  update User[userId] modify points
)");
  EXPECT_TRUE(Says(report, "U1", "update is lost")) << VerifyText("", report);
}

TEST_F(VerifyTest, AVersionRaisedWithoutComparisonLosesUpdates) {
  constexpr std::string_view kText = R"(model m
table app (PK, SK) on-demand
entity User 1M x 300B
  attr  userId:id, city, version:version
  key   USER#{userId} / PROFILE
patterns
  U1  1/s  update User[userId] set city, version if version
)";
  EXPECT_EQ(Failed(Run(kText)), "");
  const auto report = Run(Replaced(kText, " if version", ""));
  EXPECT_TRUE(Says(report, "U1",
                   "with the same version and then write, and the second write is not refused"))
      << VerifyText("", report);
}

constexpr std::string_view kReplaced = R"(model m
table app (PK, SK) on-demand
entity Acct 1M x 300B
  attr  acctId:id, state:enum(A 50, B 50), city, version:version
  key   A#{acctId} / A
  copy  CITY#{acctId} / CITY (city)
patterns
  A1  1/s  get Acct[acctId]
  W1  1/s  txn put Acct if version
  W2  1/s  txn put Acct if state + put Acct if new
)";

TEST_F(VerifyTest, AReplacingPutMustCompareAChangingAttribute) {
  const auto report = Run(kReplaced);
  EXPECT_EQ(Failed(report), "") << VerifyText("", report);
  const auto same = Run(Replaced(kReplaced, "enum(A 50, B 50)", "enum(A 100)"));
  EXPECT_EQ(Failed(same), "W2") << VerifyText("", same);
  EXPECT_TRUE(
      Says(same, "W2", "with the same state and then write, and the second write is not refused"))
      << VerifyText("", same);
}

TEST_F(VerifyTest, AReplacingPutLeavesOldCopiesBehind) {
  const auto report = Run(Replaced(kReplaced, "CITY#{acctId} / CITY", "CITY#{city} / {acctId}"));
  EXPECT_EQ(Failed(report), "W1 W2") << VerifyText("", report);
  EXPECT_TRUE(Says(report, "W1", "is left over")) << VerifyText("", report);
}

TEST_F(VerifyTest, AGetThatFindsTwoItemsIsAFailure) {
  constexpr std::string_view kText = R"(model m
table app (PK, SK) on-demand
index GSI1 (email) all
entity User 1M x 300B
  attr  userId:id, email, version:version
  key   USER#{userId} / PROFILE
patterns
  U1  1/s  get    User[email]
  U2  1/s  update User[userId] set email, version if version
)";
  const auto report = Run(kText);
  EXPECT_EQ(Failed(report), "U1") << VerifyText("", report);
  EXPECT_TRUE(Says(report, "U1", " items, but a `get` gives one")) << VerifyText("", report);
}

TEST_F(VerifyTest, ChildrenOfAMissingParentAreFetched) {
  const auto report = Run(R"(model m
table app (PK, SK) on-demand
entity Customer 1M x 300B
  attr  custId:id, name
  key   CUST#{custId} / A
entity Order 1M x 300B in Customer(custId) 5..100
  attr  orderId:id, orderDate:date
  key   CUST#{custId} / O#{orderDate}#{orderId}
patterns
  F1  1/s  fetch Customer[custId] + Order limit 4 asc orderDate -> 5
  F2  1/s  fetch Customer[custId] + Order
)");
  EXPECT_EQ(Failed(report), "") << VerifyText("", report);
}

constexpr std::string_view kOrderedWithOthers = R"(model m
table app (PK, SK) on-demand
entity Customer 1M x 300B
  attr  custId:id, points:number
  key   CUST#{custId} / PROFILE
entity Order 1M x 300B
  attr  orderId:id, total:number
  key   ORDER#{orderId} / ORDER
patterns
  W1  1/s  txn update Customer[custId] modify points if points + put Order if new
  W2  1/s  txn delete Order[orderId] + update Customer[custId] modify points if points
)";

TEST_F(VerifyTest, UpdatesCanBeLostBesidePutsAndDeletes) {
  EXPECT_EQ(Failed(Run(kOrderedWithOthers)), "");
  const auto beside_put =
      Run(Replaced(kOrderedWithOthers, "if points + put Order if new", "+ put Order if new"));
  EXPECT_EQ(Failed(beside_put), "W1") << VerifyText("", beside_put);
  EXPECT_TRUE(Says(beside_put, "W1", "update is lost")) << VerifyText("", beside_put);
  const auto beside_delete =
      Run(Replaced(kOrderedWithOthers, "+ update Customer[custId] modify points if points",
                   "+ update Customer[custId] modify points"));
  EXPECT_EQ(Failed(beside_delete), "W2") << VerifyText("", beside_delete);
}

TEST_F(VerifyTest, TextsWithTheDelimiterCollideWithOtherKeys) {
  constexpr std::string_view kText = R"(model m
table app (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) all
entity Customer 1M x 400B
  attr  custId:id, name:free, city:free
  key   CUST#{custId} / PROFILE
  GSI1  N#{city}#{name} / {custId}
patterns
  A1  1/s  get  Customer[custId]
  B1  1/s  list Customer[city, name] -> 2
)";
  const auto report = Run(kText);
  EXPECT_EQ(Failed(report), "B1") << VerifyText("", report);
  EXPECT_TRUE(Says(report, "B1", "not asked for: Customer")) << VerifyText("", report);
  EXPECT_EQ(Failed(Run(Replaced(kText, "city:free", "city"))), "") << "of one, the end is clear";
}

TEST_F(VerifyTest, KeysThatContainTheDelimiterTwiceOverwriteEachOther) {
  const auto report = Run(R"(model m
table app (PK, SK) on-demand
entity Place 1M x 400B
  attr  country:free, land, city:free
  key   P / {country}#{land}#{city}
patterns
  A1  1/s  get Place[country, land, city]
)");
  EXPECT_TRUE(Failed(report).starts_with("data")) << VerifyText("", report);
}

TEST_F(VerifyTest, RowsOfOtherEntitiesUnderAPrefixAreReadToo) {
  constexpr std::string_view kText = R"(model m
table app (PK, SK) on-demand
entity P 1M x 100B
  attr  pid:id
  key   P#{pid} / P
entity C 50M x 100B
  attr  a:id, b:id
  key   P#{a} / C#{b}
patterns
  P1  1/s  get  P[pid]
  P2  1/s  list C[a] -> 3
)";
  EXPECT_EQ(Failed(Run(kText)), "") << "the sort key tells them apart";
  const auto report = Run(Replaced(kText, "C#{b}", "{b}"));
  EXPECT_EQ(Failed(report), "P2") << VerifyText("", report);
  EXPECT_TRUE(Says(report, "P2", "not asked for: P pid-")) << VerifyText("", report);
  const auto alike = Run(Replaced(kText, "C#{b}", "P"));
  EXPECT_TRUE(Failed(alike).starts_with("data")) << VerifyText("", alike);
}

TEST_F(VerifyTest, AUniqueRowThatADeleteCannotAddressIsLeftBehind) {
  constexpr std::string_view kText = R"(model m
table app (PK, SK) on-demand
entity U 5M x 100B
  attr  uid:id, mail, nm
  key   U#{uid} / U
  unique M#{mail} / M
  copy  N#{uid} / {nm} (mail)
patterns
  P1  1/s  get U[uid]
  W1  1/s  txn put U if new
  W2  1/s  txn delete U[uid, mail, nm]
)";
  EXPECT_EQ(Failed(Run(kText)), "");
  const auto report = Run(Replaced(kText, "delete U[uid, mail, nm]", "delete U[uid]"));
  EXPECT_EQ(Failed(report), "W2") << VerifyText("", report);
  EXPECT_TRUE(Says(report, "W2", "is left over")) << VerifyText("", report);
  const auto stale = Run(Replaced(kText, "txn delete U[uid, mail, nm]", "update U[uid] set mail"));
  EXPECT_TRUE(Says(stale, "W2", "N#uid-")) << VerifyText("", stale);
}

TEST_F(VerifyTest, NothingToVerifyIsNotVerified) {
  const auto report = Run(R"(model m
table app (PK, SK) on-demand
entity U 5M x 100B
  attr  uid:id
  key   U#{uid} / U
patterns
)");
  EXPECT_FALSE(report.passed());
  EXPECT_TRUE(VerifyText("", report).contains("NOT verified: no pattern could be run"))
      << VerifyText("", report);
}

TEST_F(VerifyTest, FindsACopyThatIsLeftBehind) {
  const auto report = Run(R"(model m
table app (PK, SK) on-demand
entity Order 1M x 300B
  attr  orderId:id, city, total:number
  key   ORDER#{orderId} / ORDER
  copy  CITY#{city} / ORDER#{orderId} (total)
patterns
  O1  1/s  list   Order[city]
  O2  1/s  txn update Order[orderId, city] set city
)");
  EXPECT_EQ(Failed(report), "O1 O2") << VerifyText("", report);
  EXPECT_TRUE(Says(report, "O2", "it leaves a row inconsistent: CITY#"));
}

constexpr std::string_view kMoving = R"(model m
table app (PK, SK) on-demand
entity User 1M x 300B
  attr  userId:id, email, city, seen:time, state:enum(ON 50, OFF 50), version:version
  key   USER#{userId} / PROFILE
  copy  CITY#{city} / {userId} (email) when state=ON
  copy  SEEN#{seen:month} / {userId} (city)
  unique EMAIL#{email} / EMAIL
patterns
  U1  1/s  list  User[city, state=ON] show email via table
  U2  1/s  txn   update User[userId, email, city, state, seen] set email, city rewrite keys
  U3  1/s  txn   update User[userId, city, state, email] set state, version if version rewrite keys
  U4  1/s  txn   update User[userId, seen, city] set seen rewrite keys
)";

TEST_F(VerifyTest, RowsWhoseKeysChangeAreMoved) {
  const auto report = Run(kMoving);
  EXPECT_EQ(Failed(report), "") << VerifyText("", report);
  const auto& moves = report.patterns.at(1);
  EXPECT_EQ(moves.items_max, 6) << "item, copy of a city twice, copy of a month, address twice";
}

TEST_F(VerifyTest, FindsARowThatIsNotMoved) {
  auto text = Replaced(kMoving, "set email, city rewrite keys", "set email, city");
  EXPECT_EQ(Failed(Run(text)), "U1 U2");
  text = Replaced(kMoving, "set seen rewrite keys", "set seen");
  EXPECT_EQ(Failed(Run(text)), "U4");
}

TEST_F(VerifyTest, TwoTablesMayHaveIndexesOfTheSameName) {
  const auto report = Run(R"(model m
table users (PK, SK) on-demand
index GSI1 (mail) all
table orders (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) keys
entity User 1k x 100B table users
  attr  userId:id, mail
  key   USER#{userId} / USER
entity Order 1k x 100B table orders
  attr  orderId:id, mail, day:date
  key   ORDER#{orderId} / ORDER
  GSI1  {day} / {orderId}
patterns
  P1  1/s list User[mail] via GSI1
  P2  1/s list Order[day] show orderId
  P3  1/s update Order[orderId] set day rewrite GSI1
  P4  1/s list Order[day] show orderId
      as query on GSI1 "GSI1PK = {day}"
)");
  EXPECT_EQ(Failed(report), "") << VerifyText("", report);
}

TEST_F(VerifyTest, AnInvertedIndexFollowsItsTable) {
  const auto report = Run(R"(model m
table app (PK, SK) on-demand
index Inverted inverted all
entity User 1k x 100B
  attr  userId:id, mail, name
  key   USER#{userId} / USER#{userId}
  copy  NAME#{name} / NAME#{userId} (mail)
  unique MAIL#{mail} / MAIL#{mail}
entity Member 10k x 100B in User(userId) 5..50
  attr  groupId, since:date
  identity userId, groupId
  key   USER#{userId} / GROUP#{groupId}
patterns
  M1  1/s fetch  User[userId] + Member
  M2  1/s list   Member[groupId]
  M3  1/s put    Member
  M4  1/s update Member[userId, groupId] set since
  M5  1/s txn    put User if new
  M6  1/s txn    update User[userId, mail, name] set mail, name rewrite keys
)");
  EXPECT_EQ(Failed(report), "") << VerifyText("", report);
}

TEST_F(VerifyTest, PatternsDoNotWriteCopiesOfAStream) {
  const auto report = Run(R"(model m
table app (PK, SK) on-demand stream new+old
entity Order 1M x 300B
  attr  orderId:id, city, total:number, version:version
  key   ORDER#{orderId} / ORDER
  copy  CITY#{city} / ORDER#{orderId} (total) via stream
patterns
  O1  1/s  list   Order[city]
  O2  1/s  update Order[orderId] set city, version if version
  O3  1/s  put    Order
)");
  EXPECT_EQ(Failed(report), "") << VerifyText("", report);
}

TEST_F(VerifyTest, AStatedKeyOfAWriteIsUsed) {
  const auto good = Replaced(kOrders, "rewrite keys \"status change\"",
                             "rewrite keys\n      as key ORDER#{orderId} / META");
  EXPECT_EQ(Failed(Run(good)), "");
  const auto report =
      Run(Replaced(good, "ORDER#{orderId} / META\nassert", "ORDER#{orderId} / LOCK\nassert"));
  EXPECT_TRUE(Says(report, "A7", "ConditionalCheckFailed")) << VerifyText("", report);
}

TEST_F(VerifyTest, IsTheSameForASeed) {
  const auto one = Run(kOrders);
  const auto other = Run(kOrders);
  for (std::size_t i = 0; i < one.patterns.size(); ++i) {
    EXPECT_EQ(one.patterns[i].items_max, other.patterns[i].items_max);
    EXPECT_EQ(one.patterns[i].runs, other.patterns[i].runs);
  }
}

TEST_F(VerifyTest, ExistingTablesAreNotTouched) {
  parsed_ = Parse(kOrg);
  auto database = client::Connection::OpenMemory();
  ASSERT_TRUE(Verify(*database, parsed_.model, {}));
  const auto again = Verify(*database, parsed_.model, {.drop_tables = true});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, "ResourceInUseException");
  EXPECT_TRUE(again.error().message.starts_with("Org exists already")) << again.error().message;
  EXPECT_EQ(database->ListTables()->tables.size(), 1U) << "it was not ours to drop";
}

// The parent, and from each of four shards as many children as the fetch wants in all.
TEST_F(VerifyTest, AFetchOfShardedChildrenAsksEveryShard) {
  const std::string ships = R"(model ships
table app (PK, SK) on-demand
entity Ship 1M x 400B
  attr  shipId:id
  key   SHIP#{shipId} / SHIP
entity Event 20M x 600B in Ship(shipId) 20..5000
  attr  eventId:id, at:time
  key   SHIP#{shipId}#{shard(eventId,4)} / {at}#{eventId}
patterns
  F  1/s fetch Ship[shipId] + Event -> 21
  L  1/s fetch Ship[shipId] + Event desc at limit 5 -> 6
)";
  const auto report = Run(ships + "assert one request per read except F <= 5, L <= 5\n");
  EXPECT_EQ(Failed(report), "");
  for (const auto& pattern : report.patterns) EXPECT_EQ(pattern.requests_max, 5) << pattern.id;
  EXPECT_EQ(Failed(Run(ships + "assert one request per read except F <= 5\n")), "L");
}

TEST_F(VerifyTest, AnInterruptedRunDropsItsTables) {
  parsed_ = Parse(kOrg);
  auto database = client::Connection::OpenMemory();
  int asked = 0;
  const auto report = Verify(*database, parsed_.model,
                             {.stopped = [&] { return ++asked == 2; }, .drop_tables = true});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, "Interrupted");
  EXPECT_TRUE(database->ListTables()->tables.empty());
}

}  // namespace
}  // namespace stator::model
