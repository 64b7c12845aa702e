// Runs the same program against a database in memory, one in a folder, a server, and a server that
// checks signatures. It covers every operation and the errors of each.
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/served.h"
#include "client/stator.h"
#include "storage/rocksdb/testing/temporary_folder.h"

namespace stator::client {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::UnorderedElementsAre;

enum class Form { kMemory, kFolder, kServer, kSignedServer, kServerWithToken };

std::string NameOf(const testing::TestParamInfo<Form>& form) {
  constexpr const char* kNames[] = {"Memory", "Folder", "Server", "SignedServer", "Token"};
  return kNames[static_cast<int>(form.param)];
}

Value S(std::string text) { return Value::String(std::move(text)); }
Value N(int number) { return Value::Number(number); }

class ConnectionTest : public testing::TestWithParam<Form> {
 protected:
  ConnectionTest() : database_(Open()) {}

  std::optional<Connection> Open() {
    auto opened = OpenForm();
    EXPECT_TRUE(opened.has_value()) << (opened ? "" : opened.error().message);
    return opened ? std::optional(*std::move(opened)) : std::nullopt;
  }

  Expected<Connection> OpenForm() {
    switch (GetParam()) {
      case Form::kMemory:
        return Connection::OpenMemory();
      case Form::kFolder:
        folder_ = std::make_unique<storage::testing::TemporaryFolder>();
        return Connection::OpenFolder(folder_->path(), {.durable = false});
      case Form::kServer:
        served_ = std::make_unique<ServedDatabase>(false);
        return Connection::Connect({.endpoint = served_->endpoint()});
      case Form::kSignedServer:
        served_ = std::make_unique<ServedDatabase>(true);
        return Connection::Connect({.endpoint = served_->endpoint(),
                                    .region = "eu-central-1",
                                    .access_key = kServedKey,
                                    .secret_key = kServedSecret});
      case Form::kServerWithToken:
        served_ = std::make_unique<ServedDatabase>(true);
        return Connection::Connect({.endpoint = served_->endpoint(),
                                    .access_key = kServedTokenKey,
                                    .secret_key = kServedSecret,
                                    .session_token = kServedToken});
    }
    std::unreachable();
  }

  // Music: Artist and Song; ByYear: Genre and Year; ByPlays: Artist and Plays.
  void MakeMusic() {
    const auto made =
        db().CreateTable({.table = "Music",
                          .partition_key = {"Artist"},
                          .sort_key = KeyAttribute{"Song"},
                          .global_indexes = {{.name = "ByYear",
                                              .partition_key = {{"Genre"}},
                                              .sort_key = {{"Year", Value::Type::kNumber}}}},
                          .local_indexes = {{.name = "ByPlays",
                                             .sort_key = {"Plays", Value::Type::kNumber},
                                             .projection = Projection::kKeysOnly}}});
    ASSERT_TRUE(made.has_value()) << made.error().message;
  }

  void Put(const std::string& artist, const std::string& song, Item more = {}) {
    more["Artist"] = S(artist);
    more["Song"] = S(song);
    const auto put = db().PutItem({.table = "Music", .item = more});
    ASSERT_TRUE(put.has_value()) << put.error().message;
  }

  static Item Key(const std::string& artist, const std::string& song) {
    return {{"Artist", S(artist)}, {"Song", S(song)}};
  }

  std::optional<Item> Get(const std::string& artist, const std::string& song) {
    const auto got =
        db().GetItem({.table = "Music", .key = Key(artist, song), .consistent_read = true});
    EXPECT_TRUE(got.has_value()) << got.error().message;
    return got->item;
  }

  Connection& db() { return *database_; }

  std::unique_ptr<ServedDatabase> served_;
  std::unique_ptr<storage::testing::TemporaryFolder> folder_;
  std::optional<Connection> database_;
};

INSTANTIATE_TEST_SUITE_P(Forms, ConnectionTest,
                         testing::Values(Form::kMemory, Form::kFolder, Form::kServer,
                                         Form::kSignedServer, Form::kServerWithToken),
                         NameOf);

TEST_P(ConnectionTest, TablesAreCreatedDescribedListedAndDeleted) {
  MakeMusic();
  Put("a", "1", {{"Genre", S("g")}, {"Year", N(1999)}});
  const auto described = db().DescribeTable({.table = "Music"});
  ASSERT_TRUE(described.has_value()) << described.error().message;
  EXPECT_EQ(described->table, "Music");
  EXPECT_EQ(described->status, "ACTIVE");
  EXPECT_EQ(described->item_count, 1);
  EXPECT_GT(described->size_bytes, 0);
  EXPECT_THAT(described->arn, HasSubstr(":table/Music"));
  ASSERT_THAT(described->global_indexes, SizeIs(1));
  EXPECT_EQ(described->global_indexes[0].name, "ByYear");
  EXPECT_EQ(described->global_indexes[0].status, "ACTIVE");
  EXPECT_EQ(described->global_indexes[0].item_count, 1);
  ASSERT_THAT(described->local_indexes, SizeIs(1));
  EXPECT_EQ(described->local_indexes[0].name, "ByPlays");
  EXPECT_EQ(described->local_indexes[0].item_count, 0);
  EXPECT_EQ(described->stream_arn, "");

  ASSERT_TRUE(db().CreateTable({.table = "Albums",
                                .partition_key = {"id", Value::Type::kBinary},
                                .throughput = Throughput{.read_units = 5, .write_units = 6},
                                .stream = StreamView::kNewImage,
                                .deletion_protection = true}));
  EXPECT_NE(db().DescribeTable({.table = "Albums"})->stream_arn, "");
  EXPECT_THAT(
      *db().Call("DescribeTable", R"({"TableName":"Albums"})"),
      testing::AllOf(HasSubstr(R"("ReadCapacityUnits":5)"), HasSubstr(R"("WriteCapacityUnits":6)"),
                     HasSubstr("NEW_IMAGE"), HasSubstr(R"("DeletionProtectionEnabled":true)")));
  const auto refused = db().DeleteTable({.table = "Albums"});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, "ValidationException");

  EXPECT_THAT(db().ListTables()->tables, ElementsAre("Albums", "Music"));
  const auto first = db().ListTables({.limit = 1});
  EXPECT_THAT(first->tables, ElementsAre("Albums"));
  EXPECT_EQ(first->last_evaluated_table, "Albums");
  EXPECT_THAT(db().ListTables({.exclusive_start_table = "Albums"})->tables, ElementsAre("Music"));

  EXPECT_EQ(db().DeleteTable({.table = "Music"})->table, "Music");
  const auto gone = db().DescribeTable({.table = "Music"});
  ASSERT_FALSE(gone.has_value());
  EXPECT_TRUE(gone.error().Is("ResourceNotFoundException"));
  EXPECT_EQ(gone.error().http_status, 400);
  EXPECT_THAT(gone.error().message, HasSubstr("Music"));
}

TEST_P(ConnectionTest, IndexesMayHaveKeysOfSeveralAttributes) {
  const KeyAttribute year{"year", Value::Type::kNumber};
  const auto made = db().CreateTable({.table = "Sales",
                                      .partition_key = {"id"},
                                      .global_indexes = {{.name = "ByPlace",
                                                          .partition_key = {{"country"}, {"city"}},
                                                          .sort_key = {year, {"id"}},
                                                          .projection = Projection::kInclude,
                                                          .included = {"sum"}}}});
  ASSERT_TRUE(made.has_value()) << made.error().message;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(db().PutItem({.table = "Sales",
                              .item = {{"id", S(std::to_string(i))},
                                       {"country", S("de")},
                                       {"city", S(i == 2 ? "Ulm" : "Bonn")},
                                       {"year", N(2026 - i)},
                                       {"sum", N(i)},
                                       {"note", S("long")}}}));
  }
  const auto page = db().Query({.table = "Sales",
                                .index = "ByPlace",
                                .key_condition = "country = :c AND city = :t",
                                .values = {{":c", S("de")}, {":t", S("Bonn")}}});
  ASSERT_TRUE(page.has_value()) << page.error().message;
  ASSERT_THAT(page->items, SizeIs(2));
  EXPECT_EQ(page->items[0].at("id"), S("1"));
  EXPECT_EQ(page->items[0].at("sum"), N(1));
  EXPECT_EQ(Find(page->items[0], "note"), nullptr);
}

TEST_P(ConnectionTest, EveryTypeOfValueSurvives) {
  MakeMusic();
  const std::string every_byte = [] {
    std::string bytes;
    for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
    return bytes;
  }();
  Item item = Key("Björk", "\"quoted\"\n\x01\t\\ \xF0\x9F\x8E\xB5");
  item["number"] = Value::Number("-12345678901234567890123456789012345678");
  item["small"] = Value::Number("0." + std::string(100, '0') + "1");
  item["real"] = Value::Number(0.1);
  item["bytes"] = Value::Binary(every_byte);
  item["yes"] = Value::Bool(true);
  item["no"] = Value::Bool(false);
  item["null"] = Value::Null();
  item["map"] = Value::Map({{"deep", Value::Map({{"er", Value::List({})}})}, {"e", S("")}});
  item["list"] = Value::List({N(1), S("two"), Value::Null(), Value::Map({})});
  item["texts"] = Value::StringSet({"b", "a"});
  item["numbers"] = Value::NumberSet({"10", "9", "0.5"});
  item["binaries"] = Value::BinarySet({every_byte, std::string("\0", 1)});
  item["long"] = S(std::string(300'000, 'x'));
  ASSERT_TRUE(db().PutItem({.table = "Music", .item = item}).has_value());
  const auto got = Get(item["Artist"].string(), item["Song"].string());
  ASSERT_TRUE(got.has_value());
  EXPECT_EQ(*got, item);
}

TEST_P(ConnectionTest, AMissingItemIsNoError) {
  MakeMusic();
  EXPECT_EQ(Get("nobody", "nothing"), std::nullopt);
}

TEST_P(ConnectionTest, ReadsProjectTheRequestedPaths) {
  MakeMusic();
  Put("a", "1", {{"Plays", N(3)}, {"Year", N(1999)}, {"status", S("new")}});
  const auto got = db().GetItem({.table = "Music",
                                 .key = Key("a", "1"),
                                 .projection = "Plays, #s",
                                 .names = {{"#s", "status"}},
                                 .return_capacity = ReturnConsumedCapacity::kTotal});
  ASSERT_TRUE(got.has_value()) << got.error().message;
  EXPECT_EQ(got->item, (Item{{"Plays", N(3)}, {"status", S("new")}}));
  ASSERT_TRUE(got->capacity.has_value());
  EXPECT_EQ(got->capacity->table, "Music");
  EXPECT_EQ(got->capacity->total.units, 0.5);
  EXPECT_FALSE(got->capacity->table_part.has_value());
}

TEST_P(ConnectionTest, WritesReturnImagesAndConsumedUnits) {
  MakeMusic();
  Put("a", "1", {{"Plays", N(1)}, {"Genre", S("g")}, {"Year", N(1999)}});
  const auto put = db().PutItem({.table = "Music",
                                 .item = {{"Artist", S("a")}, {"Song", S("1")}, {"Plays", N(2)}},
                                 .return_values = ReturnValues::kAllOld,
                                 .return_capacity = ReturnConsumedCapacity::kIndexes});
  ASSERT_TRUE(put.has_value()) << put.error().message;
  EXPECT_EQ(put->attributes->at("Genre"), S("g"));
  ASSERT_TRUE(put->capacity.has_value());
  EXPECT_EQ(put->capacity->table_part->units, 1);
  EXPECT_EQ(put->capacity->global_indexes.at("ByYear").units, 1);
  EXPECT_EQ(put->capacity->local_indexes.at("ByPlays").units, 2);
  EXPECT_EQ(put->capacity->total.units, 4);

  const auto updated =
      db().UpdateItem({.table = "Music",
                       .key = Key("a", "1"),
                       .update = "ADD Plays :one SET #y = :year",
                       .condition = "Plays = :two",
                       .names = {{"#y", "Year"}},
                       .values = {{":one", N(1)}, {":two", N(2)}, {":year", N(2026)}},
                       .return_values = ReturnValues::kUpdatedNew});
  ASSERT_TRUE(updated.has_value()) << updated.error().message;
  EXPECT_EQ(*updated->attributes, (Item{{"Plays", N(3)}, {"Year", N(2026)}}));
  EXPECT_FALSE(updated->capacity.has_value());
  for (const auto& [wanted, plays] :
       {std::pair(ReturnValues::kUpdatedOld, 3), std::pair(ReturnValues::kAllNew, 5)}) {
    const auto again = db().UpdateItem({.table = "Music",
                                        .key = Key("a", "1"),
                                        .update = "ADD Plays :one",
                                        .values = {{":one", N(1)}},
                                        .return_values = wanted});
    ASSERT_TRUE(again.has_value()) << again.error().message;
    EXPECT_EQ(again->attributes->at("Plays"), N(plays));
  }
  const auto removed = db().DeleteItem(
      {.table = "Music", .key = Key("a", "1"), .return_values = ReturnValues::kAllOld});
  ASSERT_TRUE(removed.has_value()) << removed.error().message;
  EXPECT_EQ(removed->attributes->at("Plays"), N(5));
  EXPECT_EQ(Get("a", "1"), std::nullopt);
}

TEST_P(ConnectionTest, AFailedConditionReturnsTheItemOnRequest) {
  MakeMusic();
  Put("a", "1", {{"Plays", N(7)}});
  const auto refused = db().PutItem({.table = "Music",
                                     .item = Key("a", "1"),
                                     .condition = "attribute_not_exists(Artist)",
                                     .return_old_on_failure = ReturnOldItem::kYes});
  ASSERT_FALSE(refused.has_value());
  EXPECT_TRUE(refused.error().Is("ConditionalCheckFailedException"));
  EXPECT_EQ(refused.error().message, "The conditional request failed");
  ASSERT_TRUE(refused.error().item.has_value());
  EXPECT_EQ(refused.error().item->at("Plays"), N(7));
  const auto silent = db().DeleteItem({.table = "Music",
                                       .key = Key("a", "1"),
                                       .condition = "Plays < :n",
                                       .values = {{":n", N(7)}}});
  ASSERT_FALSE(silent.has_value());
  EXPECT_TRUE(silent.error().Is("ConditionalCheckFailedException"));
  EXPECT_FALSE(silent.error().item.has_value());
  const auto update = db().UpdateItem({.table = "Music",
                                       .key = Key("a", "1"),
                                       .update = "REMOVE Plays",
                                       .condition = "attribute_exists(nothing)"});
  ASSERT_FALSE(update.has_value());
  EXPECT_EQ(Get("a", "1")->at("Plays"), N(7));
}

TEST_P(ConnectionTest, QueriesComeInPagesAndBothOrders) {
  MakeMusic();
  for (int i = 0; i < 7; ++i) Put("a", std::to_string(i), {{"Plays", N(i)}});
  Put("b", "0");
  std::vector<std::string> songs;
  QueryRequest request{.table = "Music",
                       .key_condition = "Artist = :a AND Song BETWEEN :from AND :to",
                       .values = {{":a", S("a")}, {":from", S("1")}, {":to", S("5")}},
                       .limit = 2,
                       .scan_index_forward = false,
                       .consistent_read = true};
  int pages = 0;
  do {
    const auto page = db().Query(request);
    ASSERT_TRUE(page.has_value()) << page.error().message;
    EXPECT_EQ(page->count, static_cast<std::int64_t>(page->items.size()));
    for (const Item& item : page->items) songs.push_back(item.at("Song").string());
    request.exclusive_start_key = page->last_evaluated_key;
    ++pages;
  } while (!request.exclusive_start_key.empty() && pages < 10);
  EXPECT_THAT(songs, ElementsAre("5", "4", "3", "2", "1"));
  EXPECT_EQ(pages, 3);
}

TEST_P(ConnectionTest, QueriesFilterProjectAndCount) {
  MakeMusic();
  for (int i = 0; i < 4; ++i) {
    Put("a", std::to_string(i), {{"Genre", S("g")}, {"Year", N(2000 + i)}, {"Plays", N(i)}});
  }
  const auto filtered = db().Query({.table = "Music",
                                    .index = "ByYear",
                                    .key_condition = "Genre = :g",
                                    .filter = "Plays >= :two",
                                    .projection = "Song",
                                    .values = {{":g", S("g")}, {":two", N(2)}},
                                    .return_capacity = ReturnConsumedCapacity::kIndexes});
  ASSERT_TRUE(filtered.has_value()) << filtered.error().message;
  EXPECT_THAT(filtered->items, ElementsAre(Item{{"Song", S("2")}}, Item{{"Song", S("3")}}));
  EXPECT_EQ(filtered->count, 2);
  EXPECT_EQ(filtered->scanned_count, 4);
  EXPECT_TRUE(filtered->last_evaluated_key.empty());
  EXPECT_EQ(filtered->capacity->global_indexes.at("ByYear").units, 0.5);
  const auto counted = db().Query({.table = "Music",
                                   .key_condition = "Artist = :a",
                                   .values = {{":a", S("a")}},
                                   .select = Select::kCount});
  ASSERT_TRUE(counted.has_value()) << counted.error().message;
  EXPECT_EQ(counted->count, 4);
  EXPECT_TRUE(counted->items.empty());
  const auto strong = db().Query({.table = "Music",
                                  .index = "ByYear",
                                  .key_condition = "Genre = :g",
                                  .values = {{":g", S("g")}},
                                  .consistent_read = true});
  ASSERT_FALSE(strong.has_value());
  EXPECT_TRUE(strong.error().Is("ValidationException"));
}

TEST_P(ConnectionTest, ScansReadEverythingInSegments) {
  MakeMusic();
  for (int i = 0; i < 20; ++i) Put(std::to_string(i), "x", {{"Plays", N(i)}});
  std::int64_t seen = 0;
  std::int64_t passed = 0;
  for (int segment = 0; segment < 3; ++segment) {
    ScanRequest request{.table = "Music",
                        .filter = "Plays < :five",
                        .values = {{":five", N(5)}},
                        .limit = 4,
                        .segment = segment,
                        .total_segments = 3};
    do {
      const auto page = db().Scan(request);
      ASSERT_TRUE(page.has_value()) << page.error().message;
      seen += page->scanned_count;
      passed += page->count;
      request.exclusive_start_key = page->last_evaluated_key;
    } while (!request.exclusive_start_key.empty());
  }
  EXPECT_EQ(seen, 20);
  EXPECT_EQ(passed, 5);
  EXPECT_EQ(db().Scan({.table = "Music", .index = "ByPlays"})->count, 20);
}

TEST_P(ConnectionTest, BatchesWriteAndRead) {
  MakeMusic();
  Put("old", "1");
  std::vector<BatchWrite> writes{BatchDelete{Key("old", "1")}};
  for (int i = 0; i < 3; ++i) writes.emplace_back(BatchPut{Key("new", std::to_string(i))});
  const auto written = db().BatchWriteItem(
      {.tables = {{"Music", writes}}, .return_capacity = ReturnConsumedCapacity::kTotal});
  ASSERT_TRUE(written.has_value()) << written.error().message;
  EXPECT_TRUE(written->unprocessed.empty());
  ASSERT_THAT(written->capacity, SizeIs(1));
  EXPECT_EQ(written->capacity[0].total.units, 4);
  const auto read =
      db().BatchGetItem({.tables = {{"Music",
                                     {.keys = {Key("new", "0"), Key("new", "2"), Key("old", "1")},
                                      .projection = "#s",
                                      .names = {{"#s", "Song"}},
                                      .consistent_read = true}}},
                         .return_capacity = ReturnConsumedCapacity::kTotal});
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_THAT(read->items.at("Music"),
              UnorderedElementsAre(Item{{"Song", S("0")}}, Item{{"Song", S("2")}}));
  EXPECT_TRUE(read->unprocessed.empty());
  EXPECT_EQ(read->capacity.at(0).total.units, 3);
}

TEST_P(ConnectionTest, UnprocessedKeysOfABatchCanBeReadAgain) {
  MakeMusic();
  std::vector<Item> keys;
  for (int i = 0; i < 7; ++i) {
    Put("big", std::to_string(i), {{"text", S(std::string(390'000, 'x'))}});
    keys.push_back(Key("big", std::to_string(i)));
  }
  BatchGetItemRequest request{.tables = {{"Music", {.keys = keys, .projection = "Song"}}}};
  std::size_t found = 0;
  int requests = 0;
  do {
    const auto read = db().BatchGetItem(request);
    ASSERT_TRUE(read.has_value()) << read.error().message;
    found += read->items.at("Music").size();
    request.tables = read->unprocessed;
    ++requests;
  } while (!request.tables.empty() && requests < 10);
  EXPECT_EQ(found, 7);
  // A partition returns a megabyte at a time; the third item of each answer reaches it.
  EXPECT_EQ(requests, 3);
}

TEST_P(ConnectionTest, TransactionsWriteAllOrNothing) {
  MakeMusic();
  Put("a", "count", {{"Plays", N(1)}});
  Put("a", "old");
  const auto done = db().TransactWriteItems(
      {.actions = {TransactPut{.table = "Music",
                               .item = Key("a", "new"),
                               .condition = "attribute_not_exists(Artist)"},
                   TransactUpdate{.table = "Music",
                                  .key = Key("a", "count"),
                                  .update = "ADD Plays :one",
                                  .values = {{":one", N(1)}}},
                   TransactDelete{.table = "Music", .key = Key("a", "old")},
                   ConditionCheck{.table = "Music",
                                  .key = Key("a", "other"),
                                  .condition = "attribute_not_exists(Artist)"}},
       .return_capacity = ReturnConsumedCapacity::kTotal});
  ASSERT_TRUE(done.has_value()) << done.error().message;
  ASSERT_THAT(done->capacity, SizeIs(1));
  EXPECT_GT(done->capacity[0].total.write_units, 0);
  EXPECT_EQ(Get("a", "count")->at("Plays"), N(2));
  EXPECT_EQ(Get("a", "old"), std::nullopt);
  EXPECT_NE(Get("a", "new"), std::nullopt);

  const auto cancelled = db().TransactWriteItems(
      {.actions = {TransactPut{.table = "Music", .item = Key("a", "third")},
                   TransactUpdate{.table = "Music",
                                  .key = Key("a", "count"),
                                  .update = "ADD Plays :one",
                                  .condition = "Plays < :one",
                                  .values = {{":one", N(1)}},
                                  .return_old_on_failure = ReturnOldItem::kYes}}});
  ASSERT_FALSE(cancelled.has_value());
  EXPECT_TRUE(cancelled.error().Is("TransactionCanceledException"));
  ASSERT_THAT(cancelled.error().reasons, SizeIs(2));
  EXPECT_EQ(cancelled.error().reasons[0].code, "None");
  EXPECT_EQ(cancelled.error().reasons[1].code, "ConditionalCheckFailed");
  EXPECT_EQ(cancelled.error().reasons[1].message, "The conditional request failed");
  EXPECT_EQ(cancelled.error().reasons[1].item->at("Plays"), N(2));
  EXPECT_EQ(Get("a", "third"), std::nullopt);
}

TEST_P(ConnectionTest, ATokenMakesATransactionOnce) {
  MakeMusic();
  const TransactWriteItemsRequest request{.actions = {TransactUpdate{.table = "Music",
                                                                     .key = Key("a", "count"),
                                                                     .update = "ADD Plays :one",
                                                                     .values = {{":one", N(1)}}}},
                                          .client_request_token = "the same"};
  ASSERT_TRUE(db().TransactWriteItems(request).has_value());
  ASSERT_TRUE(db().TransactWriteItems(request).has_value());
  EXPECT_EQ(Get("a", "count")->at("Plays"), N(1));
}

TEST_P(ConnectionTest, TransactionsReadOneMoment) {
  MakeMusic();
  Put("a", "1", {{"Plays", N(4)}});
  const auto read = db().TransactGetItems({.gets = {{.table = "Music", .key = Key("none", "none")},
                                                    {.table = "Music",
                                                     .key = Key("a", "1"),
                                                     .projection = "#p",
                                                     .names = {{"#p", "Plays"}}}},
                                           .return_capacity = ReturnConsumedCapacity::kTotal});
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_THAT(read->items, ElementsAre(std::nullopt, Item{{"Plays", N(4)}}));
  EXPECT_EQ(read->capacity.at(0).total.read_units, 4);
}

TEST_P(ConnectionTest, TimeToLiveCanBeEnabled) {
  MakeMusic();
  const auto on = db().UpdateTimeToLive({.table = "Music", .attribute = "expires"});
  ASSERT_TRUE(on.has_value()) << on.error().message;
  EXPECT_TRUE(on->enabled);
  EXPECT_EQ(on->attribute, "expires");
  EXPECT_THAT(*db().Call("DescribeTimeToLive", R"({"TableName":"Music"})"), HasSubstr("expires"));
}

TEST_P(ConnectionTest, OtherOperationsAreCalledByName) {
  EXPECT_THAT(*db().Call("DescribeLimits", "{}"), HasSubstr("AccountMaxReadCapacityUnits"));
  EXPECT_THAT(*db().Call("ListStreams", "{}"), HasSubstr("\"Streams\""));
  for (const auto& [operation, json, code] :
       {std::tuple("Nonsense", "{}", "UnknownOperationException"),
        std::tuple("GetItem", "{", "SerializationException"),
        std::tuple("GetItem", "", "SerializationException"),
        std::tuple("GetItem", R"({"TableName":"missing","Key":{"a":{"S":"x"}}})",
                   "ResourceNotFoundException")}) {
    const auto answer = db().Call(operation, json);
    ASSERT_FALSE(answer.has_value()) << operation;
    EXPECT_EQ(answer.error().code, code);
  }
}

TEST_P(ConnectionTest, InvalidRequestsAreNotSent) {
  MakeMusic();
  Value deep;
  for (int i = 0; i < 100; ++i) deep = Value::List({deep});
  Item item = Key("a", "1");
  item["deep"] = deep;
  const auto nested = db().PutItem({.table = "Music", .item = item});
  ASSERT_FALSE(nested.has_value());
  EXPECT_TRUE(nested.error().Is("InvalidRequest"));
  const auto latin = db().PutItem({.table = "Music", .item = Key("a", "\xE4")});
  ASSERT_FALSE(latin.has_value());
  EXPECT_TRUE(latin.error().Is("InvalidRequest"));
  EXPECT_THAT(latin.error().message, HasSubstr("UTF-8"));
  const auto large = db().PutItem({.table = "Music", .item = Key("a", std::string(17 << 20, 'x'))});
  ASSERT_FALSE(large.has_value());
  EXPECT_TRUE(large.error().Is("InvalidRequest"));
  // The service judges a request that it can parse.
  item["deep"] = Value::Null();
  for (int i = 0; i < 33; ++i) item["deep"] = Value::List({item["deep"]});
  const auto judged = db().PutItem({.table = "Music", .item = item});
  ASSERT_FALSE(judged.has_value());
  EXPECT_TRUE(judged.error().Is("ValidationException"));
}

TEST_P(ConnectionTest, ManyThreadsShareOneConnection) {
  MakeMusic();
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 8; ++thread) {
      threads.emplace_back([this, thread] {
        for (int i = 0; i < 50; ++i) {
          const auto added = db().UpdateItem({.table = "Music",
                                              .key = Key("a", "count"),
                                              .update = "ADD Plays :one",
                                              .values = {{":one", N(1)}}});
          EXPECT_TRUE(added.has_value()) << added.error().message;
          const auto listed = db().ListTables();
          EXPECT_TRUE(listed.has_value()) << listed.error().message;
          Put(std::to_string(thread), std::to_string(i));
        }
      });
    }
  }
  EXPECT_EQ(Get("a", "count")->at("Plays"), N(400));
  EXPECT_EQ(db().DescribeTable({.table = "Music"})->item_count, 401);
}

TEST_P(ConnectionTest, AConnectionMayMove) {
  MakeMusic();
  Connection moved = std::move(db());
  EXPECT_THAT(moved.ListTables()->tables, ElementsAre("Music"));
}

TEST(Connection, AFolderKeepsItsDatabase) {
  const storage::testing::TemporaryFolder folder;
  {
    auto database = Connection::OpenFolder(folder.path(), {.region = "eu-west-1"});
    ASSERT_TRUE(database.has_value()) << database.error().message;
    const auto made = database->CreateTable({.table = "Kept", .partition_key = {"id"}});
    EXPECT_THAT(made->arn, HasSubstr("eu-west-1"));
    ASSERT_TRUE(database->PutItem({.table = "Kept", .item = {{"id", S("x")}}}));
    // Another connection has the folder open.
    const auto second = Connection::OpenFolder(folder.path());
    ASSERT_FALSE(second.has_value());
    EXPECT_TRUE(second.error().Is("OpenFailure"));
    EXPECT_NE(second.error().message, "");
  }
  auto again = Connection::OpenFolder(folder.path());
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_TRUE(again->GetItem({.table = "Kept", .key = {{"id", S("x")}}})->item.has_value());
}

TEST(Connection, AFolderHasAName) {
  EXPECT_TRUE(Connection::OpenFolder("").error().Is("InvalidRequest"));
}

}  // namespace
}  // namespace stator::client
