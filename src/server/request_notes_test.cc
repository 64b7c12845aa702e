#include "server/request_notes.h"

#include <gtest/gtest.h>

#include "base/cancellation.h"

namespace stator::server {
namespace {

using observe::Metric;

const api::Operation& Named(std::string_view name) {
  return *api::FindOperation(api::Service::kDynamoDB, name);
}

std::vector<std::string> Tables(std::string_view operation, const std::string& json) {
  json::Parser parser;
  const auto body = parser.Parse(json);
  return TablesOf(Named(operation), *body);
}

// The metrics that a request records.
class Notes {
 public:
  Notes(std::string_view operation, const std::vector<std::string>& tables,
        const wire::Response& response) {
    observe::Recorder recorder;
    NoteRequest(Named(operation), tables, response, std::chrono::milliseconds(3), 0, recorder);
    totals_ = recorder.Totals();
  }
  double operator()(Metric metric, const observe::Place& place) const {
    const auto found = totals_.all().find(SeriesOf(metric, place));
    return found == totals_.all().end() ? 0 : found->second.sum;
  }
  std::size_t size() const { return totals_.all().size(); }

 private:
  observe::SeriesTotals totals_;
};

wire::Response Failed(ErrorCode code, int status = 400) {
  wire::Response response{.status = status};
  response.error = code;
  return response;
}

TEST(RequestNotesTest, FindsTheTablesThatRequestsName) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(Tables("GetItem", R"({"TableName":"T"})"), Names{"T"});
  EXPECT_EQ(Tables("Query", R"({"TableName":"arn:aws:dynamodb:r:1:table/T"})"), Names{"T"});
  EXPECT_EQ(Tables("Scan", R"({"TableName":7})"), Names{""});
  EXPECT_EQ(Tables("BatchGetItem", R"({"RequestItems":{"A":{},"B":{}}})"), (Names{"A", "B"}));
  EXPECT_EQ(Tables("BatchWriteItem", R"({"RequestItems":[]})"), Names{});
  EXPECT_EQ(Tables("TransactWriteItems",
                   R"({"TransactItems":[{"Put":{"TableName":"A"}},{"Delete":{"TableName":"B"}},)"
                   R"({"Put":{"TableName":"A"}},{},7]})"),
            (Names{"A", "B", "A", ""}));
  EXPECT_EQ(Tables("DescribeTable", R"({"TableName":"T"})"), Names{});
  EXPECT_EQ(Tables("GetItem", ""), Names{});
}

TEST(RequestNotesTest, ASuccessRecordsALatencyForEachTable) {
  const Notes notes("TransactWriteItems", {"A", "B", "A"}, {});
  EXPECT_EQ(notes(Metric::kLatency, {.table = "A", .operation = "TransactWriteItems"}), 3);
  EXPECT_EQ(notes(Metric::kLatency, {.table = "B", .operation = "TransactWriteItems"}), 3);
  EXPECT_EQ(notes.size(), 2);
}

TEST(RequestNotesTest, FailuresCountAsOnAws) {
  const Notes condition("PutItem", {"T"}, Failed(ErrorCode::kConditionalCheckFailedException));
  EXPECT_EQ(condition(Metric::kConditionalCheckFailed, {.table = "T"}), 1);
  EXPECT_EQ(condition.size(), 1);
  const Notes invalid("PutItem", {"T"}, Failed(ErrorCode::kValidationException));
  EXPECT_EQ(invalid(Metric::kUserErrors, {}), 1);
  EXPECT_EQ(invalid.size(), 1);
  const Notes internal("PutItem", {"T"}, Failed(ErrorCode::kInternalServerError, 500));
  EXPECT_EQ(internal(Metric::kSystemErrors, {.table = "T", .operation = "PutItem"}), 1);
  const auto throttled = Failed(ErrorCode::kProvisionedThroughputExceededException);
  EXPECT_EQ(Notes("PutItem", {"T"}, throttled).size(), 0);  // the throttling code counts this
  EXPECT_EQ(Notes("BatchGetItem", {"T"}, throttled).size(), 0);
}

TEST(RequestNotesTest, TransactionsCountByTheirReasons) {
  const Error conflict(ErrorCode::kTransactionConflictException, "");
  const Error condition(ErrorCode::kConditionalCheckFailedException, "");
  auto response = Failed(ErrorCode::kTransactionCanceledException);
  response.reasons = Cancelled({conflict, std::nullopt, conflict, condition}).reasons;
  const Notes notes("TransactWriteItems", {"A", "B", "A", "B"}, response);
  EXPECT_EQ(notes(Metric::kTransactionConflict, {.table = "A"}), 2);
  EXPECT_EQ(notes(Metric::kConditionalCheckFailed, {.table = "B"}), 1);
  EXPECT_EQ(notes(Metric::kUserErrors, {}), 1);
  EXPECT_EQ(notes.size(), 3);
}

TEST(RequestNotesTest, ATransactionCancelledForCapacityIsAUserError) {
  const Error throttled(ErrorCode::kProvisionedThroughputExceededException, "");
  auto response = Failed(ErrorCode::kTransactionCanceledException);
  response.reasons = Cancelled({throttled}).reasons;
  const Notes notes("TransactWriteItems", {"T"}, response);
  EXPECT_EQ(notes(Metric::kUserErrors, {}), 1);
  EXPECT_EQ(notes.size(), 1);
}

}  // namespace
}  // namespace stator::server
