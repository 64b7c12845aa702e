#pragma once

#include <optional>
#include <span>
#include <string>

#include "base/result.h"
#include "catalog/stream.h"
#include "streams/reader.h"

// The events and answers of functions: AWS Lambda's form of DynamoDB Streams.
namespace stator::hooks {

// Builds {"Records":[…]}: records as GetRecords returns them, each with its stream's ARN. Errors:
// kCorruption if a record cannot be decoded.
Result<std::string> LambdaEvent(const catalog::StreamSettings& stream,
                                std::span<const streams::LoggedRecord> records);

// Whether an answer reports that the function failed or timed out, in the form of AWS's Lambda
// emulator. A failure is an object with errorType or errorMessage and without batchItemFailures.
bool IsFunctionError(const std::string& answer);

// Returns the first record that the function could not process: the lowest in
// {"batchItemFailures":[{"itemIdentifier":"<sequence number>"}]}. nullopt if the answer has another
// form or reports none.
std::optional<std::string> FirstFailure(const std::string& answer);

// Builds a line of the failure file: the abandoned records, and why.
Result<std::string> FailedBatchLine(const catalog::StreamSettings& stream,
                                    const catalog::Shard& shard,
                                    std::span<const streams::LoggedRecord> records,
                                    std::string_view target, std::string_view error);

}  // namespace stator::hooks
