#pragma once

#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "json/described.h"
#include "json/writer.h"

// Writes described structs (json/describe.h), numbers, texts, enums, lists and maps of them as
// JSON. A member that is an empty optional is left out. A type with a function WriteJson(const T&,
// std::string&) beside it is written by that function.
namespace stator::json {

// How doubles are written: with all digits they have, or rounded to a millionth, for amounts of
// money, where further digits are rounding errors.
enum class Doubles : std::uint8_t { kExact, kMillionths };

// A double that is written with all its digits in a text of millionths, too.
struct Exact {
  double value = 0;
};
inline void WriteJson(Exact exact, std::string& out) { WriteDouble(exact.value, out); }

// Appends. REQUIRES: finite doubles, valid UTF-8.
template <class T>
void Write(const T& value, std::string& out, Doubles doubles = Doubles::kExact);

template <class T>
std::string ToJson(const T& value, Doubles doubles = Doubles::kExact) {
  std::string out;
  json::Write(value, out, doubles);
  return out;
}

// --- how ---

template <class T>
concept WritesItself = requires(const T& value, std::string& out) { WriteJson(value, out); };

template <class T>
inline constexpr bool kIsMap = false;
template <class T>
inline constexpr bool kIsMap<std::map<std::string, T>> = true;

template <class T>
void WriteEnum(T value, std::string& out) {
  if constexpr (NamedEnum<T>) {
    WriteString(NameOf(value), out);
  } else {
    ForEachEnumerator<T>([&](T each, std::string_view text) {
      if (each == value) WriteString(text, out);
    });
  }
}

template <class T>
void WriteMember(ObjectWriter& object, std::string_view quoted, const T& value, std::string& out,
                 Doubles doubles) {
  if constexpr (kIsOptional<T>) {
    if (value) json::WriteMember(object, quoted, *value, out, doubles);
  } else {
    object.Name(quoted);
    json::Write(value, out, doubles);
  }
}

// Cold functions are optimized for size. Inlined into each other they double what a report adds to
// the time of its compilation.
template <DescribedStruct T>
[[gnu::cold]] void WriteStruct(const T& value, std::string& out, Doubles doubles) {
  ObjectWriter object(out);
  boost::mp11::mp_for_each<MembersOf<T>>([&](auto member) {
    constexpr std::string_view kQuoted = kMemberName<decltype(member)>.quoted();
    if constexpr (std::is_member_function_pointer_v<decltype(member.pointer)>) {
      json::WriteMember(object, kQuoted, (value.*member.pointer)(), out, doubles);
    } else {
      json::WriteMember(object, kQuoted, value.*member.pointer, out, doubles);
    }
  });
}

template <std::ranges::input_range T>
[[gnu::cold]] void WriteRange(const T& range, std::string& out, Doubles doubles) {
  out += '[';
  bool first = true;
  for (const auto& element : range) {
    if (!std::exchange(first, false)) out += ',';
    json::Write(element, out, doubles);
  }
  out += ']';
}

template <class T>
void Write(const T& value, std::string& out, Doubles doubles) {
  if constexpr (WritesItself<T>) {
    WriteJson(value, out);
  } else if constexpr (std::is_enum_v<T>) {
    WriteEnum(value, out);
  } else if constexpr (std::same_as<T, bool>) {
    WriteBool(value, out);
  } else if constexpr (std::integral<T>) {
    WriteInteger(static_cast<std::int64_t>(value), out);
  } else if constexpr (std::floating_point<T>) {
    doubles == Doubles::kExact ? WriteDouble(value, out) : WriteMillionths(value, out);
  } else if constexpr (std::convertible_to<const T&, std::string_view>) {
    WriteString(value, out);
  } else if constexpr (kIsMap<T>) {
    WriteMap(value, out,
             [doubles](const auto& each, std::string& to) { json::Write(each, to, doubles); });
  } else if constexpr (std::ranges::input_range<const T>) {
    WriteRange(value, out, doubles);
  } else {
    static_assert(DescribedStruct<T>, "describe it, without bases: json/describe.h");
    WriteStruct(value, out, doubles);
  }
}

}  // namespace stator::json
