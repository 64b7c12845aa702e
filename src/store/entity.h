#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "client/stator.h"

// The types of entities' attributes in generated programs, and their places in items.
namespace stator::store {

using Date = std::string;  // 2026-11-15
using Time = std::string;  // 2026-11-15T10:30:00.000Z

struct Bytes {
  std::string data;
  bool operator==(const Bytes& other) const = default;
};

// An exact number, kept as plain decimal digits: 100000 of 1e5, 9.9 of 9.90. Integers and doubles
// convert to it. A text that is no number stays as it is, and the store refuses to send it.
class Decimal {
 public:
  Decimal() = default;
  Decimal(std::string text);  // NOLINT(google-explicit-constructor): numbers are written as texts
  Decimal(const char* text)
      : Decimal(std::string(text)) {}  // NOLINT(google-explicit-constructor): likewise
  Decimal(std::integral auto number)
      : digits_(std::to_string(number)) {}  // NOLINT(google-explicit-constructor): likewise
  Decimal(double number);  // NOLINT(google-explicit-constructor): the shortest decimal that reads
                           // back as the same double

  const std::string& digits() const { return digits_; }
  // nullopt: the number has a fraction, or is too large.
  std::optional<std::int64_t> integer() const;
  double real() const;

  friend bool operator==(const Decimal& left, const Decimal& right) = default;
  friend std::strong_ordering operator<=>(const Decimal& left, const Decimal& right) {
    return left.ComparedWith(right);
  }

 private:
  std::strong_ordering ComparedWith(const Decimal& other) const;

  std::string digits_ = "0";
};

inline client::Value ToValue(const std::string& text) { return client::Value::String(text); }
inline client::Value ToValue(const Bytes& bytes) { return client::Value::Binary(bytes.data); }
inline client::Value ToValue(bool truth) { return client::Value::Bool(truth); }
inline client::Value ToValue(std::int64_t number) { return client::Value::Number(number); }
inline client::Value ToValue(const Decimal& number) {
  return client::Value::Number(number.digits());
}
inline client::Value ToValue(const client::Item& map) { return client::Value::Map(map); }
inline client::Value ToValue(const client::ValueList& list) { return client::Value::List(list); }

inline void FromValue(const client::Value& value, std::string& text) { text = value.string(); }
inline void FromValue(const client::Value& value, Bytes& bytes) { bytes.data = value.binary(); }
inline void FromValue(const client::Value& value, bool& truth) { truth = value.boolean(); }
inline void FromValue(const client::Value& value, std::int64_t& number) {
  number = value.integer().value_or(0);
}
inline void FromValue(const client::Value& value, Decimal& number) {
  number = Decimal(value.number());
}
inline void FromValue(const client::Value& value, client::Item& map) { map = value.map(); }
inline void FromValue(const client::Value& value, client::ValueList& list) { list = value.list(); }

// An absent optional is an absent attribute.
template <class T>
void Put(client::Item& item, const std::string& name, const T& value) {
  item[name] = ToValue(value);
}
template <class T>
void Put(client::Item& item, const std::string& name, const std::optional<T>& value) {
  if (value) item[name] = ToValue(*value);
}
template <class T>
void Take(const client::Item& item, const std::string& name, T& value) {
  if (const client::Value* found = client::Find(item, name)) FromValue(*found, value);
}
template <class T>
void Take(const client::Item& item, const std::string& name, std::optional<T>& value) {
  if (const client::Value* found = client::Find(item, name)) FromValue(*found, value.emplace());
}

}  // namespace stator::store
