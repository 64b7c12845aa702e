#include "wire/error_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/cancellation.h"
#include "base/limits.h"
#include "base/texts.h"
#include "base/utf8.h"
#include "item/value.h"
#include "json/writer.h"
#include "wire/item_writer.h"

namespace stator::wire {
namespace {

enum class TextMember : std::uint8_t { kLower, kUpper, kNone };
using enum TextMember;
using api::Service;

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

// Internal codes mean nothing to a client. It can only retry, which SDKs do after a 500.
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

// Returns the row of a service: each service has its own name for an internal error.
Row RowOf(ErrorCode code, Service service) {
  const bool internal = OnTheWire(code) == ErrorCode::kInternalServerError;
  if (service == Service::kAutoScaling) {
    Row row = RowOf(internal ? ErrorCode::kInternalServiceException : code);
    row.prefix = {};
    if (row.member == kLower) row.member = kUpper;
    return row;
  }
  if (service == Service::kCloudWatch && internal) return RowOf(ErrorCode::kInternalServiceFault);
  Row row = RowOf(code);
  if (service == Service::kCloudWatch && code == ErrorCode::kRequestEntityTooLarge) {
    row.member = kLower;
  }
  return row;
}

// Codes of the query protocol that are not the name without "Exception" or "Fault".
using QueryCode = std::pair<std::string_view, std::string_view>;
constexpr QueryCode kQueryCodes[] = {
    {"InternalServiceFault", "InternalServiceError"},
    {"InvalidSignatureException", "SignatureDoesNotMatch"},
    {"MissingRequiredParameterException", "MissingParameter"},
    {"ResourceNotFoundException", "ResourceNotFoundException"},
    {"SerializationException", "MalformedInput"},
    {"UnknownOperationException", "InvalidAction"},
    {"UnrecognizedClientException", "InvalidClientTokenId"},
    {"ValidationException", "ValidationError"},
};

std::string QueryError(const Row& row) {
  std::string_view code = row.name;
  const auto known = std::ranges::find(kQueryCodes, code, &QueryCode::first);
  if (known != std::end(kQueryCodes)) {
    code = known->second;
  } else {
    for (const std::string_view end : {"Exception", "Fault"}) {
      if (code.ends_with(end)) code.remove_suffix(end.size());
    }
  }
  return fmt::format("{};{}", code, row.status < 500 ? "Sender" : "Receiver");
}

void WriteReason(const std::optional<Error>& reason, std::string& out) {
  json::ObjectWriter object(out);
  object.Name("\"Code\":");
  json::WriteString(ReasonCode(reason), out);
  if (!reason) return;
  object.Name("\"Message\":");
  json::WriteString(ClientText(*reason), out);
  if (reason->item == nullptr) return;
  object.Name("\"Item\":");
  WriteItem(item::ItemView(*reason->item), out);
}

void WriteThrottling(const ThrottlingReason& reason, std::string& out) {
  json::ObjectWriter object(out);
  object.Name("\"reason\":");
  json::WriteString(reason.reason, out);
  object.Name("\"resource\":");
  json::WriteString(reason.resource, out);
}

void WriteError(const Error& error, const Row& row, std::string& out) {
  json::ObjectWriter object(out);
  object.Name("\"__type\":");
  json::WriteString(fmt::format("{}{}", row.prefix, row.name), out);
  if (row.member != kNone && !error.message.empty()) {
    object.Name(row.member == kUpper ? "\"Message\":" : "\"message\":");
    json::WriteString(ClientText(error), out);
  }
  if (error.code == ErrorCode::kConditionalCheckFailedException && error.item != nullptr) {
    object.Name("\"Item\":");
    WriteItem(item::ItemView(*error.item), out);
  }
  if (error.throttling != nullptr) {
    // The API model spells the member of this exception differently.
    object.Name(error.code == ErrorCode::kThrottlingException ? "\"throttlingReasons\":"
                                                              : "\"ThrottlingReasons\":");
    json::WriteList(*error.throttling, out, WriteThrottling);
  }
  if (error.reasons != nullptr) {
    object.Name("\"CancellationReasons\":");
    json::WriteList(*error.reasons, out, WriteReason);
  }
}

}  // namespace

std::string_view ClientText(const Error& error) {
  if (OnTheWire(error.code) == ErrorCode::kInternalServerError) return texts::kInternal;
  return CutUtf8(error.message, limits::kErrorTextBytesMax);
}

ErrorFacts FactsOf(const Error& error) {
  const Row& row = RowOf(error.code);
  const bool has_text = row.member != kNone && !error.message.empty();
  return {row.name, row.status, has_text ? ClientText(error) : std::string_view()};
}

std::string_view ErrorName(ErrorCode code) { return RowOf(code).name; }

Response ErrorResponse(const Error& error, Service service) {
  const Row row = RowOf(error.code, service);
  Response response{.status = row.status, .body = {}, .error = error.code};
  response.reasons = error.reasons;
  // The log gets the cause that clients must not see.
  if (OnTheWire(error.code) == ErrorCode::kInternalServerError) response.message = error.message;
  WriteError(error, row, response.body);
  if (service == Service::kCloudWatch) {
    response.message = ClientText(error);
    response.query_error = QueryError(row);
  }
  return response;
}

Response UnknownOperation(Service service) {
  return ErrorResponse(Error(ErrorCode::kUnknownOperationException, ""), service);
}

}  // namespace stator::wire
