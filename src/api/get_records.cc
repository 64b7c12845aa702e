#include <chrono>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "api/handlers.h"
#include "api/stream_records.h"
#include "base/limits.h"
#include "base/texts.h"
#include "streams/iterator.h"
#include "streams/reader.h"

namespace stator::api {
namespace {

using Started = std::chrono::steady_clock::time_point;

// Notes metrics of the request here, where the stream is known. The request itself names only an
// iterator.
void Note(const StreamServices& services, const catalog::StreamSettings& stream,
          const GetRecordsResponse& answer, Started started, TimeMicros now) {
  using observe::Metric;
  const observe::Place place{
      .table = stream.table_name, .part = stream.label, .operation = "GetRecords"};
  double bytes = 0;
  for (const auto& record : *answer.records) {
    bytes += static_cast<double>(record.dynamodb->size_bytes.value_or(0));
  }
  services.recorder.Note(Metric::kReturnedBytes, place, now, bytes);
  services.recorder.Note(Metric::kReturnedRecords, place, now,
                         static_cast<double>(answer.records->size()));
  const std::chrono::duration<double, std::milli> latency = MachineSteadyNow() - started;
  services.recorder.Note(Metric::kLatency, place, now, latency.count());
}

}  // namespace

Result<GetRecordsResponse> GetRecords(const StreamServices& services,
                                      const GetRecordsRequest& request) {
  const auto started = MachineSteadyNow();
  const auto now = services.clock.Now();
  const auto [stream, iterator] =
      TRY(streams::FindIterator(services.catalog, *request.shard_iterator, now));
  const auto& settings = stream->settings();
  const auto* shard = stream->FindShard(iterator.shard);
  // A shard is removed once all its records are too old.
  if (shard == nullptr) {
    return Fail(ErrorCode::kTrimmedDataAccessException, texts::kStreamTrimmed);
  }
  const bool is_metered = services.stream_reads == Metering::kOn;
  if (is_metered && !services.reads.Admit(shard->log, now)) {
    return Fail(ErrorCode::kLimitExceededException,
                fmt::format(texts::kShardReadTooOften, catalog::ShardId(*shard)));
  }
  const auto limit = request.limit.value_or(static_cast<std::int64_t>(limits::kRecordsMax));
  const auto page =
      TRY(streams::ReadRecords(services.engine, *shard, iterator.next, streams::HorizonAt(now),
                               {.records_max = static_cast<std::size_t>(limit)}));
  if (is_metered) services.charges.ReadStream(settings.table_name);
  GetRecordsResponse response;
  auto& records = response.records.emplace();
  records.reserve(page.records.size());
  for (const auto& each : page.records) records.push_back(TRY(RecordOf(settings, each)));
  // A shard that was closed and read completely gets no more records.
  if (shard->open() || page.more) {
    response.next_shard_iterator = streams::EncodeIterator(
        settings, {.shard = shard->number, .next = page.next, .issued = now});
  }
  if (is_metered) Note(services, settings, response, started, now);
  return response;
}

}  // namespace stator::api
