// Tests generated C++ whose reads query several partition keys: children in shards beside their
// parent, and shards and time buckets in one key.

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "client/stator.h"
#include "generated/parcels_store.h"
#include "store/compare.h"
#include "store/partition_keys.h"

namespace {

namespace parcels = stator_parcels;
using stator::client::Connection;
using stator::client::CreateTableRequest;
using Ids = std::vector<std::string>;

class ParcelsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    CreateTableRequest request{.table = "parcels", .partition_key = {"PK"}};
    request.sort_key = {"SK"};
    ASSERT_TRUE(connection_->CreateTable(request)) << "parcels";
  }

  // Puts scans s10, s11, …, one in each minute.
  void PutScans(const std::string& shipment, const std::string& volume, int first, int count) {
    for (int i = first; i < first + count; ++i) {
      const auto number = std::to_string(i);
      ASSERT_TRUE(store_.P2({.scan_id = "s" + number,
                             .at = "2026-11-15T10:" + number + ":00.000Z",
                             .volume = volume,
                             .shipment_id = shipment}));
    }
  }

  void PutAlarm(const std::string& id, const std::string& time) {
    ASSERT_TRUE(store_.P4({.alarm_id = id, .depot = "d1", .at = time + ":00.000Z"}));
  }

  std::set<std::string> PartitionKeys() {
    std::set<std::string> keys;
    const auto all = connection_->Scan({.table = "parcels"});
    for (const auto& item : all->items) keys.insert(item.at("PK").string());
    return keys;
  }

  static Ids IdsOf(const std::vector<parcels::Scan>& scans) {
    Ids ids;
    for (const auto& scan : scans) ids.push_back(scan.scan_id);
    return ids;
  }

  stator::client::Expected<Connection> connection_ = Connection::OpenMemory();
  parcels::ParcelsStore store_{*connection_};
};

TEST_F(ParcelsTest, ALargeParentsChildrenAreMergedFromAllShards) {
  ASSERT_TRUE(store_.P1({.shipment_id = "pallet", .destination = "Lyon"}));
  PutScans("pallet", "high", 10, 40);
  EXPECT_EQ(PartitionKeys(),
            (std::set<std::string>{"SHIPMENT#pallet", "SCANS#pallet#0", "SCANS#pallet#1",
                                   "SCANS#pallet#2", "SCANS#pallet#3"}));
  const auto latest = store_.F1("pallet").value();
  ASSERT_TRUE(latest.shipment);
  EXPECT_EQ(latest.shipment->destination, "Lyon");
  EXPECT_EQ(IdsOf(latest.scans), (Ids{"s49", "s48", "s47", "s46", "s45"}));
  const auto all = store_.F2("pallet").value();
  ASSERT_EQ(all.scans.size(), 40U);
  for (int i = 0; i < 40; ++i) EXPECT_EQ(all.scans[i].scan_id, "s" + std::to_string(10 + i));
}

TEST_F(ParcelsTest, AnOrdinaryParentsChildrenHaveOnePartitionKey) {
  ASSERT_TRUE(store_.P1({.shipment_id = "parcel"}));
  ASSERT_TRUE(store_.P1({.shipment_id = "other"}));
  PutScans("parcel", "normal", 10, 8);
  PutScans("other", "normal", 30, 1);
  const auto found = store_.F1("parcel").value();
  EXPECT_TRUE(found.shipment);
  EXPECT_EQ(IdsOf(found.scans), (Ids{"s17", "s16", "s15", "s14", "s13"}));
  EXPECT_EQ(store_.F2("parcel").value().scans.size(), 8U);
}

TEST_F(ParcelsTest, AParentThatGrewHasChildrenUnderBothKeys) {
  ASSERT_TRUE(store_.P1({.shipment_id = "grown"}));
  PutScans("grown", "normal", 10, 3);
  PutScans("grown", "high", 13, 3);
  EXPECT_EQ(IdsOf(store_.F1("grown").value().scans), (Ids{"s15", "s14", "s13", "s12", "s11"}));
}

TEST_F(ParcelsTest, ParentsMayLackChildrenAndChildrenParents) {
  ASSERT_TRUE(store_.P1({.shipment_id = "empty"}));
  const auto empty = store_.F1("empty").value();
  EXPECT_TRUE(empty.shipment);
  EXPECT_TRUE(empty.scans.empty());
  const auto nothing = store_.F1("missing").value();
  EXPECT_FALSE(nothing.shipment);
  EXPECT_TRUE(nothing.scans.empty());
  PutScans("lost", "high", 10, 9);
  const auto lost = store_.F1("lost").value();
  EXPECT_FALSE(lost.shipment);
  EXPECT_EQ(lost.scans.size(), 5U) << "no more than asked for";
}

TEST_F(ParcelsTest, EachKindOfChildrenHasItsOwnOrderAndLimit) {
  ASSERT_TRUE(store_.P1({.shipment_id = "p1", .destination = "Lyon"}));
  PutScans("p1", "high", 10, 10);
  for (int i = 10; i < 30; ++i) {
    ASSERT_TRUE(store_.P3({.note_id = "n" + std::to_string(i), .shipment_id = "p1"}));
  }
  const auto found = store_.F3("p1").value();
  EXPECT_EQ(found.shipment->destination, "Lyon");
  EXPECT_EQ(IdsOf(found.scans), (Ids{"s19", "s18", "s17"}));
  ASSERT_EQ(found.notes.size(), 20U);
  EXPECT_EQ(found.notes.front().note_id, "n10");
  EXPECT_EQ(found.notes.back().note_id, "n29");
}

TEST_F(ParcelsTest, ChildrenUnderTheParentsKeyAreReadWithIt) {
  ASSERT_TRUE(store_.P1({.shipment_id = "p1", .destination = "Lyon"}));
  PutScans("p1", "high", 10, 10);
  for (const std::string number : {"0", "1", "2", "3"}) {
    ASSERT_TRUE(store_.P3({.note_id = "n" + number, .shipment_id = "p1"}));
    ASSERT_TRUE(store_.P9({.tag_id = "t" + number, .colour = "red", .shipment_id = "p1"}));
  }
  const auto scanned = store_.F4("p1").value();
  EXPECT_EQ(scanned.shipment->destination, "Lyon");
  EXPECT_EQ(scanned.tags.size(), 4U);
  EXPECT_EQ(IdsOf(scanned.scans), (Ids{"s19", "s18", "s17"}));
  const auto noted = store_.F5("p1").value();
  EXPECT_EQ(noted.shipment->destination, "Lyon");
  ASSERT_EQ(noted.tags.size(), 4U);
  EXPECT_EQ(noted.tags.back().tag_id, "t3");
  ASSERT_EQ(noted.notes.size(), 4U);
  EXPECT_EQ(noted.notes.back().note_id, "n3");
}

TEST_F(ParcelsTest, EveryShardOfEveryBucketIsReadAndTheShorterBucketDecides) {
  const Ids wanted{"a1", "a2", "a3", "a4", "a5"};
  const Ids times{"2026-11-15T22:59", "2026-11-15T23:10", "2026-11-15T23:50", "2026-11-16T00:01",
                  "2026-11-16T00:59"};
  for (std::size_t i = 0; i < wanted.size(); ++i) PutAlarm(wanted[i], times[i]);
  const auto found =
      store_.A1("d1", "2026-11-15T23:00:00.000Z", "2026-11-16T00:30:00.000Z").value();
  ASSERT_EQ(found.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(found[i].alarm_id, wanted[i + 1]);
  const auto all = store_.A1("d1", "2026-11-15T00:00:00.000Z", "2026-11-16T23:59:00.000Z").value();
  ASSERT_EQ(all.size(), 4U) << "as many as asked for";
  EXPECT_EQ(all.back().alarm_id, "a4");
}

TEST_F(ParcelsTest, AShardOfATimeIsUnknownFromItsBucket) {
  std::set<std::string> times;
  for (int minute = 30; minute < 50; ++minute) {
    const auto number = std::to_string(minute);
    const auto at = (minute < 40 ? "2026-11-15T23:" : "2026-11-16T00:") + number + ":00.000Z";
    ASSERT_TRUE(store_.P6({.event_id = "e" + number, .depot = "d1", .at = at}));
    ASSERT_TRUE(store_.P7({.pulse_id = "p" + number, .depot = "d1", .at = at}));
    times.insert(at);
  }
  ASSERT_GT(PartitionKeys().size(), 8U) << "more than one shard a bucket";
  const auto events = store_.A2("d1", *times.begin(), *times.rbegin()).value();
  ASSERT_EQ(events.size(), 20U);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(events[i].event_id, "e" + std::to_string(30 + i));
  const auto pulses = store_.A3("d1", *times.begin(), *times.rbegin()).value();
  ASSERT_EQ(pulses.size(), 4U);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(pulses[i].pulse_id, "p" + std::to_string(49 - i));
}

TEST_F(ParcelsTest, TheNumberOfPartitionKeysIsBounded) {
  // 3,600 hours of three shards exceed 10,000 keys. The hours alone do not.
  const auto found = store_.A1("d1", "2026-01-01T00:00:00.000Z", "2026-05-30T23:00:00.000Z");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().message, "more than 10000 partition keys are too many for one read");
}

TEST_F(ParcelsTest, NumbersInKeysHaveNoExponent) {
  std::set<std::string> wanted;
  for (const auto& [grams, text] :
       std::vector<std::pair<double, std::string>>{{100'000, "100000"},
                                                   {0.5, "0.5"},
                                                   {1e-7, "0.0000001"},
                                                   {-2.5e-9, "-0.0000000025"},
                                                   {1.5e22, "15000000000000000000000"},
                                                   {1234567890123456768, "1234567890123456800"},
                                                   {-9007199254740994, "-9007199254740994"},
                                                   {123456789.25, "123456789.25"}}) {
    ASSERT_TRUE(store_.P5({.grams = grams, .cents = 1})) << text;
    ASSERT_TRUE(store_.T1(grams).value()) << text;
    EXPECT_EQ(store_.T1(grams).value()->grams, grams);
    wanted.insert("TARIFF#" + text);
  }
  EXPECT_EQ(PartitionKeys(), wanted);
}

TEST_F(ParcelsTest, TextsInKeysRefuseDelimitersExceptFreeText) {
  const parcels::Label label{.owner = "ann", .code = "a|b", .name = "#1 | this week"};
  ASSERT_TRUE(store_.L1(label));
  EXPECT_EQ(store_.L2("ann", "a|b").value(), std::vector{label});
  EXPECT_EQ(store_.L3("ann", "a|b", label.name).value(), label);
  const std::string demand = " must be a text of at least one character";
  EXPECT_EQ(store_.L2("ann|a", "b").error().message,
            "owner" + demand + " without # or |, not ann|a");
  auto other = label;
  other.code = "a#b";
  EXPECT_EQ(store_.L1(other).error().message, "code" + demand + " without #, not a#b");
  other = {.owner = "ann", .code = "a", .name = ""};
  EXPECT_EQ(store_.L1(other).error().message, "name" + demand + ", not ");
}

TEST_F(ParcelsTest, ATextRangeExcludesOtherTexts) {
  int number = 0;
  for (const std::string city : {"a", "a-1", "a-10", "New", "New York", "Newark", "z"}) {
    const auto id = "é" + std::to_string(number++);
    ASSERT_TRUE(store_.C2({.place_id = id, .country = "x", .city = city})) << city;
  }
  using Cities = std::set<std::string>;
  const auto cities = [&](const std::string& from, const std::string& to) {
    Cities found;
    for (const auto& place : store_.C3("x", from, to).value()) found.insert(*place.city);
    return found;
  };
  EXPECT_EQ(cities("a-1", "a-1"), Cities{"a-1"});
  EXPECT_EQ(cities("a", "a-10"), (Cities{"a", "a-1", "a-10"}));
  EXPECT_EQ(cities("New", "New York"), (Cities{"New", "New York"}));
  EXPECT_EQ(cities("New York", "New York"), Cities{"New York"});
}

TEST_F(ParcelsTest, NumbersAreExact) {
  for (const std::string digits :
       {"9007199254740993", "0.1234567890123456789012345678901234567", "-12345678901234567890.5"}) {
    ASSERT_TRUE(store_.P5({.grams = digits, .cents = "0.10"})) << digits;
    const auto found = store_.T1(digits).value();
    ASSERT_TRUE(found) << digits;
    EXPECT_EQ(found->grams.digits(), digits);
    EXPECT_EQ(found->cents->digits(), "0.1");
  }
  EXPECT_EQ(store_.T1("9007199254740992").value(), std::nullopt) << "its neighbour";
  EXPECT_EQ(store_.T2(0.1).value().size(), 3U);
  EXPECT_EQ(store_.P5({.grams = "many", .cents = 1}).error().message,
            "grams must be a number such as 12.5, not many");
}

TEST_F(ParcelsTest, NumbersAreFilteredByValue) {
  for (const double cents : {100'000.0, 0.1, 7.0}) {
    ASSERT_TRUE(store_.P5({.grams = cents, .cents = cents}));
  }
  for (const double cents : {100'000.0, 0.1}) {
    const auto found = store_.T2(cents).value();
    ASSERT_EQ(found.size(), 1U) << cents;
    EXPECT_EQ(found.front().cents, cents);
  }
}

TEST_F(ParcelsTest, LongIntegersAreDistinctFromTheirNeighbours) {
  constexpr std::int64_t kSerial = 9'007'199'254'740'993;  // 2^53 + 1
  for (const auto serial : {kSerial - 1, kSerial, kSerial + 1}) {
    ASSERT_TRUE(store_.P8({.crate_id = "c" + std::to_string(serial), .serial = serial}));
  }
  const auto found = store_.C1(kSerial).value();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().serial, kSerial);
}

TEST(ParcelsNumbers, AreComparedExactly) {
  using stator::client::Value;
  using stator::store::Compare;
  using stator::store::IsSame;
  const std::vector<std::string> ascending{"-1e30",
                                           "-9007199254740993",
                                           "-9007199254740992",
                                           "-10",
                                           "-2.5",
                                           "-2.45",
                                           "-1e-130",
                                           "0",
                                           "0.1",
                                           "0.10000000000000000001",
                                           "0.2",
                                           "9",
                                           "10",
                                           "1e2",
                                           "100000000000000000000000000000.5",
                                           "1e30"};
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    for (std::size_t j = 0; j < ascending.size(); ++j) {
      const auto one = Value::Number(ascending[i]);
      const auto other = Value::Number(ascending[j]);
      EXPECT_EQ(Compare(one, other) < 0, i < j) << ascending[i] << " " << ascending[j];
      EXPECT_EQ(IsSame(one, other), i == j) << ascending[i] << " " << ascending[j];
    }
  }
  for (const auto& [one, other] : std::vector<std::pair<std::string, std::string>>{
           {"100", "1e2"}, {"1.50", "1.5"}, {"-0", "0"}, {"0.0", "0"}, {"007", "7"}}) {
    EXPECT_TRUE(IsSame(Value::Number(one), Value::Number(other))) << one << " " << other;
  }
}

TEST(ParcelsKeys, TwoBucketsOfAKeyBelongToTheSameDay) {
  const stator::store::ReadSpec read{.partition = {parcels::keys::PkAlarmsDepotAtAtAlarmId()},
                                     .window = "at"};
  using stator::client::Value;
  const auto keys =
      stator::store::PartitionKeys(read, {{"depot", Value::String("d")}},
                                   std::pair(Value::String("2026-11-15T23:00:00.000Z"),
                                             Value::String("2026-11-16T00:00:00.000Z")));
  ASSERT_EQ(keys.value().size(), 6U) << "two hours of three shards";
  EXPECT_EQ(keys->front().at("PK").string(), "ALARMS#d#2026-11-15#2026-11-15T23#0");
  EXPECT_EQ(keys->back().at("PK").string(), "ALARMS#d#2026-11-16#2026-11-16T00#2");
}

}  // namespace
