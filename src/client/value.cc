#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "client/stator.h"

namespace stator::client {
namespace {

// The whole of `text` as a number; nullopt if it is none, or is too large for T.
template <class T>
std::optional<T> Parsed(std::string_view text) {
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

template <Value::Type type>
const auto& Value::Content() const {
  constexpr auto kIndex = static_cast<std::size_t>(type);
  static const std::variant_alternative_t<kIndex, Storage> kEmpty{};
  const auto* content = std::get_if<kIndex>(&content_);
  return content == nullptr ? kEmpty : *content;
}

Value Value::Number(double number) {
  std::array<char, 32> buffer;  // the longest: -1.7976931348623157e+308
  const auto [end, error] = std::to_chars(buffer.begin(), buffer.end(), number);
  return Number(std::string(buffer.begin(), error == std::errc() ? end : buffer.begin()));
}

const std::string& Value::string() const { return Content<Type::kString>(); }
const std::string& Value::number() const { return Content<Type::kNumber>(); }
const std::string& Value::binary() const { return Content<Type::kBinary>(); }
bool Value::boolean() const { return Content<Type::kBool>(); }
const Item& Value::map() const { return Content<Type::kMap>(); }
const ValueList& Value::list() const { return Content<Type::kList>(); }

const ValueSet& Value::set() const {
  if (is(Type::kNumberSet)) return Content<Type::kNumberSet>();
  if (is(Type::kBinarySet)) return Content<Type::kBinarySet>();
  return Content<Type::kStringSet>();
}

std::optional<std::int64_t> Value::integer() const { return Parsed<std::int64_t>(number()); }

std::optional<double> Value::real() const { return Parsed<double>(number()); }

const Value* Find(const Item& item, const std::string& name) {
  const auto found = item.find(name);
  return found == item.end() ? nullptr : &found->second;
}

}  // namespace stator::client
