#include "model/verify/sample.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/language/parser.h"
#include "model/verify/sample_values.h"

namespace stator::model {
namespace {

constexpr std::string_view kShop = R"(model shop
table app (PK, SK) on-demand
entity Customer 1M x 400B
  attr  custId:id, name, email
  key   CUST#{custId} / PROFILE
  unique EMAIL#{email} / EMAIL
entity Order 20M x 600B in Customer(custId) 20..5000
  attr  orderId:id, orderDate:date, status:enum(OPEN 2, PAID 98), remark:free, note:text(2KB)
  key   CUST#{custId} / ORDER#{orderDate}#{orderId}
entity Line 80M x 200B in Order(orderId) 4..60
  attr  lineNo:number(3), custId, sku
  key   ORDER#{orderId} / ITEM#{lineNo}
)";

class SampleTest : public ::testing::Test {
 protected:
  std::vector<Instance> Make(std::string_view text, std::uint64_t seed = 1) {
    parsed_ = Parse(text);
    EXPECT_TRUE(parsed_.complaints.empty());
    return Sampler(parsed_.model, seed).All();
  }
  static std::vector<const Instance*> Of(const std::vector<Instance>& all, std::string_view name) {
    std::vector<const Instance*> found;
    for (const auto& instance : all) {
      if (instance.entity->name == name) found.push_back(&instance);
    }
    return found;
  }

  Parsed parsed_;
};

TEST_F(SampleTest, IsTheSameForASeed) {
  const auto values = [&](std::uint64_t seed) {
    std::vector<client::Item> all;
    for (const auto& instance : Make(kShop, seed)) all.push_back(instance.values);
    return all;
  };
  EXPECT_EQ(values(7), values(7));
  EXPECT_NE(values(7), values(8));
}

TEST_F(SampleTest, IdsAreBeginningsOfEachOther) {
  const auto made = Make(kShop);
  std::set<std::string> ids;
  for (const auto* order : Of(made, "Order")) ids.insert(order->values.at("orderId").string());
  EXPECT_TRUE(ids.contains("order-1"));
  EXPECT_TRUE(ids.contains("order-10"));
  EXPECT_TRUE(ids.contains("order-100"));
  EXPECT_EQ(ids.size(), Of(made, "Order").size()) << "they tell instances apart";
}

TEST_F(SampleTest, ParentsHaveVeryManyFewAndNoChildren) {
  const auto made = Make(kShop);
  std::map<std::string, int> children;
  for (const auto* customer : Of(made, "Customer")) {
    children[customer->values.at("custId").string()] = 0;
  }
  for (const auto* order : Of(made, "Order")) ++children.at(order->values.at("custId").string());
  const auto count = [&](auto test) {
    return std::ranges::count_if(children, [&](const auto& pair) { return test(pair.second); });
  };
  EXPECT_EQ(count([](int orders) { return orders == 60; }), 1);
  EXPECT_EQ(count([](int orders) { return orders == 0; }), 1);
}

TEST_F(SampleTest, OneParentHasOnlyTheMainValue) {
  const auto made = Make(kShop);
  std::map<std::string, std::set<std::string>> values;
  for (const auto* order : Of(made, "Order")) {
    values[order->values.at("custId").string()].insert(order->values.at("status").string());
  }
  EXPECT_TRUE(
      std::ranges::any_of(values, [](const auto& pair) { return pair.second.size() == 2; }));
  EXPECT_TRUE(std::ranges::any_of(
      values, [](const auto& pair) { return pair.second == std::set<std::string>{"PAID"}; }));
}

TEST_F(SampleTest, SomeDatesAreEqualAndSomeFreeTextHasTheDelimiter) {
  const auto made = Make(kShop);
  const auto orders = Of(made, "Order");
  std::set<std::string> dates;
  for (const auto* order : orders) dates.insert(order->values.at("orderDate").string());
  EXPECT_LT(dates.size(), orders.size());
  EXPECT_TRUE(std::ranges::any_of(orders, [](const Instance* order) {
    return order->values.at("remark").string().contains('#');
  }));
}

TEST_F(SampleTest, ChildrenShareTheAttributesOfTheirParentsKey) {
  const auto made = Make(kShop);
  std::map<std::string, std::string> customers;
  for (const auto* order : Of(made, "Order")) {
    customers[order->values.at("orderId").string()] = order->values.at("custId").string();
  }
  for (const auto* line : Of(made, "Line")) {
    EXPECT_EQ(line->values.at("custId").string(),
              customers.at(line->values.at("orderId").string()));
  }
}

TEST_F(SampleTest, ItemsHaveTheirStatedSizeAndOneIsNearTheLargest) {
  const auto made = Make(kShop);
  const auto accesses = StoredRowsOf(parsed_.model, parsed_.model.entities.at(0));
  const auto row = RowOf(accesses, accesses.at(0), *Of(made, "Customer").at(0));
  EXPECT_NEAR(static_cast<double>(ItemBytes(*row)), 400, 8);
  const auto orders = Of(made, "Order");
  const auto large = std::ranges::find_if(orders, &Instance::oversize);
  ASSERT_NE(large, orders.end());
  EXPECT_GT(ItemBytes((*large)->values), 370'000);
  EXPECT_LT(ItemBytes((*large)->values), 405'000);
}

TEST_F(SampleTest, TheSampleLineSetsTheNumberOfInstances) {
  const auto made = Make(std::string(kShop) + "sample 3 Customer, 2..4 Order each, 1 Line each\n");
  EXPECT_EQ(Of(made, "Customer").size(), 3U);
  EXPECT_LE(Of(made, "Order").size(), 12U);
  EXPECT_EQ(Of(made, "Order").size(), Of(made, "Line").size());
}

TEST_F(SampleTest, TenantsHaveTheSameIds) {
  const auto made = Make(R"(model m
table app (PK, SK) on-demand
tenant org prefix ORG#{org}#
entity User 1k x 200B
  attr userId:id, name
  key  U#{userId} / P
)");
  std::map<std::string, int> owners;
  for (const auto& user : made) ++owners[user.values.at("userId").string()];
  EXPECT_EQ(owners.at("user-1"), 2);
}

// Unpadded numbers make the sort key: 10 sorts before 9.
TEST_F(SampleTest, OneIdHasVersionsOfOneDigitAndOfTwo) {
  const auto made = Make(R"(model docs
table app (PK, SK) on-demand
entity Doc 1M x 400B
  attr  docId:id, version:version
  identity docId, version
  key   DOC#{docId} / V#{version}
)");
  std::map<std::string, std::set<std::int64_t>> versions;
  for (const auto* doc : Of(made, "Doc")) {
    versions[doc->values.at("docId").string()].insert(*doc->values.at("version").integer());
  }
  EXPECT_TRUE(std::ranges::any_of(versions, [](const auto& of_one) {
    return of_one.second.contains(9) && of_one.second.contains(10);
  }));
}

TEST_F(SampleTest, EveryEntityHasItsShare) {
  std::string text = "model m\ntable app (PK, SK) on-demand\n";
  constexpr int kDepth = 40;
  for (int i = 0; i < kDepth; ++i) {
    const auto parent = i == 0 ? "" : fmt::format(" in E{0}(e{0}Id) 5..60", i - 1);
    text += fmt::format("entity E{0} 1M x 300B{1}\n  attr e{0}Id:id\n  key K{0}#{{e{0}Id}} / K\n",
                        i, parent);
  }
  const auto made = Make(text);
  for (int i = 0; i < kDepth; ++i) {
    EXPECT_GE(Of(made, fmt::format("E{}", i)).size(), 5U) << i;
  }
  EXPECT_LE(made.size(), Sampler::kInstancesMax);
}

TEST_F(SampleTest, SomeFetchedChildrenHaveNoParent) {
  const auto fetched =
      std::string(kShop) + "patterns\n  F1 1/s fetch Order[orderId] + Line limit 7\n";
  const auto made = Make(fetched);
  std::set<std::string> orders;
  for (const auto* order : Of(made, "Order")) orders.insert(order->values.at("orderId").string());
  std::map<std::string, int> gone;
  for (const auto* line : Of(made, "Line")) {
    const auto& id = line->values.at("orderId").string();
    EXPECT_EQ(line->orphan, !orders.contains(id));
    if (line->orphan) ++gone[id];
  }
  ASSERT_EQ(gone.size(), 1U);
  EXPECT_EQ(gone.begin()->second, 8) << "one more than the limit";
  EXPECT_TRUE(std::ranges::none_of(Make(kShop), &Instance::orphan)) << "nobody fetches them";
  EXPECT_TRUE(
      std::ranges::none_of(Make(fetched + "sample 3 Order, 2 Line each\n"), &Instance::orphan));
}

TEST_F(SampleTest, StaysWithinItsLimits) {
  EXPECT_LE(Make(std::string(kShop) + "sample 1M Customer\n").size(), Sampler::kInstancesMax);
}

}  // namespace
}  // namespace stator::model
