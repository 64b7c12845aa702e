#include "database/execution.h"

#include <deque>
#include <functional>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "api/handlers.h"
#include "base/contain.h"
#include "base/waiting_loop.h"
#include "database/database.h"
#include "storage/memory/memory_engine.h"
#include "table/testing.h"

namespace stator::database {
namespace {

// Settles each write with the next outcome of its list.
class TestDatabase {
 public:
  int& services() { return services_; }
  bool RunOnPool(Lane lane, std::move_only_function<void()> work) {
    lanes.push_back(lane);
    if (pool_full) return false;
    work();
    if (busy) lingering.push_back([work = std::move(work)] {});
    return true;
  }
  void Transact(const table::Transaction& /*transaction*/,
                std::move_only_function<void(Result<table::Transacted>)> done) {
    if (submitted++ == throw_at) throw std::bad_alloc();
    if (outcomes.empty()) {
      done(table::Transacted());
    } else {
      const ErrorCode outcome = outcomes.front();
      outcomes.pop_front();
      done(Fail(outcome, "why"));
    }
    if (busy) lingering.push_back([done = std::move(done)] {});
  }
  void Submit(const table::Command& /*command*/,
              std::move_only_function<void(Result<table::Written>)> done) {
    if (submitted++ == throw_at) throw std::bad_alloc();
    if (hold) return held.push_back(std::move(done));
    if (outcomes.empty()) return done(table::Written());
    const ErrorCode outcome = outcomes.front();
    outcomes.pop_front();
    done(Fail(outcome, "why"));
  }

  bool pool_full = false;
  std::vector<Lane> lanes;  // lanes that got work
  bool busy = false;        // workers keep finished work for a while, in `lingering`
  std::vector<std::move_only_function<void()>> lingering;
  bool hold = false;  // settle nothing; the test settles `held`
  std::vector<std::move_only_function<void(Result<table::Written>)>> held;
  std::deque<ErrorCode> outcomes;  // used in order; then writes succeed
  std::size_t submitted = 0;
  std::size_t throw_at = SIZE_MAX;  // index of the submission that throws

 private:
  int services_ = 0;
};

// An answer as text, such as the names in it.
struct Shown {
  std::string text;
  std::optional<ErrorCode> error;
};

std::string TextOf(const api::ListTablesResponse& /*answer*/) { return "listed"; }
std::string TextOf(const api::ScanResponse& answer) {
  return "scanned " + std::to_string(*answer.scanned_count);
}
std::string TextOf(const api::PutItemResponse& answer) {
  return answer.consumed_capacity ? *answer.consumed_capacity->table_name : "";
}
template <class Answer>
std::string TextOf(const Answer& answer) {
  std::string text;
  for (const auto& each : *answer.consumed_capacity) {
    text += (text.empty() ? "" : ",") + *each.table_name;
  }
  return text;
}

struct TextRenderer {
  const bool& on_loop;
  std::vector<bool>& rendered_on_loop;

  template <class Answer>
  Shown operator()(const Result<Answer>& answer) const {
    rendered_on_loop.push_back(on_loop);
    if (!answer) return {"", answer.error().code};
    return {TextOf(*answer), std::nullopt};
  }
};

using TestCaller = Caller<TestDatabase, TextRenderer, std::move_only_function<void(Shown)>>;

class ExecutionTest : public testing::Test {
 protected:
  // A connection that only its loop may end.
  class Connection {
   public:
    explicit Connection(const bool& on_loop) : on_loop_(on_loop) {}
    ~Connection() { EXPECT_TRUE(on_loop_); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

   private:
    const bool& on_loop_;
  };

  TestCaller To(Loop& loop) {
    return {database_, loop, TextRenderer{on_loop_, rendered_on_loop_},
            [this, connection = std::make_unique<Connection>(on_loop_)](Shown shown) {
              EXPECT_FALSE(answer_.has_value());
              answer_ = std::move(shown);
            }};
  }

  TestCaller To() { return To(loop_); }

  void Write() { Write(loop_); }
  void Write(Loop& loop) {
    const auto handler =
        [this](int& /*services*/,
               const api::PutItemRequest& request) -> Result<api::Write<api::PutItemResponse>> {
      ++decided_;
      return api::Write<api::PutItemResponse>{
          .command = {}, .answer = [&request](table::Written&&) {
            api::PutItemResponse response;
            response.consumed_capacity.emplace().table_name = request.table_name;
            return response;
          }};
    };
    RunPending(To(loop), api::PutItemRequest{.table_name = "t"}, handler);
  }

  // Reads a page of an empty table that changes `changes_` times.
  void ReadPage() {
    const auto handler =
        [this](int& /*services*/,
               const api::ScanRequest& /*request*/) -> Result<api::PageRead<api::ScanResponse>> {
      return api::PageRead<api::ScanResponse>{
          query::Reader(*engine_, {.source = {table_, nullptr}}),
          [this](query::Reader& reader) -> Result<api::ScanResponse> {
            if (changes_-- > 0) return Fail(ErrorCode::kStaleDescriptor, "the table has changed");
            api::ScanResponse response;
            response.scanned_count = static_cast<std::int64_t>(reader.contents().examined);
            return response;
          }};
    };
    RunPending(To(), api::ScanRequest(), handler);
  }

  // Submits four writes. The answer lists how each ended, with "-" for success.
  void WriteFour() { WriteFour(loop_); }
  void WriteFour(Loop& loop) {
    const auto handler = [this](int& /*services*/, const api::BatchWriteItemRequest& request)
        -> Result<api::Writes<api::BatchWriteItemResponse>> {
      ++decided_;
      api::Writes<api::BatchWriteItemResponse> writes;
      writes.commands.resize(4);
      writes.again = [this](std::size_t place) -> Result<table::Command> {
        again_.push_back(place);
        if (gone_) return Fail(ErrorCode::kResourceNotFoundException, "gone");
        return table::Command{};
      };
      writes.answer = [&request](std::vector<Result<table::Written>>&& outcomes)
          -> Result<api::BatchWriteItemResponse> {
        api::BatchWriteItemResponse response;
        response.consumed_capacity.emplace();
        for (const auto& outcome : outcomes) {
          response.consumed_capacity->emplace_back().table_name =
              outcome ? request.request_items->begin()->first + "-" : outcome.error().message;
        }
        return response;
      };
      return writes;
    };
    api::BatchWriteItemRequest request;
    request.request_items.emplace()["t"];
    RunPending(To(loop), std::move(request), handler);
  }
  void TransactOne() {
    const auto handler = [this](int& /*services*/, const api::TransactWriteItemsRequest& request)
        -> Result<api::Transact<api::TransactWriteItemsResponse>> {
      ++decided_;
      if (gone_) return Fail(ErrorCode::kResourceNotFoundException, "gone");
      return api::Transact<api::TransactWriteItemsResponse>{
          .transaction = {}, .answer = [&request](table::Transacted&&) {
            api::TransactWriteItemsResponse response;
            response.consumed_capacity.emplace().emplace_back().table_name =
                request.client_request_token;
            return response;
          }};
    };
    RunPending(To(loop_), api::TransactWriteItemsRequest{.client_request_token = "t"}, handler);
  }
  void RunAll() {
    on_loop_ = true;
    while (!loop_.idle()) loop_.RunOne();
    on_loop_ = false;
  }

  bool on_loop_ = false;  // whether the current code runs on the loop
  WaitingLoop loop_;
  TestDatabase database_;
  std::optional<Shown> answer_;
  std::vector<bool> rendered_on_loop_;  // for each rendered answer
  std::unique_ptr<storage::Engine> engine_ = storage::OpenMemory();
  catalog::TablePtr table_ = table::testing::Published(table::testing::KeyedTable("t"));
  int changes_ = 0;
  std::size_t decided_ = 0;
  std::vector<std::size_t> again_;  // indices of writes that were retried
  bool gone_ = false;               // the writes' table was dropped
};

Result<api::ListTablesResponse> List(int& /*services*/, const api::ListTablesRequest& /*request*/) {
  return api::ListTablesResponse();
}

TEST_F(ExecutionTest, RunHereAnswersAtOnce) {
  on_loop_ = true;
  RunHere(To(), api::ListTablesRequest(), &List);
  EXPECT_EQ(answer_->text, "listed");
  EXPECT_TRUE(loop_.idle());
}

// A long answer must not block the loop.
TEST_F(ExecutionTest, AnswersAreRenderedWhereTheWorkEnds) {
  RunOnWorker(Lane::kTables, To(), api::ListTablesRequest(), &List);
  RunAll();
  changes_ = 1;
  answer_.reset();
  ReadPage();
  RunAll();
  answer_.reset();
  Write();
  RunAll();
  EXPECT_EQ(rendered_on_loop_, (std::vector<bool>{false, false, true}));
}

TEST_F(ExecutionTest, AnswersOfThePoolArriveOnTheLoop) {
  RunOnWorker(Lane::kTables, To(), api::ListTablesRequest(), &List);
  EXPECT_FALSE(answer_.has_value());
  RunAll();
  EXPECT_EQ(answer_->text, "listed");
}

// The exception reaches the loop, which counts it, after the answer is delivered.
TEST_F(ExecutionTest, AnExceptionOnThePoolFailsOneRequest) {
  RunOnWorker(Lane::kTables, To(), api::ListTablesRequest(),
              [](int&, const api::ListTablesRequest&) -> Result<api::ListTablesResponse> {
                throw std::bad_alloc();
              });
  EXPECT_FALSE(answer_.has_value());
  EXPECT_THROW(RunAll(), std::bad_alloc);
  ASSERT_TRUE(answer_.has_value());
  EXPECT_EQ(answer_->error, ErrorCode::kInternalServerError);
}

TEST_F(ExecutionTest, AWriteWhoseRenderingThrowsIsAnswered) {
  RunPending(To(), api::PutItemRequest(), [](int&, const api::PutItemRequest&) {
    return Result<api::Write<api::PutItemResponse>>(
        {.command = {},
         .answer = [](table::Written&&) -> api::PutItemResponse { throw std::bad_alloc(); }});
  });
  EXPECT_THROW(RunAll(), std::bad_alloc);
  ASSERT_TRUE(answer_.has_value());
  EXPECT_EQ(answer_->error, ErrorCode::kInternalServerError);
}

// The session waits on its loop for every outcome and must not be destroyed on another thread.
TEST_F(ExecutionTest, AnOutcomeThatCannotBePostedEndsTheProcess) {
  class FullLoop final : public Loop {
   public:
    void Post(std::move_only_function<void()> /*work*/) override { throw std::bad_alloc(); }
  } loop;
  // Contains exceptions as the threads of the queue and the pool do.
  EXPECT_DEATH(ContainQuietly([&] { Write(loop); }), "");
  EXPECT_DEATH(ContainQuietly([&] { WriteFour(loop); }), "");
  EXPECT_DEATH(ContainQuietly(
                   [&] { RunOnWorker(Lane::kTables, To(loop), api::ListTablesRequest(), &List); }),
               "");
}

TEST_F(ExecutionTest, WritesThatWereNeverSubmittedHaveFailed) {
  database_.throw_at = 2;
  EXPECT_THROW(WriteFour(), std::bad_alloc);
  RunAll();
  ASSERT_TRUE(answer_.has_value());
  EXPECT_EQ(answer_->text, fmt::format("t-,t-,{},{}", texts::kInternal, texts::kInternal));
}

TEST_F(ExecutionTest, AFullPoolThrottles) {
  database_.pool_full = true;
  on_loop_ = true;
  RunOnWorker(Lane::kTables, To(), api::ListTablesRequest(), &List);
  ASSERT_TRUE(answer_.has_value());
  EXPECT_EQ(answer_->error, ErrorCode::kThrottlingException);
  answer_.reset();
  TransactOne();
  RunAll();
  ASSERT_TRUE(answer_.has_value());
  EXPECT_EQ(answer_->error, ErrorCode::kThrottlingException);
}

// A worker still holds its finished work while the loop answers and ends the connection.
TEST_F(ExecutionTest, WorkersThatReleaseLateDoNotEndConnections) {
  database_.busy = true;
  RunOnWorker(Lane::kTables, To(), api::ListTablesRequest(), &List);
  RunAll();
  EXPECT_EQ(answer_->text, "listed");
  database_.lingering.clear();
  answer_.reset();
  TransactOne();
  RunAll();
  database_.lingering.clear();
  RunAll();
  EXPECT_EQ(answer_->text, "t");
}

// Workers of that lane run no scans, so no scan delays a transaction.
TEST_F(ExecutionTest, ATransactionIsDecidedOnItsOwnLaneAndAnsweredOnTheLoop) {
  TransactOne();
  EXPECT_EQ(database_.lanes, std::vector<Lane>{Lane::kTransactions});
  EXPECT_EQ(decided_, 1U);
  EXPECT_FALSE(answer_.has_value());
  RunAll();
  EXPECT_EQ(answer_->text, "t");
}

TEST_F(ExecutionTest, ATransactionThatCannotBeDecidedIsAnswered) {
  gone_ = true;
  TransactOne();
  RunAll();
  EXPECT_EQ(answer_->error, ErrorCode::kResourceNotFoundException);
  EXPECT_EQ(database_.submitted, 0U);
}

TEST_F(ExecutionTest, ATransactionUnderAStaleDescriptorIsRetried) {
  database_.outcomes = {ErrorCode::kStaleDescriptor, ErrorCode::kTransactionCanceledException};
  TransactOne();
  RunAll();
  EXPECT_EQ(answer_->error, ErrorCode::kTransactionCanceledException);
  EXPECT_EQ(decided_, 2U);
}

TEST_F(ExecutionTest, AnExceptionInATransactionFailsOneRequest) {
  database_.throw_at = 0;
  TransactOne();
  EXPECT_FALSE(answer_.has_value());
  EXPECT_THROW(RunAll(), std::bad_alloc);
  ASSERT_TRUE(answer_.has_value());
  EXPECT_EQ(answer_->error, ErrorCode::kInternalServerError);
}

// A page that one slice does not finish is queued again, on a worker for reads.
TEST_F(ExecutionTest, APageTakesTurnsOnWorkersForReads) {
  changes_ = 3;
  ReadPage();
  EXPECT_FALSE(answer_.has_value());
  RunAll();
  EXPECT_EQ(answer_->text, "scanned 0");
  EXPECT_EQ(database_.lanes, std::vector<Lane>(3, Lane::kReads));
}

TEST_F(ExecutionTest, RetriesOfAPageAreBounded) {
  changes_ = 100;
  ReadPage();
  RunAll();
  EXPECT_EQ(answer_->error, ErrorCode::kInternalServerError);
}

TEST_F(ExecutionTest, APageIsThrottledIfThePoolIsFull) {
  changes_ = 1;
  database_.pool_full = true;
  ReadPage();
  RunAll();
  EXPECT_EQ(answer_->error, ErrorCode::kThrottlingException);
}

TEST_F(ExecutionTest, AWriteIsAnsweredWithItsRequestOnTheLoop) {
  Write();
  EXPECT_FALSE(answer_.has_value());
  RunAll();
  EXPECT_EQ(answer_->text, "t");
  EXPECT_EQ(decided_, 1U);
}

TEST_F(ExecutionTest, AFailedCommitIsAnswered) {
  database_.outcomes = {ErrorCode::kConditionalCheckFailedException};
  Write();
  RunAll();
  EXPECT_EQ(answer_->error, ErrorCode::kConditionalCheckFailedException);
  EXPECT_EQ(decided_, 1U);
}

TEST_F(ExecutionTest, AWriteUnderAStaleDescriptorIsRetried) {
  database_.outcomes = {ErrorCode::kStaleDescriptor, ErrorCode::kStaleDescriptor};
  Write();
  RunAll();
  EXPECT_FALSE(answer_->error.has_value());
  EXPECT_EQ(decided_, 3U);
  EXPECT_EQ(database_.submitted, 3U);
}

TEST_F(ExecutionTest, RetriesOfAWriteAreBounded) {
  database_.outcomes.assign(100, ErrorCode::kStaleDescriptor);
  Write();
  RunAll();
  EXPECT_EQ(answer_->error, ErrorCode::kInternalServerError);
  EXPECT_EQ(decided_, limits::kStaleTriesMax);
}

TEST_F(ExecutionTest, WritesAreAnsweredTogetherOnTheLoop) {
  database_.outcomes = {ErrorCode::kThrottlingException};
  WriteFour();
  EXPECT_FALSE(answer_.has_value());
  RunAll();
  EXPECT_EQ(answer_->text, "why,t-,t-,t-");
  EXPECT_EQ(database_.submitted, 4U);
}

TEST_F(ExecutionTest, WritesAreAnsweredWhenTheLastIsDurable) {
  database_.hold = true;
  WriteFour();
  RunAll();
  while (!database_.held.empty()) {
    EXPECT_FALSE(answer_.has_value());
    auto done = std::move(database_.held.back());  // in reverse order
    database_.held.pop_back();
    done(table::Written());
    RunAll();
  }
  EXPECT_EQ(answer_->text, "t-,t-,t-,t-");
}

TEST_F(ExecutionTest, OnlyWritesUnderAStaleDescriptorAreRetried) {
  database_.outcomes = {ErrorCode::kThrottlingException, ErrorCode::kStaleDescriptor,
                        ErrorCode::kThrottlingException, ErrorCode::kStaleDescriptor,
                        ErrorCode::kStaleDescriptor};
  WriteFour();
  RunAll();
  EXPECT_EQ(answer_->text, "why,t-,why,t-");
  EXPECT_EQ(again_, (std::vector<std::size_t>{1, 3, 1}));
  EXPECT_EQ(decided_, 1U);
  EXPECT_EQ(database_.submitted, 7U);
}

TEST_F(ExecutionTest, AWriteThatCannotBeRetriedFails) {
  gone_ = true;
  database_.outcomes = {ErrorCode::kStaleDescriptor};
  WriteFour();
  RunAll();
  EXPECT_EQ(answer_->text, "gone,t-,t-,t-");
}

TEST_F(ExecutionTest, RetriesOfWritesAreBounded) {
  database_.outcomes.assign(100, ErrorCode::kStaleDescriptor);
  WriteFour();
  RunAll();
  EXPECT_EQ(answer_->text,
            fmt::format("{},{},{},{}", texts::kTableUnsettled, texts::kTableUnsettled,
                        texts::kTableUnsettled, texts::kTableUnsettled));
  EXPECT_EQ(database_.submitted, 4 * limits::kStaleTriesMax);
}

// Renders nothing, as a program that the database is part of uses answers directly.
struct NoRenderer {
  template <class Answer>
  Result<Answer> operator()(Result<Answer> answer) const {
    return answer;
  }
};

template <class Answer, class Request>
Result<Answer> ExecuteHere(Database& database, Request request) {
  WaitingLoop loop;
  std::optional<Result<Answer>> taken;
  const auto done = [&taken](Result<Answer> answer) { taken = std::move(answer); };
  Execute(Caller<Database, NoRenderer, decltype(done)>{database, loop, {}, done},
          std::move(request));
  while (!taken) loop.RunOne();
  return *std::move(taken);
}

TEST(ExecuteTest, FindsTheHandlerByTheRequest) {
  const auto database = *Database::Open({});
  api::CreateTableRequest create;
  create.table_name = "t";
  create.attribute_definitions = {
      {.attribute_name = "pk", .attribute_type = api::ScalarAttributeType::kS}};
  create.key_schema = {{.attribute_name = "pk", .key_type = api::KeyType::kHash}};
  create.billing_mode = api::BillingMode::kPayPerRequest;
  ASSERT_TRUE(ExecuteHere<api::CreateTableResponse>(*database, create).has_value());
  const auto tables = ExecuteHere<api::ListTablesResponse>(*database, api::ListTablesRequest());
  ASSERT_TRUE(tables.has_value());
  EXPECT_EQ(tables->table_names, std::vector<std::string>{"t"});
  const auto page = ExecuteHere<api::ScanResponse>(*database, api::ScanRequest{.table_name = "t"});
  ASSERT_TRUE(page.has_value());
  EXPECT_EQ(page->count, 0);
  const auto none = ExecuteHere<api::ScanResponse>(*database, api::ScanRequest{.table_name = "u"});
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().code, ErrorCode::kResourceNotFoundException);
}

}  // namespace
}  // namespace stator::database
