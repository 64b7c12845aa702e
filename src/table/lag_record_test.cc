#include "table/lag_record.h"

#include <gtest/gtest.h>

#include "support/format_vectors.h"

namespace stator::table {
namespace {

// The records of the format document, in its order.
std::vector<LagRecord> Samples() {
  const LagRecord::Part removed{
      .index = 17, .counts = {-1, -40}, .changes = {{{17, "a"}, std::nullopt}}};
  const LagRecord::Part moved{
      .index = 17, .counts = {0, 2}, .changes = {{{17, "a"}, std::nullopt}, {{17, "b"}, "vw"}}};
  const LagRecord::Part added{.index = 18, .counts = {1, 3}, .changes = {{{18, "c"}, "x"}}};
  return {{.time = 1, .table = "t", .parts = {removed}},
          {.time = 1, .table = "t", .parts = {moved, added}}};
}

TEST(LagRecord, DocumentedVectorsRoundTrip) {
  const auto rows = stator::testing::FormatTable("index-lag.md", "| what | bytes |");
  const auto samples = Samples();
  ASSERT_EQ(rows.size(), samples.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto hex = stator::testing::Code(rows[i][1]);
    EXPECT_EQ(stator::testing::ToHex(EncodeLagRecord(samples[i])), hex);
    const auto decoded = DecodeLagRecord(stator::testing::FromHex(hex));
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(decoded->time, 1);
    EXPECT_EQ(decoded->table, "t");
    EXPECT_EQ(EncodeLagRecord(*decoded), EncodeLagRecord(samples[i]));
  }
}

TEST(LagRecord, ACutRecordIsCorrupt) {
  const auto whole = EncodeLagRecord({.time = 1, .table = "t", .parts = {Samples()[1].parts[0]}});
  const std::size_t without_parts = EncodeLagRecord({.time = 1, .table = "t", .parts = {}}).size();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    if (size == without_parts) continue;
    const auto decoded = DecodeLagRecord(BytesView(whole).substr(0, size));
    ASSERT_FALSE(decoded.has_value()) << size;
    EXPECT_EQ(decoded.error().code, ErrorCode::kCorruption);
  }
  EXPECT_FALSE(DecodeLagRecord(whole + '\0').has_value());
}

}  // namespace
}  // namespace stator::table
