#pragma once

#include <expected>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace stator {

// The outcome of an operation that can fail in production.
template <class T = void>
class [[nodiscard]] Result : public std::expected<T, Error> {
 public:
  using std::expected<T, Error>::expected;
};

// Drops a failure on purpose. The reason documents why.
template <class T>
void Ignore(const Result<T>& /*result*/, std::string_view /*reason*/) {}

// Return an error from a function with a Result.
inline std::unexpected<Error> Fail(Error error) { return std::unexpected<Error>(std::move(error)); }
inline std::unexpected<Error> Fail(ErrorCode code, std::string text) {
  return std::unexpected<Error>(std::in_place, code, std::move(text));
}
inline std::unexpected<Error> FailInvalid(std::string text) {
  return Fail(ErrorCode::kValidationException, std::move(text));
}

}  // namespace stator

// Evaluates to the value of a Result, or returns its error from the enclosing function. The
// numbered name allows a TRY inside another TRY, or in a lambda inside one.
#define TRY(expression) STATOR_TRY_NUMBERED(__COUNTER__, expression)
#define STATOR_TRY_NUMBERED(number, expression) STATOR_TRY_NUMBERED_2(number, expression)
#define STATOR_TRY_NUMBERED_2(number, expression) STATOR_TRY_NAMED(try_result_##number, expression)
#define STATOR_TRY_NAMED(name, expression)                      \
  __extension__({                                               \
    auto&& name = (expression);                                 \
    if (!name) return std::unexpected(std::move(name).error()); \
    *std::move(name);                                           \
  })
