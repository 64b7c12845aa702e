#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/value.h"
#include "json/parser.h"

// JSON of an answer into C++ values. Every Read says whether the JSON is such a value; otherwise
// `out` means nothing. Recursion is bounded by the depth the parser allows.
namespace stator::client {

bool Read(json::Value json, std::string& out);
bool Read(json::Value json, std::int64_t& out);
bool Read(json::Value json, double& out);
bool Read(json::Value json, bool& out);
bool Read(json::Value json, Value& out);

template <class T>
bool Read(json::Value json, std::optional<T>& out);
template <class T>
bool Read(json::Value json, std::vector<T>& out);
template <class T>
bool Read(json::Value json, std::map<std::string, T>& out);

// The member with that name. A member that is absent or null leaves `out` as it is and is no fault.
// False also if `object` is no object.
template <class T>
bool ReadMember(json::Value object, std::string_view name, T& out) {
  json::Value member;
  const simdjson::error_code error = object[name].get(member);
  if (error == simdjson::NO_SUCH_FIELD) return true;
  return error == simdjson::SUCCESS && (member.is_null() || Read(member, out));
}

template <class T>
bool Read(json::Value json, std::optional<T>& out) {
  return Read(json, out.emplace());
}

template <class T>
bool Read(json::Value json, std::vector<T>& out) {
  simdjson::dom::array array;
  if (json.get(array) != simdjson::SUCCESS) return false;
  out.reserve(array.size());
  for (const json::Value element : array) {
    if (!Read(element, out.emplace_back())) return false;
  }
  return true;
}

template <class T>
bool Read(json::Value json, std::map<std::string, T>& out) {
  simdjson::dom::object object;
  if (json.get(object) != simdjson::SUCCESS) return false;
  for (const auto& [name, member] : object) {
    if (!Read(member, out[std::string(name)])) return false;
  }
  return true;
}

// A list whose elements are objects; `out` gets the member `inner` of each. The list must be there.
template <class T>
bool ReadWrapped(json::Value object, std::string_view name, std::string_view inner,
                 std::vector<T>& out) {
  simdjson::dom::array array;
  if (object[name].get(array) != simdjson::SUCCESS) return false;
  out.reserve(array.size());
  for (const json::Value element : array) {
    if (!ReadMember(element, inner, out.emplace_back())) return false;
  }
  return true;
}

// The member that is the whole answer, which must be there.
template <class T>
bool ReadOnly(json::Value object, std::string_view name, T& out) {
  json::Value member;
  return object[name].get(member) == simdjson::SUCCESS && Read(member, out);
}

}  // namespace stator::client
