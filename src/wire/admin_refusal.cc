#include "wire/admin_refusal.h"

#include "wire/json_writer.h"

namespace stator::wire {
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

Response AdminRefusal(const Error& error) {
  Response response{.status = StatusOf(error.code)};
  ObjectWriter object(response.body);
  object.Key("message");
  WriteString(error.message, response.body);
  return response;
}

}  // namespace stator::wire
