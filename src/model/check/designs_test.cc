#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/check/found_codes.h"

// Designs that need several lines to show a fault, or the lack of one.
namespace stator::model {
namespace {

using testing::HasSubstr;

using Codes = std::vector<std::string>;
using Design = std::pair<std::string, Codes>;

const std::string kHead = "model d\ntable app (PK, SK) on-demand\n";
const std::string kIndexed = kHead + "index GSI1 (GSI1PK, GSI1SK) all\n";

void ExpectCodes(const std::vector<Design>& designs) {
  for (const auto& [text, codes] : designs) EXPECT_EQ(CodesOf(text), codes) << text;
}

std::vector<Finding> FindingsOf(const std::string& text) {
  const auto parsed = Parse(text);
  EXPECT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  return Check(parsed.model).findings;
}

TEST(CheckDesigns, AParentWithoutInstancesDoesNotEndTheCheck) {
  const std::string text = kHead +
                           "entity User 0 x 1KB\n  attr userId:id\n  key USER#{userId} / USER\n"
                           "entity Order 20M x 1KB in User(userId) 1..10\n  attr orderId:id\n"
                           "  key USER#{userId} / ORDER#{orderId}\n"
                           "patterns\n  P1 10/s list Order[userId]\n";
  EXPECT_EQ(CodesOf(text), (Codes{"contradicting-numbers Order", "low-cardinality-key Order",
                                  "many-requests P1"}));
  EXPECT_THAT(FindingsOf(text).back().message, HasSubstr("19532 pages"));
}

TEST(CheckDesigns, AnIndexServesItemsWithOneOfSeveralKeys) {
  const std::string order =
      "entity Order 1M x 600B\n  attr orderId:id, custId, big:bool, status:values(300), at:date\n"
      "  key CUST#{custId} / {orderId} when big=false\n"
      "  key CUST#{custId}#{shard(orderId,4)} / {orderId} when big=true\n";
  const std::string templated = "  GSI1 STATUS#{status} / {at}#{orderId}\n";
  const std::string by_status = "  P 10/s list Order[status] desc at -> 10\n";
  ExpectCodes({
      {kIndexed + order + templated + "patterns\n" + by_status, {}},
      {kHead + "index ByStatus (status, orderId) all\n" + order +
           "patterns\n  P 10/s list Order[status] -> 10\n",
       {}},
      // The index does not show which key an item has. Each status has 2 MB.
      {kIndexed + order + templated + "patterns\n  P 10/s list Order[status, big=true] -> 10\n",
       {"filter-not-key P", "many-requests P"}},
      {kIndexed + order + templated + "  GSI1 BIG#{custId} / {at}#{orderId} when big=true\n" +
           "patterns\n" + by_status + "  Q 10/s list Order[custId, big=true] via GSI1 -> 10\n",
       {"two-keys-one-index Order"}},
      {kIndexed + order + templated + "patterns\n" + by_status +
           "  W 1/s update Order[custId, orderId, big=true] set status\n",
       {"stale-derived-key W"}},
  });
}

TEST(CheckDesigns, AShardOfAnAttributeInTheKeySpreadsNothing) {
  const auto likes = [](const std::string& partition) {
    return FindingsOf(kHead +
                      "entity Like 1G x 100B\n  attr postId, userId, at:time\n"
                      "  identity postId, userId\n  skew postId zipf 1.2\n  key " +
                      partition +
                      " / USER#{userId}\n"
                      "patterns\n  W1 9k/s put Like if new\n  R1 1/s get Like[postId, userId]\n");
  };
  for (const std::string partition : {"POST#{postId}", "POST#{postId}#{shard(postId,2)}"}) {
    const auto findings = likes(partition);
    ASSERT_EQ(findings.size(), 1U) << partition;
    EXPECT_EQ(findings[0].code, FindingCode::kHotKey) << partition;
    EXPECT_THAT(findings[0].cure, HasSubstr("{shard(userId,3)}")) << partition;
  }
  EXPECT_TRUE(likes("POST#{postId}#{shard(userId,3)}").empty());
}

TEST(CheckDesigns, VersionsAndExpiriesAreNumbers) {
  const auto docs = [](const std::string& attribute) {
    return kHead + "entity Doc 1M x 400B\n  attr docId:id, n:" + attribute +
           "\n  identity docId, n\n  key DOC#{docId} / V#{n}\n"
           "patterns\n  D1 5/s list Doc[docId] desc n limit 1 -> 1\n";
  };
  ExpectCodes({{docs("version"), {"unpadded-number D1"}},
               {docs("ttl(3d)"), {"unpadded-number D1"}},
               {docs("number(9)"), {}}});
}

TEST(CheckDesigns, AComparedAttributeMustChange) {
  const std::string entity =
      kHead +
      "entity A 1M x 500B\n  attr aid:id, n:number, status:enum(X 50, Y 50)\n"
      "  key A#{aid} / A\npatterns\n  P 1/s update A[aid] ";
  ExpectCodes({{entity + "modify n if status\n", {"unconditional-modify P"}},
               {entity + "modify n if n\n", {}},
               {entity + "modify n if status, n\n", {}},
               {entity + "modify n set status if status\n", {}}});
}

TEST(CheckDesigns, FreeTextMayCollideWithAnyKey) {
  const std::string other = "entity B 1M x 600B\n  attr id:id\n  key ORG#{id} / X\n";
  const auto named = [&](const std::string& kind) {
    return kHead + "entity A 1M x 600B\n  attr name" + kind +
           "\n  identity name\n  key {name} / X\n" + other;
  };
  ExpectCodes({{named(":free"), {"key-collision B"}}, {named(""), {}}});
}

TEST(CheckDesigns, ANaturalKeyMayCollideWithATemplate) {
  const auto model = [&](const std::string& site) {
    return "model m\ntable app (deviceId, at) on-demand\n"
           "entity Device 1M x 600B\n  attr deviceId:id\n  key {deviceId} / INFO\n"
           "entity Site 1M x 600B\n  attr siteId:id\n  key " +
           site + "\n";
  };
  ExpectCodes({{model("{siteId} / INFO"), {"key-collision Site"}},
               {model("SITE#{siteId} / INFO"), {}},
               {model("{siteId} / SITE"), {}}});
}

TEST(CheckDesigns, ACollectionIncludesAllRowsUnderItsKey) {
  const std::string local = kHead + "index Loc local (LSK) all\n";
  const auto children = [&](const std::string& most) {
    return local + "entity Cust 1M x 600B\n  attr cid:id\n  key C#{cid} / C\n" +
           "entity A 1G x 600B in Cust(cid) 1000.." + most +
           "\n  attr aid:id, at:time\n  key C#{cid} / A#{aid}\n  Loc {at}#{aid}\n" +
           "patterns\n  P 1/s list A[cid] desc at limit 5 via Loc -> 5\n";
  };
  const auto skewed = [&](const std::string& skew) {
    return local + "entity Z 1G x 500B\n  attr zid:id, cust:values(1M), at:time\n" + skew +
           "  key Z#{cust} / Z#{zid}\n  Loc {at}#{zid}\n" +
           "patterns\n  P 1/s list Z[cust] desc at limit 5 via Loc -> 5\n";
  };
  ExpectCodes({{children("14M"), {"collection-too-large A"}},
               {children("8M"), {}},
               {skewed("  skew cust zipf 1.5\n"), {"collection-too-large Z"}},
               {skewed(""), {}}});
}

TEST(CheckDesigns, EntitiesUnderOneKeyShareItsThroughput) {
  const auto both = [](const std::string& rate) {
    return FindingsOf(kHead +
                      "entity A 1M x 600B\n  attr aid:id\n  key ALL / A#{aid}\n"
                      "entity B 1M x 600B\n  attr bid:id\n  key ALL / B#{bid}\n"
                      "patterns\n  P1 600/s put A\n  P2 " +
                      rate + " put B\n");
  };
  for (const auto& finding : both("600/s")) {
    EXPECT_EQ(finding.code, FindingCode::kConstantPartitionKey);
    EXPECT_EQ(finding.severity, Severity::kError);
    EXPECT_THAT(finding.message, HasSubstr("1200 write"));
  }
  const auto findings = both("300/s");
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].severity, Severity::kWarning);
}

TEST(CheckDesigns, ASparseCopyMustBeAddressedToo) {
  const std::string order =
      kHead +
      "entity Order 1M x 600B\n  attr orderId:id, status:enum(OPEN 2, PAID 98), userId, n:number\n"
      "  key ORDER#{orderId} / ORDER\n"
      "  copy USER#{userId}#{status} / OPEN#{orderId} (n) when status=OPEN\n"
      "patterns\n  W 1/s txn ";
  ExpectCodes({{order + "delete Order[orderId]\n", {"no-such-row W"}},
               {order + "delete Order[orderId, userId]\n", {}},
               {order + "update Order[orderId] set n\n", {"no-such-row W"}},
               {order + "update Order[orderId, userId] set n\n", {}}});
}

TEST(CheckDesigns, AKeyCannotContainACountedAttribute) {
  const std::string post =
      "entity Post 1M x 400B\n  attr postId:id, forum:values(5000), n:number(8)\n"
      "  key POST#{postId} / POST\n";
  const std::string patterns = "patterns\n  P 5/s list Post[forum] desc n limit 10 -> 10\n";
  const std::string templated =
      kIndexed + post + "  GSI1 FORUM#{forum} / {n}#{postId}\n" + patterns;
  ExpectCodes({{templated + "  W 5/s update Post[postId] add n rewrite keys\n", {"no-such-row W"}},
               {templated + "  W 5/s update Post[postId, forum] set n rewrite keys\n", {}},
               {kHead + "index Top (forum, n+postId) all\n" + post + patterns +
                    "  W 5/s update Post[postId] add n\n",
                {}}});
}

TEST(CheckDesigns, ACopyViaStreamNeedsAStreamWithItems) {
  const auto streamed = [](const std::string& view) {
    return "model g\ntable app (PK, SK) on-demand " + view +
           "\nentity A 1M x 600B\n  attr aid:id, b\n  key A#{aid} / A\n"
           "  copy B#{b} / A#{aid} via stream\n";
  };
  ExpectCodes({{streamed("stream keys"), {"copy-without-stream A"}},
               {streamed("stream old"), {"copy-without-stream A"}},
               {streamed("stream new"), {}},
               {streamed("stream new+old"), {}}});
}

TEST(CheckDesigns, ALimitedFetchNeedsItsChildrenFirst) {
  const std::string notes =
      kHead +
      "entity Cust 1M x 400B\n  attr custId:id\n  key CUST#{custId} / CUST\n"
      "entity Order 20M x 600B in Cust(custId) 20..5000\n  attr orderId:id, at:time\n"
      "  key CUST#{custId} / ORDER#{at}#{orderId}\n"
      "entity Note 20M x 600B in Cust(custId) 20..5000\n  attr noteId:id, at:time\n"
      "  key CUST#{custId} / NOTE#{at}#{noteId}\npatterns\n  F 1/s fetch Cust[custId] + ";
  ExpectCodes({{notes + "Order asc at limit 5 -> 6\n", {"many-requests F"}},
               {notes + "Note asc at limit 5 -> 6\n", {"over-read F"}},
               {notes + "Note + Order -> 41\n", {}}});
}

TEST(CheckDesigns, AFetchOfShardedChildrenIsSeveralRequests) {
  const auto fetch = [](const std::string& more) {
    return kHead +
           "entity Ship 1M x 400B\n  attr shipId:id\n  key SHIP#{shipId} / SHIP\n"
           "entity Event 20M x 600B in Ship(shipId) 20..5000\n  attr eventId:id, at:time\n"
           "  key SHIP#{shipId}#{shard(eventId,4)} / {at}#{eventId}\n"
           "patterns\n  F 1/s fetch Ship[shipId] + Event " +
           more;
  };
  ExpectCodes({{fetch("-> 21\n"), {"many-requests F"}},
               {fetch("-> 21\nassert one request per read except F <= 4\n"), {"many-requests F"}},
               {fetch("-> 21\nassert one request per read except F <= 5\n"), {}},
               {fetch("desc at limit 5 -> 6\nassert one request per read except F <= 5\n"), {}}});
  EXPECT_THAT(FindingsOf(fetch("-> 21\n")).front().message, HasSubstr("5 partition keys"));
}

TEST(CheckDesigns, AFetchAsksEachKeyOfItsChildren) {
  const auto fetch = [](const std::string& ordinary, const std::string& more) {
    return kHead +
           "entity Ship 1M x 400B\n  attr shipId:id\n  key SHIP#{shipId} / SHIP\n"
           "entity Event 20M x 600B in Ship(shipId) 20..5000\n  attr eventId:id, at:time, "
           "big:bool\n"
           "  key EVENTS#{shipId} / " +
           ordinary +
           " when big=false\n  key EVENTS#{shipId}#{shard(eventId,4)} / {at}#{eventId} when "
           "big=true\n"
           "patterns\n  F 1/s fetch Ship[shipId] + Event desc at limit 5 -> 6\n" +
           more;
  };
  const std::string allowed = "assert one request per read except F <= 6\n";
  ExpectCodes({{fetch("{at}#{eventId}", ""), {"many-requests F"}},
               {fetch("{at}#{eventId}", allowed), {}},
               // Different sort keys cannot be merged in order.
               {fetch("E#{at}#{eventId}", allowed), {"many-requests F"}}});
  EXPECT_THAT(FindingsOf(fetch("{at}#{eventId}", "")).front().message,
              HasSubstr("in shards: 6 partition keys"));
  const auto unlike = FindingsOf(fetch("E#{at}#{eventId}", allowed)).front();
  EXPECT_THAT(
      unlike.message,
      HasSubstr("several Queries do not either: the keys of Event have different sort keys, "
                "E#{at}#{eventId} and {at}#{eventId}, so their items cannot be merged."));
  EXPECT_THAT(unlike.cure, HasSubstr("Give the keys of Event one sort key"));
  EXPECT_THAT(FindingsOf(fetch("{eventId}", allowed)).front().message,
              HasSubstr("different sort keys, {eventId} and {at}#{eventId}"))
      << "of which one does not have the order";
  const std::string shard = "#{shard(eventId,4)}";
  auto plain = fetch("{at}#{eventId}", "");
  plain.replace(plain.find(shard), shard.size(), "#BIG");
  EXPECT_THAT(FindingsOf(plain).front().message,
              HasSubstr("under one of several keys: 3 partition keys"));
}

TEST(CheckDesigns, AFetchOverTooManyPartitionKeysIsNotServed) {
  const auto fetch = [](const std::string& shards) {
    return kHead +
           "entity Ship 1M x 400B\n  attr shipId:id\n  key SHIP#{shipId} / SHIP\n"
           "entity Event 1G x 100B in Ship(shipId) 1000..5000\n  attr eventId:id\n"
           "  key EVENTS#{shipId}#{shard(eventId,100)}#{random(60)} / {eventId}\n"
           "entity Note 1G x 100B in Ship(shipId) 1000..5000\n  attr noteId:id\n"
           "  key NOTES#{shipId}#{shard(noteId,100)}#{random(" +
           shards + ")} / {noteId}\npatterns\n  F 1/s fetch Ship[shipId] + Event + Note -> 2001\n";
  };
  EXPECT_THAT(FindingsOf(fetch("40")).front().message,
              HasSubstr("in shards: 10001 partition keys"));
  const auto found = FindingsOf(fetch("41")).front();
  EXPECT_THAT(found.message, HasSubstr("they read more than 10000 partition keys"));
  EXPECT_THAT(found.cure, HasSubstr("fewer shards"));
}

TEST(CheckDesigns, AKeyOfTooManyShardsServesNoPattern) {
  const auto shards = [](const std::string& count) {
    return kHead +
           "entity A 1G x 100B\n  attr aid:id, owner\n  key A#{owner}#{shard(aid,100)}#{random(" +
           count + ")} / {aid}\npatterns\n  P 1/s list A[owner] -> 5\n";
  };
  EXPECT_THAT(FindingsOf(shards("100")).front().message, HasSubstr("10000 partition keys"));
  EXPECT_THAT(FindingsOf(shards("101")).front().message,
              HasSubstr("it reads more than 10000 partition keys"));
}

TEST(CheckDesigns, ReportsContradictingNumbers) {
  const auto sized = [](const std::string& size, const std::string& attribute) {
    return kHead + "entity A 1M x " + size + "\n  attr aid:id, body:" + attribute +
           "\n  key A#{aid} / A\n";
  };
  const auto children = [](const std::string& each) {
    return kHead + "entity Cust 1M x 400B\n  attr custId:id\n  key CUST#{custId} / A\n" +
           "entity Order 20M x 600B in Cust(custId) " + each +
           "\n  attr orderId:id\n  key CUST#{custId} / ORDER#{orderId}\n";
  };
  ExpectCodes(
      {{sized("600B", "blob(900KB)"), {"item-growth A"}},
       {sized("600B", "blob(2KB)"), {"contradicting-numbers A"}},
       {sized("3KB", "blob(2KB)"), {}},
       {children("2..5"), {"contradicting-numbers Order"}},
       {children("12..15"), {"contradicting-numbers Order"}},
       {children("60..90"), {"contradicting-numbers Order"}},
       {children("12..50"), {}},
       {kHead + "entity User 5M x 400B\n  attr userId:id\n  key USER#{userId} / A\n" +
            "entity Phone 2M x 60B in User(userId) 1..3\n  attr phone\n  identity userId, phone\n" +
            "  key USER#{userId} / PHONE#{phone}\n",
        {}},
       {children("30..50"), {}}});
}

TEST(CheckDesigns, CompressionSavesAtMostTheUnitsOfTheItem) {
  const auto findings = FindingsOf(kHead +
                                   "entity A 1M x 600B\n  attr aid:id, body:text(10KB)\n"
                                   "  key A#{aid} / A\n");
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_THAT(findings[1].message, HasSubstr("saves 7 write units a write and 1 read units"));
}

TEST(CheckDesigns, TheShorterOfTwoBucketsCounts) {
  const auto readings = [](const std::string& buckets, int allowed) {
    return kHead +
           "entity R 50G x 120B\n  attr deviceId, at:time\n  identity deviceId, at\n  key "
           "D#{deviceId}#" +
           buckets + " / {at}\npatterns\n  R2 200/s list R[deviceId] range at 24h -> 3600\n" +
           "assert one request per read except R2 <= " + std::to_string(allowed) + "\n";
  };
  for (const std::string buckets : {"{at:hour}#{at:day}", "{at:day}#{at:hour}"}) {
    ExpectCodes({{readings(buckets, 25), {}}, {readings(buckets, 24), {"many-requests R2"}}});
  }
}

TEST(CheckDesigns, AFrequentExportIsAFrequentScan) {
  const std::string entity =
      kHead + "entity A 1M x 500B\n  attr aid:id\n  key A#{aid} / A\npatterns\n";
  ExpectCodes(
      {{entity + "  P 1/s export A\n", {"frequent-scan P"}}, {entity + "  P 1/h export A\n", {}}});
}

TEST(CheckDesigns, AStatedQueryThatCannotServeThePatternIsReported) {
  const std::string entity =
      kIndexed +
      "entity A 1M x 500B\n  attr aid:id, a, b\n  key A#{aid} / A\n  GSI1 B#{a}#{b} / {aid}\n"
      "patterns\n  Q 1/s list A[a, b] -> 3\n  P 1/s list A[a] -> 3\n      as query on GSI1 ";
  EXPECT_THAT(CodesOf(entity + "\"GSI1PK = B#{a}#x\"\n"), testing::Contains("scan-needed P"));
}

TEST(CheckDesigns, ALocalIndexNeedNotProjectWantedAttributes) {
  ExpectCodes({{kHead + "index ByTotal local (total) keys\n"
                        "entity Order 1M x 600B\n"
                        "  attr custId:values(10k), orderId:id, total:number\n"
                        "  key C#{custId} / {orderId}\npatterns\n"
                        "  P 1/s list Order[custId] desc total limit 10 -> 10\n",
                {"unstable-order P"}}});
}

// The table's own key is one of several attributes: as a template's text, and as a natural
// attribute.
TEST(CheckDesigns, AMultiAttributeIndexMayContainTheTablesKey) {
  const auto design = [](const std::string& table, const std::string& index,
                         const std::string& key = "{custId} / {orderId}") {
    return "model d\ntable app (" + table + ") on-demand\nindex ByStatus (" + index +
           ") all\nentity Order 20M x 600B\n"
           "  attr custId, orderId:id, day:date, status:enum(OPEN 2, PAID 98)\n"
           "  key " +
           key +
           "\npatterns\n"
           "  A1 5/s list Order[custId, status] desc day limit 9 -> 9\n";
  };
  ExpectCodes({
      {design("PK, SK", "status+PK, day+SK"), {}},
      {design("PK, SK", "status+PK, day+SK", "CUST#{custId} / ORDER#{orderId}"), {}},
      {design("PK, SK", "status+PK, day+SK", "CUST#{custId}#{shard(orderId,2)} / {orderId}"),
       {"many-requests A1"}},
      {design("PK, SK", "day+PK, SK", "CUST#{custId} / ORDER#{orderId}"),
       {"unused-index ByStatus", "filter-not-key A1", "many-requests A1", "wrong-order A1"}},
      {design("PK, SK", "status+custId, day+orderId"), {}},
      {design("custId, orderId", "status+custId, day+orderId"), {}},
  });
}

}  // namespace
}  // namespace stator::model
