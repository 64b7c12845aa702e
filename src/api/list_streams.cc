#include <cstddef>
#include <utility>

#include "api/handlers.h"
#include "base/limits.h"
#include "base/texts.h"
#include "streams/iterator.h"

namespace stator::api {
namespace {

Stream Listed(const catalog::StreamSettings& settings) {
  Stream stream;
  stream.stream_arn = settings.arn;
  stream.stream_label = settings.label;
  stream.table_name = settings.table_name;
  return stream;
}

}  // namespace

// Lists streams by ARN. If more than a page remains, returns the last ARN as the start of the next
// page.
Result<ListStreamsResponse> ListStreams(const StreamServices& services,
                                        const ListStreamsRequest& request) {
  const auto limit = static_cast<std::size_t>(
      request.limit.value_or(static_cast<std::int64_t>(limits::kStreamsListedMax)));
  const std::string after = request.exclusive_start_stream_arn.value_or("");
  if (!after.empty() && !catalog::TableNameInStreamArn(after)) {
    return FailInvalid(texts::kStreamArnInvalid);
  }
  const auto now = services.clock.Now();
  ListStreamsResponse response;
  auto& listed = response.streams.emplace();
  for (const auto& stream : services.catalog.ListStreams(after, limits::kStreamsMax)) {
    const auto& settings = stream->settings();
    if (streams::IsGone(settings, now)) continue;
    if (request.table_name && *request.table_name != settings.table_name) continue;
    if (listed.size() == limit) {
      response.last_evaluated_stream_arn = listed.back().stream_arn;
      break;
    }
    listed.push_back(Listed(settings));
  }
  return response;
}

}  // namespace stator::api
