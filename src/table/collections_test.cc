#include "table/collections.h"

#include <future>

#include <gtest/gtest.h>

#include "storage/memory/memory_engine.h"
#include "support/format_vectors.h"
#include "table/commit_queue.h"
#include "table/testing.h"

namespace stator::table {
namespace {

using testing::LocalIndex;
using testing::MakeItem;
using testing::N;
using testing::PutCommand;
using testing::S;
using testing::SortedTable;

TEST(Collections, DocumentedVectorsRoundTrip) {
  for (const auto& row : stator::testing::FormatTable("rows.md", "| collection bytes | value |")) {
    const auto bytes = std::stoll(row[0]);
    const auto value = stator::testing::FromHex(stator::testing::Code(row[1]));
    EXPECT_EQ(EncodeCollection(bytes), value);
    EXPECT_EQ(DecodeCollection(value), bytes);
  }
}

TEST(Collections, AMalformedSizeIsCorrupt) {
  const auto value = EncodeCollection(300);
  for (const Bytes& bad : {Bytes(), value.substr(0, 8), value + '\0', '\2' + value.substr(1),
                           EncodeCollection(0), EncodeCollection(-1)}) {
    const auto decoded = DecodeCollection(bad);
    ASSERT_FALSE(decoded.has_value());
    EXPECT_EQ(decoded.error().code, ErrorCode::kCorruption);
  }
}

TEST(Collections, RowsOfOnePartitionShareAKey) {
  for (const auto& [type, value] : std::vector<std::pair<item::Type, item::Tree>>{
           {item::Type::kString, S(std::string("a\0b", 3))},
           {item::Type::kNumber, N(-42)},
           {item::Type::kNumber, N(0)},
           {item::Type::kBinary, {item::Tree::Binary{Bytes("\0\1", 2)}}}}) {
    auto settings = SortedTable("t");
    settings.partition_key.type = type;
    const auto table = testing::Published(settings);
    const auto key = [&](int sort) {
      return *RowKeyOfKey(*table, MakeItem({{"pk", value}, {"sk", N(sort)}}).view());
    };
    const auto first = key(1);
    const auto second = key(2);
    EXPECT_EQ(CollectionKeyOf(*table, first), CollectionKeyOf(*table, second));
    EXPECT_LT(CollectionKeyOf(*table, first).size(), first.size());
    EXPECT_GT(CollectionKeyOf(*table, first).size(), 8U);
  }
}

// A table with one KEYS_ONLY local index, in a store that limits collections to 100 bytes.
class CollectionsTest : public ::testing::Test {
 protected:
  CollectionsTest() {
    Open();
    auto settings = SortedTable("t");
    settings.indexes = {LocalIndex("l", "l")};
    settings.indexes[0].projection = catalog::ProjectionKind::kKeysOnly;
    table_ = *queue_->Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
      return catalog.PlanCreate(settings);
    });
  }

  void Open() {
    queue_.reset();
    catalog_ = std::move(*catalog::Catalog::Load(*engine_));
    queue_ = std::make_unique<CommitQueue>(*engine_, *catalog_, clock_, 100);
    table_ = catalog_->Find("t");
  }

  Result<std::int64_t> Write(Command command) {
    command.wanted.collection_size = true;
    std::promise<Result<Written>> promise;
    queue_->Submit(std::move(command),
                   [&](Result<Written> written) { promise.set_value(std::move(written)); });
    return TRY(promise.get_future().get()).collection_bytes;
  }
  Result<std::int64_t> Put(int sort, std::size_t text_bytes) {  // 8 bytes and the text
    return Write(PutCommand(
        table_,
        MakeItem({{"pk", S("a")}, {"sk", N(sort)}, {"v", S(std::string(text_bytes, 'x'))}})));
  }
  Result<std::int64_t> Delete(int sort) {
    auto command = PutCommand(table_, MakeItem({{"pk", S("a")}, {"sk", N(sort)}}));
    command.decide = [](const item::ItemView* stored) -> Result<Decision> {
      return stored != nullptr ? Decision::Remove() : Decision::Keep();
    };
    return Write(std::move(command));
  }
  std::size_t Kept() { return engine_->Read((*table_)->collections, {}, {})->entries.size(); }

  std::unique_ptr<storage::Engine> engine_ = storage::OpenMemory();
  ManualServiceClock clock_{1};
  std::unique_ptr<catalog::Catalog> catalog_;
  std::unique_ptr<CommitQueue> queue_;
  catalog::TablePtr table_;
};

TEST_F(CollectionsTest, AWriteReturnsTheSizeAfterIt) {
  EXPECT_EQ(Put(1, 10), 18);
  EXPECT_EQ(Put(2, 20), 46);
  EXPECT_EQ(Put(2, 20), 46) << "nothing changes, and still it is told";
  EXPECT_EQ(Put(2, 5), 31);
  EXPECT_EQ(Delete(3), 31) << "there is no such item";
  EXPECT_EQ(Delete(1), 13);
  EXPECT_EQ(Kept(), 1U);
  EXPECT_EQ(Delete(2), 0);
  EXPECT_EQ(Kept(), 0U) << "an empty collection has no entry";
}

TEST_F(CollectionsTest, SizesSurviveReopening) {
  EXPECT_EQ(Put(1, 10), 18);
  Open();
  EXPECT_EQ(Put(2, 10), 36);
}

TEST_F(CollectionsTest, ACollectionStopsGrowingAtItsLimit) {
  EXPECT_EQ(Put(1, 42), 50);
  EXPECT_EQ(Put(2, 42), 100);
  const auto refused = Put(3, 0);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kItemCollectionSizeLimitExceededException);
  EXPECT_EQ(Put(2, 41), 99) << "what shrinks is allowed";
  EXPECT_FALSE(Put(2, 43).has_value());
  EXPECT_EQ(Delete(2), 50);
  EXPECT_EQ(Put(3, 42), 100);
}

TEST_F(CollectionsTest, TablesWithoutLocalIndexesStoreNoSizes) {
  const auto plain = queue_->Change([](catalog::Catalog& catalog) -> Result<catalog::Change> {
    return catalog.PlanCreate(SortedTable("plain"));
  });
  ASSERT_TRUE(plain.has_value());
  EXPECT_EQ((**plain)->collections, 0U);
  EXPECT_EQ(Write(PutCommand(*plain, MakeItem({{"pk", S("a")}, {"sk", N(1)}}))), 0);
}

TEST_F(CollectionsTest, SizesAreDroppedWithTheirTable) {
  EXPECT_EQ(Put(1, 10), 18);
  ASSERT_TRUE(testing::Drop(*queue_, table_).has_value());
  EXPECT_EQ(Kept(), 0U);
}

}  // namespace
}  // namespace stator::table
