// Statements with typed parameters, and answers in pages: the same program against a database in
// this process and a server.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/served.h"
#include "client/stator.h"

namespace stator::client {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

Value S(const std::string& text) { return Value::String(text); }
Value N(int number) { return Value::Number(number); }

class StatementsTest : public testing::TestWithParam<bool> {
 protected:
  StatementsTest() {
    if (GetParam()) {
      served_ = std::make_unique<ServedDatabase>(false);
      database_ = *Connection::Connect({.endpoint = served_->endpoint()});
    } else {
      database_ = *Connection::OpenMemory();
    }
    EXPECT_TRUE(db().CreateTable({.table = "Music",
                                  .partition_key = {"Artist"},
                                  .sort_key = KeyAttribute{"Song", Value::Type::kNumber}}));
  }

  void Insert(const std::string& artist, int songs) {
    for (int i = 0; i < songs; ++i) {
      const auto put = db().Execute("INSERT INTO Music VALUE {'Artist': ?, 'Song': ?}", artist, i);
      ASSERT_TRUE(put.has_value()) << put.error().message;
    }
  }

  // The sort keys of each page.
  template <class AllPages>
  static std::vector<std::vector<int>> SongsOf(AllPages pages) {
    std::vector<std::vector<int>> songs;
    for (const auto& page : pages) {
      EXPECT_TRUE(page.has_value()) << page.error().message;
      if (!page) break;
      songs.emplace_back();
      for (const Item& item : page->items) {
        songs.back().push_back(static_cast<int>(*item.at("Song").integer()));
      }
    }
    return songs;
  }

  Connection& db() { return *database_; }

  std::unique_ptr<ServedDatabase> served_;
  std::optional<Connection> database_;
};

INSTANTIATE_TEST_SUITE_P(Forms, StatementsTest, testing::Bool(), [](const auto& form) {
  return form.param ? std::string("Server") : std::string("Memory");
});

TEST_P(StatementsTest, ParametersOfEveryTypeAreStored) {
  const std::string artist = "a";
  const auto put = db().Execute(
      "INSERT INTO Music VALUE {'Artist': ?, 'Song': ?, 'half': ?, 'big': ?, 'yes': ?, 'none': ?,"
      " 'map': ?, 'list': ?, 'tags': ?, 'bytes': ?, 'plain': ?}",
      artist, 7, 0.5, Value::Number("12345678901234567890"), true, nullptr, Item{{"x", N(1)}},
      ValueList{S("y"), N(2)}, Value::StringSet({"p", "q"}),
      Value::Binary(std::string("\0\xFF", 2)), std::string_view("it's"));
  ASSERT_TRUE(put.has_value()) << put.error().code << put.error().message;
  EXPECT_THAT(put->items, SizeIs(0));
  const auto got = db().Execute("SELECT * FROM Music WHERE Artist = ? AND Song = ?", artist, 7);
  ASSERT_TRUE(got.has_value()) << got.error().message;
  EXPECT_THAT(got->items, ElementsAre(Item{{"Artist", S("a")},
                                           {"Song", N(7)},
                                           {"half", Value::Number("0.5")},
                                           {"big", Value::Number("12345678901234567890")},
                                           {"yes", Value::Bool(true)},
                                           {"none", Value::Null()},
                                           {"map", Value::Map({{"x", N(1)}})},
                                           {"list", Value::List({S("y"), N(2)})},
                                           {"tags", Value::StringSet({"p", "q"})},
                                           {"bytes", Value::Binary(std::string("\0\xFF", 2))},
                                           {"plain", S("it's")}}));
}

TEST_P(StatementsTest, FaultsAreTheServices) {
  const auto broken = db().Execute("SELECT");
  ASSERT_FALSE(broken.has_value());
  EXPECT_TRUE(broken.error().Is("ValidationException"));
  const auto missing = db().Execute("SELECT * FROM Music WHERE Artist = ?");
  ASSERT_FALSE(missing.has_value());
  EXPECT_TRUE(missing.error().Is("ValidationException"));
  const auto number =
      db().Execute("SELECT * FROM Music WHERE Artist = ?", Value::Number("no number"));
  ASSERT_FALSE(number.has_value());
  EXPECT_THAT(number.error().message, HasSubstr("no number"));
  Insert("a", 1);
  const auto twice = db().Execute("INSERT INTO Music VALUE {'Artist': 'a', 'Song': 0}");
  ASSERT_FALSE(twice.has_value());
  EXPECT_TRUE(twice.error().Is("DuplicateItemException"));
}

TEST_P(StatementsTest, BatchesAnswerEachStatement) {
  Insert("a", 1);
  const auto read =
      db().ExecuteBatch({Statement("SELECT * FROM Music WHERE Artist = ? AND Song = ?", "a", 0),
                         Statement("SELECT * FROM Music WHERE Artist = ? AND Song = ?", "a", 1),
                         Statement("SELECT * FROM Music WHERE Artist = ?", "a")});
  ASSERT_TRUE(read.has_value()) << read.error().message;
  ASSERT_THAT(read->results, SizeIs(3));
  EXPECT_EQ(read->results[0].item, (Item{{"Artist", S("a")}, {"Song", N(0)}}));
  EXPECT_EQ(read->results[1].item, std::nullopt);
  EXPECT_EQ(read->results[1].error, std::nullopt);
  ASSERT_TRUE(read->results[2].error.has_value());
  EXPECT_EQ(read->results[2].error->code, "ValidationError");
}

TEST_P(StatementsTest, TransactionsWriteAllOrNothing) {
  Insert("a", 1);
  const std::string insert = "INSERT INTO Music VALUE {'Artist': ?, 'Song': ?}";
  const auto cancelled = db().ExecuteTransaction(
      {Statement(insert, "b", 0),
       Statement("EXISTS(SELECT * FROM Music WHERE Artist = 'a' AND Song = 0 AND Plays = 1)")});
  ASSERT_FALSE(cancelled.has_value());
  EXPECT_TRUE(cancelled.error().Is("TransactionCanceledException"));
  ASSERT_THAT(cancelled.error().reasons, SizeIs(2));
  EXPECT_EQ(cancelled.error().reasons[1].code, "ConditionalCheckFailed");
  const auto written =
      db().ExecuteTransaction({Statement(insert, "b", 0), Statement(insert, "b", 1)});
  ASSERT_TRUE(written.has_value()) << written.error().message;
  const auto read = db().ExecuteTransaction(
      {Statement("SELECT * FROM Music WHERE Artist = ? AND Song = ?", "b", 0),
       Statement("SELECT * FROM Music WHERE Artist = ? AND Song = ?", "b", 9)});
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_THAT(read->items, ElementsAre(Item{{"Artist", S("b")}, {"Song", N(0)}}, std::nullopt));
}

TEST_P(StatementsTest, EveryKindOfReadComesInPages) {
  Insert("a", 5);
  EXPECT_THAT(SongsOf(db().ExecutePages({.statement = "SELECT * FROM Music WHERE Artist = ?",
                                         .parameters = Parameters("a"),
                                         .limit = 2})),
              ElementsAre(ElementsAre(0, 1), ElementsAre(2, 3), ElementsAre(4)));
  EXPECT_THAT(SongsOf(db().ExecutePages("SELECT * FROM Music WHERE Artist = ?", "a")),
              ElementsAre(ElementsAre(0, 1, 2, 3, 4)));
  EXPECT_THAT(SongsOf(db().QueryPages({.table = "Music",
                                       .key_condition = "Artist = :a",
                                       .values = {{":a", S("a")}},
                                       .limit = 2})),
              ElementsAre(ElementsAre(0, 1), ElementsAre(2, 3), ElementsAre(4)));
  EXPECT_THAT(SongsOf(db().ScanPages({.table = "Music", .limit = 4})),
              ElementsAre(ElementsAre(0, 1, 2, 3), ElementsAre(4)));
  EXPECT_THAT(
      SongsOf(db().ScanPages({.table = "Music", .filter = "Song > :s", .values = {{":s", N(9)}}})),
      ElementsAre(ElementsAre()));
}

TEST_P(StatementsTest, TheLimitMayChangeBetweenPages) {
  Insert("a", 6);
  auto pages =
      db().ExecutePages({.statement = "SELECT * FROM Music WHERE Artist = 'a'", .limit = 1});
  EXPECT_THAT((*pages.Next())->items, SizeIs(1));
  pages.request().limit = 3;
  EXPECT_THAT((*pages.Next())->items, SizeIs(3));
  pages.request().limit.reset();
  EXPECT_THAT((*pages.Next())->items, SizeIs(2));
  EXPECT_FALSE(pages.Next().has_value());
}

TEST_P(StatementsTest, PagesEndWithTheFirstFailure) {
  int answers = 0;
  for (const auto& page : db().ExecutePages("SELECT * FROM Nowhere")) {
    EXPECT_TRUE(!page && page.error().Is("ResourceNotFoundException"));
    ++answers;
  }
  EXPECT_EQ(answers, 1);
}

}  // namespace
}  // namespace stator::client
