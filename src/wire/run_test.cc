#include "wire/run.h"

#include <deque>
#include <optional>
#include <string>

#include <gtest/gtest.h>

namespace stator::wire {
namespace {

class TestLoop : public Loop {
 public:
  void Post(std::move_only_function<void()> work) override { waiting_.push_back(std::move(work)); }
  void RunAll() {
    while (!waiting_.empty()) {
      auto work = std::move(waiting_.front());
      waiting_.pop_front();
      work();
    }
  }
  bool idle() const { return waiting_.empty(); }

 private:
  std::deque<std::move_only_function<void()>> waiting_;
};

// Settles each write with the next outcome of its list.
class TestDatabase {
 public:
  int& context() { return context_; }
  bool RunOnPool(std::move_only_function<void()> work) {
    if (pool_full) return false;
    work();
    return true;
  }
  void Submit(const table::Command& /*command*/,
              std::move_only_function<void(Result<table::Written>)> done) {
    ++submitted;
    if (outcomes.empty()) return done(table::Written());
    const ErrorCode outcome = outcomes.front();
    outcomes.pop_front();
    done(Fail(outcome, "why"));
  }

  bool pool_full = false;
  std::deque<ErrorCode> outcomes;  // then success
  std::size_t submitted = 0;

 private:
  int context_ = 0;
};

class RunTest : public testing::Test {
 protected:
  Destination<TestDatabase> To() {
    return {database_, loop_, [this](Response response) {
              EXPECT_FALSE(answer_.has_value());
              answer_ = std::move(response);
            }};
  }

  void Write() {
    const auto handler =
        [this](int& /*context*/,
               const api::PutItemRequest& request) -> Result<api::Write<api::PutItemResponse>> {
      ++decided_;
      return api::Write<api::PutItemResponse>{
          .command = {}, .answer = [&request](table::Written&&) {
            api::PutItemResponse response;
            response.consumed_capacity.emplace().table_name = request.table_name;
            return response;
          }};
    };
    RunWrite<api::PutItemResponse>(To(), api::PutItemRequest{.table_name = "t"}, handler);
  }

  TestLoop loop_;
  TestDatabase database_;
  std::optional<Response> answer_;
  std::size_t decided_ = 0;
};

Result<api::ListTablesResponse> List(int& /*context*/, const api::ListTablesRequest& /*request*/) {
  return api::ListTablesResponse();
}

TEST_F(RunTest, HereAnswersAtOnce) {
  RunHere(To(), api::ListTablesRequest(), &List);
  EXPECT_EQ(answer_->body, "{}");
  EXPECT_TRUE(loop_.idle());
}

TEST_F(RunTest, ThePoolAnswersOnTheLoop) {
  RunOnPool(To(), api::ListTablesRequest(), &List);
  EXPECT_FALSE(answer_.has_value());
  loop_.RunAll();
  EXPECT_EQ(answer_->body, "{}");
}

TEST_F(RunTest, AFullPoolThrottles) {
  database_.pool_full = true;
  RunOnPool(To(), api::ListTablesRequest(), &List);
  ASSERT_TRUE(answer_.has_value());
  EXPECT_EQ(answer_->error, ErrorCode::kThrottlingException);
  EXPECT_EQ(answer_->status, 400);
}

TEST_F(RunTest, AWriteIsAnsweredFromItsRequestOnTheLoop) {
  Write();
  EXPECT_FALSE(answer_.has_value());
  loop_.RunAll();
  EXPECT_EQ(answer_->body, R"({"ConsumedCapacity":{"TableName":"t"}})");
  EXPECT_EQ(decided_, 1U);
}

TEST_F(RunTest, AFailedCommitIsAnswered) {
  database_.outcomes = {ErrorCode::kConditionalCheckFailedException};
  Write();
  loop_.RunAll();
  EXPECT_EQ(answer_->error, ErrorCode::kConditionalCheckFailedException);
  EXPECT_EQ(decided_, 1U);
}

TEST_F(RunTest, AWriteUnderAStaleDescriptorIsDecidedAgain) {
  database_.outcomes = {ErrorCode::kStaleDescriptor, ErrorCode::kStaleDescriptor};
  Write();
  loop_.RunAll();
  EXPECT_EQ(answer_->status, 200);
  EXPECT_EQ(decided_, 3U);
  EXPECT_EQ(database_.submitted, 3U);
}

TEST_F(RunTest, AWriteIsNotDecidedForever) {
  database_.outcomes.assign(100, ErrorCode::kStaleDescriptor);
  Write();
  loop_.RunAll();
  EXPECT_EQ(answer_->error, ErrorCode::kInternalServerError);
  EXPECT_EQ(answer_->status, 500);
  EXPECT_EQ(decided_, limits::kStaleWritesMax);
}

}  // namespace
}  // namespace stator::wire
