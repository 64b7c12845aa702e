#include "wire/error_table.h"

#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "base/cancellation.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "item/value.h"
#include "wire/json_writer.h"

namespace stator::wire {
namespace {

enum class TextMember : std::uint8_t { kLower, kUpper, kNone };
using enum TextMember;

struct Row {
  std::string_view prefix;
  std::string_view name;
  int status;
  TextMember member;
};

constexpr Row kRows[] = {
#define ERROR_CODE(name, prefix, status, member) {prefix, #name, status, member},
#include "base/error_codes.inc"
#undef ERROR_CODE
};

// Codes that are ours say nothing to a client; what it can do is try again, which SDKs do after a
// 500.
ErrorCode OnTheWire(ErrorCode code) {
  switch (code) {
    case ErrorCode::kConflict:
    case ErrorCode::kStaleDescriptor:
    case ErrorCode::kCorruption:
    case ErrorCode::kUnavailable:
    case ErrorCode::kStartup:
      return ErrorCode::kInternalServerError;
    default:
      return code;
  }
}

const Row& RowOf(ErrorCode code) { return kRows[static_cast<std::size_t>(OnTheWire(code))]; }

void WriteReason(const std::optional<Error>& reason, std::string& out) {
  ObjectWriter object(out);
  object.Name("\"Code\":");
  WriteString(ReasonCode(reason), out);
  if (!reason) return;
  object.Name("\"Message\":");
  WriteString(CutUtf8(reason->message, limits::kErrorTextBytesMax), out);
  if (reason->item == nullptr) return;
  object.Name("\"Item\":");
  WriteItem(item::ItemView(*reason->item), out);
}

void WriteError(const Error& error, std::string& out) {
  const Row& row = RowOf(error.code);
  ObjectWriter object(out);
  object.Name("\"__type\":");
  WriteString(fmt::format("{}{}", row.prefix, row.name), out);
  if (row.member != kNone && !error.message.empty()) {
    object.Name(row.member == kUpper ? "\"Message\":" : "\"message\":");
    WriteString(CutUtf8(error.message, limits::kErrorTextBytesMax), out);
  }
  if (error.code == ErrorCode::kConditionalCheckFailedException && error.item != nullptr) {
    object.Name("\"Item\":");
    WriteItem(item::ItemView(*error.item), out);
  }
  if (error.reasons != nullptr) {
    object.Name("\"CancellationReasons\":");
    WriteList(*error.reasons, out, WriteReason);
  }
}

}  // namespace

std::string_view ErrorName(ErrorCode code) { return RowOf(code).name; }

Response ErrorResponse(const Error& error) {
  Response response{.status = RowOf(error.code).status, .body = {}, .error = error.code};
  WriteError(error, response.body);
  return response;
}

Response UnknownOperation() {
  return ErrorResponse(Error(ErrorCode::kUnknownOperationException, ""));
}

}  // namespace stator::wire
