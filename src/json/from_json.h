#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/result.h"
#include "json/described.h"
#include "json/parser.h"

// Reads described structs (json/describe.h), numbers, texts, enums, lists and maps of them from
// JSON. json/member_reader.h is for texts that people write, whose members have ranges.
namespace stator::json {

// Whether an object may have members that its struct has not, as when a newer version wrote it.
enum class UnknownMembers : std::uint8_t { kRefused, kIgnored };

// Reads a described struct. Errors: ValidationException with the path of the fault, as in
// "tables[2].name is missing.". Faults are a missing member that is no optional, a wrong type, a
// repeated member and an unknown member.
template <class T>
Result<T> FromJson(Value json, UnknownMembers unknown = UnknownMembers::kRefused);

// --- how ---

// The place of a value in the text that is read. Leans on its parent and on the name.
struct ValuePath {
  const ValuePath* parent = nullptr;  // nullptr: the whole text
  std::string_view name;              // of a member
  std::optional<std::size_t> place;   // in a list
};

// "tables[2].name must be a text."; of the whole text "It must be a text."
Result<> FailAt(const ValuePath& path, std::string_view sentence);
Result<> FailAtMember(const ValuePath& path, std::string_view name, std::string_view sentence);

Result<> ReadValue(Value json, const ValuePath& path, bool& out);
Result<> ReadValue(Value json, const ValuePath& path, double& out);
Result<> ReadValue(Value json, const ValuePath& path, std::string& out);
Result<std::int64_t> ReadInteger(Value json, const ValuePath& path, std::int64_t min,
                                 std::int64_t max);
Result<simdjson::dom::object> ReadObject(Value json, const ValuePath& path);
Result<simdjson::dom::array> ReadArray(Value json, const ValuePath& path);
Result<> FailEnum(const ValuePath& path, const std::vector<std::string_view>& texts);

// Reads values with one rule for unknown members. Its functions are cold for the reason that
// json/to_json.h gives.
class StructReader {
 public:
  explicit StructReader(UnknownMembers unknown) : unknown_(unknown) {}

  template <class T>
  Result<> Read(Value json, const ValuePath& path, T& out) const {
    if constexpr (DescribedEnum<T>) {
      return ReadEnum(json, path, out);
    } else if constexpr (std::integral<T> && !std::same_as<T, bool>) {
      constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
      constexpr auto kMin = static_cast<std::int64_t>(std::numeric_limits<T>::min());
      constexpr bool kFits = std::in_range<std::int64_t>(std::numeric_limits<T>::max());
      constexpr auto kTypeMax = static_cast<std::int64_t>(std::numeric_limits<T>::max());
      out = static_cast<T>(TRY(ReadInteger(json, path, kMin, kFits ? kTypeMax : kMax)));
      return {};
    } else if constexpr (DescribedStruct<T>) {
      return ReadStruct(json, path, out);
    } else {
      return ReadValue(json, path, out);
    }
  }
  template <class T>
  Result<> Read(Value json, const ValuePath& path, std::optional<T>& out) const {
    return Read(json, path, out.emplace());
  }
  template <class T>
  Result<> Read(Value json, const ValuePath& path, std::vector<T>& out) const {
    const auto array = TRY(ReadArray(json, path));
    for (const Value element : array) {
      const ValuePath place{&path, {}, out.size()};
      TRY(Read(element, place, out.emplace_back()));
    }
    return {};
  }
  template <class T, std::size_t kSize>
  Result<> Read(Value json, const ValuePath& path, std::array<T, kSize>& out) const {
    const auto array = TRY(ReadArray(json, path));
    if (array.size() != kSize) return FailAt(path, "has another number of elements.");
    std::size_t at = 0;
    for (const Value element : array) {
      const ValuePath place{&path, {}, at};
      TRY(Read(element, place, out[at++]));
    }
    return {};
  }
  template <class T>
  Result<> Read(Value json, const ValuePath& path, std::map<std::string, T>& out) const {
    for (const auto [name, value] : TRY(ReadObject(json, path))) {
      const auto [entry, is_new] = out.try_emplace(std::string(name));
      if (!is_new) return FailAtMember(path, name, "is there twice.");
      const ValuePath member{&path, name, {}};
      TRY(Read(value, member, entry->second));
    }
    return {};
  }

 private:
  template <class T>
  [[gnu::cold]] Result<> ReadEnum(Value json, const ValuePath& path, T& out) const {
    std::string_view text;
    bool known = false;
    std::vector<std::string_view> texts;
    const bool is_text = json.get(text) == simdjson::SUCCESS;
    ForEachEnumerator<T>([&](T each, std::string_view name) {
      texts.push_back(name);
      if (!is_text || text != name) return;
      out = each;
      known = true;
    });
    return known ? Result<>() : FailEnum(path, texts);
  }

  template <class T>
  [[gnu::cold]] Result<> ReadStruct(Value json, const ValuePath& path, T& out) const {
    using Members = MembersOf<T>;
    std::array<bool, boost::mp11::mp_size<Members>::value> found{};
    for (const auto [name, value] : TRY(ReadObject(json, path))) {
      const ValuePath member{&path, name, {}};
      TRY(ReadMember(name, value, member, out, found));
    }
    Result<> result;
    std::size_t place = 0;
    boost::mp11::mp_for_each<Members>([&](auto member) {
      using Type = std::remove_reference_t<decltype(out.*member.pointer)>;
      const bool is_missing = !found[place++] && !kIsOptional<Type>;
      if (is_missing && result) {
        result = FailAtMember(path, kMemberName<decltype(member)>.plain(), "is missing.");
      }
    });
    return result;
  }

  // The member of the struct that has this name.
  template <class T, std::size_t kCount>
  [[gnu::cold]] Result<> ReadMember(std::string_view name, Value json, const ValuePath& path,
                                    T& out, std::array<bool, kCount>& found) const {
    Result<> result;
    bool known = false;
    std::size_t place = 0;
    boost::mp11::mp_for_each<MembersOf<T>>([&](auto member) {
      const std::size_t own_place = place++;
      if (known || name != kMemberName<decltype(member)>.plain()) return;
      known = true;
      result = std::exchange(found[own_place], true) ? FailAt(path, "is there twice.")
                                                     : Read(json, path, out.*member.pointer);
    });
    if (!known && unknown_ == UnknownMembers::kRefused) return FailAt(path, "is not known.");
    return result;
  }

  UnknownMembers unknown_;
};

template <class T>
Result<T> FromJson(Value json, UnknownMembers unknown) {
  Result<T> out;
  TRY(StructReader(unknown).Read(json, ValuePath(), *out));
  return out;
}

}  // namespace stator::json
