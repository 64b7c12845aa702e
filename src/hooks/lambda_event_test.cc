#include "hooks/lambda_event.h"

#include <gtest/gtest.h>

#include "item/tree.h"
#include "table/change_record.h"

namespace stator::hooks {
namespace {

catalog::StreamSettings SomeStream() {
  catalog::StreamSettings stream;
  stream.arn = "arn:aws:dynamodb:eu-west-1:1:table/t/stream/l";
  stream.view = catalog::StreamView::kNewImage;
  return stream;
}

item::Item SomeItem(std::string text) {
  return item::EncodeItem({{"pk", item::Tree{std::move(text)}}});
}

streams::LoggedRecord Logged(const table::ChangeRecord& record) {
  return {{7, 0}, table::EncodeChangeRecord(record)};
}

TEST(LambdaEvent, HasTheRecordsOfGetRecordsAndTheirStream) {
  const auto item = SomeItem("a");
  const auto record = Logged({.time = 5'999'999, .keys = item.view(), .new_image = item.view()});
  const auto event = LambdaEvent(SomeStream(), {&record, 1});
  ASSERT_TRUE(event.has_value());
  EXPECT_TRUE(event->starts_with(R"({"Records":[{"eventID":")")) << *event;
  EXPECT_NE(event->find(R"("eventName":"INSERT","eventVersion":"1.1","eventSource":"aws:dynamodb",)"
                        R"("awsRegion":"eu-west-1","dynamodb":{"ApproximateCreationDateTime":5,)"
                        R"("Keys":{"pk":{"S":"a"}},"NewImage":{"pk":{"S":"a"}},)"
                        R"("SequenceNumber":"10000000000000000000700000","SizeBytes":6,)"
                        R"("StreamViewType":"NEW_IMAGE"},)"
                        R"("eventSourceARN":"arn:aws:dynamodb:eu-west-1:1:table/t/stream/l"}]})"),
            std::string::npos)
      << *event;
}

TEST(LambdaEvent, WritesTheIdentityOfTheServiceInLowerCase) {
  const auto item = SomeItem("a");
  const auto record =
      Logged({.keys = item.view(), .event = table::ChangeRecord::Event::kRemove, .expired = true});
  const auto event = LambdaEvent(SomeStream(), {&record, 1});
  ASSERT_TRUE(event.has_value());
  EXPECT_NE(
      event->find(R"("userIdentity":{"type":"Service","principalId":"dynamodb.amazonaws.com"})"),
      std::string::npos);
}

TEST(LambdaEvent, AFunctionMayReportFailures) {
  EXPECT_EQ(
      FirstFailure(R"({"batchItemFailures":[{"itemIdentifier":"12"},{"itemIdentifier":"11"}]})"),
      "11");
  EXPECT_EQ(FirstFailure(R"({"batchItemFailures":[{}]})"), "");
  for (const auto* answer : {"", "ok", "{}", R"({"batchItemFailures":[]})", "[1]", "null"}) {
    EXPECT_EQ(FirstFailure(answer), std::nullopt) << answer;
  }
}

TEST(LambdaEvent, AFailedBatchIsOneLine) {
  const auto item = SomeItem("a\nb");
  const auto record = Logged({.keys = item.view()});
  const auto line =
      FailedBatchLine(SomeStream(), {.number = 1}, {&record, 1}, "http://x", "it said \"no\"\n");
  ASSERT_TRUE(line.has_value());
  EXPECT_EQ(line->find('\n'), line->size() - 1);
  EXPECT_TRUE(line->starts_with(R"({"target":"http://x","error":"it said \"no\"\n","streamArn":)"));
}

TEST(FirstFailure, MayFollowOtherOutputOfACommand) {
  EXPECT_EQ(FirstFailure("working\n{\"batchItemFailures\":[{\"itemIdentifier\":\"7\"}]}\n"), "7");
  EXPECT_EQ(FirstFailure("working\n"), std::nullopt);
}

TEST(FunctionError, HasTheFormOfLambdasEmulator) {
  EXPECT_TRUE(IsFunctionError(R"({"errorType":"Error","errorMessage":"no","trace":[]})"));
  EXPECT_TRUE(IsFunctionError("Task timed out after 3.00 seconds"));
  EXPECT_FALSE(IsFunctionError(R"({"batchItemFailures":[],"errorMessage":"no"})"));
  EXPECT_FALSE(IsFunctionError(R"({"ok":true})"));
  EXPECT_FALSE(IsFunctionError(R"(["errorType"])"));
  EXPECT_FALSE(IsFunctionError("null"));
  EXPECT_FALSE(IsFunctionError(""));
}

}  // namespace
}  // namespace stator::hooks
