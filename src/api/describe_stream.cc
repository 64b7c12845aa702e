#include <cstddef>
#include <string>
#include <utility>

#include "api/handlers.h"
#include "api/table_description.h"
#include "base/limits.h"
#include "base/texts.h"
#include "streams/iterator.h"
#include "streams/reader.h"
#include "streams/sequence.h"

namespace stator::api {
namespace {

StreamStatus StatusOf(catalog::StreamStatus status) {
  switch (status) {
    case catalog::StreamStatus::kEnabling:
      return StreamStatus::kEnabling;
    case catalog::StreamStatus::kEnabled:
      return StreamStatus::kEnabled;
    case catalog::StreamStatus::kDisabling:
      return StreamStatus::kDisabling;
    case catalog::StreamStatus::kDisabled:
      return StreamStatus::kDisabled;
  }
  std::unreachable();
}

Shard Described(const catalog::Shard& shard) {
  Shard described;
  described.shard_id = catalog::ShardId(shard);
  if (shard.parent != 0) described.parent_shard_id = catalog::ParentShardId(shard);
  auto& range = described.sequence_number_range.emplace();
  range.starting_sequence_number = streams::SequenceNumber(streams::StartOf(shard));
  if (!shard.open()) range.ending_sequence_number = streams::SequenceNumber(streams::EndOf(shard));
  return described;
}

bool Matches(const std::optional<ShardFilter>& filter, const catalog::Shard& shard) {
  if (!filter) return true;
  return shard.parent != 0 && catalog::ParentShardId(shard) == *filter->shard_id;
}

// Shards are stored in the order of their numbers, which is also the order of their ids.
void AddShards(const catalog::StreamSettings& settings, const DescribeStreamRequest& request,
               StreamDescription& description) {
  const auto limit = static_cast<std::size_t>(
      request.limit.value_or(static_cast<std::int64_t>(limits::kShardsListedMax)));
  const std::string after = request.exclusive_start_shard_id.value_or("");
  auto& shards = description.shards.emplace();
  for (const auto& shard : settings.shards) {
    if (!Matches(request.shard_filter, shard) || catalog::ShardId(shard) <= after) continue;
    if (shards.size() == limit) {
      description.last_evaluated_shard_id = shards.back().shard_id;
      return;
    }
    shards.push_back(Described(shard));
  }
}

}  // namespace

Result<DescribeStreamResponse> DescribeStream(const StreamServices& services,
                                              const DescribeStreamRequest& request) {
  const auto& filter = request.shard_filter;
  if (filter && (!filter->shard_id || !filter->type)) {
    return FailInvalid(texts::kShardFilterIncomplete);
  }
  const auto now = services.clock.Now();
  const auto stream = TRY(streams::FindStream(services.catalog, *request.stream_arn, now));
  const auto& settings = stream->settings();
  DescribeStreamResponse response;
  auto& description = response.stream_description.emplace();
  description.stream_arn = settings.arn;
  description.stream_label = settings.label;
  description.stream_status = StatusOf(stream->StatusAt(now));
  description.stream_view_type = ViewOf(settings.view);
  description.creation_request_date_time = Seconds(settings.created);
  description.table_name = settings.table_name;
  description.key_schema = KeySchemaOf(settings.partition_key, settings.sort_key);
  AddShards(settings, request, description);
  return response;
}

}  // namespace stator::api
