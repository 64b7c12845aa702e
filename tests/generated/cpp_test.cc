// Compiles the generated C++ and runs every access pattern of two models on a database in this
// process.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "client/stator.h"
#include "generated/fleet_store.h"
#include "generated/orders_store.h"

namespace {

namespace fleet = stator_fleet;
namespace orders = stator_orders;
using stator::client::Connection;
using stator::client::CreateTableRequest;
using stator::client::Projection;
using stator::client::Value;

class OrdersTest : public ::testing::Test {
 protected:
  void SetUp() override {
    CreateTableRequest request{.table = "app-main", .partition_key = {"PK"}};
    request.sort_key = {"SK"};
    request.global_indexes = {{.name = "GSI1",
                               .partition_key = {{"GSI1PK"}},
                               .sort_key = {{"GSI1SK"}},
                               .projection = Projection::kInclude,
                               .included = {"status", "total"}},
                              {.name = "GSI2",
                               .partition_key = {{"GSI2PK"}},
                               .sort_key = {{"GSI2SK"}},
                               .projection = Projection::kInclude,
                               .included = {"custId", "total"}}};
    ASSERT_TRUE(connection_->CreateTable(request)) << "app-main";
  }

  stator::client::Expected<void> PutOrder(const std::string& id, const std::string& date,
                                          const std::string& status = "OPEN", int lines = 2) {
    orders::Order order{.order_id = id, .order_date = date, .status = status, .total = 9.9};
    order.version = 1;
    order.cust_id = "c1";
    std::vector<orders::Line> items;
    for (int i = 1; i <= lines; ++i) {
      items.push_back({.line_no = i, .sku = "s" + std::to_string(i), .order_id = id});
    }
    return store_.A6(order, items);
  }

  static std::vector<std::string> Ids(const std::vector<orders::Order>& found) {
    std::vector<std::string> ids;
    for (const auto& order : found) ids.push_back(order.order_id);
    return ids;
  }

  stator::client::Expected<Connection> connection_ = Connection::OpenMemory();
  orders::OrdersStore store_{*connection_};
};

// Returns a day of autumn, from 2026-09-10 on.
std::string DayOf(int number) {
  const int month = number < 30 ? 9 : 10;
  const int day = number < 30 ? number : number - 20;
  return "2026-" + std::string(month < 10 ? "0" : "") + std::to_string(month) + "-" +
         std::to_string(day);
}

TEST_F(OrdersTest, ReadsOneCustomerOrNone) {
  const orders::Customer customer{.cust_id = "c1", .name = "Nina", .created_at = "2026-01-02"};
  ASSERT_TRUE(store_.A0(customer));
  EXPECT_EQ(store_.A1("c1").value(), customer);
  EXPECT_EQ(store_.A1("c").value(), std::nullopt);
}

TEST_F(OrdersTest, ListsTheNewestTwenty) {
  for (int day = 10; day < 35; ++day) {
    ASSERT_TRUE(PutOrder("o" + std::to_string(day), DayOf(day), "OPEN", 0));
  }
  const auto ids = Ids(store_.A2("c1").value());
  ASSERT_EQ(ids.size(), 20U);
  EXPECT_EQ(ids.front(), "o34");
  EXPECT_EQ(ids.back(), "o15");
}

TEST_F(OrdersTest, ACollectionIsSplitByType) {
  ASSERT_TRUE(PutOrder("o1", "2026-10-01", "OPEN", 12));
  const auto found = store_.A3("o1").value();
  ASSERT_TRUE(found.order);
  EXPECT_EQ(found.order->cust_id, "c1");
  EXPECT_EQ(found.order->total, 9.9);
  ASSERT_EQ(found.lines.size(), 12U);
  EXPECT_EQ(found.lines[11].line_no, 12);
  EXPECT_FALSE(store_.A3("o").value().order);
}

TEST_F(OrdersTest, KeysSupplyAttributesThatAnIndexLacks) {
  ASSERT_TRUE(PutOrder("o1", "2026-10-01"));
  ASSERT_TRUE(PutOrder("o2", "2026-10-02"));
  ASSERT_TRUE(PutOrder("o3", "2026-10-03", "PAID"));
  const auto found = store_.A4("c1", "OPEN").value();
  EXPECT_EQ(Ids(found), (std::vector<std::string>{"o2", "o1"}));
  EXPECT_EQ(found[0].order_date, "2026-10-02");
  EXPECT_EQ(found[0].version, std::nullopt) << "not projected";
}

TEST_F(OrdersTest, ParseKeyKeepsDelimitersWithinTexts) {
  const stator::store::KeySpec key{
      .name = "K",
      .pieces = {{.attribute = "id"},
                 {.text = "#"},
                 {.attribute = "no", .kind = stator::store::PieceKind::kNumber, .length = 3}}};
  stator::client::Item found;
  EXPECT_TRUE(stator::store::ParseKey(key, {{"K", Value::String("a#b#007")}}, found));
  EXPECT_EQ(found["id"].string(), "a#b");
  EXPECT_EQ(found["no"].integer(), 7);
  EXPECT_FALSE(stator::store::ParseKey(key, {{"K", Value::String("a#b#07")}}, found));
}

TEST_F(OrdersTest, DelimitersAndEmptyTextsAreRefusedInKeys) {
  for (const std::string text : {"c1#PAID", "#", ""}) {
    const auto demand = " must be a text of at least one character without #, not " + text;
    orders::Order order{.order_id = "o1", .order_date = "2026-10-01", .cust_id = text};
    EXPECT_EQ(store_.A6(order, {}).error().message, "custId" + demand);
    EXPECT_EQ(PutOrder(text, "2026-10-01").error().message, "orderId" + demand);
    EXPECT_EQ(store_.A1(text).error().message, "custId" + demand);
    EXPECT_EQ(store_.A3(text).error().message, "orderId" + demand);
    EXPECT_EQ(store_.A4(text, "OPEN").error().message, "custId" + demand);
    EXPECT_EQ(store_.A7("c1", "2026-10-01", text, "PAID", 1).error().message, "orderId" + demand);
  }
  const orders::Customer customer{.cust_id = "c1", .name = "#1", .email = ""};
  ASSERT_TRUE(store_.A0(customer)) << "no key is made of names";
  EXPECT_EQ(store_.A1("c1").value(), customer);
}

TEST_F(OrdersTest, ShardsAreMergedInOrder) {
  std::vector<std::string> wanted;
  for (int i = 10; i < 40; ++i) {
    wanted.push_back("o" + std::to_string(i));
    ASSERT_TRUE(PutOrder(wanted.back(), DayOf(i), "OPEN", 0));
  }
  EXPECT_EQ(Ids(store_.A5().value()), wanted);
  EXPECT_EQ(stator::store::ShardOf("o-9001", 10), 3);
  EXPECT_EQ(stator::store::ShardOf("o-9044", 10), 1);
  EXPECT_EQ(stator::store::ShardOf("o-9100", 10), 0);
}

TEST_F(OrdersTest, AnUpdateMovesIndexEntriesAndCopy) {
  ASSERT_TRUE(PutOrder("o1", "2026-10-01"));
  EXPECT_EQ(PutOrder("o1", "2026-10-01").error().code, "TransactionCanceledException");
  ASSERT_TRUE(store_.A7("c1", "2026-10-01", "o1", "PAID", 1));
  EXPECT_TRUE(store_.A5().value().empty());
  EXPECT_EQ(Ids(store_.A4("c1", "PAID").value()), std::vector<std::string>{"o1"});
  EXPECT_TRUE(store_.A4("c1", "OPEN").value().empty());
  EXPECT_EQ(store_.A3("o1").value().order->version, 2);
  EXPECT_FALSE(store_.A7("c1", "2026-10-01", "o1", "SHIPPED", 1));
  ASSERT_TRUE(store_.A7("c1", "2026-10-01", "o1", "OPEN", 2));
  EXPECT_EQ(Ids(store_.A5().value()), std::vector<std::string>{"o1"});
}

TEST_F(OrdersTest, StatementsAreSentWithTheirParameters) {
  ASSERT_TRUE(PutOrder("o1", "2026-10-01"));
  ASSERT_TRUE(PutOrder("o2", "2026-10-02", "PAID"));
  const auto found = store_.R1("OPEN", 9, 10).value();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0], (stator::client::Item{{"custId", Value::String("c1")},
                                            {"orderId", Value::String("o1")},
                                            {"total", Value::Number("9.9")}}));
  EXPECT_TRUE(store_.R1("OPEN", 10, 11).value().empty());
  EXPECT_EQ(store_.R2("o1").value().size(), 2U);
  EXPECT_EQ(store_.R2("#").error().message,
            "orderId must be a text of at least one character without #, not #");
}

TEST_F(OrdersTest, AttributesOfAKeyAreRequired) {
  const auto put = store_.A6({.order_id = "o1"}, {});
  EXPECT_EQ(put.error().message, "Order lacks what its PK is made of");
}

TEST_F(OrdersTest, ANumberThatDoesNotFitItsKeyIsRefused) {
  for (const std::int64_t number : {1234, -1}) {
    const auto put = store_.A6({.order_id = "o1", .order_date = "2026-11-15", .cust_id = "c1"},
                               {{.line_no = number, .order_id = "o1"}});
    EXPECT_EQ(put.error().message,
              "lineNo must be a whole number of at most 3 digits, not " + std::to_string(number));
  }
}

class FleetTest : public ::testing::Test {
 protected:
  void SetUp() override {
    CreateTableRequest request{.table = "fleet", .partition_key = {"PK"}};
    request.sort_key = {"SK"};
    request.global_indexes = {
        {.name = "ByHour", .partition_key = {{"HPK"}}, .sort_key = {{"HSK"}}},
        {.name = "ByOwner", .partition_key = {{"owner"}}, .projection = Projection::kKeysOnly},
        {.name = "Models",
         .partition_key = {{"maker"}, {"model"}},
         .sort_key = {{"built"}, {"vehicleId"}}},
        {.name = "Work", .partition_key = {{"WPK"}}, .sort_key = {{"WSK"}}}};
    ASSERT_TRUE(connection_->CreateTable(request)) << "fleet";
    vehicle_ = {.vehicle_id = "v1", .plate = "P1", .owner = "o1", .maker = "m", .model = "x"};
    vehicle_.built = "2021-01-01";
    vehicle_.org = "acme";
    ASSERT_TRUE(store_.V1(vehicle_));
  }

  void ReadAt(const std::string& at, const std::string& org = "acme") {
    ASSERT_TRUE(store_.R1({.at = at, .value = 1.5, .vehicle_id = "v1", .org = org}));
  }

  static fleet::Job Job(const std::string& status) {
    fleet::Job job{.job_id = "j1", .depot = "d1", .day = "2026-11-15", .status = status};
    job.org = "acme";
    return job;
  }

  stator::client::Expected<Connection> connection_ = Connection::OpenMemory();
  fleet::FleetStore store_{*connection_};
  fleet::Vehicle vehicle_;
};

TEST_F(FleetTest, AUniqueValueIsTakenOnceAndReleased) {
  fleet::Vehicle other{.vehicle_id = "v2", .plate = "P1"};
  other.org = "acme";
  EXPECT_FALSE(store_.V1(other));
  EXPECT_FALSE(store_.V6("acme", "v1", "another"));
  ASSERT_TRUE(store_.V6("acme", "v1", "P1"));
  EXPECT_TRUE(store_.V1(other));
}

TEST_F(FleetTest, ACopyMovesWithItsKey) {
  fleet::Driver driver{.driver_id = "d1", .licence = "L1", .depot = "north", .name = "Kim"};
  driver.state = "ON";
  driver.org = "acme";
  ASSERT_TRUE(store_.D1(driver));
  EXPECT_EQ(store_.D3("acme", "north").value().size(), 1U);
  ASSERT_TRUE(store_.D2("acme", "d1", "Kim", "south", "ON", "north", "ON"));
  EXPECT_TRUE(store_.D3("acme", "north").value().empty());
  ASSERT_TRUE(store_.D2("acme", "d1", "Kim", "south", "ON", "south", "ON")) << "it stays";
  ASSERT_EQ(store_.D3("acme", "south").value().size(), 1U);
  EXPECT_EQ(store_.D3("acme", "south").value()[0].name, "Kim");
  ASSERT_TRUE(store_.D2("acme", "d1", "Kim", "south", "OFF", "south", "ON"));
  EXPECT_TRUE(store_.D3("acme", "south").value().empty());
  EXPECT_FALSE(store_.D2("acme", "d1", "Kim", "north", "ON", "north", "OFF")) << "it lay elsewhere";
  EXPECT_FALSE(store_.D2("acme", "d1", "Lee", "north", "ON", "south", "OFF")) << "another name";
  ASSERT_TRUE(store_.D2("acme", "d1", "Kim", "north", "ON", "south", "OFF"));
  EXPECT_EQ(store_.D3("acme", "north").value().size(), 1U);
}

TEST_F(FleetTest, AUniqueValueMovesWithItsOwner) {
  fleet::Driver driver{.driver_id = "d1", .licence = "L1", .depot = "north", .name = "Kim"};
  driver.state = "OFF";
  driver.org = "acme";
  ASSERT_TRUE(store_.D1(driver));
  ASSERT_TRUE(store_.D4("acme", "d1", "L1", "L1")) << "it stays";
  driver.driver_id = "d2";
  EXPECT_FALSE(store_.D1(driver));
  ASSERT_TRUE(store_.D4("acme", "d1", "L2", "L1"));
  ASSERT_TRUE(store_.D1(driver)) << "L1 is free again";
  EXPECT_FALSE(store_.D4("acme", "d1", "L1", "L2"));
}

TEST_F(FleetTest, UpdatesCountersListsAndVersions) {
  ASSERT_TRUE(store_.V3("acme", "v1", 5));
  ASSERT_TRUE(store_.V5("acme", "v1", {Value::String("a")}));
  ASSERT_TRUE(store_.V5("acme", "v1", {Value::String("b")}));
  ASSERT_TRUE(store_.V4("acme", "v1", true, 1));
  EXPECT_EQ(store_.V4("acme", "v1", true, 1).error().code, "ConditionalCheckFailedException");
  const auto found = store_.V2("acme", "v1").value();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->trips, 5);
  EXPECT_EQ(found->notes->size(), 2U);
  EXPECT_EQ(found->version, 2);
  EXPECT_EQ(store_.V7("o1").value(), std::vector{*found}) << "an index of keys is read twice";
  EXPECT_EQ(store_.V8("m", "x", "2021-01-01", "2022-01-01").value(), std::vector{*found});
  EXPECT_TRUE(store_.V8("m", "x", "2021-01-02", "2022-01-01").value().empty());
  EXPECT_EQ(store_.R4().value(), std::vector{*found});
  EXPECT_FALSE(store_.V2("other", "v1").value());
}

TEST_F(FleetTest, OnlyShownAttributesAreRead) {
  ASSERT_TRUE(store_.V4("acme", "v1", true, 1));
  auto all = store_.S3("m", "x").value();
  all.push_back(store_.S4().value().at(0));
  all.push_back(store_.S1("acme", "v1").value().value());
  ASSERT_EQ(all.size(), 3U);
  for (const auto& each : all) {
    EXPECT_EQ(each.vehicle_id, "v1");
    EXPECT_EQ(each.plate, "P1");
    EXPECT_EQ(each.owner, std::nullopt);
  }
  const auto again = store_.S2("o1").value();
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again.front().maker, "m");
  EXPECT_EQ(again.front().plate, std::nullopt);
}

TEST_F(FleetTest, ReadsAndMergesSeveralBuckets) {
  ReadAt("2026-11-15T23:59:00.000Z");
  ReadAt("2026-11-16T00:01:00.000Z");
  ReadAt("2026-11-15T22:59:00.000Z");
  ReadAt("2026-11-16T00:00:00.000Z", "other");
  const auto found = store_.R3("acme", "2026-11-15T23:00:00.000Z", "2026-11-16T02:00:00.000Z");
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 2U);
  EXPECT_EQ((*found)[0].at, "2026-11-15T23:59:00.000Z");
  EXPECT_EQ((*found)[1].at, "2026-11-16T00:01:00.000Z");
  EXPECT_TRUE((*found)[0].gone) << "made from the lifetime";
  const auto back = store_.R2("acme", "v1", "2026-11-15T22:59:00.000Z", "2026-11-15T23:59:00.000Z");
  ASSERT_EQ(back.value().size(), 2U);
  EXPECT_EQ(back.value()[0].at, "2026-11-15T23:59:00.000Z");
  const auto all = store_.V9("acme", "v1").value();
  EXPECT_TRUE(all.vehicle);
  EXPECT_EQ(all.readings.size(), 3U);
}

TEST_F(FleetTest, ChildrenWithoutAParentKeepTheLimit) {
  for (const char* hour : {"10", "11", "12"}) {
    const auto at = std::string("2026-11-15T") + hour + ":00:00.000Z";
    ASSERT_TRUE(store_.R1({.at = at, .value = 1, .vehicle_id = "ghost", .org = "acme"}));
  }
  const auto found = store_.V10("acme", "ghost").value();
  EXPECT_FALSE(found.vehicle);
  ASSERT_EQ(found.readings.size(), 2U);
  EXPECT_EQ(found.readings.front().at, "2026-11-15T12:00:00.000Z");
}

TEST_F(FleetTest, AnItemIsReplacedOnlyAtTheReadVersion) {
  fleet::Note note{.note_id = "n1", .text = "first", .org = "acme"};
  ASSERT_TRUE(store_.N1(note));
  note.text = "second";
  ASSERT_TRUE(store_.N2(note, 1));
  note.text = "lost";
  EXPECT_FALSE(store_.N2(note, 1)) << "it has version 2 by now";
  const auto kept = store_.N3("acme", "n1").value();
  EXPECT_EQ(kept->text, "second");
  EXPECT_EQ(kept->version, 2);
}

TEST_F(FleetTest, ExclusiveEntriesKeepOnlyTheOneThatHolds) {
  ASSERT_TRUE(store_.J1(Job("MOVING")));
  EXPECT_EQ(store_.J2("acme", "d1").value().size(), 1U);
  ASSERT_TRUE(store_.J4("acme", "j1", "d1", "2026-11-15", "LOST"));
  EXPECT_TRUE(store_.J2("acme", "d1").value().empty());
  EXPECT_EQ(store_.J3("acme").value(), std::vector{Job("LOST")});
  ASSERT_TRUE(store_.J5("acme", "j1", "2026-11-15", "LOST", "d2"));
  EXPECT_EQ(store_.J3("acme").value().size(), 1U) << "a key that is not made of the depot stays";
  ASSERT_TRUE(store_.J4("acme", "j1", "d2", "2026-11-15", "MOVING"));
  EXPECT_EQ(store_.J2("acme", "d2").value().size(), 1U);
  ASSERT_TRUE(store_.J4("acme", "j1", "d2", "2026-11-15", "DONE"));
  EXPECT_TRUE(store_.J2("acme", "d2").value().empty());
  EXPECT_TRUE(store_.J3("acme").value().empty());
}

TEST_F(FleetTest, RefusesUnknownValuesAndFaultyDates) {
  EXPECT_EQ(store_.J1(Job("NOPE")).error().message,
            "status must be one of NEW, MOVING, LOST, DONE, not NOPE");
  for (const std::string day : {"2026/12/31", "2026-13-01", "2026-1-01", "2026-11-15T10"}) {
    auto job = Job("NEW");
    job.day = day;
    EXPECT_EQ(store_.J1(job).error().message, "day must be a date such as 2026-11-15, not " + day);
  }
  const std::string time = " must be a time such as 2026-11-15T10:30:00.000Z, not ";
  for (const std::string at : {"2026-11-15", "2026-11-15T24:00:00.000Z"}) {
    EXPECT_EQ(store_.R2("acme", "v1", at, "2026-11-15T23:59:00.000Z").error().message,
              "at" + time + at);
    EXPECT_EQ(store_.R1({.at = at, .value = 1, .vehicle_id = "v1", .org = "acme"}).error().message,
              "at" + time + at);
  }
}

TEST_F(FleetTest, SeveralRowsAreChangedTogether) {
  auto other = Job("NEW");
  other.job_id = "j2";
  ASSERT_TRUE(store_.J1(Job("NEW")));
  ASSERT_TRUE(store_.J1(other));
  const auto moved = store_.J6(
      {{"acme", "j1", "d1", "2026-11-15", "MOVING"}, {"acme", "j2", "d1", "2026-11-15", "MOVING"}});
  ASSERT_TRUE(moved) << moved.error().message;
  EXPECT_EQ(store_.J2("acme", "d1").value().size(), 2U);
  EXPECT_FALSE(store_.J7({{"acme", "v1"}, {"acme", "v2"}}, {{"acme", "j1"}, {"acme", "j2"}}));
  ASSERT_TRUE(store_.J7({{"acme", "v1"}}, {{"acme", "j1"}, {"acme", "j2"}}));
  EXPECT_TRUE(store_.J2("acme", "d1").value().empty());
}

TEST_F(FleetTest, AdditionsToAnyShardAreReadFromAllShards) {
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(store_.T1("acme", "hits", 2));
  const auto found = store_.T2("acme", "hits").value();
  EXPECT_GT(found.size(), 1U) << "one of three shards forty times over";
  std::int64_t sum = 0;
  for (const auto& tally : found) sum += tally.value.value_or(0);
  EXPECT_EQ(sum, 80);
}

}  // namespace
