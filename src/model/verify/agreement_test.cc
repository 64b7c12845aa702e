// The units that the model lets us estimate must equal those that verify measures. Otherwise prices
// are fiction.

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "model/language/parser.h"
#include "model/plan/estimate.h"
#include "model/verify/verify.h"

namespace stator::model {
namespace {

constexpr std::string_view kShop = R"(model shop
table app (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) include status, total
index GSI2 (GSI2PK, GSI2SK) all
index GSI3 (GSI3PK, GSI3SK) keys
entity Customer 1M x 5KB
  attr  custId:id, name, email
  key   CUST#{custId} / PROFILE
entity Order 20M x 600B in Customer(custId) 20..5000
  attr  orderId:id, orderDate:date, total:number(6), status:enum(OPEN, PAID), version:version
  key   CUST#{custId} / ORDER#{orderDate}#{orderId}
  copy  ORDER#{orderId} / META (custId, orderDate, status, total, version)
  GSI1  CUST#{custId}#{status} / {orderDate}#{orderId}
  GSI2  ALL#{custId} / {total}#{orderId}
  GSI3  K#{custId} / {orderDate}#{orderId}
entity Line 80M x 1500B in Order(orderId) 4..60
  attr  lineNo:number(3), sku
  key   ORDER#{orderId} / ITEM#{lineNo}
patterns
  A1  1/s  get    Customer[custId]
  A2  1/s  get    Customer[custId] strong
  A3  1/s  list   Order[custId] desc orderDate limit 20 -> 20
  A4  1/s  list   Order[custId, status] desc orderDate -> 60
  A5  1/s  list   Order[custId] desc total limit 50 via GSI2 -> 50
  A6  1/s  list   Line[orderId] -> 60
  A7  1/s  list   Order[custId] desc orderDate show orderId, orderDate via GSI3 -> 60
  A8  1/s  list   Order[custId] desc orderDate limit 1000 -> 60
  W1  1/s  put    Line
  W2  1/s  txn    put Line x3
  W3  1/s  put    Customer
  W4  1/s  update Customer[custId] set name
  W5  1/s  txn    put Order if new
)";

TEST(Agreement, EstimatesEqualMeasuredUnits) {
  const auto parsed = Parse(kShop);
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints[0].message;
  auto database = client::Connection::OpenMemory();
  const auto report = Verify(*database, parsed.model, {});
  ASSERT_TRUE(report) << report.error().message;
  for (std::size_t i = 0; i < report->patterns.size(); ++i) {
    const auto& measured = report->patterns[i];
    auto pattern = parsed.model.patterns[i];
    EXPECT_EQ(measured.status, PatternReport::Status::kPassed) << measured.id;
    if (pattern.reads() && pattern.expected) pattern.expected = measured.units_items;
    const auto cost = Estimate(parsed.model, pattern);
    const double estimate = measured.writes ? cost.write_units : cost.read_units;
    // Both round to whole units or half units; sizes of keys and names are guesses.
    const double grain = measured.writes || pattern.strong ? 1 : 0.5;
    EXPECT_NEAR(estimate, measured.units_max, std::max(grain, 0.1 * measured.units_max))
        << measured.id << ", " << measured.units_items << " items";
    EXPECT_GT(measured.units_max, 0) << measured.id;
  }
}

}  // namespace
}  // namespace stator::model
