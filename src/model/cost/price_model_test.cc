#include "model/cost/price_model.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/language/parser.h"

namespace stator::model {
namespace {

using testing::DoubleNear;
using testing::HasSubstr;

constexpr double kMonth = 730 * 3600;  // seconds
constexpr double kReadMillion = 0.125;
constexpr double kWriteMillion = 0.625;
constexpr double kGb = 1024.0 * 1024 * 1024;

constexpr std::string_view kOrders = R"(model orders
table app (PK, SK) on-demand stream new+old
index GSI1 (GSI1PK, GSI1SK) include status, total
index GSI2 (GSI2PK, GSI2SK) include custId, total
entity Customer 1M x 400B
  attr  custId:id, name, email
  key   CUST#{custId} / PROFILE
entity Order 20M x 600B in Customer(custId) 20..5000
  attr  orderId:id, orderDate:date, status:enum(OPEN 2, PAID 3, SHIPPED 5, CLOSED 90), total:number, version:version
  key   CUST#{custId} / ORDER#{orderDate}#{orderId}
  copy  ORDER#{orderId} / META (custId, orderDate, status, total, version)
  GSI1  CUST#{custId}#{status} / {orderDate}#{orderId}
  GSI2  OPEN#{shard(orderId,4)} / {orderDate}#{orderId} when status=OPEN
entity Line 80M x 200B in Order(orderId) 4..60
  attr  lineNo:number(3), sku
  key   ORDER#{orderId} / ITEM#{lineNo}
patterns
  A1  500/s peak 1000/s get Customer[custId]
  A2  300/s   list   Order[custId] desc orderDate limit 20 -> 20
  A3  400/s   fetch  Order[orderId] + Line -> 5
  A4  40/s    list   Order[custId, status] desc orderDate -> 5
  A5  6/min   list   Order[status=OPEN] asc orderDate limit 500 -> 500
  A6  120/s   txn    put Order if new + put Line x4
  A7  200/s   txn    update Order[custId, orderDate, orderId] set status, version if version rewrite keys
)";

Model ModelOf(std::string_view text) {
  auto parsed = Parse(text);
  EXPECT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  return std::move(parsed.model);
}

price::PriceTable Now() { return price::LoadPrices("2026-11").value(); }

ModelPrice PriceOf(std::string_view text, const PricingTerms& terms = {}) {
  return PriceModel(ModelOf(text), Now(), terms);
}

const PricedPattern& Find(const ModelPrice& price, std::string_view id) {
  return *std::ranges::find(price.patterns, id, &PricedPattern::id);
}

const price::Plan& Find(const ModelPrice& price, price::PlanKind kind) {
  return *std::ranges::find(price.plans, kind, &price::Plan::kind);
}

// 500/s x 0.5 x 2,628,000 s = 657 million read units; x $0.125 = $82.125.
TEST(PriceModel, APatternCostsItsUnitsTimesItsRate) {
  const auto price = PriceOf(kOrders);
  EXPECT_DOUBLE_EQ(Find(price, "A1").dollars.on_demand, 82.125);
  // 20 x 600 bytes are three times 4 KB: 300/s x 1.5 x 2.628 x $0.125.
  EXPECT_DOUBLE_EQ(Find(price, "A2").dollars.on_demand, 147.825);
  // A copy of about 100 bytes and 4 x 200: half a unit. 400/s x 0.5 x 2.628 x $0.125.
  EXPECT_DOUBLE_EQ(Find(price, "A3").dollars.on_demand, 65.7);
  EXPECT_DOUBLE_EQ(Find(price, "A4").dollars.on_demand, 6.57);
}

TEST(PriceModel, AReadBelowItsLimitPaysForTheFoundItems) {
  constexpr std::string_view kFew =
      "model m\ntable app (PK, SK) on-demand\nentity E 1M x 600B\n  attr g:values(1k), id:id\n"
      "  key G#{g} / {id}\nentity S 1M x 600B\n  attr h:values(1k), k:id\n"
      "  key H#{h}#{shard(k,4)} / {k}\npatterns\n"
      "  A 1/s list E[g] limit 1000 -> 10\n  B 1/s list E[g] limit 10 -> 1000\n"
      "  C 1/s list E[g] limit 20\n  D 1/s list S[h] limit 100 -> 10\n"
      "  F 1/s list S[h] limit 100 -> 100\n";
  const auto price = PriceOf(kFew);
  EXPECT_EQ(Find(price, "A").cost.read_units, 1) << "10 x 600 bytes";
  EXPECT_EQ(Find(price, "A").cost.requests, 1);
  EXPECT_EQ(Find(price, "B").cost.read_units, 1) << "never more than the limit";
  EXPECT_EQ(Find(price, "C").cost.read_units, 1.5);
  EXPECT_EQ(Find(price, "D").cost.read_units, 2) << "the smallest unit of each of four shards";
  EXPECT_EQ(Find(price, "F").cost.read_units, 30) << "100 x 600 bytes of each shard";
}

// Order, its copy and four lines, each twice in the transaction: 12. GSI1 takes 1. GSI2 takes 1,
// because a new order is OPEN. A status change: order and copy 4, GSI1 moves 2, GSI2 loses one
// order in three changes.
TEST(PriceModel, ATransactionDoublesTableWritesButNotIndexWrites) {
  const auto price = PriceOf(kOrders);
  EXPECT_DOUBLE_EQ(Find(price, "A6").cost.write_units, 14);
  EXPECT_DOUBLE_EQ(Find(price, "A7").cost.write_units, 6 + 1.0 / 3);
  EXPECT_DOUBLE_EQ(Find(price, "A6").dollars.on_demand, 14 * 120 * kMonth / 1e6 * kWriteMillion);
}

// Each run rounds up to 4 KB, so the figure depends only on the rate, and linearly.
TEST(PriceModel, PatternsAddUpToTheirTablesUnderBothWaysToPay) {
  for (const bool free_tier : {false, true}) {
    PricingTerms terms;
    terms.terms.free_tier = free_tier;
    const auto price = PriceOf(kOrders, terms);
    Dollars patterns;
    for (const auto& pattern : price.patterns) patterns += pattern.dollars;
    Dollars resources;
    double storage = 0;
    for (const auto& resource : price.resources) {
      resources += resource.Total();
      storage += resource.storage;
    }
    double entities = 0;
    for (const auto& stored : price.storage) entities += stored.dollars;
    EXPECT_THAT(patterns.on_demand + storage, DoubleNear(resources.on_demand, 1e-6));
    EXPECT_THAT(patterns.scaled + storage, DoubleNear(resources.scaled, 1e-6));
    EXPECT_THAT(entities, DoubleNear(storage, 1e-6));
    EXPECT_THAT(resources.on_demand,
                DoubleNear(Find(price, price::PlanKind::kOnDemand).Dollars(), 1e-6));
    EXPECT_THAT(resources.scaled,
                DoubleNear(Find(price, price::PlanKind::kScaled).Dollars(), 1e-6));
    EXPECT_THAT(price.Total(), DoubleNear(resources.on_demand, 1e-6));
  }
}

TEST(PriceModel, StorageCountsAHundredBytesMoreForEveryRow) {
  const auto price = PriceOf(kOrders);
  const auto& customers = price.storage.front();
  EXPECT_EQ(customers.stored.entity, "Customer");
  EXPECT_DOUBLE_EQ(customers.stored.bytes, 1e6 * 500);
  EXPECT_DOUBLE_EQ(customers.dollars, 1e6 * 500 / kGb * 0.25);
}

TEST(PriceModel, PeaksCountWhereCapacityIsProvisioned) {
  const auto price = PriceOf(R"(model m
table app (PK, SK) on-demand
entity E 1M x 1KB
  attr  id:id
  key   E#{id} / E
patterns
  P 70/s peak 140/s put E
)");
  // 140 at 70 % used are 200 WCU; no reads are 1 RCU; 1M x 1,124 bytes are stored.
  const double storage = 1e6 * 1124 / kGb * 0.25;
  EXPECT_THAT(Find(price, price::PlanKind::kProvisioned).Dollars(),
              DoubleNear(200 * 730 * 0.00065 + 1 * 730 * 0.00013 + storage, 1e-6));
  EXPECT_THAT(Find(price, price::PlanKind::kOnDemand).Dollars(),
              DoubleNear(70 * kMonth / 1e6 * kWriteMillion + storage, 1e-6));
}

// 10/s for a day are 864,000 items, whatever count the model states.
TEST(PriceModel, ExpiredItemsAreNotStored) {
  const auto price = PriceOf(R"(model m
table app (PK, SK) on-demand
entity E 5M x 924B
  attr  id:id, until:ttl(1d)
  key   E#{id} / E
patterns
  P 10/s put E
)");
  EXPECT_DOUBLE_EQ(price.storage.at(0).stored.bytes, 864'000.0 * 1024);
  ASSERT_EQ(price.notes.size(), 1U);
  EXPECT_THAT(price.notes[0], HasSubstr("864,000 items"));
}

constexpr std::string_view kProvisioned = R"(model m
table app (PK, SK) provisioned 10/100
entity E 1k x 100B
  attr  id:id
  key   E#{id} / E
patterns
  P 200/s put E
)";

TEST(PriceModel, OnlyTheTablesExpiryAttributeExpiresItems) {
  const auto price = PriceOf(
      "model m\ntable app (PK, SK) on-demand\nentity A 1M x 500B\n  attr a:id, exp:ttl(1d)\n"
      "  key A#{a} / A\nentity B 1M x 500B\n  attr b:id, ends:ttl(1d)\n  key B#{b} / B\n"
      "patterns\n  W1 1/s put A\n  W2 1/s put B\n");
  ASSERT_EQ(price.storage.size(), 2U);
  EXPECT_EQ(price.storage[0].stored.items, 86'400);
  EXPECT_EQ(price.storage[1].stored.items, 1e6);
  EXPECT_THAT(price.notes,
              testing::Contains("B does not expire by ends: the time to live of app is on exp."));
}

// Prices give a global index its table's capacity, as generated tables do.
TEST(PriceModel, AnIndexHasTheCapacityOfItsTable) {
  constexpr std::string_view kRest =
      "\nindex GSI1 (GPK, GSK) all\nentity E 1k x 100B\n  attr id:id, g\n  key E#{id} / E\n"
      "  GSI1 G#{g} / {id}\npatterns\n  R 100/s list E[g] -> 1\n";
  auto stated = std::string("model m\ntable app (PK, SK) provisioned 10/5");
  const auto price = PriceOf(stated + std::string(kRest));
  const double storage = price.as_written.Dollars(price::Subject::kStorage);
  EXPECT_THAT(price.Total() - storage, DoubleNear(2 * 730 * (5 * 0.00065 + 10 * 0.00013), 1e-6));
  ASSERT_EQ(price.notes.size(), 1U);
  EXPECT_EQ(price.notes[0],
            "app GSI1 has at most 10 read units but needs 50 at its peak, so requests will be "
            "throttled.");
  const auto scaled = PriceOf(stated + " auto 5..20" + std::string(kRest));
  ASSERT_EQ(scaled.notes.size(), 1U);
  EXPECT_EQ(scaled.notes[0],
            "app GSI1 has at most 20 read units but needs 50 at its peak, so requests will be "
            "throttled.");
}

TEST(PriceModel, ATableInAnotherRegionIsNamed) {
  const auto price = PriceOf(
      "model m\ntable app (PK, SK) on-demand region eu-central-1\nentity E 1k x 100B\n"
      "  attr id:id\n  key E#{id} / E\n");
  ASSERT_EQ(price.notes.size(), 1U);
  EXPECT_EQ(price.notes[0],
            "app is in eu-central-1, but the prices are those of us-east-1. Give a file with the "
            "prices of eu-central-1 with --prices.");
}

TEST(PriceModel, ALocalIndexIsAPartOfItsTable) {
  const auto price = PriceOf(
      "model m\ntable app (PK, SK) on-demand\nindex Late local (due) keys\nentity E 1M x 900B\n"
      "  attr id:id, g:values(10), due:date\n  key G#{g} / {id}\n"
      "patterns\n  R 10/s list E[g] desc due limit 1 via Late\n  W 20/s put E\n");
  ASSERT_EQ(price.local_indexes.size(), 1U);
  const auto& local = price.local_indexes[0];
  EXPECT_EQ(local.reads, 10 * 0.5) << "the entries; items that they lack are the table's";
  EXPECT_EQ(local.writes, 20);
  EXPECT_GT(local.bytes, 0);
  EXPECT_LT(local.bytes, price.resources[0].load.stored_bytes);
  EXPECT_LT(local.dollars.on_demand, price.resources[0].Total().on_demand);
  EXPECT_GT(local.dollars.on_demand, 20 * kMonth / 1e6 * kWriteMillion);
}

TEST(PriceModel, TheModelStatesTheWayToPay) {
  const auto price = PriceOf(kProvisioned);
  EXPECT_TRUE(price.provisioned);
  EXPECT_THAT(price.Total(),
              DoubleNear(100 * 730 * 0.00065 + 10 * 730 * 0.00013 + 1000 * 200 / kGb * 0.25, 1e-6));
  ASSERT_EQ(price.notes.size(), 1U);
  EXPECT_EQ(price.notes[0],
            "app has at most 100 write units but needs 200 at its peak, so requests will be "
            "throttled.");
}

TEST(PriceModel, OneClassMayBeChosenForAllTables) {
  PricingTerms terms;
  terms.storage_class = price::StorageClass::kInfrequentAccess;
  const auto price = PriceOf(kOrders, terms);
  EXPECT_DOUBLE_EQ(Find(price, "A1").dollars.on_demand, 657 * 0.155);
  // A class without reserved prices offers no reserved plan.
  EXPECT_EQ(price.plans.back().kind, price::PlanKind::kScaled);
}

// The table has 1M x 500 + 20M x 700 + copies of 20M and 80M x 300: about 44 GB, five shards.
TEST(PriceModel, LambdaReadsStreamsForFree) {
  const auto price = PriceOf(kOrders);
  EXPECT_DOUBLE_EQ(price.as_written.Dollars(price::Subject::kStreams), 0);
  EXPECT_DOUBLE_EQ(price.stream_shards, 5);
  const double calls = 5 * 4 * kMonth / 1e5 * 0.02;
  EXPECT_DOUBLE_EQ(price.stream_call_dollars, calls);
  const auto read = PriceOf(kOrders, {.stream_readers = 2});
  EXPECT_DOUBLE_EQ(read.as_written.Dollars(price::Subject::kStreams), 2 * calls);
}

// A small table has as many shards as a new table has partitions.
TEST(PriceModel, ASmallTableHasTheShardsOfANewTable) {
  const auto shards = [](const std::string& capacity) {
    return PriceOf("model m\ntable app (PK, SK) " + capacity + R"( stream new+old
entity E 1k x 1KB
  attr  id:id
  key   E#{id} / E
patterns
  P1 1/s put E
)")
        .stream_shards;
  };
  EXPECT_DOUBLE_EQ(shards("on-demand"), 4);
  EXPECT_DOUBLE_EQ(shards("provisioned 10/10"), 1);
  EXPECT_DOUBLE_EQ(shards("provisioned 3000/1500"), 3);
}

// No key serves the pattern, so it reads the whole table: 1,000 x 1 KB = 250 x 4 KB, 125 units.
TEST(PriceModel, APatternWithoutAKeyIsAScan) {
  const auto price = PriceOf(R"(model m
table app (PK, SK) on-demand
entity E 1k x 1KB
  attr  id:id, colour
  key   E#{id} / E
patterns
  P 1/s list E[colour] -> 10
)");
  EXPECT_TRUE(price.patterns[0].scans);
  EXPECT_DOUBLE_EQ(price.patterns[0].cost.read_units, 125);
  EXPECT_DOUBLE_EQ(price.patterns[0].dollars.on_demand, 125 * kMonth / 1e6 * kReadMillion);
}

// A parent has 10 children, and the filter reads all of them. 10 x 1 KB are 3 x 4 KB.
TEST(PriceModel, AFilterReadsAllRowsUnderTheKey) {
  const auto price = PriceOf(R"(model m
table app (PK, SK) on-demand
entity P 1k x 1KB
  attr  pid:id
  key   P#{pid} / P
entity E 10k x 1KB in P(pid) 10..20
  attr  id:id, colour:enum(red 25, green 25, blue 25, grey 25), shape
  key   P#{pid} / E#{id}
patterns
  Q1 1/s list E[pid, colour] -> 2
  Q2 1/s list E[pid, shape] -> 9
)");
  for (const auto& pattern : price.patterns) {
    EXPECT_DOUBLE_EQ(pattern.cost.read_units, 1.5) << pattern.id;
    EXPECT_DOUBLE_EQ(pattern.cost.items_read, 10) << pattern.id;
  }
}

// 10 GB in all, once a day: 30.4 exports x 10 GB x $0.10, and $0.20 a GB for the backups.
TEST(PriceModel, ExportsArePaidByTheGigabyte) {
  const auto price = PriceOf(R"(model m
table app (PK, SK) on-demand
entity E 10M x 974B
  attr  id:id
  key   E#{id} / E
patterns
  P 1/day export E
)");
  const double gb = 10e6 * 1074 / kGb;
  ASSERT_EQ(price.extras.size(), 2U);
  EXPECT_THAT(price.extras[0].dollars, DoubleNear(730.0 / 24 * gb * 0.1, 1e-6));
  EXPECT_THAT(price.extras[1].dollars, DoubleNear(gb * 0.2, 1e-6));
  EXPECT_THAT(price.Total(), DoubleNear(price.Extras() + gb * 0.25, 1e-6));
}

// A stream's consumer writes its copies separately, not in the transaction.
TEST(PriceModel, StreamCopiesCostWrites) {
  const auto price = PriceOf(R"(model m
table app (PK, SK) on-demand stream new
entity E 1k x 600B
  attr  id:id, colour
  key   E#{id} / E
  copy  C#{colour} / {id} (colour) via stream
patterns
  P 10/s put E
  Q 10/s update E[id] set colour
)");
  EXPECT_DOUBLE_EQ(price.patterns[0].cost.write_units, 1);
  EXPECT_DOUBLE_EQ(price.patterns[0].stream_copies.write_units, 1);
  EXPECT_DOUBLE_EQ(price.patterns[0].dollars.on_demand, 20 * kMonth / 1e6 * kWriteMillion);
  // The consumer deletes the copy under the old colour and puts one under the new.
  EXPECT_DOUBLE_EQ(price.patterns[1].stream_copies.write_units, 2);
}

}  // namespace
}  // namespace stator::model
