#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "client/value.h"

// Statements of PartiQL with typed parameters.
namespace stator::client {

// A character alone is neither a text nor a number.
template <class T>
concept Character = std::same_as<T, char> || std::same_as<T, wchar_t> || std::same_as<T, char8_t> ||
                    std::same_as<T, char16_t> || std::same_as<T, char32_t>;

// The types of C++ that say which type of DynamoDB they stand for. Sets, binary and numbers of more
// digits than a double has are stated as a Value.
template <class T>
concept Parameter =
    std::same_as<std::remove_cvref_t<T>, Value> || std::same_as<std::remove_cvref_t<T>, Item> ||
    std::same_as<std::remove_cvref_t<T>, ValueList> ||
    std::same_as<std::remove_cvref_t<T>, std::nullptr_t> ||
    std::convertible_to<T, std::string_view> ||
    (std::is_arithmetic_v<std::remove_cvref_t<T>> && !Character<std::remove_cvref_t<T>>);

// A text as S, a number as N, a truth as BOOL, nullptr as NULL, an Item as M and a list as L.
template <Parameter T>
Value ParameterOf(T&& given) {
  using Given = std::remove_cvref_t<T>;
  if constexpr (std::same_as<Given, Value>) {
    return std::forward<T>(given);
  } else if constexpr (std::same_as<Given, Item>) {
    return Value::Map(std::forward<T>(given));
  } else if constexpr (std::same_as<Given, ValueList>) {
    return Value::List(std::forward<T>(given));
  } else if constexpr (std::same_as<Given, std::nullptr_t>) {
    return Value::Null();
  } else if constexpr (std::same_as<Given, bool>) {
    return Value::Bool(given);
  } else if constexpr (std::floating_point<Given>) {
    return Value::Number(static_cast<double>(given));
  } else if constexpr (std::integral<Given>) {
    return Value::Number(given);
  } else {
    return Value::String(std::string(std::string_view(given)));
  }
}

// Values for the `?` of a statement, in order: Parameters("Nina Simone", 5).
template <Parameter... Types>
std::vector<Value> Parameters(Types&&... given) {
  std::vector<Value> values;
  values.reserve(sizeof...(given));
  (values.push_back(ParameterOf(std::forward<Types>(given))), ...);
  return values;
}

// A statement with its parameters, for batches and transactions:
//   Statement("DELETE FROM Music WHERE Artist = ? AND Song = ?", "Nina Simone", "Sinnerman")
struct Statement {
  std::string text;
  std::vector<Value> parameters;

  template <Parameter... Types>
  explicit Statement(std::string statement, Types&&... given)
      : text(std::move(statement)), parameters(Parameters(std::forward<Types>(given)...)) {}

  bool operator==(const Statement&) const = default;
};

}  // namespace stator::client
