#include "table/change_record.h"

#include <gtest/gtest.h>

#include "support/format_vectors.h"
#include "table/testing.h"

namespace stator::table {
namespace {

using testing::MakeItem;
using testing::N;
using testing::S;

struct Images {
  item::Item keys = MakeItem({{"pk", S("a")}});
  item::Item before = MakeItem({{"pk", S("a")}, {"n", N(1)}});
  item::Item after = MakeItem({{"pk", S("a")}, {"n", N(2)}});
};

ChangeRecord RecordOf(const Images& images, const stator::testing::TableRow& row) {
  ChangeRecord record;
  record.time = 1;
  record.keys = images.keys.view();
  if (row[0] == "INSERT") record.event = ChangeRecord::Event::kInsert;
  if (row[0] == "MODIFY") record.event = ChangeRecord::Event::kModify;
  if (row[0] == "REMOVE") record.event = ChangeRecord::Event::kRemove;
  if (row[1].find("old") != std::string::npos) record.old_image = images.before.view();
  if (row[1].find("new") != std::string::npos) record.new_image = images.after.view();
  record.expired = row[1].find("expired") != std::string::npos;
  return record;
}

TEST(ChangeRecord, DocumentedVectorsRoundTrip) {
  const Images images;
  for (const auto& row :
       stator::testing::FormatTable("change-records.md", "| event | images | bytes |")) {
    const auto record = RecordOf(images, row);
    const auto bytes = EncodeChangeRecord(record);
    EXPECT_EQ(stator::testing::ToHex(bytes), stator::testing::Code(row[2])) << row[0];
    const auto decoded = DecodeChangeRecord(bytes);
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(decoded->event, record.event);
    EXPECT_EQ(decoded->time, record.time);
    EXPECT_EQ(decoded->keys, record.keys);
    EXPECT_EQ(decoded->old_image, record.old_image);
    EXPECT_EQ(decoded->new_image, record.new_image);
    EXPECT_EQ(decoded->expired, record.expired);
  }
}

TEST(ChangeRecord, ACutOrLengthenedRecordIsCorrupt) {
  const Images images;
  ChangeRecord record{.time = 1, .keys = images.keys.view(), .new_image = images.after.view()};
  const auto bytes = EncodeChangeRecord(record);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto decoded = DecodeChangeRecord(BytesView(bytes).substr(0, size));
    ASSERT_FALSE(decoded.has_value()) << size;
    EXPECT_EQ(decoded.error().code, ErrorCode::kCorruption);
  }
  EXPECT_FALSE(DecodeChangeRecord(bytes + '\0').has_value());
}

}  // namespace
}  // namespace stator::table
