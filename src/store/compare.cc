#include "store/compare.h"

#include "base/bytes.h"
#include "item/number.h"

namespace stator::store {
namespace {

using client::Value;

// The encoding of a number orders as its value does. A text that is no number sorts by itself.
Bytes OrderedBytes(const std::string& text) {
  const auto number = item::Number::Parse(text);
  if (!number) return Bytes(text);
  Bytes bytes;
  number->AppendEncoded(bytes);
  return bytes;
}

}  // namespace

int Compare(const Value& left, const Value& right) {
  using Type = Value::Type;
  if (left.type() != right.type()) return 0;
  if (left.is(Type::kNumber)) {
    return OrderedBytes(left.number()).compare(OrderedBytes(right.number()));
  }
  if (left.is(Type::kString)) return left.string().compare(right.string());
  if (left.is(Type::kBinary)) return left.binary().compare(right.binary());
  return 0;
}

bool IsSame(const Value& left, const Value& right) {
  const bool numbers = left.is(Value::Type::kNumber) && right.is(Value::Type::kNumber);
  return numbers ? Compare(left, right) == 0 : left == right;
}

std::string PlainNumber(std::string_view text) {
  const auto number = item::Number::Parse(text);
  return number ? number->ToText() : std::string(text);
}

}  // namespace stator::store
