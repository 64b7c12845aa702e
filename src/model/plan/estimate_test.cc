#include "model/plan/estimate.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "model/language/parser.h"

namespace stator::model {
namespace {

Model ModelOf(const std::string& text) {
  auto parsed = Parse(text);
  EXPECT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  return std::move(parsed.model);
}

double WriteUnitsOf(const Model& model, std::string_view id) {
  return Estimate(model, *model.FindPattern(id)).write_units;
}

double StreamUnitsOf(const Model& model, std::string_view id) {
  return EstimateWrite(model, StreamCopiesOf(model, *model.FindPattern(id))).write_units;
}

const std::string kHead = "model e\ntable app (PK, SK) on-demand stream new+old\n";

// The order of the keys in the model must not matter.
TEST(Estimate, AnItemWithOneOfSeveralKeysIsWrittenOnceAndIndexedOnce) {
  const std::string rare = "  key E#{shipId}#{shard(evId,10)} / {evId} when volume=high\n";
  const std::string usual = "  key E#{shipId} / {evId} when volume=normal\n";
  for (const auto& keys : {rare + usual, usual + rare}) {
    const auto model = ModelOf(
        kHead +
        "index GSI1 (GSI1PK, GSI1SK) all\n"
        "index Inv inverted all\n"
        "entity Ev 1M x 600B\n"
        "  attr evId:id, shipId, volume:enum(normal 60, high 40), kind:values(30), n:number\n" +
        keys +
        "  GSI1 KIND#{kind} / {evId}\npatterns\n  P 1/s put Ev if new\n"
        "  D 1/s delete Ev[shipId, evId, volume=high]\n"
        "  U 1/s update Ev[shipId, evId, volume=high] set n\n");
    EXPECT_DOUBLE_EQ(WriteUnitsOf(model, "P"), 3) << keys;
    EXPECT_DOUBLE_EQ(WriteUnitsOf(model, "D"), 3) << keys;
    EXPECT_DOUBLE_EQ(WriteUnitsOf(model, "U"), 3) << keys;
    double in_index = 0;
    double in_table = 0;
    for (const auto& stored : EstimateStorage(model)) {
      (stored.index.empty() ? in_table : in_index) += stored.items;
    }
    EXPECT_DOUBLE_EQ(in_table, 1e6);
    EXPECT_DOUBLE_EQ(in_index, 2e6);
    for (const auto& entry : Estimate(model, *model.FindPattern("P")).entries) {
      if (!entry.access.InTable()) continue;
      const bool high = entry.access.conditions.front().value == "high";
      EXPECT_DOUBLE_EQ(entry.write, high ? 0.4 : 0.6);
    }
  }
}

TEST(Estimate, InstancesAreCountedUnderEachOfTheirKeys) {
  const auto model = ModelOf(kHead +
                             "index GSI1 (GSI1PK, GSI1SK) all\nentity Ev 1M x 600B\n"
                             "  attr evId:id, shipId, volume:enum(normal 60, high 40)\n"
                             "  key E#{shipId} / {evId} when volume=normal\n"
                             "  key E#{shipId}#{shard(evId,10)} / {evId} when volume=high\n"
                             "  GSI1 S#{shipId} / {evId}\n  copy C#{evId} / C (shipId)\n");
  double instances = 0;
  double items = 0;
  for (const auto& stored : EstimateStorage(model)) {
    instances += stored.instances;
    items += stored.items;
  }
  EXPECT_DOUBLE_EQ(instances, 1e6);
  EXPECT_GT(items, 2e6) << "with the copies and what the index shows";
}

// A parent, eight of twenty children under its own key, and three children in each of four shards.
TEST(Estimate, AFetchPaysForEveryKeyOfItsChildren) {
  const auto model = ModelOf(kHead +
                             "entity Ship 1M x 400B\n  attr shipId:id\n  key SHIP#{shipId} / SHIP\n"
                             "entity Ev 20M x 4KB in Ship(shipId) 20..5000\n"
                             "  attr evId:id, volume:enum(normal 40, high 60)\n"
                             "  key E#{shipId} / {evId} when volume=normal\n"
                             "  key E#{shipId}#{shard(evId,4)} / {evId} when volume=high\n"
                             "patterns\n  F 1/s fetch Ship[shipId] + Ev -> 21\n");
  const auto cost = Estimate(model, *model.FindPattern("F"));
  EXPECT_DOUBLE_EQ(cost.requests, 6);
  EXPECT_DOUBLE_EQ(cost.read_units, 0.5 + 8 * 0.5 + 12 * 0.5);
}

TEST(Estimate, AnIndexOfAllHoldsTheAttributesOfACopy) {
  const auto model = ModelOf(kHead +
                             "index Inv inverted all\nentity Doc 1M x 9000B\n"
                             "  attr docId:id, userId, body:blob(8KB)\n  key DOC#{docId} / DOC\n"
                             "  copy USER#{userId} / DOC#{docId} (body)\n");
  for (const auto& access : StoredRowsOf(model, model.entities.front())) {
    EXPECT_GT(RowBytes(model, access), 8192) << (access.InTable() ? "table" : "index");
  }
}

constexpr std::string_view kOrder =
    "entity Order 1M x 600B\n"
    "  attr orderId:id, status:enum(OPEN 2, PAID 98), userId, total:number, note:text(99B)\n"
    "  key ORDER#{orderId} / ORDER\n  copy USER#{userId} / OPEN#{orderId} (total) when status=OPEN";

TEST(Estimate, ASparseCopyCostsItsShareOfTheWrites) {
  const auto model = ModelOf(kHead + std::string(kOrder) +
                             "\npatterns\n  P 1/s txn put Order if new\n"
                             "  D 1/s txn delete Order[orderId, userId]\n"
                             "  U 1/s txn update Order[orderId, userId] set total\n");
  for (const auto* id : {"P", "D", "U"}) EXPECT_DOUBLE_EQ(WriteUnitsOf(model, id), 2.04) << id;
}

// An index on natural attributes contains the copies that have them, and their entries move too.
TEST(Estimate, CopiesMoveInNaturalIndexes) {
  const auto model =
      ModelOf(kHead + std::string("index ByDay (day, shop) keys\nentity Order 1M x 600B\n"
                                  "  attr orderId:id, userId, day:date, shop, note\n"
                                  "  key ORDER#{orderId} / ORDER\n"
                                  "  copy USER#{userId} / {orderId} (day, shop)\npatterns\n"
                                  "  P 1/s txn put Order if new\n"
                                  "  D 1/s txn update Order[orderId, userId] set day\n"
                                  "  N 1/s txn update Order[orderId, userId] set note\n"));
  EXPECT_DOUBLE_EQ(WriteUnitsOf(model, "P"), 6);  // two rows, twice each, and an entry for each
  EXPECT_DOUBLE_EQ(WriteUnitsOf(model, "D"), 8);
  EXPECT_DOUBLE_EQ(WriteUnitsOf(model, "N"), 2);
}

// The consumer puts a copy that appears and deletes one that disappears; a moving copy is both.
TEST(Estimate, AStreamsConsumerWritesOnlyExistingCopies) {
  const std::string patterns =
      "\npatterns\n  P 1/s put Order if new\n  D 1/s delete Order[orderId]\n"
      "  N 1/s update Order[orderId] set note\n  T 1/s update Order[orderId] set total\n"
      "  M 1/s update Order[orderId] set userId\n";
  const auto model = ModelOf(kHead + std::string(kOrder) + " via stream" + patterns);
  EXPECT_DOUBLE_EQ(StreamUnitsOf(model, "P"), 0.02);
  EXPECT_DOUBLE_EQ(StreamUnitsOf(model, "D"), 0.02);
  EXPECT_DOUBLE_EQ(StreamUnitsOf(model, "N"), 0);
  EXPECT_DOUBLE_EQ(StreamUnitsOf(model, "T"), 0.02);
  EXPECT_DOUBLE_EQ(StreamUnitsOf(model, "M"), 0.04);
  // All orders are open first, and every change closes one.
  const auto closing = ModelOf(kHead + std::string(kOrder) + " via stream" + patterns +
                               "  S 1/s update Order[orderId] set status\n");
  EXPECT_DOUBLE_EQ(StreamUnitsOf(closing, "P"), 1);
  EXPECT_DOUBLE_EQ(StreamUnitsOf(closing, "S"), 1);
}

// An index that includes every attribute holds the whole item, however its projection is written.
TEST(Estimate, AnIndexThatIncludesEveryAttributeIsAsLargeAsOneOfAll) {
  const auto bytes = [](const std::string& projection) {
    const auto model = ModelOf(kHead + "index GSI1 (GSI1PK, GSI1SK) " + projection +
                               "\nentity E 1M x 900B\n  attr id:id, a, b:date\n  key E#{id} / E\n"
                               "  GSI1 A#{a} / {id}\n");
    return RowBytes(model, StoredRowsOf(model, model.entities.front()).back());
  };
  EXPECT_EQ(bytes("all"), 900);
  EXPECT_EQ(bytes("include a, b"), 900);
  EXPECT_LT(bytes("include a"), 200);
}

// PK and SK have 2 + 28 and 2 + 24 bytes, the attributes 4 + 24, 2 + 24 and 6 + 12, `_type` 5 + 1.
TEST(Estimate, AnItemIsAtLeastAsLargeAsItsKeysAndAttributes) {
  const std::string entity = "\n  attr at:time, from:time, device\n  key DEV#{from} / {at}\n";
  for (const auto* stated : {"10B", "132B"}) {
    const auto model = ModelOf(kHead + "entity E 1M x " + stated + entity);
    EXPECT_EQ(RowBytes(model, StoredRowsOf(model, model.entities.front()).front()), 134) << stated;
  }
  const auto model = ModelOf(kHead + "entity E 1M x 500B" + entity);
  EXPECT_EQ(RowBytes(model, StoredRowsOf(model, model.entities.front()).front()), 500);
}

// A put over an existing item moves an entry whose key it changes.
TEST(Estimate, ReplacingAnItemPaysForChangedIndexKeys) {
  const auto units = [](const std::string& index, const std::string& entry) {
    const auto model =
        ModelOf(kHead + index +
                "\nentity Doc 1M x 600B\n"
                "  attr docId:id, owner, state:enum(A 50, B 50), v:version\n"
                "  key DOC#{docId} / DOC\n  GSI1 " +
                entry + "\npatterns\n  N 1/s put Doc if new\n  P 1/s put Doc if v\n");
    EXPECT_DOUBLE_EQ(WriteUnitsOf(model, "N"), entry.ends_with("=A") ? 1.5 : 2) << entry;
    return WriteUnitsOf(model, "P");
  };
  const std::string all = "index GSI1 (GSI1PK, GSI1SK) all";
  EXPECT_DOUBLE_EQ(units(all, "OWNER#{owner} / {docId}"), 1 + 2);
  EXPECT_DOUBLE_EQ(units(all, "ALL#{docId} / {docId}"), 1 + 1);
  EXPECT_DOUBLE_EQ(units("index GSI1 (GSI1PK, GSI1SK) keys", "ALL#{docId} / {docId}"), 1);
  EXPECT_DOUBLE_EQ(units(all, "STATE / {docId} when state=A"), 1 + 1);
}

TEST(Estimate, TheModelStatesTheNumberOfTenants) {
  const auto read = [](const std::string& more) {
    const auto model = ModelOf(
        "model t\ntable app (PK, SK) on-demand\ntenant org prefix O#{org}#\n"
        "entity User 1M x 500B\n  attr userId:id\n  key USERS / {userId}\n" +
        more + "patterns\n  P 1/s list User[org]\n");
    return Estimate(model, *model.FindPattern("P")).items_read;
  };
  EXPECT_DOUBLE_EQ(read(""), 1000);  // a thousand tenants if the model states no number
  EXPECT_DOUBLE_EQ(read("entity Org 50 x 1KB shared\n  attr org:id\n  key ORG#{org} / ORG\n"),
                   20'000);
  EXPECT_DOUBLE_EQ(read("entity Team 50 x 1KB\n  attr org:values(200), teamId:id\n"
                        "  key TEAM#{teamId} / TEAM\n"),
                   5'000);
}

}  // namespace
}  // namespace stator::model
