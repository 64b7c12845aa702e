#include "client/value.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace stator::client {
namespace {

// The whole text as a number; nullopt if it is no number or is too large for T.
template <class T>
std::optional<T> Parsed(std::string_view text) {
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string Written(double number, auto... format) {
  std::array<char, 32> buffer;  // the longest: -1.7976931348623157e+308
  const auto [end, error] = std::to_chars(buffer.begin(), buffer.end(), number, format...);
  return {buffer.begin(), error == std::errc() ? end : buffer.begin()};
}

}  // namespace

template <Value::Type type>
const auto& Value::Content() const {
  constexpr auto kIndex = static_cast<std::size_t>(type);
  static const std::variant_alternative_t<kIndex, Storage> none{};
  const auto* content = std::get_if<kIndex>(&content_);
  return content == nullptr ? none : *content;
}

Value Value::Number(double number) {
  constexpr double kAllWhole = 9'007'199'254'740'992;  // 2^53
  auto text = Written(number);
  const bool many = std::isfinite(number) && std::abs(number) >= kAllWhole;
  if (!many || text.contains('e')) return Number(std::move(text));
  // The text has all digits of the number. Reading it back needs only the first; zeros replace the
  // others.
  auto shortest = Written(number, std::chars_format::scientific);
  shortest.resize(shortest.find('e'));
  std::erase(shortest, '.');
  shortest.resize(text.size(), '0');
  return Number(std::move(shortest));
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
