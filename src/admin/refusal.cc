#include "admin/refusal.h"

#include "json/writer.h"

namespace stator::admin {
namespace {

int StatusOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kValidationException:
      return 400;
    case ErrorCode::kResourceNotFoundException:
      return 404;
    case ErrorCode::kResourceInUseException:
      return 409;
    default:
      return 503;
  }
}

}  // namespace

wire::Response AdminRefusal(const Error& error) {
  wire::Response response{.status = StatusOf(error.code)};
  json::ObjectWriter object(response.body);
  object.Key("message");
  json::WriteString(error.message, response.body);
  return response;
}

}  // namespace stator::admin
