#include "catalog/table_codec.h"

#include <gtest/gtest.h>

#include "support/format_vectors.h"

namespace stator::catalog {
namespace {

TableSettings Minimal() {
  TableSettings settings;
  settings.name = "t";
  settings.number = 1;
  settings.id = "i";
  settings.arn = "a";
  settings.created = 1;
  settings.settled = 1;
  settings.rows = 16;
  settings.partition_key = {"pk", item::Type::kString};
  settings.definitions = {settings.partition_key};
  settings.partitions = {{1, Bytes()}};
  settings.billing = BillingMode::kPayPerRequest;
  settings.on_demand_since = 1;
  return settings;
}

// The minimal table with a global index of two partitions, after a split.
TableSettings Partitioned() {
  auto settings = Minimal();
  Index index;
  index.name = "g";
  index.space = 17;
  index.hash_keys = {{"pk", item::Type::kString}};
  index.projection = ProjectionKind::kKeysOnly;
  index.partitions = {{2, Bytes()}, {3, Bytes("\x80", 1)}};
  settings.indexes = {index};
  settings.splits = {{1, "g", 1, SplitReason::kHeat, Bytes("\x80", 1)}};
  settings.on_demand_switches = {1};
  settings.capacity = CapacityMode::kEnforce;
  return settings;
}

// A table in which every member differs from its default.
TableSettings Full() {
  auto settings = Minimal();
  settings.epoch = 9;
  settings.updating = true;
  settings.deleted = 5;
  settings.sort_key = KeyAttribute{"sk", item::Type::kNumber};
  settings.definitions.push_back({"sk", item::Type::kNumber});
  settings.definitions.push_back({"b", item::Type::kBinary});
  Index index;
  index.kind = IndexKind::kGlobal;
  index.name = "g";
  index.space = 17;
  index.hash_keys = {{"b", item::Type::kBinary}, {"pk", item::Type::kString}};
  index.range_keys = {{"sk", item::Type::kNumber}};
  index.projection = ProjectionKind::kInclude;
  index.included = {"z", "a"};
  index.provisioned = {{1, 2}, 3, 4, 5};
  index.on_demand = {6, 7};
  index.warm = Throughput{8, 9};
  index.partitions = {{3, Bytes()}, {2, Bytes("\x40", 1)}};
  index.state = IndexState::kBackfilling;
  index.settled = 20;
  settings.indexes = {index};
  settings.partitions.push_back({2, Bytes("\x80\x00", 2)});
  settings.splits = {{30, "", 1, SplitReason::kHeat, Bytes("\x80\x00", 2)},
                     {31, "g", 4, SplitReason::kThroughput, Bytes("\x40", 1)}};
  settings.on_demand_switches = {32, 33};
  settings.capacity = CapacityMode::kEnforce;
  settings.provisioned = {{10, 11}, 12, 13, 14};
  settings.on_demand = {std::nullopt, 15};
  settings.warm = Throughput{16, 17};
  settings.stream = {true, StreamView::kOldImage, "label", {{1, 18}, {2, 19}}};
  settings.time_to_live = {TimeToLiveState::kDisabling, "expires", 19, 21, 22};
  settings.encryption.kms_key_arn = "arn:aws:kms:r:1:key/k";
  settings.table_class = TableClass::kInfrequentAccess;
  settings.class_changed = 19;
  settings.deletion_protected = true;
  settings.tags = {{"k", "v"}, {"empty", ""}};
  return settings;
}

TEST(TableCodec, DocumentedVectorRoundTrips) {
  const auto rows = stator::testing::FormatTable("catalog.md", "| member values | bytes |");
  const TableSettings expected[] = {Minimal(), Partitioned()};
  ASSERT_EQ(rows.size(), std::size(expected));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(stator::testing::ToHex(EncodeTable(expected[i])), stator::testing::Code(rows[i][1]));
    const auto decoded = DecodeTable(stator::testing::FromHex(stator::testing::Code(rows[i][1])));
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(*decoded, expected[i]);
  }
}

// Older stores hold every index in this form, because indexes had no partitions then.
TEST(TableCodec, AGlobalIndexStoredWithoutPartitionsHasOne) {
  auto settings = Full();
  settings.indexes[0].partitions.clear();
  const auto decoded = DecodeTable(EncodeTable(settings));
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(decoded->indexes[0].partitions, (std::vector<PartitionRange>{{1, Bytes()}}));
  settings.indexes[0].kind = IndexKind::kLocal;
  EXPECT_TRUE(DecodeTable(EncodeTable(settings))->indexes[0].partitions.empty());
}

TEST(TableCodec, PartitionsOutOfOrderAreCorruption) {
  auto settings = Full();
  settings.stream.shards.clear();
  settings.partitions = {{1, Bytes("a")}};
  EXPECT_FALSE(DecodeTable(EncodeTable(settings)).has_value());
  settings.partitions = {{1, Bytes()}, {2, Bytes("b")}, {3, Bytes("b")}};
  EXPECT_FALSE(DecodeTable(EncodeTable(settings)).has_value());
}

TEST(TableCodec, EveryMemberRoundTrips) {
  const auto decoded = DecodeTable(EncodeTable(Full()));
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(*decoded, Full());
}

TEST(TableCodec, DamageIsCorruptionAndNeverACrash) {
  const auto bytes = EncodeTable(Full());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(DecodeTable(BytesView(bytes).substr(0, size)).has_value()) << size;
  }
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    auto damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    const auto decoded = DecodeTable(damaged);  // may still decode, to another table
    if (!decoded) {
      EXPECT_EQ(decoded.error().code, ErrorCode::kCorruption) << at;
    }
  }
}

}  // namespace
}  // namespace stator::catalog
