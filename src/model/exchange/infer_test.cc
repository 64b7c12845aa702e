#include "model/exchange/infer.h"

#include <functional>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/small_file.h"
#include "model/language/parser.h"
#include "model/language/print.h"
#include "model/layout/render.h"
#include "model/layout/rows.h"
#include "model/verify/sample.h"

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

// Adds each order a second time, under its own id.
std::vector<SampledItem> ItemsAndCopies() {
  auto items = Items();
  const auto originals = items.size();
  for (std::size_t i = 0; i < originals; ++i) {
    if (!items[i].contains("orderId")) continue;
    items.push_back({{"PK", S("ORDER#" + items[i]["orderId"].text)},
                     {"SK", S("META")},
                     {"orderId", items[i]["orderId"]},
                     {"status", items[i]["status"]}});
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
-- orderId of Item occurs only in PK and is not an attribute of the items.
-- Keys, types and conditions are inferred from fewer than 10 rows of Order (6), Cust (2): check them.
)");
}

TEST(Infer, AnAttributeCanNameTheKind) {
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
-- Keys, types and conditions are inferred from fewer than 10 rows of Pet (2), User (2): check them.
)");
}

TEST(Infer, RemarksOnKeysOfAnotherForm) {
  auto items = Items();
  items.push_back({{"PK", S("ORDER#x")}, {"SK", S("ITEM#3")}});
  for (auto& item : items) item["type"] = S(item["SK"].text.substr(0, 4));
  items.back()["PK"] = S("ORDER#x#y");
  EXPECT_NE(Inferred(kTable, items).find("1 of 13 Item have a PK of another form"),
            std::string::npos);
}

// Returns the rows of a model's sample, as programs write them.
std::vector<SampledItem> RowsOf(const Model& model) {
  std::vector<SampledItem> rows;
  for (const auto& instance : Sampler(model, 1).All()) {
    const auto accesses = StoredRowsOf(model, *instance.entity);
    for (const auto& access : accesses) {
      if (!access.InTable() || instance.oversize) continue;
      const auto row = RowOf(accesses, access, instance);
      if (!row) continue;
      SampledItem item;
      for (const auto& [name, value] : *row) {
        if (value.is(client::Value::Type::kString)) item[name] = S(value.string());
        if (value.is(client::Value::Type::kNumber)) item[name] = N(value.number());
      }
      rows.push_back(std::move(item));
    }
  }
  return rows;
}

TEST(Infer, RecognisesTheOrdersDesign) {
  const auto source =
      ReadSmallFile(std::string(STATOR_SOURCE_DIR) + "/examples/orders.std", "model");
  ASSERT_TRUE(source);
  auto model = Parse(*source).model;
  model.samples = {{.entity = "Customer", .min = 6, .max = 6},
                   {.entity = "Order", .min = 30, .max = 40},
                   {.entity = "Line", .min = 1, .max = 3}};
  SampledTable table{.table = model.tables.front(), .indexes = model.indexes};
  const auto rows = RowsOf(model);
  std::size_t orders = 0;
  for (const auto& row : rows) orders += row.at("SK").text.starts_with("ORDER#") ? 1 : 0;
  const auto text = Inferred(table, rows);
  for (const std::string_view line :
       {"  key   CUST#{custId} / ORDER#{orderDate}#{orderId}\n",
        "  copy  ORDER#{orderId} / META (custId, orderDate, status, total, version)\n",
        "  GSI1  CUST#{custId}#{status} / {orderDate}#{orderId}\n",
        "  GSI2  OPEN#{shard(orderId,4)} / {orderDate}#{orderId} when status=OPEN\n",
        " in Order(orderId) "}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
  }
  EXPECT_NE(text.find(fmt::format("entity Order {} x ", orders)), std::string::npos) << text;
  EXPECT_EQ(text.find("openId"), std::string::npos) << text;
  EXPECT_EQ(text.find("_type"), std::string::npos) << text;
}

TEST(Infer, CopiesAreFoundWithoutANamedKind) {
  const auto text = Inferred(kTable, ItemsAndCopies());
  EXPECT_NE(text.find("  copy  ORDER#{orderId} / META (status)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("when status=OPEN\n"), std::string::npos) << text;
  EXPECT_NE(text.find(" in Order(orderId) 2..2\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("Order2"), std::string::npos) << text;
  EXPECT_NE(text.find("-- The rows ORDER#{orderId} / META are taken for copies of Order.\n"),
            std::string::npos)
      << text;
}

std::string FormatDay(int day) { return fmt::format("2026-11-{:02}", day); }

// Makes rows of customers. `row` adds each row's sort key and attributes.
std::vector<SampledItem> Numbered(const std::function<void(int, SampledItem&)>& row) {
  std::vector<SampledItem> items;
  for (int i = 0; i < 24; ++i) {
    const auto customer = "c" + std::to_string(i % 5);
    items.push_back({{"PK", S("CUST#" + customer)},
                     {"custId", S(customer)},
                     {"orderId", S("o-" + std::to_string(i))}});
    row(i, items.back());
  }
  return items;
}

void ExpectOneEntity(std::vector<SampledItem> items, const std::string& key) {
  const SampledTable table{.table = kTable.table};
  const auto text = Inferred(table, std::move(items));
  EXPECT_NE(text.find("  " + key + "\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("entity "), text.rfind("entity ")) << text;
}

TEST(Infer, ValuesDoNotNameKinds) {
  ExpectOneEntity(Numbered([](int i, SampledItem& item) {
                    item["SK"] = S(FormatDay(1 + i % 7) + "#" + item["orderId"].text);
                    item["day"] = S(FormatDay(1 + i % 7));
                  }),
                  "key   CUST#{custId} / {day}#{orderId}");
  ExpectOneEntity(Numbered([](int i, SampledItem& item) {
                    item["SK"] = S(fmt::format("{:08}#{}", i * 3, item["orderId"].text));
                    item["points"] = N(std::to_string(i * 3));
                  }),
                  "key   CUST#{custId} / {points}#{orderId}");
  for (const std::string tenant : {"t", "ACME_"}) {
    ExpectOneEntity(Numbered([&](int i, SampledItem& item) {
                      const auto org = tenant + std::string(1, static_cast<char>('A' + i % 4));
                      item["PK"] = S(org + "#USER#" + item["orderId"].text);
                      item["SK"] = S("PROFILE");
                      item["org"] = S(org);
                    }),
                    "key   {org}#USER#{orderId} / PROFILE");
  }
}

TEST(Infer, ValuesNeedNoAttribute) {
  ExpectOneEntity(Numbered([](int i, SampledItem& item) {
                    item["SK"] = S(FormatDay(1 + i % 7) + "#" + item["orderId"].text);
                  }),
                  "key   CUST#{custId} / {date}#{orderId}");
}

// "OPEN" and "PAID" look like kinds, but an attribute has the same values.
TEST(Infer, KeysWithOneTemplateBelongToOneEntity) {
  ExpectOneEntity(Numbered([](int i, SampledItem& item) {
                    item["status"] = S(i % 3 == 0 ? "OPEN" : "PAID");
                    item["SK"] = S("ORDER#" + item["status"].text + "#" + item["orderId"].text);
                  }),
                  "key   CUST#{custId} / ORDER#{status}#{orderId}");
}

TEST(Infer, LowerCaseWordsNameKinds) {
  auto items = Numbered([](int i, SampledItem& item) {
    item["PK"] = S((i % 2 == 0 ? "order#" : "bill#") + item["orderId"].text);
    item["SK"] = S("META");
  });
  const auto text = Inferred({.table = kTable.table}, std::move(items));
  EXPECT_NE(text.find("key   order#{orderId} / META\n"), std::string::npos) << text;
  EXPECT_NE(text.find("key   bill#{orderId} / META\n"), std::string::npos) << text;
}

// The identity is the whole key, whether or not the parent has some of it.
TEST(Infer, AnIdentityIncludesTheParentsKey) {
  const auto text = Inferred(kTable, ItemsAndCopies());
  EXPECT_NE(text.find(" in Order(orderId) 2..2\n  attr      lineNo:number(3)\n"
                      "  identity  orderId, lineNo\n"),
            std::string::npos)
      << text;
}

// Rows of another entity with an equal id differ in other attributes.
TEST(Infer, RowsWithDifferentValuesAreNotCopies) {
  auto items = Items();
  const auto originals = items.size();
  for (std::size_t i = 0; i < originals; ++i) {
    if (!items[i].contains("orderId")) continue;
    items.push_back({{"PK", S("BILL#" + items[i]["orderId"].text)},
                     {"SK", S("META")},
                     {"orderId", items[i]["orderId"]},
                     {"status", S("SENT")}});
  }
  const auto text = Inferred(kTable, items);
  EXPECT_EQ(text.find("copy"), std::string::npos) << text;
  EXPECT_NE(text.find("entity Bill 6k"), std::string::npos) << text;
}

std::vector<SampledItem> Users(const std::function<SampledItem(const SampledItem&)>& beside) {
  std::vector<SampledItem> items;
  for (const std::string user : {"u1", "u2", "u3"}) {
    const SampledItem item{{"PK", S("USER#" + user)},
                           {"SK", S("PROFILE")},
                           {"userId", S(user)},
                           {"email", S(user + "@example.com")},
                           {"org", S(user == "u3" ? "west" : "east")}};
    items.push_back(item);
    items.push_back(beside(item));
  }
  return items;
}

TEST(Infer, RowsWithOnlyAValueAreGuards) {
  const auto bare =
      Inferred(kTable, Users([](const SampledItem& user) -> SampledItem {
                 return {{"PK", S("MAIL#" + user.at("email").text)}, {"SK", S("MAIL")}};
               }));
  EXPECT_NE(bare.find("  unique  MAIL#{email} / MAIL\n"), std::string::npos) << bare;
  EXPECT_EQ(bare.find("entity Mail"), std::string::npos) << bare;
  EXPECT_NE(bare.find("-- The rows MAIL#{email} / MAIL are taken for unique rows of User.\n"),
            std::string::npos)
      << bare;
  const auto owned = Inferred(kTable, Users([](const SampledItem& user) -> SampledItem {
                                return {{"PK", S("ORG#" + user.at("org").text)},
                                        {"SK", S("MAIL#" + user.at("email").text)},
                                        {"userId", user.at("userId")}};
                              }));
  EXPECT_NE(owned.find("  unique  ORG#{org} / MAIL#{email}\n"), std::string::npos) << owned;
}

TEST(Infer, RowsWithMoreAttributesOrTheOwnersKeyAreNotGuards) {
  const auto more = Inferred(kTable, Users([](const SampledItem& user) -> SampledItem {
                               return {{"PK", S("MAIL#" + user.at("email").text)},
                                       {"SK", S("MAIL")},
                                       {"sent", S("2026-11-15")}};
                             }));
  EXPECT_EQ(more.find("unique"), std::string::npos) << more;
  const auto own = Inferred(kTable, Users([](const SampledItem& user) -> SampledItem {
                              return {{"PK", user.at("PK")}, {"SK", S("ADMIN")}};
                            }));
  EXPECT_EQ(own.find("unique"), std::string::npos) << own;
  int next = 0;
  const auto pairs = Inferred(kTable, Users([&](const SampledItem& user) -> SampledItem {
                                return {{"PK", S("MAIL#" + user.at("email").text)},
                                        {"SK", S("SEEN#" + std::to_string(++next))}};
                              }));
  EXPECT_EQ(pairs.find("unique"), std::string::npos) << pairs;
}

TEST(Infer, OurOwnUniqueRowsAreRecognised) {
  const auto parsed = Parse(R"(model m
table app (PK, SK) on-demand
entity User 1k x 100B
  attr  userId:id, email, name
  key   USER#{userId} / USER
  unique MAIL#{email} / MAIL
sample 5 User
)");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  const SampledTable table{.table = parsed.model.tables.front()};
  const auto text = Inferred(table, RowsOf(parsed.model));
  EXPECT_NE(text.find("  unique  MAIL#{email} / MAIL\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("UserUnique"), std::string::npos) << text;
}

TEST(Infer, NumbersAtTheEndOfAnIndexKeyMayBeShards) {
  std::vector<SampledItem> items;
  for (int i = 0; i < 12; ++i) {
    const auto id = "i" + std::to_string(i);
    items.push_back({{"PK", S("JOB#" + id)},
                     {"SK", S("JOB")},
                     {"jobId", S(id)},
                     {"GSI1PK", S("JOBS#" + std::to_string(i * 7 / 3 % 3))},
                     {"GSI1SK", S(id)}});
  }
  EXPECT_NE(Inferred(kTable, items).find("  GSI1  JOBS#{random(3)} / {jobId}\n"), std::string::npos)
      << Inferred(kTable, items);
  for (auto& item : items) {
    item["GSI1PK"] = S("JOBS#" + std::to_string(ShardOf(item["jobId"].text, 3)));
  }
  EXPECT_NE(Inferred(kTable, items).find("  GSI1  JOBS#{shard(jobId,3)} / {jobId}\n"),
            std::string::npos)
      << Inferred(kTable, items);
  // Numbers of an attribute are not shards.
  for (auto& item : items) {
    item["GSI1PK"] = S("JOBS#" + std::to_string(item["jobId"].text.size()));
    item["step"] = N(std::to_string(item["jobId"].text.size()));
  }
  EXPECT_NE(Inferred(kTable, items).find("  GSI1  JOBS#{step} / {jobId}\n"), std::string::npos)
      << Inferred(kTable, items);
}

TEST(Infer, AMultiAttributeKeyKeepsTheTablesKeyAttributes) {
  auto table = kTable;
  table.indexes.push_back(
      {.name = "ByStatus", .table = "app", .hash = {"status", "PK"}, .range = {"orderDate", "SK"}});
  const auto text = Inferred(table, Items());
  EXPECT_NE(text.find("index ByStatus (status+PK, orderDate+SK) all\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  key   CUST#{custId} / ORDER#{orderDate}#{orderId}\n"), std::string::npos)
      << text;
}

TEST(Infer, AnEmptyTableGivesATableWithoutEntities) {
  EXPECT_EQ(Inferred(kTable, {}),
            "model found\ntable app (PK, SK) on-demand\nindex GSI1 (GSI1PK, GSI1SK) all\n");
}

TEST(Infer, ValuesBehindTheSameWordAreDifferentVariables) {
  // ElectroDB writes the name of the attribute before each value.
  std::vector<SampledItem> items;
  for (const std::string number : {"1", "2", "3", "4"}) {
    items.push_back({{"PK", S("APP#id_" + number)},
                     {"SK", S("APP#team_t" + number)},
                     {"GSI1PK", S("APP#office_o" + number)},
                     {"GSI1SK", S("APP#id_" + number)},
                     {"office", S("o" + number)}});
  }
  Model model{.name = "m"};
  std::vector<std::string> remarks;
  InferTable(kTable, GroupItems(kTable, items), model, remarks);
  const auto text = Print(model);
  EXPECT_NE(text.find("  key   APP#id_{appId} / APP#team_{team}\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  GSI1  APP#office_{office} / APP#id_{appId}\n"), std::string::npos) << text;
}

TEST(Infer, ValuesOfASingleItemAreDifferentVariables) {
  const std::vector<SampledItem> items{{{"PK", S("APP#a")}, {"SK", S("APP#b")}}};
  Model model{.name = "m"};
  std::vector<std::string> remarks;
  InferTable(kTable, GroupItems(kTable, items), model, remarks);
  const auto text = Print(model);
  EXPECT_NE(text.find("  APP#{appId} / APP#{appId2}\n"), std::string::npos) << text;
}

TEST(Infer, NumbersEqualByChanceAreDifferentVariables) {
  const std::vector<SampledItem> items{
      {{"PK", S("o#12345")}, {"SK", S("c#12345")}, {"GSI1PK", S("w#12345")}, {"GSI1SK", S("x")}},
      {{"PK", S("o#12345")}, {"SK", S("c#12345")}}};
  Model model{.name = "m"};
  std::vector<std::string> remarks;
  InferTable(kTable, GroupItems(kTable, items), model, remarks);
  const auto text = Print(model);
  EXPECT_NE(text.find("  o#{oId} / c#{cId}\n"), std::string::npos) << text;
  EXPECT_EQ(text.find(" when "), std::string::npos) << text;
  EXPECT_EQ(
      remarks.back().find("Keys, types and conditions are inferred from fewer than 10 rows of "),
      0U);
}

TEST(Infer, AnIdRepeatedInManyKeysIsOneVariable) {
  std::vector<SampledItem> items;
  for (const std::string number : {"1", "2", "3", "4"}) {
    items.push_back({{"PK", S("USER#u" + number)}, {"SK", S("PROFILE#u" + number)}});
  }
  Model model{.name = "m"};
  std::vector<std::string> remarks;
  InferTable(kTable, GroupItems(kTable, items), model, remarks);
  const auto text = Print(model);
  EXPECT_NE(text.find("  key   USER#{userId} / PROFILE#{userId}\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace stator::model
