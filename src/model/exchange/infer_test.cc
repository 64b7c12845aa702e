#include "model/exchange/infer.h"

#include <string>

#include <gtest/gtest.h>

#include "model/parser.h"
#include "model/print.h"

namespace stator::model {
namespace {

SampledValue S(std::string text) {
  const auto bytes = text.size();
  return {.type = "S", .text = std::move(text), .bytes = bytes};
}
SampledValue N(std::string text) { return {.type = "N", .text = std::move(text), .bytes = 2}; }

const SampledTable kTable{
    .table = {.name = "app", .partition_key = "PK", .sort_key = "SK"},
    .indexes = {{.name = "GSI1", .table = "app", .hash = {"GSI1PK"}, .range = {"GSI1SK"}}},
    .scale = 1000};

std::vector<SampledItem> Items() {
  std::vector<SampledItem> items;
  for (const std::string customer : {"a1", "b2"}) {
    items.push_back({{"PK", S("CUST#" + customer)}, {"SK", S("PROFILE")}, {"custId", S(customer)}});
    for (const std::string day : {"2026-06-01", "2026-06-03", "2026-06-04"}) {
      const std::string order = "o" + customer + day.substr(9);
      const bool open = day.ends_with("1");
      SampledItem item{{"PK", S("CUST#" + customer)},
                       {"SK", S("ORDER#" + day + "#" + order)},
                       {"custId", S(customer)},
                       {"orderId", S(order)},
                       {"orderDate", S(day)},
                       {"status", S(open ? "OPEN" : "PAID")},
                       {"version", N("7")}};
      if (open) {
        item["GSI1PK"] = S("OPEN");
        item["GSI1SK"] = S(day + "#" + order);
      }
      items.push_back(std::move(item));
      items.push_back({{"PK", S("ORDER#" + order)}, {"SK", S("ITEM#001")}, {"lineNo", N("1")}});
      items.push_back({{"PK", S("ORDER#" + order)}, {"SK", S("ITEM#012")}, {"lineNo", N("12")}});
    }
  }
  return items;
}

std::string Inferred(const SampledTable& table, std::vector<SampledItem> items) {
  Model model{.name = "found"};
  std::vector<std::string> remarks;
  InferTable(table, GroupItems(table, std::move(items)), model, remarks);
  auto text = Print(model);
  const auto parsed = Parse(text);
  for (const auto& complaint : parsed.complaints) ADD_FAILURE() << Render("m", text, complaint);
  for (const auto& remark : remarks) text += "-- " + remark + "\n";
  return text;
}

TEST(Infer, FindsKindsTemplatesParentsAndSparseKeys) {
  EXPECT_EQ(Inferred(kTable, Items()), R"(model found
table app (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) all

entity Order 6k x 100B in Cust(custId) 3..3
  attr  orderDate:date, orderId:id, status:enum(OPEN 33, PAID 67), version:version
  key   CUST#{custId} / ORDER#{orderDate}#{orderId}
  GSI1  OPEN / {orderDate}#{orderId} when status=OPEN

entity Cust 2k x 26B
  attr  custId:id
  key   CUST#{custId} / PROFILE

entity Item 12k x 30B
  attr      lineNo:number(3), orderId
  identity  orderId, lineNo
  key       ORDER#{orderId} / ITEM#{lineNo}
-- orderId of Item stands in PK only and is no attribute of the items.
)");
}

TEST(Infer, AnAttributeMayNameTheKind) {
  const SampledTable table{.table = {.name = "tab", .partition_key = "id"}};
  std::vector<SampledItem> items;
  for (int i = 0; i < 4; ++i) {
    items.push_back({{"id", S("x" + std::to_string(i))}, {"type", S(i < 2 ? "user" : "pets")}});
  }
  EXPECT_EQ(Inferred(table, items), R"(model found
table tab (id) on-demand

entity Pet 2 x 12B
  attr  id:id, type

entity User 2 x 12B
  attr  id:id, type
)");
}

TEST(Infer, KeysOfAnotherFormAreTold) {
  auto items = Items();
  items.push_back({{"PK", S("ORDER#x")}, {"SK", S("ITEM#3")}});
  for (auto& item : items) item["type"] = S(item["SK"].text.substr(0, 4));
  items.back()["PK"] = S("ORDER#x#y");
  EXPECT_NE(Inferred(kTable, items).find("1 of 13 Item have a PK of another form"),
            std::string::npos);
}

TEST(Infer, AnEmptyTableIsATable) {
  EXPECT_EQ(Inferred(kTable, {}),
            "model found\ntable app (PK, SK) on-demand\nindex GSI1 (GSI1PK, GSI1SK) all\n");
}

}  // namespace
}  // namespace stator::model
