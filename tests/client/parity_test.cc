// A database in the process takes requests as values. Their answers and errors are those that the
// same requests have as JSON, the form in which they go over HTTP.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "client/codec.h"
#include "client/local_database.h"
#include "client/random_requests.h"
#include "client/stator.h"
#include "client/table_definition.h"

namespace stator::client {
namespace {

template <class Operation>
Expected<typename Operation::Result> AskInValues(Connection& connection,
                                                 const typename Operation::Request& request);
#define OPERATION(name)                                                              \
  template <>                                                                        \
  [[maybe_unused]] Expected<operations::name::Result> AskInValues<operations::name>( \
      Connection & connection, const operations::name::Request& request) {           \
    return connection.name(request);                                                 \
  }
#define LOWERED_OPERATION(name)
#include "client/operations.inc"
#undef LOWERED_OPERATION
#undef OPERATION

template <class Operation>
Expected<typename Operation::Result> AskInJson(Connection& connection,
                                               const typename Operation::Request& request) {
  const auto json = Encode<Operation>(request);
  if (!json) return std::unexpected(json.error());
  const auto answer = connection.Call(Operation::kName, *json);
  if (!answer) return std::unexpected(answer.error());
  return Decode<Operation>(*answer);
}

// Two tables of one name differ in their identity and age.
template <class Result>
void DropIdentity(Expected<Result>& answer) {
  if constexpr (requires { answer->table_id; }) {
    if (!answer) return;
    answer->table_id.clear();
    answer->created.reset();
    answer->stream_arn.clear();
    answer->stream_label.clear();
    if (answer->billing_mode)
      answer->billing_mode->last_update_to_pay_per_request_date_time.reset();
  }
}

template <class Result>
std::string Shown(const Expected<Result>& answer) {
  return answer ? "success" : answer.error().code + ": " + answer.error().message;
}

// Two databases that get the same requests, one as values, one as JSON.
class Twins {
 public:
  Twins() {
    const CreateTableRequest music{
        .table = "Music",
        .partition_key = {"Artist"},
        .sort_key = KeyAttribute{"Song"},
        .global_indexes = {{.name = "ByYear",
                            .partition_key = {{"Genre"}},
                            .sort_key = {{"Year", Value::Type::kNumber}}}},
        .local_indexes = {{.name = "ByPlays", .sort_key = {"Plays", Value::Type::kNumber}}}};
    Create(music);
    Create({.table = "Counters", .partition_key = {"id", Value::Type::kNumber}});
  }

  template <class Operation>
  void Ask(const typename Operation::Request& request) {
    Compare(Operation::kName, AskInValues<Operation>(values_, request),
            AskInJson<Operation>(json_, request));
  }

  void Create(const CreateTableRequest& request) {
    Compare("CreateTable", values_.CreateTable(request),
            AskInJson<operations::CreateTable>(json_, DefinitionOf(request)));
  }

 private:
  template <class Result>
  static void Compare(std::string_view operation, Expected<Result> values, Expected<Result> json) {
    DropIdentity(values);
    DropIdentity(json);
    if (values == json) return;
    RC_FAIL(std::string(operation) + "\n  in values: " + Shown(values) +
            "\n  in JSON: " + Shown(json));
  }

  Connection values_ = *Connection::OpenMemory();
  Connection json_ = *Connection::OpenMemory();
};

void AskAnything(Twins& twins) {
  using namespace operations;
  switch (random::Between(0, 16)) {
    case 0:
    case 1:
    case 2:
      return twins.Ask<PutItem>(random::AnyPut());
    case 3:
      return twins.Ask<GetItem>(random::AnyGet());
    case 4:
    case 5:
      return twins.Ask<UpdateItem>(random::AnyUpdate());
    case 6:
      return twins.Ask<DeleteItem>(random::AnyDelete());
    case 7:
      return twins.Ask<Query>(random::AnyQuery());
    case 8:
      return twins.Ask<Scan>(random::AnyScan());
    case 9:
      return twins.Ask<BatchGetItem>(random::AnyBatchGet());
    case 10:
      return twins.Ask<BatchWriteItem>(random::AnyBatchWrite());
    case 11:
      return twins.Ask<TransactGetItems>(random::AnyTransactGet());
    case 12:
      return twins.Ask<ExecuteStatement>(random::AnyStatement());
    case 13:
      return twins.Ask<BatchExecuteStatement>(random::AnyStatementBatch());
    case 14:
      return twins.Ask<ExecuteTransaction>(random::AnyStatementTransaction());
    default:
      return twins.Ask<TransactWriteItems>(random::AnyTransactWrite());
  }
}

RC_GTEST_PROP(Parity, ItemsAreReadAndWrittenAlike, ()) {
  Twins twins;
  const int requests = random::Between(1, 40);
  for (int i = 0; i < requests; ++i) AskAnything(twins);
}

void AskAboutTables(Twins& twins) {
  using namespace operations;
  switch (random::Between(0, 12)) {
    case 0:
      return twins.Create(random::AnyTable());
    case 1:
      return twins.Ask<DescribeTable>({.table = random::TableName()});
    case 2:
      return twins.Ask<DeleteTable>({.table = random::TableName()});
    case 3:
      return twins.Ask<ListTables>(
          {.exclusive_start_table = random::TableName(), .limit = random::Limit()});
    case 4:
      return twins.Ask<UpdateTable>(random::AnyTableUpdate());
    case 5:
      return twins.Ask<DescribeTimeToLive>({.table = random::TableName()});
    case 6:
      return twins.Ask<UpdateTimeToLive>({.table = random::TableName(),
                                          .attribute = random::AttributeName(),
                                          .enabled = random::OneIn(2)});
    case 7:
      return twins.Ask<TagResource>({.resource_arn = random::TableArn(),
                                     .tags = {{random::AttributeName(), random::TableName()}}});
    case 8:
      return twins.Ask<UntagResource>(
          {.resource_arn = random::TableArn(), .tag_keys = {random::AttributeName()}});
    case 9:
      return twins.Ask<ListTagsOfResource>({.resource_arn = random::TableArn()});
    case 10:
      return twins.Ask<DescribeContinuousBackups>({.table = random::TableName()});
    case 11:
      twins.Ask<DescribeEndpoints>({});
      return twins.Ask<DescribeLimits>({});
    default:
      return twins.Ask<ListContributorInsights>(
          {.max_results = random::Limit(), .table = random::TableName()});
  }
}

RC_GTEST_PROP(Parity, TablesAreChangedAndDescribedAlike, ()) {
  Twins twins;
  const int requests = random::Between(1, 20);
  for (int i = 0; i < requests; ++i) AskAboutTables(twins);
}

// One database, because the ARN of a stream contains the time.
template <class Operation>
Expected<typename Operation::Result> AskTwice(Connection& connection,
                                              const typename Operation::Request& request) {
  auto values = AskInValues<Operation>(connection, request);
  EXPECT_EQ(values, AskInJson<Operation>(connection, request)) << Shown(values);
  return values;
}

TEST(Parity, StreamsAreReadAlike) {
  Connection db = *Connection::OpenMemory();
  ASSERT_TRUE(db.CreateTable(
      {.table = "Music", .partition_key = {"Artist"}, .stream = StreamView::kNewAndOldImages}));
  for (const char* artist : {"a", "b", "a"}) {
    ASSERT_TRUE(db.UpdateItem({.table = "Music",
                               .key = {{"Artist", Value::String(artist)}},
                               .update = "ADD Plays :one",
                               .values = {{":one", Value::Number(1)}}}));
  }
  const auto streams = AskTwice<operations::ListStreams>(db, {.table = "Music"});
  ASSERT_THAT(streams->streams, testing::SizeIs(1));
  const std::string arn = streams->streams[0].stream_arn;
  const auto stream = AskTwice<operations::DescribeStream>(db, {.stream_arn = arn});
  ASSERT_FALSE(stream->shards.empty());
  EXPECT_EQ(stream->stream_view_type, "NEW_AND_OLD_IMAGES");
  std::size_t records = 0;
  for (const Shard& shard : stream->shards) {
    const auto iterator = db.GetShardIterator(
        {.stream_arn = arn, .shard_id = shard.shard_id, .type = ShardIteratorType::kTrimHorizon});
    ASSERT_TRUE(iterator.has_value()) << iterator.error().message;
    const auto values = db.GetRecords({.shard_iterator = iterator->shard_iterator});
    const auto json =
        AskInJson<operations::GetRecords>(db, {.shard_iterator = iterator->shard_iterator});
    ASSERT_TRUE(values.has_value()) << values.error().message;
    EXPECT_EQ(values->records, json->records);
    records += values->records.size();
  }
  EXPECT_EQ(records, 3);
  AskTwice<operations::GetRecords>(db, {.shard_iterator = "none"});
  AskTwice<operations::GetShardIterator>(db, {.stream_arn = arn, .shard_id = "none"});
  AskTwice<operations::DescribeStream>(db, {.stream_arn = arn, .limit = 101});
}

// --- What needs JSON ---

class LocalDatabaseTest : public testing::Test {
 protected:
  template <class Operation>
  bool NeedsJson(const typename Operation::Request& request) {
    return !local_.Run<Operation>(request).has_value();
  }
  bool NeedsJson(Value value) {
    return NeedsJson<operations::PutItem>(
        {.table = "Music", .item = {{"Artist", Value::String("a")}, {"x", std::move(value)}}});
  }

  static Value Nested(int levels) {
    Value value;
    for (int i = 0; i < levels; ++i) value = Value::List({value});
    return value;
  }

  LocalDatabase local_{*database::Database::Open({})};
};

TEST_F(LocalDatabaseTest, ValidRequestsNeedNoDecoder) {
  const Item key{{"Artist", Value::String("a")}};
  EXPECT_FALSE(NeedsJson<operations::CreateTable>(
      DefinitionOf({.table = "Music",
                    .partition_key = {"Artist"},
                    .global_indexes = {{.name = "ByYear", .partition_key = {{"Genre"}}}},
                    .throughput = Throughput{.read_units = 5, .write_units = 5},
                    .stream = StreamView::kNewImage,
                    .tags = {{"k", "v"}}})));
  EXPECT_FALSE(NeedsJson<operations::DescribeTable>({.table = "Music"}));
  EXPECT_FALSE(NeedsJson<operations::ListTables>({.limit = 10}));
  EXPECT_FALSE(NeedsJson<operations::PutItem>({.table = "Music",
                                               .item = key,
                                               .condition = "#a <> :b",
                                               .names = {{"#a", "Artist"}},
                                               .values = {{":b", Value::Number("1e10")}},
                                               .return_values = ReturnValues::kAllOld}));
  EXPECT_FALSE(NeedsJson<operations::GetItem>({.table = "Music", .key = key}));
  EXPECT_FALSE(NeedsJson<operations::Query>({.table = "Music",
                                             .key_condition = "Artist = :a",
                                             .values = {{":a", Value::String("a")}},
                                             .limit = 5,
                                             .exclusive_start_key = key}));
  EXPECT_FALSE(NeedsJson<operations::Scan>({.table = "Music", .segment = 0, .total_segments = 2}));
  EXPECT_FALSE(NeedsJson<operations::BatchGetItem>({.tables = {{"Music", {.keys = {key}}}}}));
  EXPECT_FALSE(
      NeedsJson<operations::BatchWriteItem>({.tables = {{"Music", {BatchDelete{.key = key}}}}}));
  EXPECT_FALSE(NeedsJson<operations::TransactWriteItems>(
      {.actions = {TransactPut{.table = "Music", .item = key}}}));
  EXPECT_FALSE(NeedsJson<operations::TransactGetItems>({.gets = {{.table = "Music", .key = key}}}));
  EXPECT_FALSE(NeedsJson<operations::UpdateTimeToLive>({.table = "Music", .attribute = "expires"}));
  EXPECT_FALSE(NeedsJson<operations::ListStreams>({}));
  EXPECT_FALSE(NeedsJson<operations::ExecuteStatement>(
      {.statement = "SELECT * FROM Music WHERE Artist = ?", .parameters = Parameters("a")}));
}

TEST_F(LocalDatabaseTest, ErrorsOfTheHandlerNeedNoDecoder) {
  const auto answer = local_.Run<operations::GetItem>(
      {.table = "Nowhere", .key = {{"Artist", Value::String("a")}}});
  ASSERT_TRUE(answer.has_value());
  ASSERT_FALSE(answer->has_value());
  EXPECT_TRUE(answer->error().Is("ResourceNotFoundException"));
  EXPECT_EQ(answer->error().http_status, 400);
  EXPECT_EQ(answer->error().message, "Requested resource not found");
}

TEST_F(LocalDatabaseTest, ValuesThatTheDecoderMightRefuseNeedTheDecoder) {
  EXPECT_FALSE(NeedsJson(Nested(31)));
  EXPECT_TRUE(NeedsJson(Nested(32)));
  EXPECT_FALSE(NeedsJson(Value::Number("-0.50")));
  for (const char* number : {"", "x", "1e126", "1e-131", "0x1", " 1"}) {
    EXPECT_TRUE(NeedsJson(Value::Number(number))) << number;
  }
  EXPECT_TRUE(NeedsJson(Value::NumberSet({"1", "1.0"})));
  EXPECT_TRUE(NeedsJson(Value::StringSet({})));
  EXPECT_TRUE(NeedsJson(Value::NumberSet({})));
  EXPECT_TRUE(NeedsJson(Value::BinarySet({})));
  EXPECT_TRUE(NeedsJson(Value::String("\xFF")));
  EXPECT_TRUE(NeedsJson(Value::StringSet({"\xC3"})));
  EXPECT_FALSE(NeedsJson(Value::Binary("\xFF")));
  EXPECT_TRUE(NeedsJson(Value::Map({{"", Value::Null()}})));
  EXPECT_FALSE(NeedsJson(Value::Map({{std::string(65'535, 'n'), Value::Null()}})));
  EXPECT_TRUE(NeedsJson(Value::Map({{std::string(65'536, 'n'), Value::Null()}})));
}

TEST_F(LocalDatabaseTest, ParametersThatTheDecoderMightRefuseNeedTheDecoder) {
  const auto needs_json = [&](Value parameter) {
    return NeedsJson<operations::ExecuteStatement>(
        {.statement = "SELECT * FROM Music WHERE Artist = ?",
         .parameters = {std::move(parameter)}});
  };
  EXPECT_FALSE(needs_json(Nested(31)));
  EXPECT_TRUE(needs_json(Nested(33)));
  EXPECT_TRUE(needs_json(Value::Number("x")));
  EXPECT_TRUE(needs_json(Value::StringSet({})));
  EXPECT_TRUE(needs_json(Value::String("\xFF")));
}

TEST_F(LocalDatabaseTest, MembersThatTheDecoderMightRefuseNeedTheDecoder) {
  const Item key{{"Artist", Value::String("a")}};
  for (const auto& table : {std::string(), std::string("ab"), std::string("a b"),
                            std::string(256, 't'), std::string("arn:aws:dynamodb")}) {
    EXPECT_TRUE(NeedsJson<operations::GetItem>({.table = table, .key = key})) << table;
    EXPECT_TRUE(NeedsJson<operations::DescribeTable>({.table = table})) << table;
  }
  for (const std::int64_t limit : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 32U}) {
    EXPECT_TRUE(NeedsJson<operations::Scan>({.table = "Music", .limit = limit})) << limit;
  }
  EXPECT_TRUE(NeedsJson<operations::DeleteItem>(
      {.table = "Music", .key = key, .return_values = ReturnValues::kAllNew}));
  EXPECT_TRUE(NeedsJson<operations::BatchGetItem>({.tables = {}}));
  EXPECT_TRUE(NeedsJson<operations::BatchWriteItem>({.tables = {{"Music", {}}}}));
  EXPECT_TRUE(NeedsJson<operations::TransactGetItems>({.gets = {}}));
  EXPECT_TRUE(NeedsJson<operations::CreateTable>(
      DefinitionOf({.table = "Music", .partition_key = {"Artist", Value::Type::kBool}})));
  EXPECT_TRUE(NeedsJson<operations::PutItem>(
      {.table = "Music", .item = key, .names = {{"#a", std::string(65'536, 'n')}}}));
}

}  // namespace
}  // namespace stator::client
