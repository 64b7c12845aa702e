#include "model/cost/what_if.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/cost/price_model.h"
#include "model/language/parser.h"

namespace stator::model {
namespace {

using testing::ElementsAre;

constexpr std::string_view kShop = R"(model shop
table shop (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) include total
index GSI2 (GSI2PK, GSI2SK) keys
entity Customer 1k x 400B
  attr  custId:id, name
  key   CUST#{custId} / PROFILE
entity Order 10k x 800B in Customer(custId) 10..50
  attr  orderId:id, at:time, status:enum(OPEN 10, CLOSED 90), total:number, note:text(500)
  key   CUST#{custId} / ORDER#{at}#{orderId}
  GSI1  CUST#{custId}#{status} / {at}
  GSI2  ORDER#{orderId} / ORDER
patterns
  R1  10/s fetch Customer[custId] + Order -> 11
  R2  10/s list  Order[custId, status] desc at -> 5
  R3  1/day scan Order[status=OPEN] -> 1000
  W1  1/s  put   Order
  W2  1/s  update Order[custId, at, orderId] set status rewrite GSI1
)";

Model Shop() {
  auto parsed = Parse(kShop);
  EXPECT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  return std::move(parsed.model);
}

ModelPrice PriceOf(const Model& model) {
  return PriceModel(model, price::LoadPrices("2026-11").value(), {});
}

const PricedPattern& Find(const ModelPrice& price, std::string_view id) {
  return *std::ranges::find(price.patterns, id, &PricedPattern::id);
}

constexpr std::string_view kTwoTables = R"(model two
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
  P2  1/s list Order[day] via GSI1 show orderId
  P3  1/s update Order[orderId] set day rewrite GSI1
)";

TEST(WhatIf, AnAmbiguousIndexIsNamedWithItsTable) {
  const auto model = Parse(kTwoTables).model;
  EXPECT_EQ(WithoutIndex(model, "GSI1").error().message,
            "There are several indexes 'GSI1'; say which: users.GSI1 or orders.GSI1.");
  EXPECT_EQ(WithProjection(model, "GSI1=keys").error().message,
            "There are several indexes 'GSI1'; say which: users.GSI1 or orders.GSI1.");
  const auto without = WithoutIndex(model, "orders.GSI1").value();
  ASSERT_EQ(without.indexes.size(), 1U);
  EXPECT_EQ(without.indexes[0].table, "users");
  EXPECT_EQ(without.patterns[0].via, "GSI1");
  EXPECT_EQ(without.patterns[1].via, "");
  EXPECT_TRUE(without.patterns[2].actions[0].rewrites->empty());
  EXPECT_TRUE(without.entities[1].entries.empty());
  const auto projected = WithProjection(model, "users.GSI1=keys").value();
  EXPECT_EQ(projected.indexes[0].projection, Projection::kKeysOnly);
  EXPECT_EQ(WithoutIndex(Shop(), "shop.GSI1").value().indexes.size(), 1U);
}

TEST(WhatIf, OneTableRenamesIndexesThatShareAName) {
  const auto model = Parse(kTwoTables).model;
  EXPECT_EQ(PriceOf(model).resources.size(), 4U);
  const auto together = SingleTable(model);
  EXPECT_EQ(together.indexes[0].name, "users-GSI1");
  EXPECT_EQ(together.indexes[1].name, "orders-GSI1");
  EXPECT_EQ(together.entities[1].entries[0].index, "orders-GSI1");
  EXPECT_EQ(together.patterns[1].via, "orders-GSI1");
  EXPECT_EQ(together.patterns[2].actions[0].rewrites->at(0), "orders-GSI1");
  EXPECT_THAT(Find(PriceOf(together), "P2").requests,
              ElementsAre("Query orders-GSI1 GSI1PK = {day}"));
  EXPECT_THAT(Find(PriceOf(TablePerEntity(model)), "P2").requests,
              ElementsAre("Query Order-GSI1 GSI1PK = {day}"));
}

// The next way reads the customer's orders and filters by status. No write updates the index.
TEST(WhatIf, WithoutAnIndexTheNextWayServesThePattern) {
  const auto before = PriceOf(Shop());
  const auto after = PriceOf(WithoutIndex(Shop(), "GSI1").value());
  EXPECT_THAT(Find(before, "R2").requests,
              ElementsAre("Query GSI1 GSI1PK = CUST#{custId}#{status}, backward"));
  EXPECT_THAT(Find(after, "R2").requests,
              ElementsAre("Query shop PK = CUST#{custId}, SK begins_with ORDER#, backward, filter "
                          "on status"));
  EXPECT_GT(Find(after, "R2").cost.read_units, Find(before, "R2").cost.read_units);
  EXPECT_LT(Find(after, "W1").cost.write_units, Find(before, "W1").cost.write_units);
  EXPECT_EQ(WithoutIndex(Shop(), "GSI3").error().message,
            "There is no index 'GSI3'; did you mean 'GSI1'?");
}

TEST(WhatIf, AProjectionChangesStorageAndReads) {
  const auto bytes = [](const Model& model) {
    const auto price = PriceOf(model);
    return std::ranges::find(price.resources, "GSI1", &PricedResource::index)->load.stored_bytes;
  };
  const double include = bytes(Shop());
  EXPECT_DOUBLE_EQ(bytes(WithProjection(Shop(), "GSI1=all").value()), 10'000.0 * 900);
  EXPECT_LT(bytes(WithProjection(Shop(), "GSI1=keys").value()), include);
  EXPECT_GT(bytes(WithProjection(Shop(), "GSI1=include:total,note").value()), include);
  EXPECT_FALSE(WithProjection(Shop(), "GSI1=include:colour"));
  EXPECT_FALSE(WithProjection(Shop(), "GSI1=include:"));
  EXPECT_FALSE(WithProjection(Shop(), "GSI1"));
  EXPECT_FALSE(WithProjection(Shop(), "GSI9=all"));
}

TEST(WhatIf, TenTimesTheLoadCostsTenTimesAsMuchOnDemand) {
  // Leaves out the Scan: it also grows with the data.
  auto model = Shop();
  std::erase_if(model.patterns, [](const Pattern& pattern) { return pattern.id == "R3"; });
  const double one = PriceOf(model).Total();
  EXPECT_NEAR(PriceOf(ScaledBy(model, 10).value()).Total(), 10 * one, one / 1000);
}

TEST(WhatIf, AFactorIsAPositiveNumber) {
  EXPECT_EQ(ParseScale("10x").value(), 10);
  EXPECT_EQ(ParseScale("0.5").value(), 0.5);
  for (const char* text : {"", "x", "ten", "0x", "-1x", "1e9x", "nanx", "infx"}) {
    EXPECT_FALSE(ParseScale(text)) << text;
  }
}

// Customer and orders in one table: 400 + 10 x 800 bytes are 3 x 4 KB, 1.5 units. Apart: a GetItem
// of half a unit and a Query of 8,000 bytes, one unit. The units are equal here, in two requests.
TEST(WhatIf, WithATablePerEntityAFetchIsOneRequestPerEntity) {
  const auto together = PriceOf(Shop());
  const auto apart = PriceOf(TablePerEntity(Shop()));
  EXPECT_DOUBLE_EQ(Find(together, "R1").cost.requests, 1);
  EXPECT_DOUBLE_EQ(Find(together, "R1").cost.read_units, 1.5);
  EXPECT_DOUBLE_EQ(Find(apart, "R1").cost.requests, 2);
  EXPECT_DOUBLE_EQ(Find(apart, "R1").cost.read_units, 1.5);
  EXPECT_THAT(Find(apart, "R1").requests,
              ElementsAre("GetItem Customer PK = CUST#{custId}, SK = PROFILE",
                          "Query Order PK = CUST#{custId}, SK begins_with ORDER#"));
  EXPECT_THAT(Find(apart, "R2").requests,
              ElementsAre("Query Order-GSI1 GSI1PK = CUST#{custId}#{status}, backward"));
  EXPECT_EQ(apart.resources.size(), 4U);  // two tables, and two indexes of Order
  // Writes cost the same as before.
  EXPECT_DOUBLE_EQ(Find(apart, "W1").cost.write_units, Find(together, "W1").cost.write_units);
  EXPECT_DOUBLE_EQ(Find(apart, "W2").cost.write_units, Find(together, "W2").cost.write_units);
}

TEST(WhatIf, SeveralTablesBecomeOne) {
  auto parsed = Parse(R"(model m
table users (userId) on-demand
table events (userId, at) on-demand stream new
entity User 1k x 400B
  attr  userId:id
entity Event 10k x 100B in User(userId) 10..50
  attr  at:time
patterns
  P 1/s get User[userId]
  Q 1/s list Event[userId] desc at -> 10
)");
  // Moves Event into the second table.
  parsed.model.entities[1].table = "events";
  const auto one = SingleTable(parsed.model);
  ASSERT_EQ(one.tables.size(), 1U);
  EXPECT_EQ(one.tables[0].name, "events");
  const auto price = PriceOf(one);
  EXPECT_THAT(Find(price, "P").requests,
              ElementsAre("GetItem events PK = users#{userId}, SK = User"));
  EXPECT_THAT(Find(price, "Q").requests,
              ElementsAre("Query events PK = events#{userId}, backward"));
}

// An entity with an attribute named like another table's key is not keyed by it.
TEST(WhatIf, TablesKeyedByAttributesBecomeOneTableKeyedByTexts) {
  const auto parsed = Parse(R"(model m
table Warehouses (warehouseId, sk) on-demand
index ByDay (day, warehouseId) all
table Shipments (shipmentId) on-demand
index ByWarehouse (warehouseId, at) all
entity Warehouse 1k x 400B table Warehouses
  attr  warehouseId:id, name
  key   {warehouseId} / INFO
entity Stock 100k x 200B in Warehouse(warehouseId) 100..1000 table Warehouses
  attr  sku, at:time, day:date
  identity warehouseId, sku
  key   {warehouseId} / SKU#{sku}
entity Shipment 10M x 300B in Warehouse(warehouseId) 10k..20k table Shipments
  attr  shipmentId:id, at:time, day:date
patterns
  P1  5/s  fetch   Warehouse[warehouseId] + Stock -> 101
  P2  5/s  get     Shipment[shipmentId]
  P3  5/s  list    Shipment[warehouseId] desc at limit 20 -> 20
  P4  1/s  list    Stock[day] via ByDay -> 274
  W1  5/s  put     Shipment
  W2  5/s  update  Stock[warehouseId, sku] set day
)");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  const auto several = PriceOf(parsed.model);
  const auto one = PriceOf(SingleTable(parsed.model));
  for (const auto& pattern : one.patterns) {
    EXPECT_FALSE(pattern.scans) << pattern.id;
    const auto& before = Find(several, pattern.id);
    EXPECT_DOUBLE_EQ(pattern.cost.requests, before.cost.requests) << pattern.id;
    EXPECT_NEAR(pattern.dollars.on_demand, before.dollars.on_demand, 0.1 * before.dollars.on_demand)
        << pattern.id;
  }
  EXPECT_NEAR(one.Total(), several.Total(), 0.1 * several.Total());
}

constexpr std::string_view kGiven = R"(model given
table one (PK, SK) provisioned 500/300
table two (PK, SK) provisioned 80/70
entity A 1M x 600B table one
  attr  aid:id, dies:ttl(1d)
  key   A#{aid} / A
entity B 1M x 600B table one
  attr  bid:id
  key   B#{bid} / B
entity C 100M x 600B table two
  attr  cid:id, ends:ttl(1d)
  key   C#{cid} / C
patterns
  P1 20/s put A
  P2 10/s put B
  P3 10/s put C
  P4 1/s  get A[aid]
)";

// Writes are divided two to one, as they are used. All reads are of A, but each table gets at least
// one unit.
TEST(WhatIf, StatedCapacityIsDividedAndAddedUp) {
  const auto parsed = Parse(kGiven);
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  const auto apart = TablePerEntity(parsed.model);
  ASSERT_EQ(apart.tables.size(), 3U);
  EXPECT_EQ(apart.tables[0].write_units, 200);
  EXPECT_EQ(apart.tables[1].write_units, 100);
  EXPECT_EQ(apart.tables[2].write_units, 70);
  EXPECT_EQ(apart.tables[0].read_units, 500);
  EXPECT_EQ(apart.tables[1].read_units, 1);
  EXPECT_EQ(apart.tables[2].read_units, 80);
  const auto together = SingleTable(parsed.model);
  EXPECT_EQ(together.tables[0].write_units, 370);
  EXPECT_EQ(together.tables[0].read_units, 580);
  EXPECT_NEAR(PriceOf(together).as_written.Dollars(), PriceOf(apart).as_written.Dollars(), 1);
}

TEST(WhatIf, BoundsOfScalingAreDividedAndAddedUp) {
  auto parsed = Parse(kGiven);
  parsed.model.tables[0].scaling = Scaling{.min = 30, .max = 300, .target_percent = 60};
  const auto apart = TablePerEntity(parsed.model);
  EXPECT_EQ(apart.tables[0].scaling->max + apart.tables[1].scaling->max, 300);
  const auto together = SingleTable(parsed.model);
  EXPECT_EQ(together.tables[0].scaling->min, 30 + 80);
  EXPECT_EQ(together.tables[0].scaling->max, 300 + 80);
  parsed.model.tables[1].on_demand = true;
  EXPECT_TRUE(SingleTable(parsed.model).tables[0].on_demand);
}

// Ten items a second for a day, whatever name the attribute has.
TEST(WhatIf, ItemsThatExpireInSeparateTablesExpireInOne) {
  const auto parsed = Parse(kGiven);
  const auto price = PriceOf(SingleTable(parsed.model));
  const auto stored = std::ranges::find(price.storage, "C",
                                        [](const auto& priced) { return priced.stored.entity; });
  ASSERT_NE(stored, price.storage.end());
  EXPECT_DOUBLE_EQ(stored->stored.items, 864'000);
}

// The Scan reads everything: 1,000 x 400 + 10,000 x 800 bytes. The index holds all orders, open or
// not, and each write of an order updates it.
TEST(WhatIf, AScanHasAnIndexThatWouldServeIt) {
  const auto model = Shop();
  const auto& scan = *model.FindPattern("R3");
  const auto with = WithIndexFor(model, scan);
  ASSERT_TRUE(with);
  const auto before = PriceOf(model);
  const auto after = PriceOf(*with);
  EXPECT_TRUE(Find(before, "R3").scans);
  EXPECT_FALSE(Find(after, "R3").scans);
  EXPECT_DOUBLE_EQ(Find(after, "W1").cost.write_units, Find(before, "W1").cost.write_units + 1);
  EXPECT_DOUBLE_EQ(Find(after, "W2").cost.write_units, Find(before, "W2").cost.write_units + 2);
  auto nothing = scan;
  nothing.bindings.clear();
  EXPECT_FALSE(WithIndexFor(model, nothing));
}

}  // namespace
}  // namespace stator::model
