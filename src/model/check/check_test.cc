#include "model/check/check.h"

#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "model/check/found_codes.h"
#include "model/language/parser.h"

namespace stator::model {
namespace {

// A design without faults; each test changes one thing in it.
constexpr std::string_view kSound = R"(model sound
table app (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) all
index GSI2 (GSI2PK, GSI2SK) include custId, total
entity Customer 1M x 400B
  attr  custId:id, name, email:free, tier:enum(gold 5, basic 95), notes:list(10 x 50B)
  key   CUST#{custId} / PROFILE
  unique EMAIL#{email} / EMAIL
  GSI1  EMAIL#{email} / CUSTOMER#{custId}
entity Order 20M x 600B in Customer(custId) 20..5000
  attr  orderId:id, orderDate:date, status:enum(OPEN 2, PAID 98), total:number(8), version:version
  key   CUST#{custId} / ORDER#{orderDate}#{orderId}
  copy  ORDER#{orderId} / META (custId, orderDate, status, total, version)
  GSI1  CUST#{custId}#{status} / {orderDate}#{orderId}
  GSI2  OPEN#{shard(orderId,4)} / {orderDate}#{orderId} when status=OPEN
entity Line 80M x 200B in Order(orderId) 4..60
  attr  lineNo:number(3), sku, qty:number
  identity orderId, lineNo
  key   ORDER#{orderId} / ITEM#{lineNo}
patterns
  A1 500/s get Customer[custId]
  A2 300/s list Order[custId] desc orderDate limit 20 -> 20
  A3 400/s fetch Order[orderId] + Line -> 5
  A4 40/s list Order[custId, status] desc orderDate -> 5
  A5 6/min list Order[status=OPEN] asc orderDate limit 500 -> 500
  A6 120/s txn put Order if new + put Line x4
  A7 200/s txn update Order[custId, orderDate, orderId] set status, version if version rewrite keys
  A8 20/s get Customer[email]
  A9 1/s txn put Customer if new
assert no scan
assert one request per read except A5 <= 4
)";

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

// Returns the sound text with `from` replaced by `to`.
std::string Changed(std::string_view from, std::string_view to) {
  return Replaced(std::string(kSound), from, to);
}

using Codes = std::vector<std::string>;

TEST(Check, ASoundModelGivesNoFinding) { EXPECT_EQ(CodesOf(std::string(kSound)), Codes{}); }

struct Planted {
  std::string_view from;
  std::string_view to;
  Codes codes;

  friend std::ostream& operator<<(std::ostream& out, const Planted& planted) {
    return out << "'" << planted.from << "' -> '" << planted.to << "'";
  }
};

class PlantedTest : public ::testing::TestWithParam<Planted> {};

TEST_P(PlantedTest, FindsOnlyThePlantedFault) {
  EXPECT_EQ(CodesOf(Changed(GetParam().from, GetParam().to)), GetParam().codes);
}

// Tests insert their lines before the patterns, or before the last entity.
constexpr std::string_view kPatterns = "patterns\n";
constexpr std::string_view kEntity = "entity Line ";

std::vector<Planted> InReads() {
  return {
      {kPatterns, "patterns\n  P 1/s list Order[total]\n", {"scan-needed P"}},
      {kPatterns, "patterns\n  P 1/s list Order[custId, total]\n", {"filter-not-key P"}},
      // The whole key is known, so at most one item is read.
      {kPatterns, "patterns\n  P 1/s get Customer[custId, name]\n", {}},
      {kPatterns, "patterns\n  P 1/s list Customer[custId] asc tier\n", {}},
      // A filter compares numbers by value, so they need no padding.
      {kPatterns, "patterns\n  P 1/s list Line[orderId] range qty -> 2\n", {"filter-not-key P"}},
      {kPatterns, "patterns\n  P 1/s list Line[orderId, lineNo] asc qty\n", {}},
      {"assert no scan\n", "patterns\n  P 2/h scan Order[total]\n", {"frequent-scan P"}},
      {"assert no scan\n", "patterns\n  P 1/h scan Order[total]\n", {}},
      {kPatterns,
       "patterns\n  P 50/s sql \"SELECT * FROM app WHERE PK = 5\"\n",
       {"statement-refused P"}},
      // Only the index has the status in its key, so its lack of strong reads is the one fault.
      {kPatterns,
       "patterns\n  P 1/s list Order[custId, status] strong\n",
       {"strong-read-on-index P"}},
      {kEntity,
       "entity Day 1M x 900B\n  attr day:date, dayId:id\n  key DAY#{day:day} / {dayId}\n"
       "patterns\n  D1 1/s list Day[day] -> 5\nentity Line ",
       {}},
      {" except A5 <= 4", "", {"many-requests A5"}},
      {"limit 20 -> 20", "-> 5000", {"many-requests A2"}},
      {"(GSI1PK, GSI1SK) all",
       "(GSI1PK, GSI1SK) keys",
       {"attribute-not-projected A4", "attribute-not-projected A8"}},
      {"A4 40/s list Order[custId, status] desc orderDate",
       "A4 40/s list Order[custId, status] desc orderDate show version via GSI2",
       {"scan-needed A4"}},
      {kEntity,
       "entity Event 1M x 100B in Customer(custId) 1..10\n  attr eventId:id\n"
       "  key CUST#{custId} / ORDER#{eventId}\nentity Line ",
       {"over-read A2"}},
      {"fetch Order[orderId] + Line", "list Line[orderId]", {}},
      {kEntity,
       "entity Dept 20k x 300B\n  attr org, dept\n  identity org, dept\n  key ORG#{org} / "
       "DEPT#{dept}\n"
       "entity Team 99k x 300B\n  attr org, dept, team\n  identity org, dept, team\n  key "
       "ORG#{org} / DEPT#{dept}#TEAM#{team}\n"
       "entity Line ",
       {}},
      {kPatterns, "patterns\n  P 1/s list Line[orderId] asc qty\n", {"wrong-order P"}},
      {"total:number(8)", "total:number", {}},
      {"/ {orderDate}#{orderId}\n  GSI2", "/ {orderDate}\n  GSI2", {"unstable-order A4"}},
      {kPatterns,
       "patterns\n  P 1/s list Order[custId, status=OPEN] strong via GSI1\n",
       {"strong-read-on-index P"}},
      {kPatterns, "patterns\n  P 1/s get Customer[custId] strong\n", {}},
      {"  A9 1/s txn put Customer if new\n",
       "  A9 1/s get Customer[custId] strong\n",
       {"needless-strong-read A9"}},
      {"  unique EMAIL#{email} / EMAIL\n", "", {"uniqueness-not-enforced A8"}},
      {"{shard(orderId,4)}", "{random(4)}", {}},
      {kPatterns,
       "patterns\n  P 1/s get Order[status=OPEN, orderDate] via GSI2\n",
       {"attribute-not-projected P", "point-read-over-shards P", "uniqueness-not-enforced P"}},
      // Without an id, an entity is identified by its key.
      {kEntity,
       "entity Seat 9k x 90B\n  attr row, seat, holder\n  key HALL#{row} / {seat}\n"
       "  GSI1 HOLDER#{holder} / {row}#{seat}\n"
       "patterns\n  P 1/s get Seat[holder]\nentity Line ",
       {"identity-assumed Seat", "uniqueness-not-enforced P"}},
      {kEntity,
       "entity Seat 9k x 90B\n  attr row, seat, holder\n  key HALL#{row} / {seat}\n"
       "  GSI1 HOLDER#{holder} / {row}#{seat}\n"
       "patterns\n  P 1/s get Seat[row, seat, holder] via GSI1\nentity Line ",
       {"identity-assumed Seat"}},
      {kEntity,
       "entity Seat 9k x 90B\n  attr hall:enum(A 50, B 50), seat, row, holder\n"
       "  key HALL#A#{seat} / SEAT when hall=A\n  key HALL#B#{row} / {seat} when hall=B\n"
       "  GSI1 HOLDER#{holder} / A#{seat} when hall=A\n"
       "  GSI1 HOLDER#{holder} / B#{seat}#{row} when hall=B\n"
       "patterns\n  P 1/s get Seat[holder, hall=A, seat] via GSI1\n"
       "  Q 1/s get Seat[holder, hall=B, seat] via GSI1\nentity Line ",
       {"identity-assumed Seat", "uniqueness-not-enforced Q"}},
  };
}

std::vector<Planted> InPrefixesAndOrder() {
  return {
      {kEntity,
       "entity Dept 20k x 300B\n  attr org, dept\n  identity org, dept\n  key ORG#{org} / "
       "DEPT#{dept}\n"
       "entity Team 99k x 300B\n  attr org, dept, team\n  identity org, dept, team\n  key "
       "ORG#{org} / DEPT#{dept}#TEAM#{team}\n"
       "patterns\n  H1 1/s fetch Dept[org, dept] + Team\nentity Line ",
       {"unterminated-prefix H1"}},
      {kEntity,
       "entity Dept 20k x 300B\n  attr org, dept\n  identity org, dept\n  key ORG#{org} / "
       "DEPT#{dept}#\n"
       "entity Team 99k x 300B\n  attr org, dept, team\n  identity org, dept, team\n  key "
       "ORG#{org} / "
       "DEPT#{dept}#TEAM#{team}#\n"
       "patterns\n  H1 1/s fetch Dept[org, dept] + Team\nentity Line ",
       {}},
      {kEntity,
       "entity Score 1M x 100B\n  attr game, player:id, points:number\n"
       "  key GAME#{game} / {points}#{player}\n"
       "patterns\n  S1 1/s list Score[game] desc points limit 10\nentity Line ",
       {"unpadded-number S1"}},
      {kEntity,
       "entity Score 1M x 100B\n  attr game, player:id, points:number(6)\n"
       "  key GAME#{game} / {points}#{player}\n"
       "patterns\n  S1 1/s list Score[game] desc points limit 10\nentity Line ",
       {}},
  };
}

std::vector<Planted> InWhatIsStated() {
  const std::string_view a2 = "limit 20 -> 20\n";
  return {
      {a2,
       "limit 20 -> 20\n      as query \"PK = CUST#{custId} AND begins_with(SK, ORDER#)\"\n",
       {}},
      {a2,
       "limit 20 -> 20\n      as query \"PK = CUST#{custId} AND SK BEGINS_WITH ORDER#\"\n",
       {"invalid-expression A2"}},
      {a2,
       "limit 20 -> 20\n      as query \"begins_with(PK, CUST#)\"\n",
       {"invalid-expression A2"}},
      {a2,
       "limit 20 -> 20\n      as query \"PK = CUST#{custId} AND total = 5\"\n",
       {"invalid-expression A2"}},
      {a2, "limit 20 -> 20\n      as query \"PK = CUST#{custId}\"\n", {"over-read A2"}},
      {a2, "limit 20 -> 20\n      as query \"PK = CLIENT#{custId}\"\n", {"no-such-row A2"}},
      {a2,
       "range orderDate limit 20 -> 20\n      as query \"PK = CUST#{custId} AND SK BETWEEN "
       "ORDER#{orderDate.from} "
       "AND ORDER#{orderDate.to}\"\n",
       {"range-end A2"}},
      {a2,
       "range orderDate limit 20 -> 20\n      as query \"PK = CUST#{custId} AND SK BETWEEN "
       "ORDER#{orderDate.from} "
       "AND ORDER#{orderDate.to}~\"\n",
       {}},
      {a2,
       "range orderDate limit 20 -> 20\n      as query \"PK = CUST#{custId} AND SK BETWEEN "
       "ORDER#{orderDate.from} AND ORDER#{orderDate.to}#\"\n",
       {"range-end A2"}},
      {a2,
       "range orderDate limit 20 -> 20\n      as query \"PK = CUST#{custId} AND SK BETWEEN "
       "ORDER#{orderDate.from} AND ORDER#{orderDate.to}#~\"\n",
       {}},
      {a2,
       "range orderDate limit 20 -> 20\n      as query \"PK=CUST#{custId} AND "
       "SK<=ORDER#{orderDate.to}\"\n",
       {"over-read A2", "range-end A2"}},
      {a2,
       "range orderDate limit 20 -> 20\n      as query \"PK = CUST#{custId} AND SK >= "
       "ORDER#{orderDate.from} AND SK <= ORDER#{orderDate.to}~\"\n",
       {"invalid-expression A2"}},
      {a2,
       "limit 20 -> 20\n      as query \"PK = CUST#{custId} AND SK = "
       "ORDER#{orderDate}#{orderId}\"\n",
       {"invalid-expression A2"}},
      {a2, "limit 20 -> 20\n      as query \"PK = CUST#{orderId}\"\n", {"invalid-expression A2"}},
      {a2, "limit 20 -> 20\n      as query \"PK = :pk\"\n", {"invalid-expression A2"}},
      {"rewrite keys\n",
       "rewrite keys\n      as key ORDER#{total} / META\n",
       {"invalid-expression A7"}},
      {"rewrite keys\n", "rewrite keys\n      as key ORDER#{orderId} / META\n", {}},
      {"rewrite keys\n", "rewrite keys\n      as key ORDER#{orderId} / LOCK\n", {"no-such-row A7"}},
  };
}

std::vector<Planted> InKeys() {
  return {
      {"  key   ORDER#{orderId} / ITEM#{lineNo}\n",
       "",
       {"no-key Line", "many-requests A3", "no-such-row A6"}},
      {"ORDER#{orderDate}#{orderId}\n  copy",
       "ORDER#{orderDate}\n  copy",
       {"key-not-unique Order"}},
      {"/ ITEM#{lineNo}", "/ ITEM", {"key-not-unique Line"}},
      {"/ ITEM#{lineNo}", "/ META", {"key-not-unique Line", "key-collision Line"}},
      {"  identity orderId, lineNo\n", "", {"identity-assumed Line"}},
      {"lineNo:number(3), sku, qty:number\n  identity orderId, lineNo\n",
       "lineNo:number(1), sku, qty:number\n",
       {"identity-assumed Line", "number-too-narrow Line"}},
      {"lineNo:number(3)", "lineNo:number(1)", {"number-too-narrow Line"}},
      {"4..60", "4..1000", {}},
      {"4..60", "4..1001", {"number-too-narrow Line"}},
      {"email:free", "email", {}},
      {"EMAIL#{email} / CUSTOMER", "EMAIL#{email}#X / CUSTOMER", {"delimiter-in-value Customer"}},
      {"  GSI1  EMAIL#{email} / CUSTOMER#{custId}\n",
       "  GSI1  EMAIL#{email} / CUSTOMER#{custId}\n  GSI1  TIER#{tier}#{custId} / X\n",
       {"two-keys-one-index Customer"}},
      {"custId:id, name, email:free",
       "custId:id, name, email:text(3KB)",
       {"contradicting-numbers Customer", "key-too-large Customer", "key-too-large Customer"}},
      {"notes:list(10 x 50B)", "notes:list(50B)", {"item-growth Customer"}},
      {"notes:list(10 x 50B)", "gone:ttl(30d)", {}},
      {"notes:list(10 x 50B)", "gone:ttl(30d), idle:ttl(3d)", {"two-expiries Customer"}},
      {"entity Customer 1M x 400B\n  attr  custId:id,",
       "entity Visit 1M x 90B\n  attr visitId:id, ends:ttl(1d)\n  key VISIT#{visitId} / VISIT\n"
       "entity Customer 1M x 400B\n  attr  gone:ttl(30d), custId:id,",
       {"two-expiries Customer"}},
      {"entity Customer 1M x 400B\n  attr  custId:id,",
       "entity Visit 1M x 90B\n  attr visitId:id, gone:ttl(1d)\n  key VISIT#{visitId} / VISIT\n"
       "entity Customer 1M x 400B\n  attr  gone:ttl(30d), custId:id,",
       {}},
      {"status, total, version)\n  GSI1",
       "status, total, version) via stream\n  GSI1",
       {"copy-without-stream Order"}},
      {"notes:list(10 x 50B)", "notes:list(9000 x 50B)", {"item-growth Customer"}},
      {"Customer 1M x 400B", "Customer 1M x 390KB", {"item-growth Customer"}},
      {"notes:list(10 x 50B)",
       "notes:text(6KB)",
       {"contradicting-numbers Customer", "compressible-attribute Customer"}},
      {"index GSI2", "index LSI local (LSK) keys\nindex GSI2", {"unused-index LSI"}},
      {"Order 20M x 600B in Customer(custId) 20..5000",
       "Order 20M x 600B in Customer(custId) 20..20M",
       {"unbounded-read A4"}},
  };
}

std::vector<Planted> InHeat() {
  return {
      {"OPEN#{shard(orderId,4)}", "OPEN", {"constant-partition-key Order in GSI2"}},
      {"OPEN#{shard(orderId,4)} / {orderDate}#{orderId} when status=OPEN",
       "ST#{status} / {orderDate}#{orderId}",
       {"low-cardinality-key Order in GSI2"}},
      {"A5 6/min", "A5 900/s", {"too-few-shards Order in GSI2"}},
      {"A1 500/s get Customer[custId]\n",
       "A1 500/s get Customer[custId]\n  P 9k/s get Customer[custId] strong\n",
       {}},
      {kEntity,
       "entity Day 1M x 900B\n  attr day:date, at:time, dayId:id\n  key DAY#{day} / {at}#{dayId}\n"
       "patterns\n  D1 500/s put Day\nentity Line ",
       {"moving-partition-key Day"}},
      {kEntity,
       "entity Vote 1M x 90B in Customer(custId) 1..900k\n  attr voteId:id\n"
       "  key VOTES#{custId} / {voteId}\npatterns\n  V1 2k/s put Vote\nentity Line ",
       {"hot-key Vote"}},
      {kEntity,
       "entity Vote 1M x 90B\n  attr voteId:id\n  key VOTES#{random(4)} / {voteId}\n"
       "patterns\n  V1 9k/s put Vote\nentity Line ",
       {"too-few-shards Vote"}},
      // 800 of 1,000 on average is too much, because shards never get equal loads.
      {kEntity,
       "entity Vote 1M x 90B\n  attr voteId:id\n  key VOTES#{random(4)} / {voteId}\n"
       "patterns\n  V1 3200/s put Vote\nentity Line ",
       {"too-few-shards Vote"}},
      {kEntity,
       "entity Vote 1M x 90B\n  attr voteId:id\n  key VOTES#{random(4)} / {voteId}\n"
       "patterns\n  V1 2800/s put Vote\nentity Line ",
       {}},
  };
}

std::vector<Planted> InWrites() {
  return {
      {"if version rewrite keys", "if version", {"stale-derived-key A7", "sparse-key-kept A7"}},
      {"if version rewrite keys", "if version rewrite GSI2", {"stale-derived-key A7"}},
      {"if version rewrite keys", "if version rewrite GSI1", {"sparse-key-kept A7"}},
      {"set status, version if version",
       "set orderDate, version if version",
       {"stale-derived-key A7"}},
      {"A9 1/s txn put Customer if new",
       "A9 1/s put Customer if new",
       {"copy-not-in-transaction A9"}},
      {"set status, version if version", "set status, version", {"unconditional-modify A7"}},
      {"set status, version if version", "modify status", {"unconditional-modify A7"}},
      {"put Line x4", "put Line x99", {"transaction-too-large A6"}},
      // A7 compares the version; these do not raise it.
      {"A8 20/s",
       "B1 1/s txn update Order[custId, orderDate, orderId] set total\n  A8 20/s",
       {"version-bypassed B1"}},
      {"A8 20/s",
       "B1 1/s txn update Order[custId, orderDate, orderId] set total if total\n  A8 20/s",
       {"version-bypassed B1"}},
      {"A8 20/s",
       "B1 1/s txn update Order[custId, orderDate, orderId] add total, version\n  A8 20/s",
       {}},
      {"A8 20/s", "B1 1/s txn update Order[custId, orderDate, orderId] add total\n  A8 20/s", {}},
      {"update Order[custId, orderDate, orderId]",
       "update Order[custId, orderId]",
       {"no-such-row A7"}},
      {kEntity,
       "entity Page 1M x 20KB\n  attr pageId:id, views:counter\n  key PAGE#{pageId} / PAGE\n"
       "patterns\n  V1 100/s update Page[pageId] add views\nentity Line ",
       {"hot-small-update V1"}},
  };
}

std::vector<Planted> InIndexes() {
  return {
      {"index GSI2", "index GSI3 (G3PK) all\nindex GSI2", {"unused-index GSI3"}},
      {"assert no scan\n", "limit 1 indexes\n", {"too-many-indexes app"}},
      {"A5 6/min", "A5 2/day", {"rare-index GSI2"}},
      {"asc orderDate limit 500 -> 500", "asc orderDate limit 500 show total -> 500", {}},
      {"A5 6/min list", "X 1/day scan Order[status=OPEN]\n  A5 6/min list", {"assertion-failed X"}},
      {"assert no scan\n", "assert cost A3 <= 0.4 RCU\n", {"assertion-failed A3"}},
  };
}

// Designs that need more than one change.
std::vector<std::pair<std::string, Codes>> Designs() {
  const std::string tenants =
      "model t\ntable app (PK, SK) on-demand\nindex ByMail (mail) all\n"
      "tenant org prefix ORG#{org}#\n"
      "entity User 1M x 1KB\n  attr userId:id, mail\n  key USER#{userId} / USER\n"
      "  unique MAIL#{mail} / MAIL\n"
      "entity Plan 10 x 1KB shared\n  attr planId:id\n  key PLAN#{planId} / PLAN\n"
      "patterns\n  T1 1/s get User[org, userId]\n  T2 1/s get Plan[planId]\n"
      "  T3 1/s get User[org, mail] via ByMail\n";
  const std::string local =
      "model l\ntable app (PK, SK) on-demand\nindex LSI local (LSK) all\n"
      "entity Thing 1G x 1KB\n  attr group:values(20), thingId:id, name\n"
      "  key GROUP#{group}#{shard(thingId,2)} / {thingId}\n  LSI {name}#{thingId}\n"
      "patterns\n  L1 10/s list Thing[group, name] via LSI -> 5\n"
      "assert one request per read except L1 <= 2\n";
  const std::string wide =
      "model w\ntable app (PK, SK) on-demand\nindex GSI (GPK, GSK) all\n"
      "entity Thing 1M x 2KB\n  attr thingId:id, owner, name, picture:blob(1KB)\n"
      "  key THING#{thingId} / THING\n  GSI OWNER#{owner} / {thingId}\n"
      "patterns\n  W1 10/s list Thing[owner] show name -> 5\n";
  // Most of the item's bytes are in attributes that the model does not name.
  const std::string unnamed =
      "model u\ntable app (PK, SK) on-demand\nindex GSI (GPK, GSK) all\n"
      "entity Thing 1M x 2KB\n  attr thingId:id, owner, name\n"
      "  key THING#{thingId} / THING\n  GSI OWNER#{owner} / {thingId}\n"
      "patterns\n  W1 10/s list Thing[owner] show name -> 5\n";
  const std::string head = "model d\ntable app (PK, SK) on-demand\n";
  // Every job waits once, although few wait at any time.
  const std::string queue = head +
                            "index Queue (Q1, Q2) keys\nentity Job 500M x 500B\n"
                            "  attr jobId:id, state:enum(WAITING 1, RUNNING 1, DONE 98), at:time\n "
                            " key JOB#{jobId} / JOB\n"
                            "  Queue Q#{shard(jobId,4)} / {at}#{jobId} when state=WAITING\n"
                            "patterns\n  J1 20k/s put Job if new\n"
                            "  J2 2/s list Job[state=WAITING] asc at limit 10 show jobId -> 10\n"
                            "  J3 40k/s update Job[jobId] set state if state rewrite Queue\n"
                            "assert one request per read except J2 <= 4\n";
  const std::string copied =
      head +
      "entity User 2M x 500B\n  attr userId:id, email, name\n  key USER#{userId} / PROFILE\n"
      "  copy MAIL#{email} / USER#{userId} (name)\npatterns\n"
      "  U2 5/s list User[email] show name -> 1\n";
  const std::string variants =
      head +
      "entity Post 2M x 500B\n  attr postId:id, big:bool, text\n"
      "  key P#{postId} / POST when big=false\n  key B#{postId} / POST when big=true\npatterns\n";
  const std::string last =
      head +
      "entity Customer 1M x 400B\n  attr custId:id, name\n  key CUST#{custId} / PROFILE\n"
      "entity Order 20M x 600B in Customer(custId) 20..500\n"
      "  attr orderId:id, orderDate:date\n  key CUST#{custId} / {orderDate}#{orderId}\n"
      "patterns\n  A1 50/s fetch Customer[custId] + Order ";
  const std::string global =
      head +
      "entity Config 20 x 500B\n  attr name:id, value\n  key GLOBAL / CONFIG#{name}\n"
      "entity Flag 20 x 500B\n  attr name:id, value\n  key GLOBAL / FLAG#{name}\npatterns\n"
      "  C1 900/s update Config[name] set value\n";
  const std::string natural =
      head +
      "index ByMail (email) all\nindex Recent local (seen) all\nentity User 2M x 500B\n"
      "  attr userId:id, email, seen:time\n  key USER#{userId} / PROFILE\npatterns\n"
      "  U1 5/s list User[email] -> 1\n  U2 5/s update User[userId] set email\n"
      "  U3 5/s update User[userId] set seen\n  U4 5/s list User[userId] desc seen via Recent -> "
      "1\n";
  const std::string hours =
      head +
      "entity Event 1G x 100B\n  attr eventId:id, at:time\n  key H#{at:hour} / {at}#{eventId}\n"
      "patterns\n  E1 250/s list Event[] range at 24h -> 25\n"
      "assert one request per read except E1 <= 25\n";
  const std::string days =
      head +
      "index Kinds local (kind) all\nentity Event 10G x 1KB\n  attr eventId:id, at:time, kind\n"
      "  key DAY#{at:day}#{shard(eventId,2)} / {at}#{eventId}\npatterns\n"
      "  A2 1/s list Event[at, eventId, kind] via Kinds -> 5\n";
  const std::string stock =
      "model s\ntable stock (sku, warehouse) on-demand\n"
      "index Low (lowFlag+warehouse, quantity) all\nentity Stock 4M x 250B\n"
      "  attr sku, warehouse:values(15), quantity:number, lowFlag:enum(LOW 5, OK 95), bin\n"
      "  identity sku, warehouse\n"
      "patterns\n  S1 2/s list Stock[lowFlag=LOW, warehouse] asc quantity limit 9 -> 9\n";
  // The index includes some attributes, but none of the venue's.
  const std::string shared =
      head +
      "index GSI1 (G1, G2) include title\nentity Venue 5k x 1KB\n  attr venueId:id, city, name\n"
      "  key V#{venueId} / V\n  GSI1 CITY#{city} / {venueId}\n"
      "entity Show 5k x 1KB\n  attr showId:id, genre, title\n"
      "  key S#{showId} / S\n  GSI1 GENRE#{genre} / {showId}\npatterns\n"
      "  P1 5/s list Venue[city] -> 5\n  P2 5/s list Show[genre] -> 5\n";
  const std::string kinds = head +
                            "entity Client 1M x 100B\n  attr kind:enum(PERSON, FIRM), cId:id\n"
                            "  key {kind}#{cId} / DATA\nentity Order 1M x 100B\n  attr orderId:id\n"
                            "  key ORDER#{orderId} / DATA\n";
  return {
      {queue, {"too-few-shards Job in Queue"}},
      {stock, {"unstable-order S1"}},
      {Replaced(stock, "(lowFlag+warehouse, quantity)", "(lowFlag+warehouse, quantity+sku)"), {}},
      {Replaced(stock, "table stock (sku, warehouse)", "table stock (warehouse, sku)"),
       {"low-cardinality-key Stock", "unstable-order S1"}},
      {Replaced(stock, "attr sku", "attr sku:text(3KB)"),
       {"key-too-large Stock", "contradicting-numbers Stock", "unstable-order S1"}},
      {Replaced(stock, "quantity:number", "quantity:text(1025B)"),
       {"key-too-large Stock", "contradicting-numbers Stock", "unstable-order S1"}},
      {shared, {"attribute-not-projected P1"}},
      {Replaced(shared, "P1 5/s list Venue[city]", "P1 5/s list Venue[city] show venueId"), {}},
      {Replaced(shared, "include title", "include title, name"), {}},
      {copied + "  U4 1/s txn delete User[userId]\n", {"no-such-row U4"}},
      {copied + "  U4 1/s txn delete User[userId, email]\n", {}},
      {copied + "  U5 1/s get User[userId, email] via table\n", {}},
      {copied + "  U3 1/s txn update User[userId, email] set email\n", {"stale-derived-key U3"}},
      {copied + "  U3 1/s txn update User[userId, email, name] set email rewrite keys\n", {}},
      {copied + "  U3 1/s txn update User[userId, email] set email rewrite keys\n",
       {"no-such-row U3"}},
      {copied + "  U3 1/s txn update User[userId, name] set email rewrite keys\n",
       {"no-such-row U3"}},
      {copied + "  U3 1/s txn update User[userId, email] set email, name rewrite keys\n", {}},
      {copied + "  U3 1/s update User[userId, email] set email, name rewrite keys\n",
       {"copy-not-in-transaction U3"}},
      {copied + "  U3 1/s txn put User if name\n", {"stale-derived-key U3"}},
      {copied + "  U3 1/s txn put User if new\n", {}},
      {head + "entity Acct 1M x 200B\n  attr acctId:id, state:enum(A 50, B 50), v:version\n"
              "  key A#{acctId} / A\n  copy OPEN#{acctId} / A (state) when state=A\npatterns\n"
              "  W1 1/s txn put Acct if v\n",
       {"stale-derived-key W1"}},
      {copied + "  U3 1/s txn update User[userId, email, name] set email if name rewrite keys\n",
       {}},
      {variants + "  U4 1/s update Post[postId] set text\n", {"no-such-row U4"}},
      {variants + "  U6 1/s delete Post[postId, big=true]\n", {}},
      {variants + "  U5 1/s update Post[postId, big=true] set big\n", {"stale-derived-key U5"}},
      {head + "entity E 1M x 1KB\n  attr a:id, b\n  key A#{a} / E\n  key B#{b} / E#{a}\n",
       {"two-keys-one-index E"}},
      {last + "desc orderDate limit 5 -> 6\n", {}},
      {last + "asc orderDate limit 5 -> 6\n", {"many-requests A1"}},
      // A fetch need not ask for bound attributes of the parent beyond its id.
      {head + "entity P 50 x 300B\n  attr pId:id, mail\n  key P#{pId} / MAIL#{mail}\n"
              "entity C 90 x 300B in P(pId) 2..9\n  attr cId:id\n  key P#{pId} / C#{cId}\n"
              "patterns\n  A1 1/s fetch P[pId, mail] + C -> 3\n",
       {}},
      // With one key for all, a parent's children lie among those of other parents.
      {head + "entity P 50 x 300B\n  attr pId:id\n  key ALL / P#{pId}\n"
              "entity C 90 x 300B in P(pId) 2..9\n  attr cId:id\n  key ALL / C#{cId}\n"
              "patterns\n  A1 1/s fetch P[pId] + C -> 3\n",
       {"many-requests A1"}},
      {head + "entity P 50 x 300B\n  attr pId:id\n  key ALL / {pId}#\n"
              "entity C 90 x 300B in P(pId) 2..9\n  attr cId:id\n  key ALL / {pId}#{cId}\n"
              "patterns\n  A1 1/s fetch P[pId] + C -> 3\n",
       {}},
      {global, {}},
      {global + "  C2 900/s update Flag[name] set value\n", {"hot-key Config"}},
      // The largest parent has a million children, and nothing limits the read.
      {Replaced(last, "20..500", "20..1M") + "-> 21\n", {"unbounded-read A1"}},
      {Replaced(last, "20..500", "20..1M") + "desc orderDate limit 5 -> 6\n", {}},
      {Replaced(last, "20..500", "20..10k") + "-> 21\n", {}},
      {natural, {}},
      {hours, {}},
      {days,
       {"too-few-shards Event in Kinds", "collection-too-large Event", "filter-not-key A2",
        "many-requests A2"}},
      {kinds, {}},
      {head + "entity E 1M x 1KB\n  attr a:id, n:number, v:version\n  key A#{a} / E\n"
              "patterns\n  M1 1/s update E[a] modify n if v\n",
       {"unconditional-modify M1"}},
      {head + "entity E 1M x 1KB\n  attr a:id, n:number, v:version\n  key A#{a} / E\n"
              "patterns\n  M1 1/s update E[a] modify n, v if v\n",
       {}},
      {tenants, {"tenant-leak T3"}},
      {tenants + "  T5 1/day export User\n", {"tenant-leak T3"}},
      {tenants + "  T4 1/s list User[userId]\n", {"tenant-leak T3", "tenant-leak T4"}},
      {local, {"collection-too-large Thing"}},
      {wide, {"over-projection GSI"}},
      {unnamed, {"over-projection GSI"}},
  };
}

TEST(Check, FindsFaultsThatNeedTheirOwnDesign) {
  for (const auto& [text, codes] : Designs()) EXPECT_EQ(CodesOf(text), codes) << text;
}

// Returns the only finding of the text.
Finding OnlyFinding(const std::string& text) {
  const auto parsed = Parse(text);
  const auto findings = Check(parsed.model).findings;
  EXPECT_EQ(findings.size(), 1U) << text;
  return findings.empty() ? Finding{} : findings.front();
}

TEST(Check, AThrottlingKeyIsAnErrorWhateverItsForm) {
  const std::string head =
      "model d\ntable app (PK, SK) on-demand\nentity Day 1M x 900B\n"
      "  attr day:date, at:time, dayId:id\n  key ";
  for (const std::string key : {"DAY#{day} / {at}#{dayId}\n", "DAYS / {at}#{dayId}\n"}) {
    const auto at_rate = [&](const std::string& rate) {
      return OnlyFinding(head + key + "patterns\n  D1 " + rate + " put Day\n");
    };
    EXPECT_EQ(at_rate("1000/s").severity, Severity::kWarning) << key;
    const auto finding = at_rate("1001/s");
    EXPECT_EQ(finding.severity, Severity::kError) << key;
    EXPECT_NE(finding.cure.find("{shard(dayId,2)}"), std::string::npos) << finding.cure;
    EXPECT_EQ(at_rate("2M/s").cure.find("shard("), std::string::npos) << key;
  }
}

TEST(Check, AKeyReadTooOftenIsNotCuredByShards) {
  auto text = Changed(kPatterns, "patterns\n  P 90k/s list Order[custId] limit 20\n");
  text.replace(text.find("  copy  ORDER#"), 0, "  skew custId zipf 1.1\n");
  text = Replaced(text, "desc orderDate -> 5", "desc orderDate limit 5 -> 5");
  const auto finding = OnlyFinding(text);
  EXPECT_EQ(finding.code, FindingCode::kHotKey);
  EXPECT_NE(finding.cure.find("cache"), std::string::npos) << finding.cure;
}

TEST(Check, EveryRuleHasAPlantedFault) {
  std::set<std::string> planted;
  const auto add = [&](const Codes& codes) {
    for (const auto& code : codes) planted.insert(code.substr(0, code.find(' ')));
  };
  for (const auto& list : {InReads(), InPrefixesAndOrder(), InWhatIsStated(), InKeys(), InHeat(),
                           InWrites(), InIndexes()}) {
    for (const auto& each : list) add(each.codes);
  }
  for (const auto& [text, codes] : Designs()) add(codes);
  for (const auto& rule : Rules())
    EXPECT_TRUE(planted.contains(std::string(rule.name))) << rule.name;
}

// Natural keys of one attribute and of several.
TEST(Check, StatedRequestsMayBeOnNaturalKeys) {
  const std::string model =
      "model m\ntable readings (deviceId, at) on-demand\n"
      "index ByPlace (country+city, day+n) all\n"
      "entity Reading 1M x 100B\n"
      "  attr deviceId, at:time, country, city, day:date, n:number, status:enum(A, B)\n"
      "  identity deviceId, at\n"
      "patterns\n";
  const std::string range = "  P 1/s list Reading[deviceId] range at 1h -> 5\n  as query ";
  const std::string place =
      "  Q 1/s list Reading[deviceId] -> 5\n  P 1/s list Reading[country, city] range day -> 5\n"
      "  as query on ByPlace ";
  const std::vector<std::pair<std::string, Codes>> all = {
      {range + "\"deviceId = {deviceId} AND at BETWEEN {at.from} AND {at.to}\"\n", {}},
      {range + "\"deviceId = {deviceId}\"\n", {}},
      {range + "\"deviceId = DEV#{deviceId}\"\n", {"no-such-row P"}},
      {range + "\"deviceId = {at.from}\"\n", {"no-such-row P"}},
      {place + "\"country = {country} AND city = {city}\"\n", {}},
      {place +
           "\"country = {country} AND city = {city} AND day BETWEEN {day.from} AND {day.to}\"\n",
       {}},
      {place + "\"country = {country}\"\n", {"invalid-expression P"}},
      {place + "\"country = {country} AND city = {city} AND n = 5\"\n", {"invalid-expression P"}},
      {place +
           "\"country = {country} AND city = {city} AND day = 2026-01-01 AND begins_with(n, 5)\"\n",
       {"invalid-expression P"}},
      {place + "\"country = {city} AND city = {country}\"\n", {"no-such-row P"}},
  };
  for (const auto& [text, codes] : all) {
    auto found = CodesOf(model + text);
    std::erase_if(found, [](const std::string& code) {
      return code.starts_with("unused-index") || code.starts_with("rare-index");
    });
    EXPECT_EQ(found, codes) << text;
  }
}

TEST(Check, AFetchOverTwoTablesIsRefused) {
  const auto parsed = Parse(R"(model two
table customers (PK, SK) on-demand
table orders (PK, SK) on-demand
entity Customer 1M x 400B
  attr custId:id, name
  key CUST#{custId} / PROFILE
entity Order 20M x 600B in Customer(custId) 20..500 table orders
  attr orderId:id, orderDate:date
  key CUST#{custId} / {orderDate}#{orderId}
patterns
  A1 50/s fetch Customer[custId] + Order desc orderDate limit 5 -> 6
assert one request per read except A1 <= 2
)");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  const auto findings = Check(parsed.model).findings;
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].code, FindingCode::kManyRequests);
  EXPECT_EQ(findings[0].message,
            "One Query does not return all items: table (CUST#{custId} / PROFILE): Order lies in "
            "the table orders, and a request reads one table.");
  EXPECT_EQ(findings[0].cure,
            "Write a pattern for each, `get Customer[…]` and `list Order[…]`, or keep them in one "
            "table.");
}

// Checks a hundred entities and three hundred patterns for false findings; a benchmark measures the
// time.
TEST(Check, ALargeModelIsSound) {
  std::string text = "model large\ntable app (PK, SK) on-demand\nindex GSI (GPK, GSK) all\n";
  std::string patterns = "patterns\n";
  for (int i = 0; i < 100; ++i) {
    const auto n = std::to_string(i);
    text += "entity E" + n + " 1M x 1KB\n  attr id:id, owner, at:time\n  key E" + n +
            "#{id} / E\n  GSI E" + n + "#{owner} / {at}#{id}\n";
    patterns += "  G" + n + " 1/s get E" + n + "[id]\n  L" + n + " 1/s list E" + n +
                "[owner] desc at limit 5\n  P" + n + " 1/s put E" + n + "\n";
  }
  EXPECT_EQ(CodesOf(text + patterns), Codes{});
}

INSTANTIATE_TEST_SUITE_P(Reads, PlantedTest, ::testing::ValuesIn(InReads()));
INSTANTIATE_TEST_SUITE_P(Order, PlantedTest, ::testing::ValuesIn(InPrefixesAndOrder()));
INSTANTIATE_TEST_SUITE_P(Stated, PlantedTest, ::testing::ValuesIn(InWhatIsStated()));
INSTANTIATE_TEST_SUITE_P(Keys, PlantedTest, ::testing::ValuesIn(InKeys()));
INSTANTIATE_TEST_SUITE_P(Heat, PlantedTest, ::testing::ValuesIn(InHeat()));
INSTANTIATE_TEST_SUITE_P(Writes, PlantedTest, ::testing::ValuesIn(InWrites()));
INSTANTIATE_TEST_SUITE_P(Indexes, PlantedTest, ::testing::ValuesIn(InIndexes()));

}  // namespace
}  // namespace stator::model
