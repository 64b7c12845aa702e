#include "item/row.h"

#include <limits>

#include <gtest/gtest.h>

#include "item/tree.h"

namespace stator::item {
namespace {

TEST(Row, RoundTripsTheHeaderAndTheItem) {
  const Item item = EncodeItem({{"a", {Number(1)}}});
  const std::string long_mark(300, 'm');
  for (const std::string_view mark :
       {std::string_view(), std::string_view("t"), std::string_view(long_mark)}) {
    for (const TimeMicros written :
         {TimeMicros{0}, TimeMicros{-1}, TimeMicros{1'700'000'000'123'456},
          std::numeric_limits<TimeMicros>::max()}) {
      Bytes bytes;
      AppendRow({.size = 0xFEDCBA98, .written = written, .transaction = mark}, item.view(), bytes);
      const Result<Row> row = DecodeRow(bytes);
      ASSERT_TRUE(row.has_value());
      EXPECT_EQ(row->header.size, 0xFEDCBA98);
      EXPECT_EQ(row->header.written, written);
      EXPECT_EQ(row->header.transaction, mark);
      EXPECT_EQ(row->item, item.view());
    }
  }
}

TEST(Row, RefusesAHeaderCutShort) {
  Bytes bytes;
  AppendRow({.size = 1, .written = 2, .transaction = "mark"}, Item().view(), bytes);
  ASSERT_TRUE(DecodeRow(bytes).has_value());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const Bytes part(bytes, 0, size);
    const Result<Row> row = DecodeRow(part);
    ASSERT_FALSE(row.has_value()) << size;
    EXPECT_EQ(row.error().code, ErrorCode::kCorruption);
  }
}

}  // namespace
}  // namespace stator::item
