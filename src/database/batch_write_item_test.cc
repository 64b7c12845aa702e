#include <gtest/gtest.h>

#include "api/handlers.h"
#include "database/database.h"
#include "item/tree.h"

namespace stator::api {
namespace {

using Outcomes = std::vector<Result<table::Written>>;

AttributeMap Key(const std::string& text) { return {item::EncodeItem({{"pk", item::Tree{text}}})}; }

// Has a batch of two writes in each of two tables, and answers for outcomes that a test chooses.
class BatchWriteItemTest : public ::testing::Test {
 protected:
  BatchWriteItemTest() {
    for (const std::string name : {"Books", "Music"}) {
      CreateTableRequest create;
      create.table_name = name;
      create.billing_mode = BillingMode::kPayPerRequest;
      create.attribute_definitions.emplace().push_back({"pk", ScalarAttributeType::kS});
      create.key_schema.emplace().push_back({"pk", KeyType::kHash});
      EXPECT_TRUE(CreateTable(database_->services(), create).has_value());
      auto& writes = items_[name];
      writes.resize(2);
      writes[0].put_request.emplace().item = Key("put");
      writes[1].delete_request.emplace().key = Key("delete");
    }
    request_.request_items = items_;
    request_.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
  }

  Result<BatchWriteItemResponse> Answer(Outcomes outcomes) {
    auto writes = BatchWriteItem(database_->services(), request_);
    EXPECT_TRUE(writes.has_value());
    return writes->answer(std::move(outcomes));
  }

  Result<table::Written> Success(const std::string& name) {
    table::Written written;
    written.table = database_->store().catalog().Find(name);
    written.units.table = 2;
    return written;
  }
  static Result<table::Written> Failure(ErrorCode code) { return Fail(code, "why"); }

  std::unique_ptr<database::Database> database_ = *database::Database::Open({});
  std::map<std::string, std::vector<WriteRequest>> items_;
  BatchWriteItemRequest request_;
};

TEST_F(BatchWriteItemTest, ThrottledWritesAreReturnedAsUnprocessed) {
  const auto answer =
      Answer({Success("Books"), Failure(ErrorCode::kThrottlingException),
              Failure(ErrorCode::kThrottlingException), Failure(ErrorCode::kUnavailable)});
  ASSERT_TRUE(answer.has_value());
  const auto& left = *answer->unprocessed_items;
  ASSERT_EQ(left.size(), 2U);
  ASSERT_EQ(left.at("Books").size(), 1U);
  EXPECT_EQ(left.at("Books")[0].delete_request->key->item, Key("delete").item);
  ASSERT_EQ(left.at("Music").size(), 2U);
  EXPECT_EQ(left.at("Music")[0].put_request->item->item, Key("put").item);
  ASSERT_EQ(answer->consumed_capacity->size(), 1U) << "nothing was written to the other";
  EXPECT_EQ(answer->consumed_capacity->at(0).table_name, "Books");
  EXPECT_EQ(answer->consumed_capacity->at(0).capacity_units, 1.0);
}

TEST_F(BatchWriteItemTest, IfEveryWriteIsThrottledSoIsTheRequest) {
  const auto answer = Answer(Outcomes(4, Failure(ErrorCode::kThrottlingException)));
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error().code, ErrorCode::kThrottlingException);
}

TEST_F(BatchWriteItemTest, APermanentFailureFailsTheRequest) {
  const auto answer = Answer({Failure(ErrorCode::kThrottlingException), Success("Books"),
                              Failure(ErrorCode::kResourceNotFoundException), Success("Music")});
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error().code, ErrorCode::kResourceNotFoundException);
}

TEST_F(BatchWriteItemTest, AWriteIsRetriedOnTheChangedTable) {
  auto writes = BatchWriteItem(database_->services(), request_);
  ASSERT_TRUE(writes.has_value());
  ASSERT_EQ(writes->commands.size(), 4U);
  DeleteTableRequest drop;
  drop.table_name = "Books";
  ASSERT_TRUE(DeleteTable(database_->services(), drop).has_value());
  const auto gone = writes->again(1);
  ASSERT_FALSE(gone.has_value());
  EXPECT_EQ(gone.error().code, ErrorCode::kResourceNotFoundException);
  const auto there = writes->again(2);
  ASSERT_TRUE(there.has_value());
  EXPECT_EQ(there->row_key, writes->commands[2].row_key);
}

}  // namespace
}  // namespace stator::api
