#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/exchange/imported.h"
#include "model/exchange/yaml.h"

namespace stator::model {
namespace {

std::string TextOf(const Result<Imported>& imported) {
  if (!imported) return imported.error().message;
  const auto text = TextOfImported(*imported);
  return text ? text->substr(text->rfind("\nmodel ") + 1) : text.error().message;
}

TEST(Yaml, ScalarsMappingsAndSequencesBecomeJson) {
  const auto json = YamlToJson(R"(--- # a document
# comment
Name: !Sub "${Stage}-x" # not this
Empty:
Quoted: 'it''s: #1'
List:
- a
- b: 1
  c: [x, {y: z}, "p, q"]
-
  - deep
Text: |
  one
  two

Map:
    !Ref other
)");
  ASSERT_TRUE(json) << json.error().message;
  EXPECT_EQ(
      *json,
      R"({"Name":{"Fn::Sub":"${Stage}-x"},"Empty":null,"Quoted":"it's: #1","List":["a",{"b":"1",)"
      R"("c":["x",{"y":"z"},"p, q"]},["deep"]],"Text":"one\ntwo\n","Map":{"Ref":"other"}})");
}

std::string JsonOf(std::string_view yaml) {
  const auto json = YamlToJson(yaml);
  return json ? *json : json.error().message;
}

TEST(Yaml, AcceptsMarksOfOneDocument) {
  EXPECT_EQ(JsonOf("\xEF\xBB\xBF# first\n\n---\na: 1\n...\n# last\n"), R"({"a":"1"})");
  for (const std::string_view several :
       {"a: 1\n---\nb: 2\n", "---\n---\na: 1\n", "a: 1\n...\nb: 2\n", "a: 1\n...\n---\n"}) {
    EXPECT_NE(JsonOf(several).find("several documents are not supported."), std::string::npos)
        << several;
  }
  EXPECT_EQ(JsonOf("--- {a: 1}\n"), R"({"a":"1"})");
}

TEST(Yaml, TabsDoNotIndent) {
  EXPECT_EQ(JsonOf("a:\n\tb: 1\n"), "YAML, line 2: illegal map value.");
  EXPECT_EQ(JsonOf("a:\n  b: 1\n  \tc: 1\n"),
            "YAML, line 3: illegal tab when looking for indentation.");
  EXPECT_EQ(JsonOf("a: 1\nc: |\n  \td\n"), R"({"a":"1","c":"\td\n"})");
}

TEST(Yaml, BlocksAreFoldedAndKeepTheirIndentation) {
  EXPECT_EQ(JsonOf("a: >\n  one\n  two\n\n  three\nb: |\n  one\n    two\n\nc: |+\n  d\n\n"),
            R"({"a":"one two\nthree\n","b":"one\n  two\n","c":"d\n\n"})");
  EXPECT_EQ(JsonOf("a: b\n  c\nd: 'e\n\n  f'\n"), R"({"a":"b c","d":"e\nf"})");
}

// yaml-cpp itself refuses a block that is not indented beyond its tag.
TEST(Yaml, BlocksMayFollowTagsInSequences) {
  EXPECT_EQ(JsonOf("a:\n- !Sub >-\n  k\n- !Sub | # why\n  l\n    m\n- &x |2\n   n\n"),
            R"({"a":[{"Fn::Sub":"k"},{"Fn::Sub":"l\n  m\n"}," n\n"]})");
  EXPECT_EQ(JsonOf("a:\n  !Sub |\n  k\n   l\nb:\n  - |\n    - !Sub |\n      c\n"),
            R"({"a":{"Fn::Sub":"k\n l\n"},"b":["- !Sub |\n  c\n"]})");
}

TEST(Yaml, RefusesQuotesWithoutAnEnd) {
  EXPECT_EQ(JsonOf("a: \"b\n"), "YAML, line 1: a quoted text does not end.");
  EXPECT_EQ(JsonOf("a: 'it''s\n"), "YAML, line 1: a quoted text does not end.");
  EXPECT_EQ(JsonOf("a: \"b\" c\n"), "YAML, line 1: end of map not found.");
  EXPECT_EQ(JsonOf("\"a\" b: c\n"), "YAML, line 1: end of map not found.");
  EXPECT_EQ(JsonOf("a: ['b' c]\n"), "YAML, line 1: end of sequence flow not found.");
  EXPECT_EQ(JsonOf("a: {b: 1, b: 2}\n"), "YAML, line 1: the name is there twice.");
}

TEST(Yaml, ReadsEscapes) {
  EXPECT_EQ(JsonOf(R"(a: "\x41\u00e9\U0001F600\n\t\\\"\/\e")"),
            "{\"a\":\"A\xC3\xA9\xF0\x9F\x98\x80\\n\\t\\\\\\\"/\\u001b\"}");
  EXPECT_EQ(JsonOf(R"(a: '\x41')"), R"({"a":"\\x41"})");
  const std::pair<std::string_view, std::string_view> refused[] = {
      {R"("\q")", "unknown escape character: q."},
      {R"("\x4")", "bad character found while scanning hex number."},
      {R"("\xg0")", "bad character found while scanning hex number."},
      {R"("\ud83d")", "invalid unicode: 55357."},
      {R"("\ude00")", "invalid unicode: 56832."},
      {R"("\ud83dx")", "invalid unicode: 55357."},
      {R"("\U00110000")", "invalid unicode: 1114112."}};
  for (const auto& [wrong, why] : refused) {
    EXPECT_EQ(JsonOf("a: " + std::string(wrong)), "YAML, line 1: " + std::string(why)) << wrong;
  }
}

TEST(Yaml, TagsBecomeFunctions) {
  EXPECT_EQ(JsonOf("a: !If\n  - x\n  - !Ref y\nb: [!GetAtt c.d, !!str e]\nf:\n- !Sub\n  - g\n"
                   "- !Join\n  h: i\n- |-\n  j\n- !Sub >-\n  k\n"),
            R"({"a":{"Fn::If":["x",{"Ref":"y"}]},"b":[{"Fn::GetAtt":"c.d"},"e"],)"
            R"("f":[{"Fn::Sub":["g"]},{"Fn::Join":{"h":"i"}},"j",{"Fn::Sub":"k"}]})");
  EXPECT_EQ(JsonOf("a: !T !T b"), "YAML, line 1: cannot assign multiple tags to the same node.");
  std::string tags = "a:\n";
  for (std::size_t i = 0; i < 100; ++i) tags += std::string(2 * i, ' ') + "- !T\n";
  EXPECT_EQ(JsonOf(tags), "YAML, line 33: it is nested too deeply.");
}

TEST(Yaml, AliasesBecomeCopies) {
  EXPECT_EQ(JsonOf("a: &x {b: !Sub c}\nd: [*x, *x]\ne: &y f\ng: *y\n"),
            R"({"a":{"b":{"Fn::Sub":"c"}},"d":[{"b":{"Fn::Sub":"c"}},{"b":{"Fn::Sub":"c"}}],)"
            R"("e":"f","g":"f"})");
  EXPECT_EQ(JsonOf("a: *x\n"), "YAML, line 1: the referenced anchor is not defined.");
  EXPECT_EQ(JsonOf("a:\n  b: &x [*x]\n"), "YAML, line 2: an alias lies in the node that it names.");
  EXPECT_EQ(JsonOf("a: &x {b: 1}\nc:\n  <<: *x\n"),
            "YAML, line 3: merge keys (<<) are not supported; write the members out.");
}

// Twelve lines that expand to 10^12 texts.
TEST(Yaml, AliasesCannotExplode) {
  std::string laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    laughs += fmt::format("a{}: &a{} [", i, i);
    for (int j = 0; j < 10; ++j) laughs += fmt::format("{}*a{}", j == 0 ? "" : ", ", i - 1);
    laughs += "]\n";
  }
  EXPECT_EQ(JsonOf(laughs), "YAML, line 6: the text is too long, with what its aliases stand for.");
  std::string nested = "a0: &a0 [x]\n";
  for (int i = 1; i < 80; ++i) nested += fmt::format("a{}: &a{} [*a{}]\n", i, i, i - 1);
  EXPECT_EQ(JsonOf(nested), "YAML, line 63: it is nested too deeply.");
}

TEST(Yaml, RefusesUnsupportedSyntax) {
  EXPECT_EQ(JsonOf("a: 1\nb\n"), "YAML, line 2: end of map not found.");
  EXPECT_EQ(JsonOf("a: b: c\n"), "YAML, line 1: illegal map value.");
  EXPECT_EQ(JsonOf("a: 1\na: 2\n"), "YAML, line 2: the name is there twice.");
  EXPECT_EQ(JsonOf("a: 1\n? [b]\n: c\n"), "YAML, line 2: the name of a member is a text.");
  EXPECT_EQ(JsonOf("a: 1\n!Ref b: c\n"),
            "YAML, line 2: the name of a member has neither tag nor anchor.");
  EXPECT_EQ(JsonOf(""), "The YAML is empty.");
  EXPECT_EQ(JsonOf("# nothing\n"), "The YAML is empty.");
  EXPECT_EQ(JsonOf("a: 1\nb: \xFF\n"), "YAML, line 2: the text is not UTF-8.");
  EXPECT_EQ(JsonOf("a: 1\nb: \x04\n"), "YAML, line 2: a control character is not allowed.");
  EXPECT_EQ(JsonOf(std::string(kYamlLinesMax + 1, '\n')),
            "YAML, line 50001: there are too many lines.");
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  EXPECT_NE(JsonOf(deep).find("nested too deeply"), std::string::npos);
  for (const std::size_t levels : {100U, 10'000U}) {
    EXPECT_NE(JsonOf("a: " + std::string(levels, '[') + std::string(levels, ']'))
                  .find("nested too deeply"),
              std::string::npos);
  }
}

TEST(CloudFormation, ReadsTables) {
  EXPECT_EQ(TextOf(ImportCloudFormation(R"(
AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Bucket:
    Type: AWS::S3::Bucket
  OrdersTable:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !Sub "${Stage}-orders"
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions:
        - AttributeName: customerId
          AttributeType: S
        - { AttributeName: createdAt, AttributeType: N }
        - AttributeName: status
          AttributeType: S
      KeySchema:
        - AttributeName: customerId
          KeyType: HASH
        - AttributeName: createdAt
          KeyType: RANGE
      GlobalSecondaryIndexes:
        - IndexName: byStatus
          KeySchema:
            - AttributeName: status
              KeyType: HASH
          Projection:
            ProjectionType: INCLUDE
            NonKeyAttributes: [total]
      StreamSpecification:
        StreamViewType: NEW_AND_OLD_IMAGES
      TimeToLiveSpecification:
        AttributeName: gone
        Enabled: true
  Small:
    Type: AWS::DynamoDB::Table
    Properties:
      KeySchema: [{AttributeName: id, KeyType: HASH}]
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
      ProvisionedThroughput: {ReadCapacityUnits: 10, WriteCapacityUnits: 2}
)",
                                        "stack")),
            R"(model stack
table orders (customerId, createdAt) on-demand stream new+old
index byStatus (status) include total
table Small (id) provisioned 10/2

entity Order 1k x 500B
  attr      createdAt:number, customerId, gone:ttl, status, total
  identity  customerId, createdAt

entity Small 1k x 500B table Small
  attr  id:id
)");
}

std::string UnreadOf(const Result<Imported>& imported) {
  std::string all;
  if (!imported) return imported.error().message;
  for (const auto& each : imported->unread) all += each.sentence + "\n";
  return all;
}

TEST(CloudFormation, ParametersHaveTheirDefaults) {
  const auto imported = ImportCloudFormation(R"(
Parameters:
  Stage: {Type: String, Default: dev}
  Writes: {Type: Number, Default: 40}
  Odd: {Type: String}
Resources:
  Music:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !Sub '${Stage}-music'
      ProvisionedThroughput: {ReadCapacityUnits: !Ref Odd, WriteCapacityUnits: !Ref Writes}
      KeySchema: [{AttributeName: id, KeyType: HASH}]
  Films:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !Sub '${Odd}-films'
      BillingMode: PAY_PER_REQUEST
      KeySchema: [{AttributeName: id, KeyType: HASH}]
)",
                                             "m");
  EXPECT_EQ(
      UnreadOf(imported),
      "The ReadCapacityUnits of dev-music (Odd) are not a number; 5 is a guess.\n"
      "The name of the table Films is ${Odd}-films, of which Odd has no default; it is called "
      "films here.\n");
  EXPECT_TRUE(
      TextOf(imported).starts_with("model m\ntable dev-music (id) provisioned 5/40\n"
                                   "table films (id) on-demand\n"))
      << TextOf(imported);
}

constexpr std::string_view kScaled = R"(
Resources:
  AppMain:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: app-main
      ProvisionedThroughput: {ReadCapacityUnits: 50, WriteCapacityUnits: 25}
      KeySchema: [{AttributeName: PK, KeyType: HASH}]
  ReadsTarget:
    Type: AWS::ApplicationAutoScaling::ScalableTarget
    Properties:
      MinCapacity: 20
      MaxCapacity: 400
      ResourceId: "table/app-main"
      ScalableDimension: dynamodb:table:ReadCapacityUnits
  ReadsPolicy:
    Type: AWS::ApplicationAutoScaling::ScalingPolicy
    Properties:
      ScalingTargetId: !Ref ReadsTarget
      TargetTrackingScalingPolicyConfiguration: {TargetValue: 60}
  WritesTarget:
    Type: AWS::ApplicationAutoScaling::ScalableTarget
    Properties:
      MinCapacity: 20
      MaxCapacity: 800
      ResourceId: !Sub "table/${AppMain}"
      ScalableDimension: dynamodb:table:WriteCapacityUnits
)";

TEST(CloudFormation, ReadsScaledCapacity) {
  const auto imported = ImportCloudFormation(std::string(kScaled), "m");
  EXPECT_TRUE(TextOf(imported).starts_with(
      "model m\ntable app-main (PK) provisioned 50/25 auto 20..400 @60%\n"))
      << TextOf(imported);
  EXPECT_EQ(
      UnreadOf(imported),
      "The writes of app-main scale from 20 to 800 at 70 %; in a model they scale from 20 to 400 "
      "at 60 %.\n");
}

// The output of CDK for a TableV2.
constexpr std::string_view kGlobalTable = R"({"Resources": {"TableV2F": {
  "Type": "AWS::DynamoDB::GlobalTable",
  "Properties": {
    "TableName": "app",
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"},
                             {"AttributeName": "mail", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    "BillingMode": "PROVISIONED",
    "GlobalSecondaryIndexes": [{"IndexName": "ByMail",
      "KeySchema": [{"AttributeName": "mail", "KeyType": "HASH"}],
      "Projection": {"ProjectionType": "ALL"},
      "WriteProvisionedThroughputSettings": {"WriteCapacityAutoScalingSettings": {
        "MinCapacity": 10, "MaxCapacity": 200,
        "TargetTrackingScalingPolicyConfiguration": {"TargetValue": 60}}}}],
    "WriteProvisionedThroughputSettings": {"WriteCapacityAutoScalingSettings": {
      "MinCapacity": 10, "MaxCapacity": 200, "SeedCapacity": 20,
      "TargetTrackingScalingPolicyConfiguration": {"TargetValue": 60}}},
    "Replicas": [
      {"Region": "eu-west-1", "ReadProvisionedThroughputSettings": {"ReadCapacityUnits": 7}},
      {"Region": {"Ref": "AWS::Region"}, "TableClass": "STANDARD_INFREQUENT_ACCESS",
       "GlobalSecondaryIndexes": [{"IndexName": "ByMail",
         "ReadProvisionedThroughputSettings": {"ReadCapacityUnits": 3}}],
       "ReadProvisionedThroughputSettings": {"ReadCapacityUnits": 15}}]}}}})";

TEST(CloudFormation, ReadsAGlobalTablesCapacityFromItsReplicas) {
  const auto imported = ImportCloudFormation(std::string(kGlobalTable), "m");
  EXPECT_TRUE(TextOf(imported).starts_with(
      "model m\ntable app (pk) provisioned 15/20 auto 10..200 @60% class ia\n"))
      << TextOf(imported);
  EXPECT_EQ(UnreadOf(imported),
            "app has replicas in eu-west-1. A model has one region, so the replicas and their cost "
            "are left out.\n"
            "The reads of app are 15; in a model they scale from 10 to 200 at 60 %.\n"
            "The reads of the index ByMail of app are 3; in a model they scale from 10 to 200 at "
            "60 %.\n");
}

constexpr std::string_view kScaledIndex = R"({"Resources": {
  "IndexTarget": {"Type": "AWS::ApplicationAutoScaling::ScalableTarget",
    "Properties": {"MinCapacity": 1, "MaxCapacity": 9,
      "ResourceId": {"Fn::Join": ["", ["table/", {"Ref": "App"}, "/index/ByMail"]]},
      "ScalableDimension": "dynamodb:index:WriteCapacityUnits"}},
  "TableTarget": {"Type": "AWS::ApplicationAutoScaling::ScalableTarget",
    "Properties": {"MinCapacity": 5, "MaxCapacity": 50,
      "ResourceId": {"Fn::Join": ["", ["table/", {"Ref": "App"}]]},
      "ScalableDimension": "dynamodb:table:WriteCapacityUnits"}},
  "App": {"Type": "AWS::DynamoDB::Table", "Properties": {
    "TableName": "app",
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"},
                             {"AttributeName": "mail", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5},
    "GlobalSecondaryIndexes": [{"IndexName": "ByMail",
      "KeySchema": [{"AttributeName": "mail", "KeyType": "HASH"}],
      "Projection": {"ProjectionType": "ALL"},
      "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5}}]}}}})";

TEST(CloudFormation, ComparesTheScalingOfAnIndexWithItsTables) {
  const auto imported = ImportCloudFormation(std::string(kScaledIndex), "m");
  EXPECT_TRUE(
      TextOf(imported).starts_with("model m\ntable app (pk) provisioned 5/5 auto 5..50 @70%\n"))
      << TextOf(imported);
  EXPECT_EQ(UnreadOf(imported),
            "The writes of the index ByMail of app scale from 1 to 9 at 70 %; in a model they "
            "scale from 5 to 50 at 70 %.\n");
}

TEST(CloudFormation, RemarksOnAnIndexsOwnCapacity) {
  const auto imported = ImportCloudFormation(R"(
Resources:
  App:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: app
      AttributeDefinitions:
        - {AttributeName: PK, AttributeType: S}
      KeySchema: [{AttributeName: PK, KeyType: HASH}]
      ProvisionedThroughput: {ReadCapacityUnits: 5, WriteCapacityUnits: 5}
      GlobalSecondaryIndexes:
        - IndexName: Same
          KeySchema: [{AttributeName: PK, KeyType: HASH}]
          Projection: {ProjectionType: ALL}
          ProvisionedThroughput: {ReadCapacityUnits: 5, WriteCapacityUnits: 5}
        - IndexName: Own
          KeySchema: [{AttributeName: PK, KeyType: HASH}]
          Projection: {ProjectionType: ALL}
          ProvisionedThroughput: {ReadCapacityUnits: 50, WriteCapacityUnits: 7}
      LocalSecondaryIndexes:
        - IndexName: Late
          KeySchema: [{AttributeName: PK, KeyType: HASH}, {AttributeName: at, KeyType: RANGE}]
          Projection: {ProjectionType: ALL}
)",
                                             "m");
  EXPECT_EQ(UnreadOf(imported),
            "The index Own of app has a capacity of its own, 50/7; in a model it has the table's, "
            "5/5.\nThe index Late was left out: its key cannot be read.\n");
  EXPECT_NE(TextOf(imported).find("model m\ntable app (PK) provisioned 5/5\nindex Same (PK) all\n"
                                  "index Own (PK) all\n\nentity "),
            std::string::npos)
      << TextOf(imported);
}

constexpr std::string_view kFunctions = R"(
Parameters:
  Env: {Type: String, Default: prod}
  NoDef: {Type: String}
Resources:
  First:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !Join ['-', [app, !Ref Env, !Ref AWS::NoValue]]
      BillingMode: !If [IsProd, PROVISIONED, PAY_PER_REQUEST]
      AttributeDefinitions:
        - {AttributeName: pk, AttributeType: S}
        - {AttributeName: g, AttributeType: !Ref NoDef}
      KeySchema: [{AttributeName: pk, KeyType: HASH}]
      StreamSpecification: !If [IsProd, {StreamViewType: KEYS_ONLY}, !Ref AWS::NoValue]
      TimeToLiveSpecification: {AttributeName: !Foo ttl, Enabled: true}
      SSESpecification: !Ref AWS::NoValue
      GlobalSecondaryIndexes:
        - IndexName: !Sub "by-${Env}"
          KeySchema: [{AttributeName: g, KeyType: HASH}]
          Projection: {ProjectionType: INCLUDE, NonKeyAttributes: [a, !Ref NoDef]}
        - IndexName: !ImportValue name
          KeySchema: [{AttributeName: g, KeyType: HASH}]
          Projection: !If [IsProd, {ProjectionType: ALL}, {ProjectionType: KEYS_ONLY}]
        - IndexName: gone
          KeySchema: !If [IsProd, [{AttributeName: g, KeyType: HASH}], []]
        - !If
          - IsProd
          - IndexName: other
            KeySchema: [{AttributeName: g, KeyType: HASH}]
          - !Ref AWS::NoValue
      LocalSecondaryIndexes: !If [IsProd, [], []]
  Env2:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !GetAtt Other.Name
      BillingMode: PAY_PER_REQUEST
      KeySchema: [{AttributeName: Env, KeyType: HASH}]
  Stacked:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !Ref AWS::StackName
      BillingMode: PAY_PER_REQUEST
      KeySchema: [{AttributeName: id, KeyType: HASH}]
)";

TEST(CloudFormation, RemarksOnFunctionsThatAreNotEvaluated) {
  const auto imported = ImportCloudFormation(std::string(kFunctions), "m");
  EXPECT_EQ(
      UnreadOf(imported),
      R"(The AttributeType of g is NoDef, of which NoDef has no default; it is taken for a text.
The BillingMode of app-prod is {"Fn::If":["IsProd","PROVISIONED","PAY_PER_REQUEST"]}, of which Fn::If is not evaluated; it is taken for on-demand.
The StreamSpecification of app-prod is {"Fn::If":["IsProd",{"StreamViewType":"KEYS_ONLY"},{"Ref":"AWS::NoValue"}]}, of which Fn::If is not evaluated; it is left out.
One of the GlobalSecondaryIndexes of app-prod is {"Fn::If":["IsProd",{"IndexName":"other","KeySchema":[{"AttributeName":"g","KeyT…, of which Fn::If is not evaluated; it is left out.
One of the NonKeyAttributes of by-prod is NoDef, of which NoDef has no default; it is left out.
The IndexName of an index of app-prod is {"Fn::ImportValue":"name"}, of which Fn::ImportValue is not evaluated; it is called index here.
The Projection of index is {"Fn::If":["IsProd",{"ProjectionType":"ALL"},{"ProjectionType":"KEYS_ONLY"}]}, of which Fn::If is not evaluated; it is left out.
The index gone was left out: The KeySchema of gone is {"Fn::If":["IsProd",[{"AttributeName":"g","KeyType":"HASH"}],[]]}, of which Fn::If is not evaluated.
The LocalSecondaryIndexes of app-prod is {"Fn::If":["IsProd",[],[]]}, of which Fn::If is not evaluated; it is left out.
The AttributeName of what expires in app-prod is {"Fn::Foo":"ttl"}, of which Fn::Foo is not evaluated; it is left out.
The name of the table Env2 is {"Fn::GetAtt":"Other.Name"}, of which Fn::GetAtt is not evaluated; it is called Env2 here.
The name of the table Stacked is AWS::StackName, of which AWS::StackName has no value here; it is called Stacked here.
)");
  EXPECT_TRUE(TextOf(imported).starts_with(R"(model m
table app-prod (pk) on-demand
index by-prod (g) include a
index index (g) all
table Env2 (Env) on-demand
table Stacked (id) on-demand
)")) << TextOf(imported);
}

TEST(CloudFormation, RefusesAnUnknownKey) {
  const auto refusal = [](std::string_view schema) {
    return TextOf(ImportCloudFormation(
        "Resources:\n  App:\n    Type: AWS::DynamoDB::Table\n    Properties:\n      KeySchema: " +
            std::string(schema) + "\n",
        "m"));
  };
  EXPECT_EQ(
      refusal("!If [A, [], []]"),
      "The KeySchema of App is {\"Fn::If\":[\"A\",[],[]]}, of which Fn::If is not evaluated.");
  EXPECT_EQ(refusal("[{AttributeName: !Ref Missing, KeyType: HASH}]"),
            "The AttributeName in the KeySchema of App is Missing, of which Missing has no value "
            "here.");
  EXPECT_EQ(refusal("[{KeyType: HASH}]"), "The KeySchema of App lacks an AttributeName.");
}

TEST(CloudFormation, NamesTheMissingPart) {
  EXPECT_EQ(TextOf(ImportCloudFormation("{}", "m")),
            "It has no resource of type AWS::DynamoDB::Table or AWS::DynamoDB::GlobalTable.");
  EXPECT_EQ(TextOf(ImportCloudFormation(
                R"({"Resources":{"Tab":{"Type":"AWS::DynamoDB::Table","Properties":{}}}})", "m")),
            "Tab has no KeySchema.");
}

TEST(OneTable, ValuesBecomeTemplates) {
  EXPECT_EQ(TextOf(ImportOneTable(R"({
  "format": "onetable:1.1.0", "version": "0.0.1",
  "indexes": { "primary": { "hash": "pk", "sort": "sk" },
               "gs1": { "hash": "gs1pk", "sort": "gs1sk", "project": ["name"] },
               "ls1": { "sort": "createdAt", "type": "local", "project": "keys" } },
  "models": {
    "Account": { "pk": { "type": "string", "value": "account:${id}" },
                 "sk": { "type": "string", "value": "account:" },
                 "id": { "type": "string", "generate": "ulid" },
                 "name": { "type": "string", "required": true },
                 "status": { "type": "string", "enum": ["active", "inactive"] } },
    "User": { "pk": { "type": "string", "value": "account:${accountId}" },
              "sk": { "type": "string", "value": "user:${email}#${id}" },
              "gs1pk": { "type": "string", "value": "user:${email}" },
              "gs1sk": { "type": "string", "value": "user:" },
              "id": { "type": "string", "generate": "uuid" },
              "accountId": { "type": "string" }, "email": { "type": "string" },
              "createdAt": { "type": "date" }, "tags": { "type": "array" },
              "expires": { "type": "number", "ttl": true } },
    "Lost": { "name": { "type": "string" } } } })",
                                  "schema")),
            R"(model schema
table schema (pk, sk) on-demand
index gs1 (gs1pk, gs1sk) include name
index ls1 local (createdAt) keys

entity Account 1k x 500B
  attr  id:id, name, status:enum(active, inactive)
  key   account:{id} / account:

entity User 1k x 500B
  attr  id:id, accountId, email, createdAt:time, tags:list(200B), expires:ttl
  key   account:{accountId} / user:{email}#{id}
  gs1   user:{email} / user:
)");
}

TEST(OneTable, OnlyMarkedNamesAreAttributes) {
  const auto imported = ImportOneTable(R"({
  "format": "onetable:1.1.0", "version": "0.0.1",
  "indexes": { "primary": { "hash": "pk", "sort": "sk" }, "gs1": { "hash": "gs1pk", "sort": "gs1sk" } },
  "models": {
    "Account": { "pk": { "type": "string", "value": "account#${id}" },
                 "sk": { "type": "string", "value": "at#${number:8:0}#${email:32}" },
                 "gs1pk": { "type": "string", "value": "type#Account" },
                 "gs1sk": { "type": "string", "value": "name#${name}" },
                 "id": { "type": "string", "generate": "ulid" },
                 "number": { "type": "number" },
                 "email": { "type": "string" },
                 "_type": { "type": "string" },
                 "name": { "type": "string", "unique": true } } } })",
                                       "schema");
  ASSERT_TRUE(imported) << imported.error().message;
  EXPECT_EQ(imported->remarks.back(),
            "The padding of ${email:32} in a key of Account was left out: only numbers are padded, "
            "with 0.");
  EXPECT_EQ(TextOf(imported), R"(model schema
table schema (pk, sk) on-demand
index gs1 (gs1pk, gs1sk) all

entity Account 1k x 500B
  attr    id:id, number:number(8), email, name
  key     account#{id} / at#{number}#{email}
  unique  _unique#Account#name#{name} / _unique#
  gs1     type#Account / name#{name}
)");
}

TEST(OneTable, RefusesOtherJson) {
  EXPECT_EQ(TextOf(ImportOneTable("{}", "m")),
            "It has no indexes.primary.hash, so it is no OneTable schema.");
}

}  // namespace
}  // namespace stator::model
