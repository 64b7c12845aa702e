#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace stator {

// What went wrong, for callers to react to. Names from error_codes.inc are what AWS calls them and
// may be sent to a client; those below the line are ours, and each has a caller that handles it.
enum class ErrorCode : std::uint8_t {
#define ERROR_CODE(name, prefix, status, member) k##name,
#include "base/error_codes.inc"
#undef ERROR_CODE
  // --- never on the wire ---
  kConflict,         // a guard of a commit did not hold; nothing was applied
  kStaleDescriptor,  // the table changed since the write was decided; look it up and decide again
  kCorruption,       // stored bytes do not decode
  kUnavailable,      // the store refuses writes for now, or another server does not answer
  kStartup,          // the server cannot start; the message is one sentence for its operator
};

// Why a request was throttled, as SDKs are told it, and the ARN of the table or index.
struct ThrottlingReason {
  std::string reason;
  std::string resource;
  bool operator==(const ThrottlingReason&) const = default;
};
using ThrottlingReasons = std::vector<ThrottlingReason>;

struct Error;
// Why a transaction was cancelled (cancellation.h).
using CancellationReasons = std::vector<std::optional<Error>>;

// A failure: code, a text for the client or operator and, for a failed condition, the stored item.
struct Error {
  ErrorCode code;
  std::string message;
  // The encoded item a ConditionalCheckFailedException returns on request (item/item.h).
  std::shared_ptr<const Bytes> item;
  std::shared_ptr<const CancellationReasons> reasons = {};   // of a TransactionCanceledException
  std::shared_ptr<const ThrottlingReasons> throttling = {};  // of what capacity refused
  // Of the stored item, where a condition on it failed: that costs what the write would have.
  std::size_t item_bytes = 0;

  Error(ErrorCode error_code, std::string text) : code(error_code), message(std::move(text)) {}
};

inline Error Invalid(std::string text) {
  return {ErrorCode::kValidationException, std::move(text)};
}

}  // namespace stator
