#include <string>

#include <gtest/gtest.h>

#include "base/small_file.h"
#include "model/exchange/imported.h"
#include "model/language/parser.h"

namespace stator::model {
namespace {

constexpr std::string_view kWorkbench = R"({ "ModelName": "order desk", "Extension": {"x": [1, 2]},
  "ModelMetadata": { "Author": "someone", "DateCreated": "Nov 15, 2026, 10:00 AM",
    "DateLastModified": "Nov 15, 2026, 10:00 AM", "Description": "orders", "Version": "2.0" },
  "DataModel": [ { "TableName": "app-main",
    "KeyAttributes": { "PartitionKey": {"AttributeName":"PK","AttributeType":"S"},
                       "SortKey": {"AttributeName":"SK","AttributeType":"S"} },
    "NonKeyAttributes": [ {"AttributeName":"GSI1PK","AttributeType":"S"},
      {"AttributeName":"GSI1SK","AttributeType":"S"}, {"AttributeName":"status","AttributeType":"S"},
      {"AttributeName":"total","AttributeType":"N"}, {"AttributeName":"seldom","AttributeType":"SS"} ],
    "TableFacets": [
      { "FacetName": "Order", "Colour": "red",
        "KeyAttributeAlias": {"PartitionKeyAlias":"CUST#{custId}","SortKeyAlias":"ORDER#{orderDate}#{orderId}"},
        "TableData": [ {"PK":{"S":"CUST#a1"},"SK":{"S":"ORDER#2026-06-01#o9"},
          "GSI1PK":{"S":"CUST#a1#OPEN"},"GSI1SK":{"S":"2026-06-01#o9"},"status":{"S":"OPEN"},
          "orderId":{"S":"o9"},"orderDate":{"S":"2026-06-01"},"custId":{"S":"a1"},"total":{"N":"149"}} ],
        "NonKeyAttributes": ["GSI1PK","GSI1SK","status","total","seldom"], "DataAccess": {"MySql":{}} },
      { "FacetName": "Order Line",
        "KeyAttributeAlias": {"PartitionKeyAlias":"Partition Key","SortKeyAlias":"Sort Key"},
        "TableData": [ {"PK":{"S":"ORDER#o9"},"SK":{"S":"ITEM#001"},"lineNo":{"N":"1"},"orderId":{"S":"o9"}},
                       {"PK":{"S":"ORDER#o9"},"SK":{"S":"ITEM#002"},"lineNo":{"N":"2"},"orderId":{"S":"o9"}} ],
        "NonKeyAttributes": [] } ],
    "GlobalSecondaryIndexes": [ { "IndexName":"GSI1", "Note": "kept",
      "KeyAttributes": {"PartitionKey":{"AttributeName":"GSI1PK","AttributeType":"S"},
                        "SortKey":{"AttributeName":"GSI1SK","AttributeType":"S"}},
      "Projection": {"ProjectionType":"INCLUDE","NonKeyAttributes":["PK","status","total"]} } ],
    "DataAccess": {"MySql":{}}, "SampleDataFormats": {"total":["dataTypes","Number"]},
    "BillingMode": "PROVISIONED",
    "ProvisionedCapacitySettings": { "ProvisionedThroughput": {"ReadCapacityUnits": 50, "WriteCapacityUnits": 25},
      "AutoScalingWrite": {"ScalableTargetRequest": {"MinCapacity": 25, "MaxCapacity": 400, "ServiceRole": "r"},
                           "ScalingPolicyConfiguration": {"TargetValue": 70}} },
    "ModelSchema": {"format": "onetable:1.1.0"} } ] })";

TEST(Workbench, FacetsBecomeEntities) {
  const auto imported = ImportWorkbench(std::string(kWorkbench));
  ASSERT_TRUE(imported) << imported.error().message;
  const auto text = TextOfImported(*imported);
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(text->substr(text->find("model ")), R"(model order_desk "orders"
table app-main (PK, SK) provisioned 50/25 auto 25..400 @70%
index GSI1 (GSI1PK, GSI1SK) include status, total

entity Order 1 x 121B
  attr  custId, orderDate:date, orderId:id, seldom:list(100B), status, total:number
  key   CUST#{custId} / ORDER#{orderDate}#{orderId}
  GSI1  CUST#{custId}#{status} / {orderDate}#{orderId}

entity Order_Line 2 x 37B
  attr      lineNo:number(3), orderId
  identity  orderId, lineNo
  key       ORDER#{orderId} / ITEM#{lineNo}
)");
}

// The same model without attributes for the parts of its keys.
std::string OfKeysAlone() {
  std::string json(kWorkbench);
  const std::string_view extra =
      R"("orderId":{"S":"o9"},"orderDate":{"S":"2026-06-01"},"custId":{"S":"a1"},)";
  json.erase(json.find(extra), extra.size());
  return json;
}

TEST(Workbench, IndexKeysUsePartsOfTheKey) {
  const auto json = OfKeysAlone();
  const auto imported = ImportWorkbench(json);
  ASSERT_TRUE(imported) << imported.error().message;
  const auto text = TextOfImported(*imported);
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_NE(
      text->find(
          "  attr  custId, orderDate:date, orderId:id, seldom:list(100B), status, total:number\n"
          "  key   CUST#{custId} / ORDER#{orderDate}#{orderId}\n"
          "  GSI1  CUST#{custId}#{status} / {orderDate}#{orderId}\n"),
      std::string::npos)
      << *text;
  const auto back = ExportWorkbench(Parse(*text).model, json);
  ASSERT_TRUE(back) << back.error().message;
  std::string flat = *back;
  std::erase_if(flat, [](char letter) { return letter == '\n' || letter == ' '; });
  EXPECT_NE(flat.find(R"("NonKeyAttributes":["GSI1PK","GSI1SK","seldom","status","total"])"),
            std::string::npos)
      << *back;
  for (const std::string_view invented : {"\"custId\"", "\"orderDate\""}) {
    EXPECT_EQ(flat.find(invented), std::string::npos) << *back;
  }
}

TEST(Workbench, KeepsMembersThatAModelDoesNotHave) {
  const std::string original(kWorkbench);
  const auto imported = ImportWorkbench(original);
  ASSERT_TRUE(imported);
  const auto parsed = Parse(*TextOfImported(*imported));
  const auto json = ExportWorkbench(parsed.model, original);
  ASSERT_TRUE(json) << json.error().message;
  std::string flat = *json;
  std::erase_if(flat, [](char letter) { return letter == '\n' || letter == ' '; });
  for (const std::string_view kept :
       {R"("Extension":{"x":[1,2]})", R"("Author":"someone")", R"("Colour":"red")",
        R"("Note":"kept")", R"("ModelSchema":{"format":"onetable:1.1.0"})", R"("Version":"3.0")",
        R"("SK":{"S":"ORDER#2026-06-01#o9"})", R"("SampleDataFormats":{"total":)",
        R"({"AttributeName":"seldom","AttributeType":"SS"})", R"("FacetName":"OrderLine")",
        R"("PartitionKeyAlias":"ORDER#{orderId}","SortKeyAlias":"ITEM#{lineNo}")",
        R"("ServiceRole":"AWSService)", R"("BillingMode":"PROVISIONED")"}) {
    EXPECT_NE(flat.find(kept), std::string::npos) << kept << "\n" << *json;
  }
  // The second round gives the same output.
  const auto again = ImportWorkbench(*json);
  ASSERT_TRUE(again) << again.error().message;
  const auto third = ExportWorkbench(Parse(*TextOfImported(*again)).model, *json);
  ASSERT_TRUE(third);
  EXPECT_EQ(*third, *json);
}

constexpr std::string_view kExtended = R"({"ModelName":"m","DataModel":[
  {"TableName":"app","KeyAttributes":{"PartitionKey":{"AttributeName":"PK","AttributeType":"S","K":1},"Z":2},
   "NonKeyAttributes":[{"AttributeName":"g","AttributeType":"N","Foo":true},
                       {"AttributeName":"my attr","AttributeType":"S","Bar":null}],
   "TableFacets":[{"FacetName":"User","KeyAttributeAlias":{"PartitionKeyAlias":"USER#{userId}","A":3},
                   "NonKeyAttributes":["userId","my attr"],"TableData":[]}],
   "GlobalSecondaryIndexes":[{"IndexName":"byG","KeyAttributes":{"PartitionKey":
     {"AttributeName":"g","AttributeType":"N","L":4}},"Projection":{"ProjectionType":"ALL","P":5}}]},
  {"TableName":"second","KeyAttributes":{"PartitionKey":{"AttributeName":"id","AttributeType":"B"},
     "SortKey":{"AttributeName":"at","AttributeType":"N"}},"Zed":1}]})";

std::string Flat(std::string text) {
  std::erase_if(text, [](char letter) { return letter == '\n' || letter == ' '; });
  return text;
}

TEST(Workbench, KeepsUnknownMembersAndTypesOfKeys) {
  const std::string original(kExtended);
  const auto imported = ImportWorkbench(original);
  ASSERT_TRUE(imported) << imported.error().message;
  const auto text = TextOfImported(*imported);
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_NE(text->find("-- The attribute 'my attr' is called my_attr here.\n"), std::string::npos)
      << *text;
  const auto json = ExportWorkbench(Parse(*text).model, original);
  ASSERT_TRUE(json) << json.error().message;
  for (const std::string_view kept :
       {R"({"PartitionKey":{"AttributeName":"PK","AttributeType":"S","K":1},"Z":2})",
        R"({"AttributeName":"g","AttributeType":"N","Foo":true})",
        R"({"AttributeName":"myattr","AttributeType":"S","Bar":null})",
        R"("NonKeyAttributes":["myattr","userId"])",
        R"({"PartitionKeyAlias":"USER#{userId}","A":3,)",
        R"({"AttributeName":"g","AttributeType":"N","L":4})", R"({"ProjectionType":"ALL","P":5})",
        R"("PartitionKey":{"AttributeName":"id","AttributeType":"B"})",
        R"("SortKey":{"AttributeName":"at","AttributeType":"N"})"}) {
    EXPECT_NE(Flat(*json).find(kept), std::string::npos) << kept << "\n" << *json;
  }
  EXPECT_EQ(Flat(*json).find("my_attr"), std::string::npos) << *json;
}

TEST(Workbench, RemovesAKeyThatTheModelDropped) {
  const auto parsed = Parse("model m\ntable second (id) on-demand\n");
  const auto json = ExportWorkbench(parsed.model, std::string(kExtended));
  ASSERT_TRUE(json) << json.error().message;
  EXPECT_EQ(json->find("SortKey"), std::string::npos) << *json;
}

TEST(Workbench, TheListOfPatternsDoesNotGrow) {
  const std::string source =
      "model m \"orders; and more\"\ntable app (PK) on-demand\n\nentity User 1 x 1B\n"
      "  attr  userId:id, name\n  key   USER#{userId}\n\npatterns\n"
      "  A1 1/s get User[userId]\n  A2 1/s update User[userId] set name\n";
  const auto model = Parse(source).model;
  const auto first = ExportWorkbench(model, "");
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_NE(
      first->find("\"orders; and more; A1 get User[userId]; A2 update User[userId] set name\""),
      std::string::npos)
      << *first;
  const auto back = ImportWorkbench(*first);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->model.text, "orders; and more");
  const auto text = TextOfImported(*back);
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_NE(text->find("  A1  1/s  get     User[userId]\n"), std::string::npos) << *text;
  EXPECT_NE(text->find("  A2  1/s  update  User[userId] set name\n"), std::string::npos) << *text;
  const auto second = ExportWorkbench(Parse(*text).model, *first);
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_NE(second->find("\"orders; and more; A1 get User[userId]; A2 update User[userId] set "
                         "name\""),
            std::string::npos)
      << *second;
}

TEST(Workbench, OmitsPatternsOfMissingParts) {
  std::string json(kWorkbench);
  const std::string_view description = "\"Description\": \"orders";
  json.insert(json.find(description) + description.size(),
              "; A1 list Order[custId]; A2 get Nothing[id]; A3 list Order[status] via GSI1");
  const auto imported = ImportWorkbench(json);
  ASSERT_TRUE(imported) << imported.error().message;
  const auto text = TextOfImported(*imported);
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_NE(text->find("-- Left out: the pattern A2 get Nothing[id].\n"), std::string::npos)
      << *text;
  EXPECT_EQ(imported->model.patterns.size(), 2U);
  EXPECT_EQ(imported->model.text, "orders");
}

TEST(Workbench, ExportsAModelWithoutAnOriginal) {
  const auto text = ReadSmallFile(std::string(STATOR_SOURCE_DIR) + "/examples/orders.std", "model");
  ASSERT_TRUE(text);
  const auto json = ExportWorkbench(Parse(*text).model, "");
  ASSERT_TRUE(json);
  EXPECT_NE(json->find("A1 get Customer[custId]; A2 list Order[custId] desc orderDate"),
            std::string::npos);
  const auto back = ImportWorkbench(*json);
  ASSERT_TRUE(back) << back.error().message;
  ASSERT_TRUE(TextOfImported(*back)) << TextOfImported(*back).error().message;
  EXPECT_EQ(back->model.entities.size(), 3U);
  EXPECT_NE(TextOfImported(*back)->find("key   CUST#{custId} / ORDER#{orderDate}#{orderId}"),
            std::string::npos);
}

TEST(Workbench, BucketsMakeAttributesTimes) {
  const auto parsed = Parse(R"(model hotel
table hotel (PK, SK) on-demand
entity Night 1M x 100B
  attr  hotelId, night:date, room, opened:time
  identity hotelId, night, room
  key   NIGHTS#{hotelId}#{night:month} / {opened:hour}#{night}#{room}
)");
  ASSERT_TRUE(parsed.complaints.empty());
  const auto imported = ImportWorkbench(*ExportWorkbench(parsed.model, ""));
  ASSERT_TRUE(imported) << imported.error().message;
  const auto text = TextOfImported(*imported);
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_NE(text->find("night:date, opened:time"), std::string::npos) << *text;
}

TEST(Workbench, RefusesOtherJson) {
  EXPECT_EQ(ImportWorkbench("{").error().message, "The NoSQL Workbench model is not valid JSON.");
  EXPECT_EQ(ImportWorkbench("[{\"a\": 1}]").error().message,
            "The NoSQL Workbench model is a JSON list, and must be an object with members.");
  EXPECT_EQ(ImportWorkbench("{}").error().message,
            "It has no DataModel, so it is no NoSQL Workbench model.");
  EXPECT_EQ(ImportWorkbench(R"({"DataModel":[{"TableName":"tab"}]})").error().message,
            "The table tab has no partition key.");
  EXPECT_EQ(ImportWorkbench(R"({"ModelMetadata":{"AWSService":"Amazon Keyspaces"},"DataModel":[]})")
                .error()
                .message,
            "It is a model for Amazon Keyspaces.");
}

}  // namespace
}  // namespace stator::model
