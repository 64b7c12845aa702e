#include "admin/refusal.h"

#include <string_view>

#include "json/describe.h"
#include "json/to_json.h"

namespace stator::admin {
namespace {

struct RefusalAnswer {
  std::string_view message;
};
BOOST_DESCRIBE_STRUCT(RefusalAnswer, (), (message))

int StatusOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kValidationException:
      return 400;
    case ErrorCode::kResourceNotFoundException:
      return 404;
    case ErrorCode::kResourceInUseException:
      return 409;
    case ErrorCode::kRequestEntityTooLarge:
      return 413;
    default:
      return 503;
  }
}

}  // namespace

wire::Response AdminRefusal(int status, std::string_view message) {
  return {.status = status, .body = json::ToJson(RefusalAnswer{.message = message})};
}

wire::Response AdminRefusal(const Error& error) {
  return AdminRefusal(StatusOf(error.code), error.message);
}

}  // namespace stator::admin
