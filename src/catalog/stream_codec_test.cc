#include "catalog/stream_codec.h"

#include <gtest/gtest.h>

#include "support/format_vectors.h"

namespace stator::catalog {
namespace {

StreamSettings Minimal() {
  StreamSettings settings;
  settings.arn = "a";
  settings.label = "l";
  settings.id = "i";
  settings.table_name = "t";
  settings.table = 1;
  settings.partition_key = {"pk", item::Type::kString};
  settings.view = StreamView::kKeysOnly;
  settings.created = 1;
  settings.next_shard = 2;
  settings.shards = {{.number = 1, .log = 17, .opened = 1, .opened_by = 5}};
  return settings;
}

StreamSettings Full() {
  auto settings = Minimal();
  settings.sort_key = KeyAttribute{"sk", item::Type::kNumber};
  settings.settled = 2;
  settings.disabled = 3;
  settings.shards.front().closed = 4;
  settings.shards.front().closed_by = 9;
  settings.shards.push_back({.number = 2,
                             .parent = 1,
                             .parent_opened = 1,
                             .log = 18,
                             .begin = Bytes("\x80\x00", 2),
                             .end = "\xC0",
                             .opened = 4,
                             .opened_by = 9});
  return settings;
}

TEST(StreamCodec, DocumentedVectorRoundTrips) {
  const auto rows = stator::testing::FormatTable("catalog.md", "| stream | bytes |");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(stator::testing::ToHex(EncodeStream(Minimal())), stator::testing::Code(rows[0][1]));
  const auto decoded = DecodeStream(stator::testing::FromHex(stator::testing::Code(rows[0][1])));
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(*decoded, Minimal());
}

TEST(StreamCodec, EveryMemberRoundTrips) {
  const auto decoded = DecodeStream(EncodeStream(Full()));
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(*decoded, Full());
}

TEST(StreamCodec, DamageIsCorruptionAndNeverACrash) {
  const auto bytes = EncodeStream(Full());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(DecodeStream(BytesView(bytes).substr(0, size)).has_value()) << size;
  }
}

TEST(Stream, ShardIdsOrderAsNumbersAndFindTheirShard) {
  const StreamDescriptor stream(Full());
  const auto first = ShardId(stream->shards[0]);
  const auto second = ShardId(stream->shards[1]);
  EXPECT_EQ(first, "shardId-00000000000000000000-00000001");
  EXPECT_LT(first, second);
  EXPECT_EQ(ParentShardId(stream->shards[1]), first);
  EXPECT_EQ(stream.FindShard(std::string_view(second)), &stream->shards[1]);
  EXPECT_EQ(stream.FindShard("shardId-00000000000000000009-00000001"), nullptr);
  EXPECT_EQ(stream.FindShard("1"), nullptr);
  EXPECT_EQ(stream.FindShard(3U), nullptr);
}

TEST(Stream, ArnsNameTheirTables) {
  const auto arn = StreamArn("arn:aws:dynamodb:r:1:table/t", "2015-05-11T21:21:33.291");
  EXPECT_EQ(arn, "arn:aws:dynamodb:r:1:table/t/stream/2015-05-11T21:21:33.291");
  EXPECT_EQ(TableNameInStreamArn(arn), "t");
  EXPECT_FALSE(TableNameInStreamArn("arn:aws:dynamodb:r:1:table/t"));
  EXPECT_FALSE(TableNameInStreamArn("arn:aws:dynamodb:r:1:table/t/stream/"));
  EXPECT_FALSE(TableNameInStreamArn("t/stream/l"));
  EXPECT_FALSE(TableNameInStreamArn("arn:aws:s3:::b/stream/l"));
}

}  // namespace
}  // namespace stator::catalog
