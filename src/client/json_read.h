#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/stator.h"
#include "wire/json.h"

// JSON of an answer into C++ values. Every Read says whether the JSON was such a value; `out` means
// nothing if it was not. Recursion is bounded by the depth the parser allows.
namespace stator::client {

bool Read(wire::Json json, std::string& out);
bool Read(wire::Json json, std::int64_t& out);
bool Read(wire::Json json, double& out);
bool Read(wire::Json json, bool& out);
bool Read(wire::Json json, Value& out);

template <class T>
bool Read(wire::Json json, std::optional<T>& out);
template <class T>
bool Read(wire::Json json, std::vector<T>& out);
template <class T>
bool Read(wire::Json json, std::map<std::string, T>& out);

// The member of that name; an absent one, or null, leaves `out` as it is and is no fault. False
// also if it is no object.
template <class T>
bool ReadMember(wire::Json object, std::string_view name, T& out) {
  wire::Json member;
  const simdjson::error_code error = object[name].get(member);
  if (error == simdjson::NO_SUCH_FIELD) return true;
  return error == simdjson::SUCCESS && (member.is_null() || Read(member, out));
}

template <class T>
bool Read(wire::Json json, std::optional<T>& out) {
  return Read(json, out.emplace());
}

template <class T>
bool Read(wire::Json json, std::vector<T>& out) {
  simdjson::dom::array array;
  if (json.get(array) != simdjson::SUCCESS) return false;
  out.reserve(array.size());
  for (const wire::Json element : array) {
    if (!Read(element, out.emplace_back())) return false;
  }
  return true;
}

template <class T>
bool Read(wire::Json json, std::map<std::string, T>& out) {
  simdjson::dom::object object;
  if (json.get(object) != simdjson::SUCCESS) return false;
  for (const auto& [name, member] : object) {
    if (!Read(member, out[std::string(name)])) return false;
  }
  return true;
}

}  // namespace stator::client
