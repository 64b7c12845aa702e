#include "wire/error_table.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "item/encoder.h"

namespace stator::wire {
namespace {

Response Answer(ErrorCode code, std::string text) {
  return ErrorResponse(Error(code, std::move(text)));
}

// Facts 1.5 and D.1.
TEST(ErrorTableTest, PrefixesAndMembers) {
  EXPECT_EQ(Answer(ErrorCode::kValidationException, "t").body,
            R"({"__type":"com.amazon.coral.validate#ValidationException","message":"t"})");
  EXPECT_EQ(Answer(ErrorCode::kSerializationException, "t").body,
            R"({"__type":"com.amazon.coral.service#SerializationException","Message":"t"})");
  EXPECT_EQ(Answer(ErrorCode::kAccessDeniedException, "t").body,
            R"({"__type":"com.amazon.coral.service#AccessDeniedException","Message":"t"})");
  EXPECT_EQ(
      Answer(ErrorCode::kResourceNotFoundException, "t").body,
      R"({"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"t"})");
}

TEST(ErrorTableTest, ErrorsWithoutText) {
  EXPECT_EQ(Answer(ErrorCode::kSerializationException, "").body,
            R"({"__type":"com.amazon.coral.service#SerializationException"})");
  EXPECT_EQ(UnknownOperation().body,
            R"({"__type":"com.amazon.coral.service#UnknownOperationException"})");
  EXPECT_EQ(UnknownOperation().status, 400);
}

TEST(ErrorTableTest, AutoScalingHasNoPrefixes) {
  const auto body = [](ErrorCode code) {
    return ErrorResponse(Error(code, "t"), api::Service::kAutoScaling).body;
  };
  EXPECT_EQ(body(ErrorCode::kObjectNotFoundException),
            R"({"__type":"ObjectNotFoundException","Message":"t"})");
  EXPECT_EQ(body(ErrorCode::kValidationException),
            R"({"__type":"ValidationException","Message":"t"})");
  EXPECT_EQ(body(ErrorCode::kCorruption),
            R"({"__type":"InternalServiceException","Message":"Internal server error"})");
}

TEST(ErrorTableTest, CloudWatchHasCodesOfTheQueryProtocol) {
  const auto answer = [](ErrorCode code) {
    return ErrorResponse(Error(code, "t"), api::Service::kCloudWatch);
  };
  const Response missing = answer(ErrorCode::kResourceNotFound);
  EXPECT_EQ(missing.body,
            R"({"__type":"com.amazonaws.cloudwatch.v2010_08_01#ResourceNotFound","message":"t"})");
  EXPECT_EQ(missing.status, 404);
  EXPECT_EQ(missing.message, "t");
  EXPECT_EQ(missing.query_error, "ResourceNotFound;Sender");
  EXPECT_EQ(answer(ErrorCode::kInvalidParameterValueException).query_error,
            "InvalidParameterValue;Sender");
  EXPECT_EQ(answer(ErrorCode::kMissingRequiredParameterException).query_error,
            "MissingParameter;Sender");
  EXPECT_EQ(answer(ErrorCode::kLimitExceededFault).query_error, "LimitExceeded;Sender");
  EXPECT_EQ(answer(ErrorCode::kCorruption).query_error, "InternalServiceError;Receiver");
  EXPECT_EQ(Answer(ErrorCode::kValidationException, "t").query_error, "");
}

TEST(ErrorTableTest, AFailedConditionCarriesItsItem) {
  Error error(ErrorCode::kConditionalCheckFailedException, "The conditional request failed");
  EXPECT_EQ(ErrorResponse(error).body,
            R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
            R"("message":"The conditional request failed"})");
  Bytes bytes;
  item::Encoder encoder(bytes);
  encoder.BeginItem(1);
  encoder.Name("a");
  encoder.String("x");
  error.item = std::make_shared<const Bytes>(bytes);
  EXPECT_EQ(ErrorResponse(error).body,
            R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
            R"("message":"The conditional request failed","Item":{"a":{"S":"x"}}})");
}

TEST(ErrorTableTest, AThrottledRequestCarriesItsReasons) {
  Error error(ErrorCode::kProvisionedThroughputExceededException, "t");
  error.throttling = std::make_shared<const ThrottlingReasons>(
      ThrottlingReasons{{"IndexWriteProvisionedThroughputExceeded", "arn:i"},
                        {"TableWriteAccountLimitExceeded", "arn:t"}});
  EXPECT_EQ(
      ErrorResponse(error).body,
      R"({"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",)"
      R"("message":"t","ThrottlingReasons":[)"
      R"({"reason":"IndexWriteProvisionedThroughputExceeded","resource":"arn:i"},)"
      R"({"reason":"TableWriteAccountLimitExceeded","resource":"arn:t"}]})");
  // The member has the spelling of this exception's shape.
  error.code = ErrorCode::kThrottlingException;
  EXPECT_NE(ErrorResponse(error).body.find(R"("message":"t","throttlingReasons":[{"reason":)"),
            std::string::npos);
  error.code = ErrorCode::kRequestLimitExceeded;
  EXPECT_NE(ErrorResponse(error).body.find(R"(#RequestLimitExceeded","message":"t","ThrottlingR)"),
            std::string::npos);
}

TEST(ErrorTableTest, TextsAreEscaped) {
  EXPECT_EQ(Answer(ErrorCode::kValidationException, "a \"b\"\n").body,
            R"({"__type":"com.amazon.coral.validate#ValidationException","message":"a \"b\"\n"})");
}

TEST(ErrorTableTest, StatusCodes) {
  EXPECT_EQ(Answer(ErrorCode::kThrottlingException, "t").status, 400);
  EXPECT_EQ(Answer(ErrorCode::kRequestEntityTooLarge, "t").status, 413);
  EXPECT_EQ(Answer(ErrorCode::kInternalServerError, "t").status, 500);
  EXPECT_EQ(Answer(ErrorCode::kServiceUnavailable, "t").status, 503);
}

TEST(ErrorTableTest, InternalCodesAreRetryable) {
  for (const ErrorCode code : {ErrorCode::kConflict, ErrorCode::kStaleDescriptor,
                               ErrorCode::kCorruption, ErrorCode::kUnavailable}) {
    const Response response = Answer(code, "why");
    EXPECT_EQ(response.status, 500);
    EXPECT_EQ(response.body, R"({"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError",)"
                             R"("message":"Internal server error"})");
    EXPECT_EQ(response.message, "why");
    EXPECT_EQ(response.error, code);
    EXPECT_EQ(ErrorName(code), "InternalServerError");
  }
}

// An error must not return a whole request.
TEST(ErrorResponseTest, TruncatesLongTextsBetweenCharacters) {
  std::string text(limits::kErrorTextBytesMax - 1, 'x');
  for (int i = 0; i < 1000; ++i) text += "\xC3\xA4";
  const Response response = ErrorResponse(Error(ErrorCode::kValidationException, text));
  EXPECT_LT(response.body.size(), limits::kErrorTextBytesMax + 200);
  EXPECT_TRUE(ValidUtf8(response.body));
}

}  // namespace
}  // namespace stator::wire
