#include "admin/bill_report.h"

#include <utility>

#include "admin/answer.h"
#include "admin/refusal.h"
#include "base/time_text.h"
#include "bill/bill.h"
#include "bill/report.h"
#include "json/describe.h"
#include "json/to_json.h"
#include "price/price_table.h"

namespace stator::admin {
namespace {

struct BillBegun {
  std::string since;
};
BOOST_DESCRIBE_STRUCT(BillBegun, (), (since))

wire::Response BillResponse(database::Database& database) {
  const auto prices = price::LoadPrices(price::kDefaultPrices);
  if (!prices) return AdminRefusal(prices.error());
  const auto use = database.ReadAccount();
  const auto bill = bill::BillOf(use, *prices, {.month_hours = prices->month_hours});
  return {.body = bill::BillJson(bill, use)};
}

}  // namespace

void AnswerBill(database::Database& database, Loop& loop, wire::Reply done) {
  AnswerFromPool(database, loop, std::move(done), [&database] { return BillResponse(database); });
}

std::string ResetBill(database::Database& database) {
  return json::ToJson(BillBegun{.since = TimeText(database.ResetAccount())});
}

}  // namespace stator::admin
