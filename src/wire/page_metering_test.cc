// Tests at which key pages of a Query and a Scan are admitted and charged.

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "base/limits.h"
#include "item/tree.h"
#include "streams/lineage.h"
#include "table/keys.h"
#include "wire/testing.h"

namespace stator::wire {
namespace {

using capacity::Access;
using capacity::Claim;

// Records the keys of all charges.
class Places : public capacity::Observer {
 public:
  void Used(const capacity::Usage& usage) override {
    for (const auto& claim : usage.claims) keys.emplace_back(claim.key);
  }
  void Throttled(const capacity::Usage& /*usage*/,
                 std::span<const capacity::Throttle> /*throttles*/) override {}

  std::vector<Bytes> keys;
};

class PageMeteringTest : public ::testing::Test {
 protected:
  PageMeteringTest() {
    database_->meter().Add(places_);
    Send("CreateTable", R"({"TableName":"Pages","BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
        {"AttributeName":"sk","AttributeType":"N"}],
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},
                   {"AttributeName":"sk","KeyType":"RANGE"}]})");
    for (int sort = 1; sort <= 9; ++sort) {
      Send("PutItem",
           fmt::format(R"({{"TableName":"Pages","Item":{{"pk":{{"S":"p"}},"sk":{{"N":"{}"}}}}}})",
                       sort));
    }
    places_.keys.clear();
  }

  Response Send(const std::string& operation, const std::string& request, int status = 200) {
    auto answer = client_.Answer(operation, request);
    EXPECT_EQ(answer.status, status) << answer.body;
    return answer;
  }
  void Query(const std::string& partition, const std::string& members = "", int status = 200) {
    Send("Query",
         fmt::format(R"({{"TableName":"Pages","KeyConditionExpression":"pk = :p",
                     "ExpressionAttributeValues":{{":p":{{"S":"{}"}}}}{}}})",
                     partition, members),
         status);
  }

  catalog::TablePtr Table() { return database_->store().catalog().Find("Pages"); }
  Bytes KeyOf(int sort) {
    const item::Tree::Map key{{"pk", {std::string("p")}}, {"sk", item::Tree{item::Number(sort)}}};
    return *table::RowKeyOfKey(*Table(), item::EncodeItem(key).view());
  }
  void SplitAt(int sort) {
    auto split = database_->store().queue().Change(
        [&](catalog::Catalog& catalog) -> Result<catalog::Change> {
          const auto table = catalog.Find("Pages");
          const auto point = TRY(streams::ChooseSplit(table->settings(), {.key = KeyOf(sort)}));
          return streams::PlanSplit(catalog, *table, point, catalog::SplitReason::kRequest,
                                    clock_.Now());
        });
    ASSERT_TRUE(split.has_value());
  }
  // Charges more than the key's partition has for a while, and less than the table has.
  void Exhaust(int sort) {
    const auto key = KeyOf(sort);
    const Claim claim{.key = key, .units = 4 * limits::kPartitionReadUnits};
    database_->governor().Charge(*Table(), Access::kRead, {&claim, 1}, clock_.Now());
  }

  ManualServiceClock clock_{1'700'000'000'000'000};
  Places places_;
  std::unique_ptr<database::Database> database_ =
      *database::Database::Open({.capacity = catalog::CapacityMode::kEnforce, .clock = &clock_});
  testing::TestClient client_{*database_};
};

TEST_F(PageMeteringTest, APageIsChargedOnceAtItsFirstRow) {
  Query("p");
  EXPECT_EQ(places_.keys, std::vector{KeyOf(1)});
  places_.keys.clear();
  Query("p", R"(,"ScanIndexForward":false,"Limit":3)");
  EXPECT_EQ(places_.keys, std::vector{KeyOf(9)});
  places_.keys.clear();
  Send("Scan", R"({"TableName":"Pages"})");
  EXPECT_EQ(places_.keys, std::vector{KeyOf(1)});
}

TEST_F(PageMeteringTest, AnEmptyPageIsChargedAtItsBegin) {
  Query("nobody");
  ASSERT_EQ(places_.keys.size(), 1U);
  EXPECT_FALSE(places_.keys[0].empty());
}

TEST_F(PageMeteringTest, ADescendingPageIsAdmittedAtItsUpperEnd) {
  SplitAt(5);
  Exhaust(9);
  Query("p");
  constexpr auto kDown = R"(,"ScanIndexForward":false)";
  Query("p", kDown, 400);
  // A page that begins below the split does not touch the partition above it.
  const auto from = [&](int sort) {
    return fmt::format(R"({},"ExclusiveStartKey":{{"pk":{{"S":"p"}},"sk":{{"N":"{}"}}}})", kDown,
                       sort);
  };
  Query("p", from(6), 400);
  Query("p", from(5));
}

}  // namespace
}  // namespace stator::wire
