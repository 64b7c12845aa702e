#include "wire/text_pattern.h"

#include <gtest/gtest.h>

namespace stator::wire {
namespace {

TEST(TextPattern, XmlHasNoControlCharacters) {
  EXPECT_TRUE(IsXml(""));
  EXPECT_TRUE(IsXml("table/Zähler \t\r\n"));
  EXPECT_FALSE(IsXml("table/\x01"));
  EXPECT_FALSE(IsXml("\xEF\xBF\xBF"));
}

TEST(TextPattern, AsciiIsPrintable) {
  EXPECT_TRUE(IsAscii("Scale $out: ~"));
  EXPECT_FALSE(IsAscii(""));
  EXPECT_FALSE(IsAscii("a\tb"));
  EXPECT_FALSE(IsAscii("ä"));
}

TEST(TextPattern, NamespacesDoNotBeginWithAColon) {
  EXPECT_TRUE(IsNamespace("AWS/DynamoDB"));
  EXPECT_TRUE(IsNamespace("a:b"));
  EXPECT_FALSE(IsNamespace(":a"));
  EXPECT_FALSE(IsNamespace(""));
}

TEST(TextPattern, ActionNames) {
  EXPECT_TRUE(IsActionName("scale out at nine"));
  for (const char* name : {"", " a", "a ", "a:b", "a/b", "a|b", "a\x01", "a\x7F", "a\xC2\x85"}) {
    EXPECT_FALSE(IsActionName(name)) << name;
  }
}

TEST(TextPattern, ScalableTargetArns) {
  EXPECT_TRUE(IsScalableTargetArn(
      "arn:aws:application-autoscaling:us-east-1:123456789012:scalable-target/0ec4x-1"));
  for (const char* arn : {"", "arn:aws:dynamodb:us-east-1:123456789012:table/t",
                          "arn:aws:application-autoscaling:us-east-1:1x:scalable-target/a",
                          "arn:aws:application-autoscaling:us-east-1:1:scalable-target/",
                          "arn:aws:application-autoscaling:us-east-1:1:scalable-target/a/b",
                          "arn:aws:application-autoscaling::1:scalable-target/a"}) {
    EXPECT_FALSE(IsScalableTargetArn(arn)) << arn;
  }
}

}  // namespace
}  // namespace stator::wire
