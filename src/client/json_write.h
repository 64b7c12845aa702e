#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "client/value.h"
#include "json/writer.h"

// The pieces of a request as JSON. The generated functions Write (client/json_codecs.h) are made of
// them. REQUIRES: all texts are UTF-8, or the caller checks the whole JSON.
namespace stator::client {

// A request that is being written. `too_deep` remembers that a value was left out because of its
// depth.
struct JsonText {
  std::string text;
  bool too_deep = false;
};

void Write(const Value& value, JsonText& out);

inline void Write(const std::string& text, JsonText& out) { json::WriteString(text, out.text); }
inline void Write(std::int64_t number, JsonText& out) { json::WriteInteger(number, out.text); }
inline void Write(bool truth, JsonText& out) { json::WriteBool(truth, out.text); }

// An enum of src/api.
template <class Enum>
  requires std::is_enum_v<Enum>
void Write(Enum value, JsonText& out) {
  json::WriteString(ToString(value), out.text);
}

template <class T>
void Write(const std::vector<T>& list, JsonText& out) {
  json::WriteList(list, out.text, [&](const T& each, std::string& /*text*/) { Write(each, out); });
}

template <class T>
void Write(const std::map<std::string, T>& map, JsonText& out) {
  json::WriteMap(map, out.text, [&](const T& each, std::string& /*text*/) { Write(each, out); });
}

// `name` is the member's name as it stands in JSON, colon included: "\"Item\":".
template <class T>
void WriteAlways(json::ObjectWriter& object, std::string_view name, const T& value, JsonText& out) {
  object.Name(name);
  Write(value, out);
}

// Leaves out a text, list or map that is empty.
template <class T>
void WriteMember(json::ObjectWriter& object, std::string_view name, const T& value, JsonText& out) {
  if (!value.empty()) WriteAlways(object, name, value, out);
}

template <class T>
void WriteMember(json::ObjectWriter& object, std::string_view name, const std::optional<T>& value,
                 JsonText& out) {
  if (value) WriteAlways(object, name, *value, out);
}

// Leaves out a truth that is `absent`.
inline void WriteUnless(json::ObjectWriter& object, std::string_view name, bool value, bool absent,
                        JsonText& out) {
  if (value != absent) WriteAlways(object, name, value, out);
}

// A list whose elements are objects with one member each, `inner`.
template <class T>
void WriteWrapped(json::ObjectWriter& object, std::string_view name, std::string_view inner,
                  const std::vector<T>& list, JsonText& out) {
  object.Name(name);
  json::WriteList(list, out.text, [&](const T& each, std::string& text) {
    json::ObjectWriter element(text);
    WriteAlways(element, inner, each, out);
  });
}

// The enum of src/api that stands for a value of the client's, if there is a value.
template <class Enum>
auto ApiOf(const std::optional<Enum>& value) -> std::optional<decltype(ApiOf(*value))> {
  if (!value) return std::nullopt;
  return ApiOf(*value);
}

}  // namespace stator::client
