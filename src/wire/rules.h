#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "wire/decoder.h"
#include "wire/table_name.h"

// Whether typed values keep the rules that a decoder checks. The generated functions Fits are made
// of these. They word nothing: a request that does not fit goes through its decoder.
namespace stator::wire {

bool TextFits(std::string_view text, const Rules& rules);
bool CountFits(std::size_t count, const Rules& rules);  // of a list's or map's members
bool LongFits(std::int64_t number, const Rules& rules);
// A number beyond 32 bits does not fit: decoders saturate it.
bool IntegerFits(std::int64_t number, const Rules& rules);

// A map whose keys name tables; `values` bounds the counts in its values. False for an empty map.
template <class T>
bool TableMapFits(const std::map<std::string, T>& map, const Rules& values) {
  return !map.empty() && std::ranges::all_of(map, [&values](const auto& entry) {
    if (!IsTableKey(entry.first)) return false;
    if constexpr (requires { entry.second.size(); }) {
      return CountFits(entry.second.size(), values);
    }
    return true;
  });
}

}  // namespace stator::wire
