#include "observe/entities.h"

#include <string>

#include <gtest/gtest.h>

#include "base/durations.h"
#include "base/limits.h"
#include "capacity/account.h"
#include "storage/memory/memory_engine.h"

namespace stator::observe {
namespace {

using capacity::Access;

const Entities::Gone kNone = [](const std::string&) { return false; };

catalog::Table Named(const std::string& name) {
  catalog::TableSettings settings;
  settings.name = name;
  return catalog::Table(settings);
}

void Use(Entities& entities, const catalog::Table& table, std::string_view key,
         table::HalfUnits units, Access access = Access::kRead) {
  const capacity::Claim claim{.units = units};
  entities.Used({.table = table,
                 .operation = "GetItem",
                 .access = access,
                 .claims = {&claim, 1},
                 .access_form = {.partition = key}});
}

TEST(EntitiesTest, KeysAreGroupedByTheirFirstWord) {
  Entities entities;
  const auto table = Named("Shop");
  Use(entities, table, "CUST#1", 1);
  Use(entities, table, "CUST#2#X", 2);
  Use(entities, table, "ORDER#2", 4, Access::kWrite);
  Use(entities, table, "plain", 2);
  Use(entities, table, "", 2);
  const std::vector<capacity::Throttle> throttles(2);
  entities.Throttled(
      {.table = table, .operation = "GetItem", .access_form = {.partition = "CUST#3"}}, throttles);
  const auto counts = entities.Counts(kNone);
  EXPECT_EQ(counts.size(), 3);
  const auto& customers = counts.at({"Shop", "CUST#", Access::kRead});
  EXPECT_EQ(customers.requests, 2);
  EXPECT_EQ(customers.units, 1.5);
  EXPECT_EQ(customers.throttles, 2);
  EXPECT_EQ(counts.at({"Shop", "ORDER#", Access::kWrite}).units, 2);
  EXPECT_EQ(counts.at({"Shop", "other", Access::kRead}).requests, 2);
}

// Counts show words of the design, never users' data.
TEST(EntitiesTest, UsersDataIsNoKind) {
  Entities entities;
  const auto table = Named("Shop");
  for (const auto* key : {"alice@example.com#1", "4711#1", "a:b#1", "#1", "\xFF#"}) {
    Use(entities, table, key, 2);
  }
  Use(entities, table, "SHARD-7#1", 2);
  const auto counts = entities.Counts(kNone);
  EXPECT_EQ(counts.size(), 2);
  EXPECT_EQ(counts.at({"Shop", "other", Access::kRead}).requests, 5);
  EXPECT_EQ(counts.at({"Shop", "SHARD-", Access::kRead}).requests, 1);
}

// Returns a different word for each number.
std::string Word(std::size_t number) {
  std::string word;
  for (int i = 0; i < 4; ++i, number /= 26) word += static_cast<char>('A' + number % 26);
  return word;
}

TEST(EntitiesTest, KindsBeyondTheBoundAreCountedTogether) {
  Entities entities;
  const auto table = Named("Shop");
  for (std::size_t i = 0; i < 3 * limits::kEntitiesMax; ++i) {
    Use(entities, table, Word(i) + "#", 2);
  }
  Use(entities, table, std::string(1000, 'a') + "#", 2);
  const auto counts = entities.Counts(kNone);
  EXPECT_EQ(counts.size(), limits::kEntitiesMax + 1);
  EXPECT_EQ(counts.at({"Shop", "other", Access::kRead}).requests, 2 * limits::kEntitiesMax + 1);
}

TEST(EntitiesTest, DeletedTablesAreForgotten) {
  Entities entities;
  for (const auto* name : {"Shop", "Gone"}) {
    Use(entities, Named(name), "CUST#1", 2);
    Use(entities, Named(name), "plain", 2, Access::kWrite);
  }
  const auto gone = [](const std::string& table) { return table == "Gone"; };
  const auto left = entities.Counts(gone);
  EXPECT_EQ(left.size(), 2);
  EXPECT_TRUE(left.contains({"Shop", "CUST#", Access::kRead}));
  EXPECT_EQ(entities.Counts(kNone).size(), 4);
  entities.Forget(gone);
  EXPECT_EQ(entities.Counts(kNone).size(), 2);
}

TEST(EntitiesTest, WorkForgetsOnceAMinute) {
  const auto engine = storage::OpenMemory();
  const auto catalog = *catalog::Catalog::Load(*engine);  // without tables
  ManualServiceClock clock(90 * kMinute);
  Entities entities;
  EntityWork work(entities, *catalog, clock);
  Use(entities, Named("Gone"), "CUST#1", 2);
  EXPECT_EQ(work.Step()->wait, kMinute);
  EXPECT_EQ(entities.Counts(kNone).size(), 0);
  Use(entities, Named("Gone"), "CUST#1", 2);
  clock.Advance(kMinute - 1);
  EXPECT_EQ(work.Step()->wait, 1);
  EXPECT_EQ(entities.Counts(kNone).size(), 1);
  clock.Advance(1);
  EXPECT_EQ(work.Step()->wait, kMinute);
  EXPECT_EQ(entities.Counts(kNone).size(), 0);
}

TEST(EntitiesTest, TablesBeyondTheBoundAreCountedTogether) {
  constexpr std::size_t kTables = 64 * limits::kEntitiesMax;
  Entities entities;
  for (std::size_t i = 0; i < kTables; ++i) Use(entities, Named(std::to_string(i)), "CUST#1", 2);
  entities.Forget([](const std::string& table) { return table == capacity::kOtherTables; });
  const auto counts = entities.Counts(kNone);
  EXPECT_LE(counts.size(), 32 * limits::kEntitiesMax + 1);
  std::uint64_t requests = 0;
  for (const auto& [entity, each] : counts) requests += each.requests;
  EXPECT_EQ(requests, kTables);
  EXPECT_GT(counts.at({std::string(capacity::kOtherTables), "other", Access::kRead}).requests, 0);
}

}  // namespace
}  // namespace stator::observe
