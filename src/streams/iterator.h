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

// A position in a shard from which a client may read on. The client holds all of it; the server
// keeps nothing.
struct ShardIterator {
  std::uint32_t shard = 0;
  Position next;          // the position of the first record to read
  TimeMicros issued = 0;  // service time
};

// Returns "<arn>|1|<base64>". The base64 part ends in a mark with the stream's secret.
std::string EncodeIterator(const catalog::StreamSettings& stream, const ShardIterator& iterator);

// An iterator and its stream.
struct FoundIterator {
  catalog::StreamPtr stream;
  ShardIterator iterator;
};
// Decodes an iterator and finds its stream.
// Errors: ValidationException if EncodeIterator did not make the text. ResourceNotFoundException if
// the stream is gone. ExpiredIteratorException if the iterator is too old.
Result<FoundIterator> FindIterator(const catalog::Catalog& catalog, std::string_view text,
                                   TimeMicros now);

// Returns the stream with this ARN. A stream that was disabled a day or more ago is gone.
// Errors: ValidationException if the text is no ARN of a stream. ResourceNotFoundException if there
// is no such stream.
Result<catalog::StreamPtr> FindStream(const catalog::Catalog& catalog, std::string_view arn,
                                      TimeMicros now);
// Whether the stream was disabled so long ago that no client may read it any more.
bool IsGone(const catalog::StreamSettings& stream, TimeMicros now);

}  // namespace stator::streams
