#include "api/wording.h"

#include <utility>

#include <fmt/format.h>

#include "base/texts.h"

namespace stator::api {

Error Worded(Wording wording, Error error) {
  if (wording == Wording::kPrefixed && error.code == ErrorCode::kValidationException) {
    error.message = fmt::format(texts::kOneValidationError, error.message);
  }
  return error;
}

Result<> Worded(Wording wording, Result<> outcome) {
  if (outcome) return outcome;
  return Fail(Worded(wording, std::move(outcome.error())));
}

Result<> CheckBadValue(const std::optional<BadValue>& bad, Wording wording) {
  if (!bad) return {};
  return Fail(bad->prefixed ? Worded(wording, bad->error) : bad->error);
}

Result<> CheckAttributeValues(const AttributeMap& map, Wording wording) {
  return CheckBadValue(map.bad, wording);
}

}  // namespace stator::api
