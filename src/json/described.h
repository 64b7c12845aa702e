#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

#include <boost/describe/bases.hpp>
#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>

// The names that described structs and enums have in JSON; for to_json.h and from_json.h alone.
namespace stator::json {

// "units_per_second" and "UnitsPerSecond" as "\"unitsPerSecond\":". An underscore at the end is
// left out: a member `class_` is "class".
class MemberName {
 public:
  consteval explicit MemberName(std::string_view name) {
    Append('"');
    bool upper = false;
    for (const char letter : name) {
      if (letter == '_') {
        upper = true;
      } else {
        Append(size_ == 1 ? Lower(letter) : upper ? Upper(letter) : letter);
        upper = false;
      }
    }
    Append('"');
    Append(':');
  }

  // As it stands in JSON, colon included.
  constexpr std::string_view quoted() const { return {text_.data(), size_}; }
  constexpr std::string_view plain() const { return {text_.data() + 1, size_ - 3}; }

 private:
  static consteval char Lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  }
  static consteval char Upper(char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  }
  consteval void Append(char letter) { text_[size_++] = letter; }

  std::array<char, 64> text_{};  // a longer name does not compile
  std::size_t size_ = 0;
};

template <class Member>
inline constexpr MemberName kMemberName{Member::name};

// Data members and functions, in the order of the description.
template <class T>
using MembersOf = boost::describe::describe_members<T, boost::describe::mod_public |
                                                           boost::describe::mod_any_member>;

template <class T>
concept DescribedStruct =
    std::is_class_v<T> && boost::describe::has_describe_members<T>::value &&
    boost::mp11::mp_empty<
        boost::describe::describe_bases<T, boost::describe::mod_any_access>>::value;

template <class T>
concept DescribedEnum = std::is_enum_v<T> && boost::describe::has_describe_enumerators<T>::value;

template <class T>
concept NamedEnum = std::is_enum_v<T> && requires(T value) {
  { NameOf(value) } -> std::convertible_to<std::string_view>;
};

// "kOnDemand" as "onDemand".
template <class Enumerator>
inline constexpr MemberName kEnumeratorName{std::string_view(Enumerator::name).substr(1)};

// Calls `take(value, text)` with every enumerator and the text it has in JSON.
template <DescribedEnum T, class Take>
void ForEachEnumerator(Take take) {
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<T>>([&](auto enumerator) {
    if constexpr (NamedEnum<T>) {
      take(enumerator.value, std::string_view(NameOf(enumerator.value)));
    } else {
      take(enumerator.value, kEnumeratorName<decltype(enumerator)>.plain());
    }
  });
}

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

}  // namespace stator::json
