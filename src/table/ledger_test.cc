#include "table/ledger.h"

#include <gtest/gtest.h>

#include "support/format_vectors.h"
#include "table/testing.h"

namespace stator::table {
namespace {

using stator::testing::Code;
using stator::testing::FormatTable;
using stator::testing::ToHex;
using testing::MakeItem;
using testing::S;

TEST(Ledger, TokenRecordsMatchTheDocument) {
  const auto rows = FormatTable("transactions.md", "| completed, fingerprint, units | bytes |");
  ASSERT_EQ(rows.size(), 2U);
  const TokenRecord records[] = {{1, "\xab\xcd", {}}, {258, "\xff", {4, 200}}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto bytes = EncodeTokenRecord(records[i]);
    EXPECT_EQ(ToHex(bytes), Code(rows[i][1]));
    const auto decoded = DecodeTokenRecord(bytes);
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(decoded->completed, records[i].completed);
    EXPECT_EQ(decoded->fingerprint, records[i].fingerprint);
    EXPECT_EQ(decoded->read_units, records[i].read_units);
  }
}

std::vector<CommitRecord> CommitRecords() {
  CommitRecord::Part keep{.table = "t", .number = 7, .row_key = "k", .image = {}, .read_units = 2};
  CommitRecord::Part replace = keep;
  replace.kind = Decision::Kind::kReplace;
  replace.image = MakeItem({{"pk", S("a")}}).view().bytes();
  replace.read_units = 4;
  using State = CommitRecord::State;
  return {{State::kAborted, 1, std::nullopt, {}},
          {State::kCommitted, 1, Token{"x", "\xab"}, {keep}},
          {State::kCommitted, 1, std::nullopt, {replace}}};
}

TEST(Ledger, CommitRecordsMatchTheDocument) {
  const auto rows = FormatTable("transactions.md", "| state, time, token, items | bytes |");
  const auto records = CommitRecords();
  ASSERT_EQ(rows.size(), records.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto bytes = EncodeCommitRecord(records[i]);
    EXPECT_EQ(ToHex(bytes), Code(rows[i][1]));
    const auto decoded = DecodeCommitRecord(bytes);
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(decoded->state, records[i].state);
    EXPECT_EQ(decoded->time, records[i].time);
    EXPECT_EQ(decoded->token.has_value(), records[i].token.has_value());
    ASSERT_EQ(decoded->parts.size(), records[i].parts.size());
    EXPECT_EQ(ToHex(EncodeCommitRecord(*decoded)), ToHex(bytes));
  }
}

TEST(Ledger, ACutOrLengthenedRecordIsCorrupt) {
  const auto token = EncodeTokenRecord({258, "\xff", {4, 200}});
  for (std::size_t size = 0; size < token.size(); ++size) {
    EXPECT_FALSE(DecodeTokenRecord(BytesView(token).substr(0, size)).has_value()) << size;
  }
  EXPECT_FALSE(DecodeTokenRecord(token + '\0').has_value());
  for (const auto& record : CommitRecords()) {
    const auto bytes = EncodeCommitRecord(record);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_FALSE(DecodeCommitRecord(BytesView(bytes).substr(0, size)).has_value()) << size;
    }
    EXPECT_FALSE(DecodeCommitRecord(bytes + '\0').has_value());
  }
}

TEST(Ledger, TokensOrderByCompletion) {
  EXPECT_LT(ExpiryKey(255, "z"), ExpiryKey(256, "a"));
  const auto key = ExpiryKey(258, "token");
  const auto expiry = DecodeExpiryKey(key);  // a view into `key`
  ASSERT_TRUE(expiry.has_value());
  EXPECT_EQ(expiry->completed, 258);
  EXPECT_EQ(expiry->token, "token");
  const auto keys = ExpiryKeys(256);
  EXPECT_LT(ExpiryKey(255, "z"), keys.end);
  EXPECT_GE(ExpiryKey(256, ""), keys.end);
}

}  // namespace
}  // namespace stator::table
