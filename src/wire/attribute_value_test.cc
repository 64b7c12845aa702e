#include "wire/attribute_value.h"

#include <string>

#include <gtest/gtest.h>

#include "base/limits.h"
#include "json/writer.h"
#include "wire/codecs.h"
#include "wire/item_writer.h"

// The texts are AWS's (facts 1.9, 2.1 and 2.2).
namespace stator::wire {
namespace {

Result<api::PutItemRequest> Put(const std::string& item) {
  json::Parser parser;
  const Result<json::Body> body = parser.Parse(R"({"TableName":"tab","Item":)" + item + "}");
  if (!body) return Fail(body.error());
  return Decode<api::PutItemRequest>(*body);
}

// Returns the item as an answer writes it, or its error.
std::string Item(const std::string& item) {
  const auto request = Put(item);
  if (!request) return "Serialization: " + request.error().message;
  EXPECT_TRUE(item::Verify(request->item->item.bytes()).has_value());
  if (request->item->bad) return request->item->bad->error.message;
  std::string out;
  WriteItem(request->item->item.view(), out);
  return out;
}

std::string Value(const std::string& value) { return Item(R"({"a":)" + value + "}"); }

std::string Same(const std::string& value) { return R"({"a":)" + value + "}"; }

TEST(AttributeValueTest, EveryType) {
  for (const char* value :
       {R"({"S":"x"})", R"({"S":""})", R"({"N":"-12.5"})", R"({"B":"AP8="})", R"({"B":""})",
        R"({"BOOL":true})", R"({"BOOL":false})", R"({"NULL":true})", R"({"SS":["","a","b"]})",
        R"({"NS":["1","2"]})", R"({"BS":["","AA=="]})", R"({"L":[]})", R"({"M":{}})",
        R"({"L":[{"S":"a"},{"L":[{"N":"1"}]}]})", R"({"M":{"x":{"M":{"y":{"BOOL":true}}}}})"}) {
    EXPECT_EQ(Value(value), Same(value));
  }
}

TEST(AttributeValueTest, NamesAreSortedAndTheLastOfOneNameCounts) {
  EXPECT_EQ(
      Item(R"({"b":{"S":"1"},"a":{"S":"2"},"b":{"S":"3"},"":{"M":{"z":{"N":"1"},"y":{"N":"2"}}}})"),
      "Empty attribute name");
  EXPECT_EQ(
      Item(
          R"({"b":{"S":"1"},"a":{"S":"2"},"b":{"S":"3"},"c":{"M":{"z":{"N":"1"},"y":{"N":"2"}}}})"),
      R"({"a":{"S":"2"},"b":{"S":"3"},"c":{"M":{"y":{"N":"2"},"z":{"N":"1"}}}})");
  EXPECT_EQ(Value(R"({"S":"x","S":"y"})"), Same(R"({"S":"y"})"));
}

TEST(AttributeValueTest, EscapesTextAndNamesWhereNeeded) {
  EXPECT_EQ(Item(R"({"na\"me":{"S":"q\"b\\n\nt\tr\ru\u0001\u00e9\/"}})"),
            "{\"na\\\"me\":{\"S\":\"q\\\"b\\\\n\\nt\\tr\\ru\\u0001\xC3\xA9/\"}}");
  EXPECT_EQ(Value(R"({"S":"\u0000"})"), Same(R"({"S":"\u0000"})"));
}

TEST(AttributeValueTest, NumbersBecomeCanonical) {
  EXPECT_EQ(Value(R"({"N":"1.50e1"})"), Same(R"({"N":"15"})"));
  EXPECT_EQ(Value(R"({"NS":["2.0","1e0"]})"), Same(R"({"NS":["1","2"]})"));
}

TEST(AttributeValueTest, WrongJsonTypes) {
  EXPECT_EQ(Value(R"({"S":5})"), "Serialization: NUMBER_VALUE cannot be converted to String");
  EXPECT_EQ(Value(R"({"N":3})"), "Serialization: NUMBER_VALUE cannot be converted to String");
  EXPECT_EQ(Value(R"({"N":true})"), "Serialization: TRUE_VALUE cannot be converted to String");
  EXPECT_EQ(Value(R"({"S":[]})"),
            "Serialization: Unrecognized collection type class java.lang.String");
  EXPECT_EQ(Value(R"({"S":{}})"),
            "Serialization: Start of structure or map found where not expected");
  EXPECT_EQ(Value(R"({"BOOL":0})"), "Serialization: NUMBER_VALUE cannot be converted to Boolean");
  EXPECT_EQ(Value(R"({"NULL":"x"})"), "Serialization: Unexpected token received from parser");
  EXPECT_EQ(Value(R"({"BOOL":[]})"), "Serialization: ");
  EXPECT_EQ(Value(R"({"NULL":[]})"), "Serialization: ");
  EXPECT_EQ(Value(R"({"SS":"x"})"), "Serialization: Unexpected field type");
  EXPECT_EQ(Value(R"({"SS":{}})"),
            "Serialization: Start of structure or map found where not expected");
  EXPECT_EQ(Value(R"({"NS":[1]})"), "Serialization: NUMBER_VALUE cannot be converted to String");
  EXPECT_EQ(Value(R"({"M":5})"), "Serialization: Unexpected field type");
  EXPECT_EQ(Value(R"({"M":[]})"),
            "Serialization: Unrecognized collection type java.util.Map<java.lang.String, "
            "com.amazonaws.dynamodb.v20120810.AttributeValue>");
  EXPECT_EQ(Value(R"({"L":{}})"),
            "Serialization: Start of structure or map found where not expected");
  EXPECT_EQ(Value(R"({"L":["x"]})"), "Serialization: Unexpected value type in payload");
  EXPECT_EQ(Value(R"("x")"), "Serialization: Unexpected value type in payload");
  EXPECT_EQ(Value("[]"),
            "Serialization: Unrecognized collection type class "
            "com.amazonaws.dynamodb.v20120810.AttributeValue");
}

TEST(AttributeValueTest, Blobs) {
  const std::string not_string =
      "Serialization: only base-64-encoded strings are convertible to bytes";
  EXPECT_EQ(Value(R"({"B":5})"), not_string);
  EXPECT_EQ(Value(R"({"B":[]})"), not_string);
  EXPECT_EQ(Value(R"({"BS":[true]})"), not_string);
  EXPECT_EQ(Value(R"({"B":"abc"})"),
            "Serialization: Base64 encoded length is expected a multiple of 4 bytes but found: 3");
  EXPECT_EQ(Value(R"({"B":"AB=="})"),
            "Serialization: Invalid last non-pad Base64 character dectected");
  EXPECT_EQ(Value(R"({"B":"A!=="})"),
            "Serialization: Invalid last non-pad Base64 character dectected");
}

TEST(AttributeValueTest, NotExactlyOneType) {
  const std::string empty =
      "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
  const std::string ambiguous =
      "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
      "supported datatypes";
  EXPECT_EQ(Value("{}"), empty);
  EXPECT_EQ(Value("null"), empty);
  EXPECT_EQ(Value(R"({"foo":"x"})"), empty);
  EXPECT_EQ(Value(R"({"S":null})"), empty);
  EXPECT_EQ(Value(R"({"L":[{}]})"), empty);
  EXPECT_EQ(Value(R"({"S":"x","N":"1"})"), ambiguous);
  EXPECT_EQ(Value(R"({"M":{"x":{"S":"x","L":[]}}})"), ambiguous);
  EXPECT_EQ(Value(R"({"S":"x","N":null})"), Same(R"({"S":"x"})"));
  EXPECT_EQ(Value(R"({"S":"x","foo":1})"), Same(R"({"S":"x"})"));
  EXPECT_EQ(Value(R"({"N":"1","S":"x","N":null})"), Same(R"({"S":"x"})"));
  // The content of each type is checked first.
  EXPECT_EQ(Value(R"({"S":"x","N":"y"})"),
            "The parameter cannot be converted to a numeric value: y");
  EXPECT_EQ(Value(R"({"S":"x","N":1})"),
            "Serialization: NUMBER_VALUE cannot be converted to String");
}

TEST(AttributeValueTest, BadValues) {
  EXPECT_EQ(Value(R"({"NULL":false})"),
            "One or more parameter values were invalid: Null attribute value types must have the "
            "value of true");
  EXPECT_EQ(Value(R"({"N":""})"), "The parameter cannot be converted to a numeric value");
  EXPECT_EQ(Value(R"({"N":"b"})"), "The parameter cannot be converted to a numeric value: b");
  EXPECT_EQ(Value(R"({"NS":["1","b"]})"),
            "The parameter cannot be converted to a numeric value: b");
  EXPECT_EQ(Value(R"({"N":"1e126"})"),
            "Number overflow. Attempting to store a number with magnitude larger than supported "
            "range");
  EXPECT_EQ(Value(R"({"N":"1e-131"})"),
            "Number underflow. Attempting to store a number with magnitude smaller than supported "
            "range");
  EXPECT_EQ(Value(R"({"N":"123456789012345678901234567890123456789"})"),
            "Attempting to store more than 38 significant digits in a Number");
}

TEST(AttributeValueTest, BadSets) {
  const std::string prefix = "One or more parameter values were invalid: ";
  EXPECT_EQ(Value(R"({"SS":[]})"), prefix + "An string set  may not be empty");
  EXPECT_EQ(Value(R"({"NS":[]})"), prefix + "An number set  may not be empty");
  EXPECT_EQ(Value(R"({"BS":[]})"), prefix + "Binary sets should not be empty");
  EXPECT_EQ(Value(R"({"SS":["b","a","b"]})"),
            prefix + "Input collection [b, a, b] contains duplicates.");
  EXPECT_EQ(Value(R"({"BS":["AA==","AA=="]})"),
            prefix + "Input collection [AA==, AA==]of type BS contains duplicates.");
  EXPECT_EQ(Value(R"({"NS":["1","1.0"]})"), "Input collection contains duplicates");
}

TEST(AttributeValueTest, AttributeNames) {
  EXPECT_EQ(Value(R"({"M":{"":{"S":"x"}}})"), "Empty attribute name");
  const auto named = [](std::size_t size) {
    return Item(R"({")" + std::string(size, 'n') + R"(":{"BOOL":true}})");
  };
  EXPECT_EQ(named(limits::kAttributeNameBytesMax).substr(0, 3), "{\"n");
  EXPECT_EQ(named(limits::kAttributeNameBytesMax + 1),
            "One or more parameter values were invalid: Attribute name is too large, must be less "
            "than 65536 bytes");
}

std::string Nested(std::size_t depth, const std::string& inner) {
  std::string value = inner;
  for (std::size_t i = 0; i < depth; ++i) {
    value = i % 2 == 0 ? R"({"L":[)" + value + "]}" : R"({"M":{"x":)" + value + "}}";
  }
  return value;
}

TEST(AttributeValueTest, NestingIsBounded) {
  const std::string too_deep =
      "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
      "beyond supported limit";
  const std::string leaf = R"({"S":"x"})";
  EXPECT_EQ(Value(Nested(limits::kItemNestingMax, leaf)),
            Same(Nested(limits::kItemNestingMax, leaf)));
  EXPECT_EQ(Value(Nested(limits::kItemNestingMax + 1, leaf)), too_deep);
  EXPECT_EQ(Value(Nested(limits::kReadNestingMax + 1, leaf)), too_deep);
  EXPECT_EQ(Value(Nested(200, leaf)), too_deep);
}

TEST(AttributeValueTest, ABadValueDoesNotStopTheRest) {
  const auto request =
      Put(R"({"z":{"NULL":false},"a":{"S":"kept"},"m":{"L":[{"N":"x"},{"S":"y"}]}})");
  ASSERT_TRUE(request.has_value());
  ASSERT_TRUE(request->item->bad.has_value());
  EXPECT_EQ(request->item->bad->name, "m");
  EXPECT_EQ(request->item->bad->error.code, ErrorCode::kValidationException);
  std::string out;
  WriteItem(request->item->item.view(), out);
  EXPECT_EQ(out, R"({"a":{"S":"kept"},"m":{"L":[{"NULL":true},{"S":"y"}]},"z":{"NULL":true}})");
  // Wrong JSON after a bad value is still a SerializationException.
  EXPECT_EQ(Item(R"({"a":{"N":"x"},"b":{"S":5}})"),
            "Serialization: NUMBER_VALUE cannot be converted to String");
}

// PutItem, UpdateItem and DeleteItem put their prefix before some texts (facts 1.8, findings 2.2).
TEST(AttributeValueTest, PrefixedTexts) {
  const auto prefixed = [](const std::string& value) {
    return Put(R"({"a":)" + value + "}")->item->bad->prefixed;
  };
  EXPECT_TRUE(prefixed(R"({"SS":[]})"));
  EXPECT_TRUE(prefixed(R"({"SS":["a","a"]})"));
  EXPECT_TRUE(prefixed(R"({"NS":["1","1"]})"));
  EXPECT_TRUE(prefixed(R"({"NULL":false})"));
  EXPECT_TRUE(prefixed(R"({"N":"x"})"));
  EXPECT_TRUE(prefixed(R"({"NS":["x"]})"));
  EXPECT_TRUE(prefixed(R"({"M":{"":{"S":"x"}}})"));
  EXPECT_TRUE(prefixed(Nested(limits::kItemNestingMax + 1, R"({"S":"x"})")));
  EXPECT_FALSE(prefixed("{}"));
  EXPECT_FALSE(prefixed(R"({"S":"","N":"1"})"));
}

TEST(AttributeValueTest, PlaceholdersAreCheckedElsewhere) {
  json::Parser parser;
  const Result<json::Body> body =
      parser.Parse(R"({"TableName":"tab","Item":{},"ExpressionAttributeValues":{"":{"S":"x"}}})");
  const auto request = Decode<api::PutItemRequest>(*body);
  ASSERT_TRUE(request.has_value());
  EXPECT_FALSE(request->expression_attribute_values->bad.has_value());
}

TEST(AttributeValueTest, ValuesOfExpressionsReportDepthLast) {
  const auto values = [](const std::string& json) {
    json::Parser parser;
    const Result<json::Body> body =
        parser.Parse(R"({"TableName":"tab","Item":{},"ExpressionAttributeValues":)" + json + "}");
    return *Decode<api::PutItemRequest>(*body)->expression_attribute_values;
  };
  using Nesting = api::BadValue::Nesting;
  const std::string deep = Nested(limits::kItemNestingMax + 1, R"({"S":"x"})");
  const auto compared = values(R"({":a":)" + deep + "}");
  EXPECT_EQ(compared.bad->nesting, Nesting::kDeep);
  EXPECT_EQ(compared.item.view().Find(":a")->Depth(), limits::kItemNestingMax + 1);
  const auto mixed = values(R"({":a":)" + deep + R"(,":b":{"N":"x"}})");
  EXPECT_EQ(mixed.bad->nesting, Nesting::kFits);
  EXPECT_EQ(mixed.bad->name, ":b");
  EXPECT_EQ(
      values(R"({":a":)" + Nested(limits::kReadNestingMax + 1, R"({"S":"x"})") + "}").bad->nesting,
      Nesting::kVeryDeep);
}

TEST(AttributeValueTest, SingleValues) {
  json::Parser parser;
  const Result<json::Body> body = parser.Parse(
      R"({"TableName":"tab","Item":{},"Expected":{"a":{"Value":{"N":"1.0"}},"b":{"Value":{"N":"x"}}}})");
  const auto request = Decode<api::PutItemRequest>(*body);
  ASSERT_TRUE(request.has_value());
  std::string out;
  WriteAttributeValue(*request->expected->at("a").value, out);
  EXPECT_EQ(out, R"({"N":"1"})");
  EXPECT_EQ(request->expected->at("b").value->bad->error.message,
            "The parameter cannot be converted to a numeric value: x");
}

}  // namespace
}  // namespace stator::wire
