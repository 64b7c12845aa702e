#include "model/language/parser.h"

#include <string>

#include <gtest/gtest.h>

namespace stator::model {
namespace {

constexpr std::string_view kHead = "model m\ntable app (PK, SK) on-demand\n";

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

constexpr std::string_view kTwoTables = R"(model two
table users (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) all
table orders (PK, SK) on-demand
index GSI1 (day) keys
entity User 1k x 100B table users
  attr id:id, mail
  key USER#{id} / USER
  GSI1 MAIL#{mail} / USER
entity Order 1k x 100B table orders
  attr orderId:id, day:date
  key ORDER#{orderId} / ORDER
)";

TEST(Parser, TwoTablesMayHaveIndexesOfTheSameName) {
  const auto parsed = Parse(std::string(kTwoTables) +
                            "patterns\n  A 1/s list User[mail] via GSI1\n"
                            "  B 1/s list Order[day] via GSI1\n");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  const auto& model = parsed.model;
  EXPECT_EQ(model.FindIndex("users", "GSI1")->hash.front(), "GSI1PK");
  EXPECT_EQ(model.FindIndex("orders", "GSI1")->hash.front(), "day");
  EXPECT_EQ(model.FindIndex("orders", "GSI2"), nullptr);
  EXPECT_EQ(model.LabelOf(model.indexes[1]), "orders.GSI1");
  EXPECT_EQ(Complaints(kTwoTables, "index GSI1 (day) all\n"),
            "13:7 There are two indexes 'GSI1' of orders.\n");
}

constexpr std::string_view kInverted = R"(model m
table app (PK, SK) on-demand
index Inverted inverted keys
entity Member 1k x 100B
  attr id:id, team
  key MEMBER#{id} / TEAM#{team}
)";

TEST(Parser, AnIndexMayInvertItsTable) {
  const auto parsed = Parse(kInverted);
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  const auto& index = parsed.model.indexes.at(0);
  EXPECT_EQ(index.hash, std::vector<std::string>{"SK"});
  EXPECT_EQ(index.range, std::vector<std::string>{"PK"});
  EXPECT_TRUE(index.Inverts(parsed.model.tables[0]));
  EXPECT_EQ(Complaints(kInverted, "  Inverted TEAM#{team} / MEMBER#{id}\n"), "");
  EXPECT_EQ(Complaints(kInverted, "  Inverted TEAM#{team} / {id}\n"),
            "7:26 PK is part of the key of app, and MEMBER#{id} in Member; leave the line out, and "
            "that is in Inverted.\n");
  EXPECT_EQ(Complaints("model m\ntable app (PK) on-demand\nindex Inverted inverted all\n"),
            "3:7 app has no sort key to exchange with its partition key.\n");
}

TEST(Parser, ALocalIndexNeedsASortKeyOfItsTable) {
  EXPECT_EQ(Complaints("model m\ntable app (PK) on-demand\nindex Loc local (at) all\n"),
            "3:11 A local index sorts the items of one partition key of app in another order. app "
            "has no sort key, so each partition key has one item.\n");
}

TEST(Parser, AChildsOwnIdCannotNameItsParent) {
  const std::string head =
      "model m\ntable app (PK, SK) on-demand\nentity Customer 1k x 100B\n  attr id:id\n"
      "  key C#{id} / C\n";
  EXPECT_EQ(Complaints(head,
                       "entity Order 2k x 100B in Customer(id) 2..9\n  attr id:id\n"
                       "  key C#{id} / O#{id}\n"),
            "6:36 'id' identifies each Order, so it cannot name the Customer. Give Order an "
            "attribute for that, as in `in Customer(customerId)`.\n");
  EXPECT_EQ(Complaints(head,
                       "entity Order 2k x 100B in Customer(customerId) 2..9\n"
                       "  attr id:id, customerId\n  key C#{customerId} / O#{id}\n"),
            "");
  EXPECT_EQ(Complaints(head,
                       "entity Profile 1k x 100B in Customer(id) 1..1\n  attr id:id\n"
                       "  key C#{id} / P\n"),
            "")
      << "one each may have the parent's";
}

TEST(Parser, RefusesClausesThatWouldHaveNoEffect) {
  const std::string head =
      "model m\ntable app (PK, SK) on-demand\nentity Order 1k x 100B\n  attr id:id, n:number\n"
      "  key O#{id} / O\nentity Line 1k x 100B in Order(id) 2..3\n  attr no:id\n"
      "  key O#{id} / L#{no}\npatterns\n";
  const std::string rewrite =
      " Only an update takes `rewrite`. A put writes all keys, and a delete removes all keys.\n";
  EXPECT_EQ(Complaints(head, "  P1 1/s put Order if new rewrite keys x4\n"), "10:27" + rewrite);
  EXPECT_EQ(Complaints(head, "  P1 1/s delete Order[id] rewrite keys\n"), "10:27" + rewrite);
  EXPECT_EQ(Complaints(head, "  P1 1/s check Order[id]\n"),
            "10:10 DynamoDB checks an item only in a transaction. Write `txn check …`, or get the "
            "item.\n");
  EXPECT_EQ(Complaints(head, "  P1 1/s txn check Order[id]\n"), "");
  EXPECT_EQ(Complaints(head, "  P1 1/s get Order[id] -> 7\n"),
            "10:27 A get expects one item. Use a list for several.\n");
  EXPECT_EQ(Complaints(head, "  P1 1/s get Order[id] -> 1\n"), "");
  EXPECT_EQ(Complaints(head, "  P1 1/s get Order[id] desc n limit 3\n"),
            "10:37 A get expects one item. Use a list for several.\n");
  EXPECT_EQ(Complaints(head, "  P1 1/s get Order[id] desc n limit 1\n"), "");
  const std::string again = " The pattern has this clause already.\n";
  EXPECT_EQ(Complaints(head, "  P1 1/s list Order[id] via table via table\n"), "10:35" + again);
  EXPECT_EQ(Complaints(head, "  P1 1/s list Order[id] asc id desc n\n"), "10:32" + again);
  EXPECT_EQ(Complaints(head, "  P1 1/s list Order[id] -> 3 \"x\" -> 4\n"), "10:34" + again);
  EXPECT_EQ(Complaints(head, "  P1 1/s fetch Order[id] asc n + Line desc no limit 2\n"), "");
  EXPECT_EQ(Complaints(head, "  P1 1/s update Order[id] set n rewrite keys rewrite keys\n"),
            "10:46 The part has a `rewrite` already.\n");
  EXPECT_EQ(Complaints(head, "  P1 1/s txn put Order x2 x3\n"),
            "10:27 The part has a number of times already.\n");
  EXPECT_EQ(Complaints(head, "  P1 1/s fetch Order[id] + Line + Order\n"),
            "10:35 Order is fetched already.\n");
  EXPECT_EQ(Complaints(head, "  P1 1/s fetch Order[id] + Line + Line\n"),
            "10:35 Line is fetched already.\n");
}

TEST(Parser, RefusesAssertionsThatDoNotFitTheirPattern) {
  const std::string head =
      "model m\ntable app (PK, SK) on-demand\nentity Order 1k x 100B\n  attr id:id\n"
      "  key O#{id} / O\npatterns\n  P1 1/s put Order\n  P2 1/day export Order\n"
      "  P3 1/s list Order[id] -> 1\n";
  EXPECT_EQ(Complaints(head, "assert items P1 = 3\n"),
            "10:14 P1 is a write, so it returns no items.\n");
  EXPECT_EQ(Complaints(head, "assert items P1 may be empty\n"),
            "10:14 P1 is a write, so it returns no items.\n");
  EXPECT_EQ(Complaints(head, "assert items P2 = 3\n"),
            "10:14 P2 is an export, so it returns no items.\n");
  EXPECT_EQ(Complaints(head, "assert one request per read except P3 <= 2, P1 <= 3\n"),
            "10:45 P1 is a write, and the assertion is about reads.\n");
  EXPECT_EQ(Complaints(head, "assert items P3 = 1\nassert one request per read except P3 <= 2\n"),
            "");
}

TEST(Parser, RefusesAnAttributeNamedLikeTheTypeAttribute) {
  EXPECT_EQ(Complaints(kHead, "entity E 1 x 1B\n  attr id:id, _type\n"),
            "4:15 Every item has an attribute _type for its kind. Give the attribute of the entity "
            "another name.\n");
}

TEST(Parser, ATableThatCannotBeReadHasOneComplaint) {
  EXPECT_EQ(Complaints("model m\ntable app (PK, SK) on-demad\nindex GSI1 (a) all\n"
                       "index GSI2 (b, \n"),
            "2:20 A table takes on-demand, provisioned R/W, stream VIEW, class standard|ia and "
            "region NAME.\n");
  EXPECT_EQ(Complaints("model m\ntable one (PK) on-demand\ntable app (PK, SK) on-demad\n"
                       "index GSI1 inverted all\ntable two (PK)\nindex GSI1 inverted all\n"),
            "3:20 A table takes on-demand, provisioned R/W, stream VIEW, class standard|ia and "
            "region NAME.\n"
            "6:7 two has no sort key to exchange with its partition key.\n");
}

TEST(Parser, IndexesOfATableIncludeAtMostAHundredAttributes) {
  std::string model = "model m\ntable app (PK, SK) on-demand\n";
  for (int index = 0; index < 6; ++index) {
    model += "index GSI" + std::to_string(index) + " (a, b) include a0";
    for (int i = 1; i < 20; ++i) model += ", a" + std::to_string(i);
    model += "\n";
    if (index == 4) {
      EXPECT_EQ(Complaints(model), "");
    }
  }
  EXPECT_EQ(Complaints(model),
            "8:7 With GSI5 the indexes of app include 120 attributes, more than the 100 that those "
            "of one table may.\n");
}

TEST(Parser, ReadsAWholeModel) {
  const auto parsed = Parse(R"(model orders "an order service"
table app-main (PK, SK) provisioned 50/25 auto 50..2000 @70% stream new+old class ia region eu-west-1
index GSI1 (GSI1PK, GSI1SK) include status, total  -- a comment
index ByPlace (country+city, zip) keys
index LSI local (LSK) all
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
  LSI   {total}
  skew  custId zipf 1.1
patterns
  A1  500/s peak 2k/s get Customer[org, custId] strong "by id"
  A2  high  list Order[org, custId, status=OPEN] desc orderDate range total 24h limit 20 show total -> 20
  A3  low   fetch Customer[org, custId] + Order desc orderDate limit 5 -> 6
      as query "PK = CUST#{custId}"
  A6  6/min txn put Order if new x4 + update Order[org, custId] set status add total if version rewrite keys
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
            "5:10 E has no attribute 'cusId'; did you mean 'custId'?\n");
  EXPECT_EQ(Complaints(kHead, "entity E 1M x 1KB\n  attr a:id\n  key C#{a / P\n"),
            "5:7 A '{' of this template is not closed.\n");
  EXPECT_EQ(Complaints(kHead, "entity E 1M\n"),
            "3:12 Number and size of items are written as `20M x 600B`.\n");
  EXPECT_EQ(
      Complaints(kHead, "entity E 1M x 1KB\n  attr a:id\npatterns\n  A1 5/s gett E[a]\n"),
      "6:10 A pattern does get, list, fetch, scan, sql, export, put, update, delete, check or "
      "txn; did you mean 'get'?\n");
  EXPECT_EQ(Complaints(kHead, "entity E 1M x 1KB\n  attr a:id\n  GSI1 X#{a} / Y\n"),
            "5:3 'GSI1' is no index, and neither attr, key, copy, unique, identity nor skew.\n");
  EXPECT_EQ(Complaints(kHead, "entity E 1 x 1B\n  attr s:enum(A 60, B 60)\n"),
            "4:25 The shares add up to 120 %, not to 100 %.\n");
  EXPECT_EQ(
      Complaints(kHead, "entity E 1 x 1B\n  attr s:enum(A, B), i:id\n  key {i} / X when s=C\n"),
      "5:22 s is never 'C'.\n");
}

TEST(Parser, ATenantsPrefixUsesOnlyTheTenant) {
  EXPECT_EQ(
      Complaints(kHead,
                 "tenant org prefix ORG#{orh}#\nentity E 1 x 1B\n  attr a:id\n  key {a} / B\n"),
      "3:8 The prefix is made of org alone, as in TENANT#{org}#.\n");
}

TEST(Parser, ReportsEveryFaultOfAText) {
  EXPECT_EQ(Complaints(kHead, "entity E 1 x\n  attr nonsense here\nindex\nbudget many\n"),
            "3:13 The size of an item is missing here.\n"
            "5:6 The index's name is missing here.\n"
            "6:8 A budget is written as `budget 6000 usd/month`.\n");
}

TEST(Parser, NumbersAreDecimal) {
  const std::string digits(400, '9');
  for (const std::string_view each :
       {"inf", "nan", "0x10", "1e3", "-1", "1.", ".5", "1.2.3", "9999999999999", digits.c_str()}) {
    const std::string number(each);
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

TEST(Parser, PointsAtTheUnknownWord) {
  const std::string entity = "entity E 1 x 1B\n  attr a:id\n  key A#{a} / B\n";
  EXPECT_EQ(Complaints(kHead, "entity E 1 x 1B\n  attr a:id\n  key A#{a} / B#{bb}\n"),
            "5:18 E has no attribute 'bb'; it has a.\n");
  EXPECT_EQ(Complaints(kHead, entity + "patterns\n  P 1/s list E[a] desc zz show yy via GSI7\n"),
            "7:24 E has no attribute 'zz'; it has a.\n7:32 E has no attribute 'yy'; it has a.\n"
            "7:39 There is no index 'GSI7'.\n");
  EXPECT_EQ(Complaints(kHead, entity + "sample 3 Nope\n"), "6:10 There is no entity 'Nope'.\n");
}

TEST(Parser, AKeyNamesEachAttributeOnce) {
  EXPECT_EQ(Complaints("table app (PK, PK)\n", ""), "1:7 The key of app names PK twice.\n");
  EXPECT_EQ(Complaints(kHead, "index GSI (A, A) all\n"), "3:7 The key of GSI names A twice.\n");
}

TEST(Parser, ATenantsPrefixNamesTheTenant) {
  EXPECT_EQ(Complaints(kHead, "tenant org prefix ORG#\n"),
            "3:8 The prefix does not contain org; write a prefix such as TENANT#{org}#.\n");
}

TEST(Parser, SidesMustMatchTheKey) {
  EXPECT_EQ(Complaints(kHead, "entity E 1 x 1B\n  attr a:id\n  key A#{a}\n"),
            "5:7 app has a sort key: PARTITION / SORT.\n");
  EXPECT_EQ(Complaints("table app (PK)\n", "entity E 1 x 1B\n  attr a:id\n  key A#{a} / B\n"),
            "4:7 app has no sort key. Remove the '/' and the text after it.\n");
}

// The complaint is expected about the last line of `text`, or about a word that it names.
struct Refused {
  std::string_view text;
  std::string_view complaint;
};

void ExpectRefused(std::string_view head, const std::vector<Refused>& all) {
  for (const auto& [text, complaint] : all) {
    const auto complaints = Complaints(head, text);
    EXPECT_EQ(complaints.substr(0, complaints.find('\n')), complaint) << text;
  }
}

constexpr std::string_view kShop = R"(model shop
table app (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) all
table other (PK, SK) on-demand
index GSI2 (GSI2PK, GSI2SK) all
entity Item 1M x 1KB table app
  attr id:id, name, n:number, seen:counter, v:version, tags:list(5 x 10B), at:time
  key ITEM#{id} / AT#{at}
)";

TEST(Parser, RefusesImpossibleWrites) {
  ExpectRefused(
      std::string(kShop) + "patterns\n",
      {{"  P 1/s update Item[id, at] add name\n",
        "10:16 Only a number, counter or version takes `add`; name is none of them."},
       {"  P 1/s update Item[id, at] add n, seen, v\n", ""},
       {"  P 1/s update Item[id, at] append name\n",
        "10:16 Only a list takes `append`; name is not a list."},
       {"  P 1/s update Item[id, at] append tags\n", ""},
       {"  P 1/s update Item[id, at] set n add n\n", "10:16 n is changed twice."},
       {"  P 1/s update Item[id, at] set n set n\n", "10:16 n is changed twice."},
       {"  P 1/s update Item[id, at] set n if new\n",
        "10:38 Only a put takes `if new`. Compare an attribute instead: `if a`."},
       {"  P 1/s delete Item[id, at] if new\n",
        "10:32 Only a put takes `if new`. Compare an attribute instead: `if a`."},
       {"  P 1/s txn check Item[id, at] if new\n",
        "10:35 Only a put takes `if new`. Compare an attribute instead: `if a`."},
       {"  P 1/s update Item[id, at] set n rewrite GSI2\n",
        "10:43 GSI2 is an index of other; Item lies in app."},
       {"  P 1/s txn put Item x9000000G\n", "10:23 A part is written from 1 to 100 times."},
       {"  P 1/s txn put Item x0\n", "10:23 A part is written from 1 to 100 times."},
       {"  P 1/s txn put Item x100\n", ""}});
}

TEST(Parser, ARepeatedClauseAddsToTheFirst) {
  const auto parsed =
      Parse(std::string(kShop) + "patterns\n  P 1/s update Item[id, at] set n set v if n if v\n");
  const auto& action = parsed.model.patterns.at(0).actions.at(0);
  EXPECT_EQ(action.sets, (std::vector<std::string>{"n", "v"}));
  EXPECT_EQ(action.conditions, (std::vector<std::string>{"n", "v"}));
}

TEST(Parser, RefusesImpossibleReads) {
  constexpr std::string_view kWhole =
      "10:21 A scan or an export reads everything, in no order; it goes on with show a, -> N or a "
      "text in quotes.";
  ExpectRefused(
      std::string(kShop) + "patterns\n",
      {{"  P 1/s peak 1/min get Item[id]\n", "10:14 The peak is below the rate itself."},
       {"  P 1/s   scan Item via GSI1\n", kWhole},
       {"  P 1/s export Item desc at\n", kWhole},
       {"  P 1/s export Item limit 5\n", kWhole},
       {"  P 1/s export Item range at\n", kWhole},
       {"  P 1/s   scan Item strong\n", kWhole},
       {"  P 1/s   scan Item show n -> 5 \"all\"\n", ""},
       {"  P 1/s get Item[id] via GSI2\n", "10:26 GSI2 is an index of other; Item lies in app."}});
}

TEST(Parser, RefusesImpossibleStatedRequests) {
  ExpectRefused(
      std::string(kShop) + "patterns\n",
      {{"  P 1/s put Item\n   as query \"PK = A\"\n",
        "11:7 A write addresses an item by its key: `as key PK / SK`."},
       {"  P 1/s scan Item\n   as key A / B\n", "11:7 A scan or an export has no key."},
       {"  P 1/s export Item\n   as query \"PK = A\"\n", "11:7 A scan or an export has no key."},
       {"  P 1/s get Item[id, at]\n   as key ITEM#{id}\n",
        "11:11 app has a sort key: PARTITION / SORT."},
       {"  P 1/s get Item[id, at]\n   as key ITEM#{ib} / AT#{at}\n",
        "11:17 Item has no attribute 'ib'; did you mean 'id'?"},
       {"  P 1/s get Item[id, at]\n   as key ITEM#{id} / AT#{at} when n=1\n",
        "11:36 A stated key has no condition."},
       {"  P 1/s get Item[id, at]\n   as query on GSI2 \"GSI2PK = {id}\"\n",
        "11:16 GSI2 is an index of other; Item lies in app."},
       {"  P 1/s get Item[id, at]\n   as key ITEM#{id} / AT#{at}\n   as key A / B\n",
        "12:7 The pattern states its request twice."}});
}

TEST(Parser, CostsAreInTheUnitsOfThePattern) {
  ExpectRefused(std::string(kShop) + "patterns\n  R 1/s get Item[id, at]\n  W 1/s put Item\n",
                {{"assert cost R <= 1 WCU\n", "12:13 R is a read, and its cost is in RCU."},
                 {"assert cost W <= 1 RCU\n", "12:13 W is a write, and its cost is in WCU."},
                 {"assert cost R <= 1 RCU\nassert cost W <= 1 WCU\n", ""}});
}

TEST(Parser, RefusesASecondLineOfItsKind) {
  ExpectRefused(
      kShop,
      {{"  identity id\n  identity n\n", "10:12 There is a second identity line."},
       {"model b\n", "9:7 There is a second model line."},
       {"tenant o prefix O#{o}#\ntenant o prefix O#{o}#\n", "10:8 There is a second tenant line."},
       {"budget 5 usd/month\nbudget 6 usd/month\n", "10:8 There is a second budget line."},
       {"limit 3 indexes\nlimit 4 indexes\n", "10:7 There is a second limit line."},
       {"table more (PK) on-demand provisioned 5/5\n", "9:27 The table has this clause already."},
       {"table more (PK) region eu-west-1 region eu-west-1\n",
        "9:34 The table has this clause already."}});
}

TEST(Parser, RefusesNamesThatDynamoDBRefuses) {
  ExpectRefused(
      kShop, {{"table ab (PK)\n", "9:7 The table's name has from 3 to 255 characters."},
              {"index ab (PK) all\n", "9:7 The index's name has from 3 to 255 characters."},
              {"table " + std::string(256, 't') + " (PK)\n",
               "9:7 The table's name has from 3 to 255 characters."},
              {"table more (PK) region eu_west\n",
               "9:24 A region is made of letters, digits and hyphens: eu-west-1."},
              {"table more (PK) region ../etc\n",
               "9:24 A region is made of letters, digits and hyphens: eu-west-1."},
              {"entity Größe 1 x 1B\n", "9:10 Names are made of letters a–z, digits, _, - and ."},
              {"entity Ä 1 x 1B\n", "9:8 Names are made of letters a–z, digits, _, - and ."}});
}

TEST(Parser, AnEntityCannotBeItsOwnParent) {
  ExpectRefused(kShop, {{"entity A 1 x 1B in A(a) 1..2\n  attr a:id\n",
                         "9:8 An entity cannot be in itself: A in A."},
                        {"entity A 1 x 1B in A(b) 1..2\n  attr a:id\n",
                         "9:8 An entity cannot be in itself: A in A."},
                        {"entity A 1 x 1B in A(b) 1..2\n  attr a:id, b\n", ""},
                        {"entity A 1 x 1B in B(b) 1..2\n  attr a:id\n"
                         "entity B 1 x 1B in A(a) 1..2\n  attr b:id\n",
                         "9:8 An entity cannot be in itself: A in B in A."}});
}

TEST(Parser, AChildMayStandBeforeItsParents) {
  const auto parsed = Parse(std::string(kHead) +
                            "entity C 1 x 1B in B(a) 1..2\n  attr c:id\n  key A#{a} / C#{c}\n"
                            "entity B 1 x 1B in A(a) 1..2\n  attr b:id\n  key A#{a} / B#{b}\n"
                            "entity A 1 x 1B\n  attr a:id\n  key A#{a} / A\n");
  EXPECT_TRUE(parsed.complaints.empty());
  EXPECT_TRUE(parsed.model.entities.at(0).Find("a")->inherited);
}

TEST(Parser, AnEmptyTextLacksATable) {
  constexpr std::string_view kNone =
      "1:1 A model has a table, such as `table app (PK, SK) on-demand`.\n";
  EXPECT_EQ(Complaints(""), kNone);
  EXPECT_EQ(Complaints("-- nothing\n"), kNone);
  EXPECT_EQ(Complaints("\xEF\xBB\xBFmodel m\ntable app (PK)\n"), "");
}

TEST(Parser, SuggestsANearbyNameForAnIncludedAttribute) {
  ExpectRefused(kHead,
                {{"index ByA (ga) include total, PK\nentity E 1 x 1B\n  attr a:id, totl\n",
                  "3:7 ByA includes 'total', which no entity of app has; did you mean "
                  "'totl'?"},
                 {"index ByA (ga) include total, PK, ga\nentity E 1 x 1B\n  attr total\n", ""},
                 {"index ByA (ga) include elsewhere\nentity E 1 x 1B\n  attr total\n", ""}});
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

TEST(Parser, SuggestsOurSyntaxForOtherNotations) {
  const auto entity = [](std::string_view lines) {
    return Complaints(kHead, "entity E 1k x 100B\n" + std::string(lines));
  };
  const auto key = [&](std::string_view line) {
    return entity("  attr custId:id, name\n  " + std::string(line) + "\n");
  };
  EXPECT_EQ(key("key CUST#${custId} / P"), "5:12 A value stands in braces alone, without '$'.\n");
  EXPECT_EQ(key("key \"CUST#{custId}\" / P"),
            "5:7 A key template stands without quotes, as in ORDER#{orderId}.\n");
  for (const std::string value : {"<custId>", ":custId", "custId"}) {
    EXPECT_TRUE(
        key("key CUST#" + value + " / P").ends_with("A value stands in braces: {custId}.\n"))
        << value;
  }
  EXPECT_EQ(key("key CUST#{custId} / name"), "");  // an ordinary word
  EXPECT_EQ(key("key: CUST#{custId} / P"), "5:6 No colon follows key.\n");
  EXPECT_EQ(entity("  attr id id\n"),
            "4:11 Attributes are separated by commas, and a type follows a colon: `attr a, "
            "b:number`.\n");
  EXPECT_EQ(entity("  attr id:uuid\n"), "4:11 There is no type 'uuid'; did you mean 'id'?\n");
  EXPECT_EQ(entity("  attr id:int\n"), "4:11 There is no type 'int'; did you mean 'number'?\n");
  EXPECT_EQ(Complaints(kHead, "# note\n  // note\n"),
            "3:1 A comment begins with `-- `.\n4:3 A comment begins with `-- `.\n");
}

TEST(Parser, AConstantOfAStringContainsNoDelimiter) {
  const std::string head =
      "model m\ntable app (PK, SK)\nentity E 1k x 100B\n  attr id:id, kind, note:free\n"
      "  key E#{id} / {kind}#{note}\npatterns\n";
  EXPECT_EQ(Complaints(head, "  P 1/s list E[id, kind=A#B]\n"),
            "7:20 kind is never 'A#B': only `free` texts contain the delimiter #.\n");
  EXPECT_EQ(Complaints(head, "  P 1/s list E[id, kind=A, note=A#B]\n"), "");
}

TEST(Parser, AModelNeedsAName) {
  const std::string table = "table app (PK, SK) on-demand\n";
  EXPECT_EQ(Complaints(table), "1:1 The model has no name: begin it with `model NAME`.\n");
  EXPECT_EQ(Complaints("model shop\n" + table), "");
}

}  // namespace
}  // namespace stator::model
