#include "api/wording.h"

#include <fmt/format.h>

#include "base/texts.h"

namespace stator::api {

Error Worded(Wording wording, Error error) {
  if (wording == Wording::kWrapped && error.code == ErrorCode::kValidationException) {
    error.message = fmt::format(texts::kOneValidationError, error.message);
  }
  return error;
}

Result<> CheckBadValue(const std::optional<BadValue>& bad, Wording wording) {
  if (!bad) return {};
  return Fail(Worded(bad->prefixed ? wording : Wording::kPlain, bad->error));
}

Result<> CheckAttributeValues(const AttributeMap& map, Wording wording) {
  return CheckBadValue(map.bad, wording);
}

}  // namespace stator::api
