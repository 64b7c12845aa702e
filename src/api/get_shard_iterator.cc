#include "api/handlers.h"
#include "base/texts.h"
#include "streams/iterator.h"
#include "streams/reader.h"
#include "streams/sequence.h"

namespace stator::api {
namespace {

using streams::Position;

// Returns the position for types that need a sequence number, and nullopt for the others.
Result<std::optional<Position>> PositionIn(const GetShardIteratorRequest& request) {
  const auto type = *request.shard_iterator_type;
  const bool wanted = type == ShardIteratorType::kAtSequenceNumber ||
                      type == ShardIteratorType::kAfterSequenceNumber;
  if (!wanted) {
    if (!request.sequence_number) return std::nullopt;
    return FailInvalid(texts::kSequenceNumberUnexpected);
  }
  if (!request.sequence_number) return FailInvalid(texts::kSequenceNumberMissing);
  const auto position = streams::ParseSequenceNumber(*request.sequence_number);
  if (!position) return FailInvalid(texts::kSequenceNumberInvalid);
  return position;
}

Result<Position> StartIn(const StreamServices& services, const catalog::Shard& shard,
                         ShardIteratorType type, const std::optional<Position>& named) {
  const auto horizon = streams::HorizonAt(services.clock.Now());
  if (type == ShardIteratorType::kTrimHorizon) {
    return streams::OldestOf(services.engine, shard, horizon);
  }
  if (type == ShardIteratorType::kLatest) return streams::LatestOf(services.engine, shard);
  const bool outside =
      *named < streams::StartOf(shard) || (!shard.open() && *named > streams::EndOf(shard));
  if (outside) return FailInvalid(texts::kSequenceNumberInvalid);
  const auto next =
      type == ShardIteratorType::kAfterSequenceNumber ? streams::Next(*named) : *named;
  TRY(streams::CheckNotTrimmed(services.engine, shard, next, horizon));
  return next;
}

}  // namespace

Result<GetShardIteratorResponse> GetShardIterator(const StreamServices& services,
                                                  const GetShardIteratorRequest& request) {
  const auto named = TRY(PositionIn(request));
  const auto now = services.clock.Now();
  const auto stream = TRY(streams::FindStream(services.catalog, *request.stream_arn, now));
  const auto* shard = stream->FindShard(*request.shard_id);
  if (shard == nullptr) return Fail(ErrorCode::kResourceNotFoundException, texts::kShardNotFound);
  const auto next = TRY(StartIn(services, *shard, *request.shard_iterator_type, named));
  GetShardIteratorResponse response;
  response.shard_iterator = streams::EncodeIterator(
      stream->settings(), {.shard = shard->number, .next = next, .issued = now});
  return response;
}

}  // namespace stator::api
