#include "model/cost/advise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/language/parser.h"

namespace stator::model {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view kShop = R"(model shop
table shop (PK, SK) on-demand
entity Customer 1M x 400B
  attr  custId:id, name, city
  key   CUST#{custId} / PROFILE
entity Order 100M x 800B in Customer(custId) 100..500
  attr  orderId:id, at:time
  key   CUST#{custId} / ORDER#{at}#{orderId}
patterns
)";

class AdviseTest : public ::testing::Test {
 protected:
  const std::vector<Advice>& Ask(const std::string& patterns, const Circumstances& about = {}) {
    return AskAll(std::string(kShop) + patterns, about);
  }
  const std::vector<Advice>& AskAll(const std::string& text, const Circumstances& about = {}) {
    const auto parsed = Parse(text);
    EXPECT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
    all_ = Advise(parsed.model, price::LoadPrices("2026-11").value(), PricingTerms{}, about);
    return all_;
  }
  const Advice& Of(std::string_view topic) const {
    return *std::ranges::find(all_, topic, &Advice::topic);
  }

  std::vector<Advice> all_;
};

TEST_F(AdviseTest, KeyedPatternsSuitDynamoDb) {
  Ask("  P 100/s get Customer[custId]\n  Q 100/s list Order[custId] desc at limit 20 -> 20\n");
  EXPECT_THAT(Of("workload").answer, StartsWith("Yes"));
  EXPECT_THAT(Of("workload").reasons,
              Contains("100 % of the reads are by a key, without a filter."));
}

TEST_F(AdviseTest, ScansDoNotSuitDynamoDb) {
  Ask("  P 100/s get Customer[custId]\n  S 1/min scan Order -> 1000\n");
  EXPECT_THAT(Of("workload").answer,
              StartsWith("No: most of the cost is for reads of whole tables."));
  Ask("  P 10k/s get Customer[custId]\n  S 2/day list Customer[city] -> 10\n");
  EXPECT_THAT(Of("workload").answer, StartsWith("Not with these keys"));
  EXPECT_THAT(Of("workload").reasons, Contains("No key finds S; each run reads a whole table."));
}

// A customer has 100 orders of 800 bytes. A filter reads all of them: 10 units for one order.
TEST_F(AdviseTest, FiltersThatTakeMostOfTheCostDoNotSuitDynamoDb) {
  Ask("  P 10/s get Customer[custId]\n  F 10/s list Order[custId, orderId] -> 1\n");
  EXPECT_THAT(Of("workload").answer,
              StartsWith("Not with these keys: most of the cost is for reads whose items a "
                         "filter"));
  EXPECT_THAT(Of("workload").reasons, Contains("Filters cost $32.85 of $34.49 a month for "
                                               "requests, 95 %."));
}

TEST_F(AdviseTest, ASmallSimpleWorkloadSuitsAnyDatabase) {
  const std::string model = R"(model small
table app (PK, SK) on-demand
entity User 10k x 1KB
  attr  userId:id, name
  key   USER#{userId} / PROFILE
patterns
  P 5/s get User[userId]
  Q 1/s put User
)";
  AskAll(model);
  EXPECT_THAT(Of("workload").answer, StartsWith("DynamoDB is possible"));
  EXPECT_EQ(Of("tables").answer, "One: the model has one entity.");
  // 1/s at 70 % used is 2 WCU; 5/s of half a unit are 4 RCU.
  EXPECT_THAT(Of("free tier").answer, StartsWith("Yes"));
  EXPECT_THAT(Of("free tier").reasons, Contains("WCU: 2 of 25."));
  EXPECT_THAT(Of("free tier").reasons, Contains("RCU: 4 of 25."));
  EXPECT_THAT(Of("free tier").reasons,
              Contains("With the free tier, the cheapest plan without reserved capacity costs "
                       "$0.00 a month."));
}

TEST_F(AdviseTest, EntitiesFetchedTogetherShareATable) {
  Ask("  F 100/s fetch Customer[custId] + Order -> 11\n");
  EXPECT_THAT(Of("tables").answer, StartsWith("One: what is fetched together"));
  EXPECT_THAT(Of("tables").reasons, Contains("Fetched together: F, 100/s in all; for one table."));
  EXPECT_THAT(Of("tables").reasons, Contains("Requests: 100 a second in one table, 200 in 2."));
}

TEST_F(AdviseTest, CircumstancesMayRequireSeveralTables) {
  const std::string patterns = "  F 100/s fetch Customer[custId] + Order -> 11\n";
  Ask(patterns, {.stream_consumers = 3});
  EXPECT_EQ(Of("tables").answer,
            "Several, because of stream consumers; keep together what is fetched together.");
  Ask(patterns, {.owners = 2, .metrics_per_entity = true});
  EXPECT_THAT(Of("tables").answer, HasSubstr("owners, metrics"));
  Ask(patterns, {.stream_consumers = 2});
  EXPECT_THAT(Of("tables").answer, StartsWith("One"));
}

// An export of customers also exports their orders, which make up nearly all of the table.
TEST_F(AdviseTest, AnExportOfOneEntityTakesTheWholeTable) {
  Ask("  X 1/day export Customer\n  P 100/s get Customer[custId]\n");
  EXPECT_THAT(Of("tables").answer, HasSubstr("because of exports"));
}

TEST_F(AdviseTest, EqualPricesWithoutFetchesAreClose) {
  Ask("  P 100/s get Customer[custId]\n  W 100/s put Order\n");
  EXPECT_TRUE(Of("tables").close);
  EXPECT_THAT(Of("tables").answer, StartsWith("As you like"));
}

TEST_F(AdviseTest, ASteadyLoadIsProvisionedAndABurstIsNot) {
  Ask("  W 100/s put Order\n");
  EXPECT_THAT(Of("capacity").answer, StartsWith("provisioned"));
  EXPECT_FALSE(Of("capacity").close);
  Ask("  W 1/day put Order\n");
  EXPECT_THAT(Of("capacity").answer, StartsWith("on-demand"));
  EXPECT_THAT(AdviceText("shop", all_), HasSubstr("On demand, provisioned or reserved?\n"));
  EXPECT_THAT(AdviceJson("shop", all_), StartsWith(R"({"model":"shop","advice":[{"topic":)"));
}

// The stated capacity does not influence the advice on the number of tables.
TEST_F(AdviseTest, TablesAreComparedByTheirWork) {
  AskAll(R"(model k
table app (PK, SK) provisioned 500/500
entity A 1M x 600B
  attr  aid:id
  key   A#{aid} / A
entity B 100M x 600B
  attr  bid:id
  key   B#{bid} / B
patterns
  P1 100/s put A
  P2 100/s put B
)");
  EXPECT_THAT(Of("tables").answer, StartsWith("As you like"));
  EXPECT_THAT(Of("tables").reasons, Contains(HasSubstr("on demand, whatever capacity is stated")));
}

TEST(Close, IncludesADifferenceOfATenth) {
  EXPECT_TRUE(Close(100, 110));
  EXPECT_TRUE(Close(110, 100));
  EXPECT_FALSE(Close(100, 111));
  EXPECT_TRUE(Close(0, 0));
}

}  // namespace
}  // namespace stator::model
