#include "model/language/print.h"

#include <string>

#include <gtest/gtest.h>

#include "model/language/format.h"
#include "model/language/parser.h"

namespace stator::model {
namespace {

// Uses every feature of the language.
constexpr std::string_view kEverything = R"(model orders "an order service"
table app-main (PK, SK) provisioned 50/25 auto 50..2000 @70% stream new+old class ia region eu-west-1
index GSI1 (GSI1PK, GSI1SK) include status, total
index ByPlace (country+city, zip) keys
index LSI1 local (LSK) all
table other (id) on-demand stream keys
tenant org prefix ORG#{org}#

entity Customer 1M x 400B
  attr  custId:id, tier:enum(gold 5, silver 20, basic 75), createdAt:date, country, city, zip
  key   CUST#{custId} / PROFILE

entity Order 20M x 615B in Customer(custId) 20..5k
  attr    orderId:id, orderDate:date, status:enum(OPEN, CLOSED), total:number(8), version:version
  attr    seen:list(50 x 100B), note:text(2KB), expires:ttl(30d), kind:values(7), remark:free, at:time
  attr    big:blob(1KB), extra:map(300B), bare:list(10B), hits:counter, vip:bool, n:number
  key     CUST#{custId} / ORDER#{orderDate desc}#{orderId} when vip=true
  key     CUST#{custId}#{random(4)} / ORDER#{orderDate}#{orderId} when vip=false
  copy    ORDER#{orderId} / META (custId, status) when status=OPEN via stream
  unique  REF#{orderId} / REF
  GSI1    OPEN#{shard(orderId,4)}#{orderDate:month} / {orderDate}#{orderId} when status=OPEN
  LSI1    {total}
  skew    custId zipf 1.1

entity Log 1k x 100B table other shared
  attr      id, line
  identity  id
  key       {id}

patterns
  A1  500/s   peak 2k/s get Customer[org, custId] strong "by id"
  A2  100/s   list  Order[org, custId, status=OPEN] desc orderDate limit 20 range total 1d show total -> 20
  A3  6/min   fetch  Customer[org, custId] + Order desc orderDate limit 5 via table -> 6
      as query on GSI1 "PK = CUST#{custId}"
  A4  3/day   scan  Log
  A6  6/min   txn  put Order if new x4 + update Order[org, custId] set status add hits if version rewrite GSI1
  A7  1/s     update  Order[org] modify total append seen
      as key ORDER#{orderId} / META

assert no scan
assert one request per read except A2 <= 4, A3 <= 2
assert cost A3 <= 1.5 RCU
assert cost A6 <= 20 WCU
assert items A2 may be empty
assert items A1 = 1
budget 6000 usd/month
limit 3 indexes
sample 3 Customer, 2..4 Order each seed 42
)";

std::string Printed(std::string_view text) {
  const auto parsed = Parse(text);
  for (const auto& complaint : parsed.complaints) ADD_FAILURE() << Render("m", text, complaint);
  return Print(parsed.model);
}

TEST(Print, PrintsEveryConstructOfTheLanguage) {
  const auto once = Printed(kEverything);
  EXPECT_EQ(Printed(once), once);
  EXPECT_EQ(once, Format(kEverything));
}

TEST(Print, AnInvertedIndexIsPrintedAsInverted) {
  const auto parsed =
      Parse("model m\ntable app (PK, SK) on-demand\nindex One (SK, PK) keys\nindex Two (SK) all\n");
  const auto text = Print(parsed.model);
  EXPECT_NE(text.find("\nindex One inverted keys\nindex Two (SK) all\n"), std::string::npos)
      << text;
}

TEST(Print, RatesUseAUnitThatMakesThemWholeNumbers) {
  EXPECT_EQ(PrintRate(20'000), "20k/s");
  EXPECT_EQ(PrintRate(0.1), "6/min");
  EXPECT_EQ(PrintRate(5.0 / 3600), "5/h");
  EXPECT_EQ(PrintRate(7.0 / 86400), "7/day");
  EXPECT_EQ(PrintRate(1.5), "90/min");
  EXPECT_EQ(PrintRate(0.0329 / 86400), "0.0329/day");
  EXPECT_EQ(PrintRate(1.23456789), "1.23456789/s");
  EXPECT_EQ(PrintRate(2.123456789 / 60), "2.123456789/min");
}

TEST(Print, ForeignNamesBecomeWords) {
  EXPECT_EQ(CleanName("first name"), "first_name");
  EXPECT_EQ(CleanName("user:id#"), "user_id");
  EXPECT_EQ(CleanName("key"), "key_");
  EXPECT_EQ(CleanName("--x"), "x_");
  EXPECT_EQ(CleanName("#"), "unnamed");
}

}  // namespace
}  // namespace stator::model
