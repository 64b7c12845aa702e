#include "model/generate/infrastructure.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/generate/generate.h"
#include "model/language/parser.h"

namespace stator::model::generate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kModel = R"(model shop "it's a shop"
table app-main (PK, SK) provisioned 10/5 auto 5..500 @70% stream new+old
index GSI1 (GSI1PK, GSI1SK) include status, total
index ByPrice (category+brand, price+sku) keys
index Late local (due) all
entity Order 20k x 600B
  attr  orderId:id, status, total:number, due:date, gone:ttl(30d)
  key   ORDER#{orderId} / META
  GSI1  STATUS#{status} / {orderId}
entity Product 1k x 300B
  attr  sku:id, category, brand, price:number
  key   PRODUCT#{sku} / META
patterns
  E1  1/day export Order
)";

Model Shop() {
  auto parsed = Parse(kModel);
  EXPECT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  return std::move(parsed.model);
}

TEST(CreateTable, StatesKeysIndexesThroughputAndStream) {
  const auto text = CreateTableJson(Shop());
  EXPECT_THAT(text, HasSubstr(R"("TableName": "app-main")"));
  EXPECT_THAT(text, HasSubstr(R"({"AttributeName": "GSI1PK", "AttributeType": "S"})"));
  EXPECT_THAT(text, HasSubstr(R"({"AttributeName": "price", "AttributeType": "N"})"))
      << "an attribute that is a key as it is keeps its type";
  EXPECT_THAT(text, HasSubstr(R"({"AttributeName": "brand", "KeyType": "HASH"})"));
  EXPECT_THAT(text, HasSubstr(R"("NonKeyAttributes": ["status", "total"])"));
  EXPECT_THAT(text, HasSubstr(R"("LocalSecondaryIndexes")"));
  EXPECT_THAT(text,
              HasSubstr(R"({"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"})"));
  EXPECT_THAT(text, HasSubstr(R"("TimeToLiveSpecification": {"AttributeName": "gone")"));
}

TEST(AwsCli, QuotesTextsForTheShell) {
  const auto text = AwsCliScript(Shop());
  EXPECT_THAT(text, HasSubstr("#!/bin/sh\n# Made by `stator model generate --to cli`"));
  EXPECT_THAT(text, HasSubstr("aws dynamodb create-table --cli-input-json '{"));
  EXPECT_THAT(text, HasSubstr("aws dynamodb wait table-exists --table-name app-main"));
  EXPECT_THAT(text, HasSubstr("aws dynamodb update-time-to-live"));
  EXPECT_THAT(text, HasSubstr("--resource-id table/app-main/index/GSI1"));
}

TEST(CloudFormation, StatesTheCreateTableRequestInItsOwnForm) {
  const auto text = CloudFormation(Shop());
  EXPECT_THAT(text, HasSubstr("\n  AppMain:\n    Type: \"AWS::DynamoDB::Table\"\n"));
  EXPECT_THAT(text, HasSubstr("Description: \"it's a shop\""));
  EXPECT_THAT(text, Not(HasSubstr("StreamEnabled"))) << "the view alone switches it on";
  EXPECT_THAT(text, HasSubstr("ScalingTargetId: !Ref AppMainGsi1WriteTarget"));
  EXPECT_THAT(text, HasSubstr("      TimeToLiveSpecification:\n        AttributeName: \"gone\"\n"));
  EXPECT_THAT(text, HasSubstr("Value: !GetAtt AppMain.StreamArn"));
}

TEST(Terraform, HasBlocksForAttributesIndexesAndScaling) {
  const auto text = Terraform(Shop());
  EXPECT_THAT(text, HasSubstr("resource \"aws_dynamodb_table\" \"app_main\" {\n  name "));
  EXPECT_THAT(text, HasSubstr("  attribute {\n    name = \"PK\"\n    type = \"S\"\n  }\n"));
  EXPECT_THAT(text, HasSubstr("    non_key_attributes = [\"status\", \"total\"]\n"));
  EXPECT_THAT(text, HasSubstr("    key_schema {\n      attribute_name = \"brand\"\n"))
      << "several attributes on one side cannot be a hash_key";
  EXPECT_THAT(text, HasSubstr("local_secondary_index {\n    name            = \"Late\"\n"));
  EXPECT_THAT(text, HasSubstr("resource \"aws_appautoscaling_policy\" \"app_main_gsi1_write\""));
  EXPECT_THAT(text,
              HasSubstr("  ttl {\n    attribute_name = \"gone\"\n    enabled        = true\n"));
  EXPECT_THAT(
      text, HasSubstr("ignore_changes = [read_capacity, write_capacity, global_secondary_index]"));
}

TEST(Terraform, ScalingWithoutIndexesIgnoresOnlyTheTablesCapacity) {
  auto parsed = Parse("model m\ntable app (PK, SK) provisioned 5/5 auto 5..10\n");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  EXPECT_THAT(Terraform(parsed.model),
              HasSubstr("  lifecycle {\n    ignore_changes = [read_capacity, write_capacity]\n"));
}

TEST(Tables, AnExportedTableHasPointInTimeRecovery) {
  const auto model = Shop();
  EXPECT_THAT(CreateTableJson(model), HasSubstr("\"UpdateContinuousBackups\": {"));
  EXPECT_THAT(AwsCliScript(model),
              HasSubstr("\naws dynamodb update-continuous-backups --cli-input-json '{"));
  EXPECT_THAT(CloudFormation(model), HasSubstr("      PointInTimeRecoverySpecification:\n"
                                               "        PointInTimeRecoveryEnabled: true\n"));
  EXPECT_THAT(Terraform(model), HasSubstr("  point_in_time_recovery {\n    enabled = true\n  }\n"));
  auto parsed = Parse("model m\ntable app (PK, SK) on-demand\n");
  for (const auto* target : {"create-table", "cli", "cloudformation", "terraform"}) {
    const auto text = Generate(parsed.model, TargetOf(target).value()).value().text;
    EXPECT_THAT(text, Not(HasSubstr("ecovery"))) << target;
  }
}

TEST(Tables, AnIndexThatIncludesOnlyKeysIsKeysOnly) {
  auto parsed =
      Parse("model m\ntable app (PK, SK) on-demand\nindex GSI1 (GSI1PK) include PK, GSI1PK\n");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  for (const auto* target : {"create-table", "cli", "cloudformation", "terraform"}) {
    const auto text = Generate(parsed.model, TargetOf(target).value()).value().text;
    EXPECT_THAT(text, HasSubstr("KEYS_ONLY")) << target;
    EXPECT_THAT(text, Not(HasSubstr("INCLUDE"))) << target;
  }
}

TEST(Tables, AStreamCopyNeedsAStream) {
  auto parsed = Parse(
      "model m\ntable app (PK, SK) on-demand\nentity E 1k x 100B\n  attr id:id, name\n"
      "  key E#{id} / E\n  copy C#{id} / C (name) via stream\n");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  for (const auto* target : {"create-table", "cli", "cloudformation", "terraform"}) {
    EXPECT_THAT(Generate(parsed.model, TargetOf(target).value()).value().text,
                HasSubstr("NEW_AND_OLD_IMAGES"))
        << target;
  }
  EXPECT_THAT(CloudFormation(parsed.model), HasSubstr("StreamArn"));
}

TEST(Tables, CollidingNamesGetDifferentSpellings) {
  auto parsed = Parse(
      "model m\ntable a-bc (PK, SK) provisioned 5/5 auto 5..10\n"
      "table a_bc (PK, SK) provisioned 5/5 auto 5..10\n");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  const auto terraform = Terraform(parsed.model);
  EXPECT_THAT(terraform,
              HasSubstr("\"aws_dynamodb_table\" \"a_bc\" {\n  name           = \"a-bc\""));
  EXPECT_THAT(terraform,
              HasSubstr("\"aws_dynamodb_table\" \"a_bc_2\" {\n  name           = \"a_bc\""));
  EXPECT_THAT(terraform, HasSubstr("\"aws_appautoscaling_target\" \"a_bc_read_2\""));
  EXPECT_THAT(terraform, HasSubstr("[aws_dynamodb_table.a_bc_2]"));
  const auto formation = CloudFormation(parsed.model);
  EXPECT_THAT(formation, HasSubstr("\n  ABc:\n"));
  EXPECT_THAT(formation, HasSubstr("\n  ABc2:\n"));
  EXPECT_THAT(formation, HasSubstr("!Ref ABcRead2Target"));
}

TEST(Tables, ASecondTimeToLiveIsReported) {
  auto parsed = Parse(
      "model m\ntable app (PK, SK) on-demand\nentity E 1k x 100B\n  attr id:id, gone:ttl(1d)\n"
      "  key E#{id} / E\nentity F 1k x 100B\n  attr id:id, ends:ttl(2d)\n  key F#{id} / F\n");
  ASSERT_TRUE(parsed.complaints.empty()) << parsed.complaints.at(0).message;
  const auto made = Generate(parsed.model, Target::kTerraform).value();
  EXPECT_THAT(made.left_out,
              ElementsAre("app: the time to live of F on ends, because a table has one such "
                          "attribute, here gone"));
}

}  // namespace
}  // namespace stator::model::generate
