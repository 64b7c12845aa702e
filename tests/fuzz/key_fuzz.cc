// Keys from a disk. The first byte chooses the types, the rest is the key.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "item/encoder.h"
#include "item/key.h"

namespace stator::item {
namespace {

constexpr Type kTypes[] = {Type::kString, Type::kNumber, Type::kBinary};

// Bytes that decode must equal the encoding of their values.
void CheckDecode(unsigned choice, BytesView key) {
  while (!key.empty()) {
    const BytesView before = key;
    Bytes value;
    if (!DecodeKeyComponent(kTypes[choice % 3], key, value)) return;
    choice /= 3;
    Bytes component;
    AppendKeyComponent(ValueView(value), component);
    CHECK(component == before.substr(0, before.size() - key.size()));
  }
}

// Two values of one type must order as their components do.
void CheckOrder(BytesView input) {
  const BytesView first = input.substr(0, input.size() / 2);
  const BytesView second = input.substr(input.size() / 2);
  Bytes values[2];
  Encoder(values[0]).Binary(first);
  Encoder(values[1]).Binary(second);
  Bytes components[2];
  AppendKeyComponent(ValueView(values[0]), components[0]);
  AppendKeyComponent(ValueView(values[1]), components[1]);
  CHECK((components[0] <=> components[1]) == (first <=> second));
  Bytes prefix;
  AppendKeyPrefix(ValueView(values[0]), prefix);
  const auto end = PrefixEnd(prefix);
  const bool inside = components[1] >= prefix && (!end || components[1] < *end);
  CHECK(inside == second.starts_with(first));
  const ValueView hashed[] = {ValueView(values[0]), ValueView(values[1])};
  CHECK(RouteOf(hashed) == RouteOf(hashed));
}

}  // namespace
}  // namespace stator::item

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  stator::item::CheckDecode(data[0], input.substr(1));
  stator::item::CheckOrder(input.substr(1));
  return 0;
}
