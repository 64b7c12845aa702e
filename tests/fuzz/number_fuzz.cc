// Numbers from a client's text and from a disk's bytes.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "item/number.h"

namespace stator::item {
namespace {

void CheckNumber(const Number& number) {
  Bytes encoded;
  number.AppendEncoded(encoded);
  CHECK(Number::Decode(encoded).value() == number);
  std::string text;
  AppendNumberText(encoded, text);
  CHECK(text == number.ToText());
  CHECK(Number::Parse(text).value() == number);
}

void CheckSum(const Number& a, const Number& b) {
  const Result<Number> sum = a.Plus(b);
  if (!sum) return;
  CheckNumber(*sum);
  CHECK(b.Plus(a).value() == *sum);
  // Subtracting one operand must give the other, and never needs more digits than that has.
  CHECK(sum->Minus(b).value() == a);
  CHECK(sum->Minus(a).value() == b);
}

void CheckText(std::string_view text) {
  const std::size_t middle = text.find(' ');
  const Result<Number> first = Number::Parse(text.substr(0, middle));
  if (!first) return;
  CheckNumber(*first);
  if (middle == std::string_view::npos) return;
  const Result<Number> second = Number::Parse(text.substr(middle + 1));
  if (second) CheckSum(*first, *second);
}

void CheckBytes(BytesView bytes) {
  const Result<Number> number = Number::Decode(bytes);
  if (!number) return;
  CheckNumber(*number);
  Bytes encoded;
  number->AppendEncoded(encoded);
  CHECK(encoded == bytes);
}

}  // namespace
}  // namespace stator::item

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  stator::item::CheckText(input);
  stator::item::CheckBytes(input);
  return 0;
}
