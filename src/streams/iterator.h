#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/stream.h"
#include "streams/sequence.h"

namespace stator::streams {

// A place in a shard that a client may read on from. All of it travels with the client; nothing is
// kept here.
struct ShardIterator {
  std::uint32_t shard = 0;
  Position next;          // of the first record to read
  TimeMicros issued = 0;  // service time
};

// "<arn>|1|<base64>", marked with the stream's secret.
std::string EncodeIterator(const catalog::StreamSettings& stream, const ShardIterator& iterator);

struct FoundIterator {
  catalog::StreamPtr stream;
  ShardIterator iterator;
};
// ValidationException: none that we made. ResourceNotFoundException: its stream is gone.
// ExpiredIteratorException: it is too old.
Result<FoundIterator> FindIterator(const catalog::Catalog& catalog, std::string_view text,
                                   TimeMicros now);

// The stream with this ARN, unless it has been disabled for so long that it is gone.
// ValidationException: it is no ARN of a stream. ResourceNotFoundException: there is none.
Result<catalog::StreamPtr> FindStream(const catalog::Catalog& catalog, std::string_view arn,
                                      TimeMicros now);
// A disabled stream that nobody may read any more.
bool IsGone(const catalog::StreamSettings& stream, TimeMicros now);

}  // namespace stator::streams
