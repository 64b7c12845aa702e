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

// The kind of an error, for callers to react to. Codes from error_codes.inc are AWS's and may reach
// a client. Codes below the line are internal, and each has a caller that handles it.
enum class ErrorCode : std::uint8_t {
#define ERROR_CODE(name, prefix, status, member) k##name,
#include "base/error_codes.inc"
#undef ERROR_CODE
  // --- internal: never sent to a client ---
  kConflict,         // a commit's guard failed; nothing was applied
  kStaleDescriptor,  // the table changed after the decision; look it up and decide again
  kCorruption,       // stored bytes cannot be decoded
  kUnavailable,      // the store refuses writes at present, or another server does not answer
  kStartup,          // the server cannot start; the message is one sentence for its operator
};

// A reason of throttling as SDKs receive it, and the ARN of the table or index.
struct ThrottlingReason {
  std::string reason;
  std::string resource;
  bool operator==(const ThrottlingReason&) const = default;
};
using ThrottlingReasons = std::vector<ThrottlingReason>;

struct Error;
// A transaction's reasons for its cancellation (cancellation.h).
using CancellationReasons = std::vector<std::optional<Error>>;

// A failure: a code and a text for the client or operator. A failed condition adds the stored item.
struct Error {
  ErrorCode code;
  std::string message;
  // The encoded item that a ConditionalCheckFailedException returns on request (item/item.h).
  std::shared_ptr<const Bytes> item;
  std::shared_ptr<const CancellationReasons> reasons = {};   // a cancelled transaction's
  std::shared_ptr<const ThrottlingReasons> throttling = {};  // a throttled request's
  // The stored item's size if a condition on it failed: such a write costs the same units as a
  // success.
  std::size_t item_bytes = 0;

  Error(ErrorCode error_code, std::string text) : code(error_code), message(std::move(text)) {}
};

// Builds a ValidationException.
inline Error Invalid(std::string text) {
  return {ErrorCode::kValidationException, std::move(text)};
}

}  // namespace stator
