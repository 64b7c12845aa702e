#pragma once

#include <optional>
#include <span>
#include <string>

#include "base/result.h"
#include "catalog/stream.h"
#include "streams/reader.h"

// What functions are given and answer: AWS Lambda's form of DynamoDB Streams.
namespace stator::hooks {

// {"Records":[…]}: records as GetRecords has them, each with the stream it comes from. kCorruption
// if one does not decode.
Result<std::string> LambdaEvent(const catalog::StreamSettings& stream,
                                std::span<const streams::LoggedRecord> records);

// Whether an answer says that the function failed, as AWS's emulator of Lambda says it: an object
// with errorType or errorMessage, or that its time was up.
bool IsFunctionError(const std::string& answer);

// The first that a function says it could not deal with: {"batchItemFailures":[{"itemIdentifier":
// "<sequence number>"}]}, of several the lowest. nullopt: none, or the answer speaks of something
// else.
std::optional<std::string> FirstFailure(const std::string& answer);

// A line of the failure destination: what was not delivered, and why.
Result<std::string> FailedBatchLine(const catalog::StreamSettings& stream,
                                    const catalog::Shard& shard,
                                    std::span<const streams::LoggedRecord> records,
                                    std::string_view target, std::string_view error);

}  // namespace stator::hooks
