#include "base/cancellation.h"

#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/texts.h"

namespace stator {

std::string_view ReasonCode(const std::optional<Error>& reason) {
  if (!reason) return "None";
  switch (reason->code) {
    case ErrorCode::kConditionalCheckFailedException:
      return "ConditionalCheckFailed";
    case ErrorCode::kDuplicateItemException:
      return "DuplicateItem";
    case ErrorCode::kResourceNotFoundException:
      return "ResourceNotFound";
    case ErrorCode::kItemCollectionSizeLimitExceededException:
      return "ItemCollectionSizeLimitExceeded";
    case ErrorCode::kTransactionConflictException:
      return "TransactionConflict";
    case ErrorCode::kProvisionedThroughputExceededException:
      return "ProvisionedThroughputExceeded";
    case ErrorCode::kThrottlingException:
    case ErrorCode::kRequestLimitExceeded:
      return "ThrottlingError";
    default:
      return "ValidationError";
  }
}

Error Cancelled(CancellationReasons reasons) {
  std::string codes;
  for (auto& reason : reasons) {
    if (!codes.empty()) codes += ", ";
    codes += ReasonCode(reason);
    if (reason && reason->code == ErrorCode::kItemCollectionSizeLimitExceededException) {
      reason->message = texts::kCollectionTooLargeReason;
    }
  }
  Error error(ErrorCode::kTransactionCanceledException,
              fmt::format(texts::kTransactionCancelled, codes));
  error.reasons = std::make_shared<const CancellationReasons>(std::move(reasons));
  return error;
}

}  // namespace stator
