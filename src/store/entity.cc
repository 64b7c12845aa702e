#include "store/entity.h"

#include "store/compare.h"

namespace stator::store {

Decimal::Decimal(std::string text) : digits_(PlainNumber(text)) {}

Decimal::Decimal(double number) : digits_(PlainNumber(client::Value::Number(number).number())) {}

std::optional<std::int64_t> Decimal::integer() const {
  return client::Value::Number(digits_).integer();
}

double Decimal::real() const { return client::Value::Number(digits_).real().value_or(0); }

std::strong_ordering Decimal::ComparedWith(const Decimal& other) const {
  return Compare(client::Value::Number(digits_), client::Value::Number(other.digits_)) <=> 0;
}

}  // namespace stator::store
