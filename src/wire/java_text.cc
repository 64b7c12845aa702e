#include "wire/java_text.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/limits.h"

namespace stator::wire {
namespace {

using simdjson::dom::element_type;

// Appends as many whole characters as fit.
void AppendBounded(std::string_view text, std::string& out) {
  const std::size_t room = limits::kEchoedBytesMax - std::min(limits::kEchoedBytesMax, out.size());
  std::size_t size = std::min(room, text.size());
  while (size > 0 && size < text.size() &&
         (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80) {
    --size;
  }
  out.append(text.substr(0, size));
}

void AppendJava(json::Value json, std::size_t depth, std::string& out);

void AppendElements(simdjson::dom::array array, std::size_t depth, std::string& out) {
  bool first = true;
  for (const json::Value element : array) {
    if (out.size() >= limits::kEchoedBytesMax) break;
    if (!first) AppendBounded(", ", out);
    first = false;
    AppendJava(element, depth, out);
  }
}

// Formats "Name(member=value)".
void AppendStructure(simdjson::dom::object object, std::string_view name, std::string& out) {
  AppendBounded(name, out);
  AppendBounded("(", out);
  bool first = true;
  for (const auto [key, value] : object) {
    if (out.size() >= limits::kEchoedBytesMax) break;
    if (!first) AppendBounded(", ", out);
    first = false;
    std::string member(key);
    if (!member.empty() && member[0] >= 'A' && member[0] <= 'Z') member[0] += 'a' - 'A';
    AppendBounded(member, out);
    AppendBounded("=", out);
    AppendJava(value, 2, out);
  }
  AppendBounded(")", out);
}

void AppendArray(simdjson::dom::array array, std::size_t depth, std::string& out) {
  AppendBounded("[", out);
  AppendElements(array, depth, out);
  AppendBounded("]", out);
}

void AppendObject(simdjson::dom::object object, std::size_t depth, std::string& out) {
  AppendBounded("{", out);
  bool first = true;
  for (const auto [key, value] : object) {
    if (out.size() >= limits::kEchoedBytesMax) break;
    if (!first) AppendBounded(", ", out);
    first = false;
    AppendBounded(key, out);
    AppendBounded("=", out);
    AppendJava(value, depth, out);
  }
  AppendBounded("}", out);
}

void AppendJava(json::Value json, std::size_t depth, std::string& out) {
  const bool deeper = depth < limits::kEchoedDepthMax;
  switch (json.type()) {
    case element_type::ARRAY:
      return deeper ? AppendArray(json.get_array().value_unsafe(), depth + 1, out)
                    : AppendBounded("[...]", out);
    case element_type::OBJECT:
      return deeper ? AppendObject(json.get_object().value_unsafe(), depth + 1, out)
                    : AppendBounded("{...}", out);
    case element_type::STRING:
      return AppendBounded(json.get_string().value_unsafe(), out);
    case element_type::INT64:
      return AppendBounded(fmt::to_string(json.get_int64().value_unsafe()), out);
    case element_type::UINT64:
      return AppendBounded(fmt::to_string(json.get_uint64().value_unsafe()), out);
    case element_type::DOUBLE:
      return AppendBounded(fmt::to_string(json.get_double().value_unsafe()), out);
    case element_type::BOOL:
      return AppendBounded(bool{json.get_bool().value_unsafe()} ? "true" : "false", out);
    case element_type::NULL_VALUE:
      return AppendBounded("null", out);
  }
}

// Java prints "PutRequest" as the member putRequest, of the type PutRequest, with its one member.
void AppendWrite(json::Value write, std::string& out) {
  constexpr std::array<std::array<std::string_view, 3>, 2> kForms = {
      {{"PutRequest", "Item", "putRequest=PutRequest(item="},
       {"DeleteRequest", "Key", "deleteRequest=DeleteRequest(key="}}};
  AppendBounded("WriteRequest(", out);
  for (const auto& [member, inner, opening] : kForms) {
    json::Value attributes;
    if (write[member][inner].get(attributes) != simdjson::SUCCESS) continue;
    AppendBounded(opening, out);
    AppendJava(attributes, 0, out);
    AppendBounded(")", out);
  }
  AppendBounded(")", out);
}

void AppendWrites(json::Value writes, std::string& out) {
  simdjson::dom::array array;
  if (writes.get(array) != simdjson::SUCCESS) return AppendJava(writes, 0, out);
  AppendBounded("[", out);
  bool first = true;
  for (const json::Value write : array) {
    if (out.size() >= limits::kEchoedBytesMax) break;
    if (!first) AppendBounded(", ", out);
    first = false;
    AppendWrite(write, out);
  }
  AppendBounded("]", out);
}

}  // namespace

std::string JavaText(json::Value json) {
  std::string out;
  AppendJava(json, 0, out);
  return out;
}

std::string JsonText(json::Value json) {
  std::string out;
  AppendBounded(simdjson::minify(json), out);
  return out;
}

std::string JavaWrites(json::Value json) {
  simdjson::dom::object tables;
  if (json.get(tables) != simdjson::SUCCESS) return JavaText(json);
  std::string out;
  AppendBounded("{", out);
  for (const auto [name, writes] : tables) {
    if (out.size() >= limits::kEchoedBytesMax) break;
    if (out.size() > 1) AppendBounded(", ", out);
    AppendBounded(name, out);
    AppendBounded("=", out);
    AppendWrites(writes, out);
  }
  AppendBounded("}", out);
  return out;
}

std::string JsonElements(simdjson::dom::array array) {
  std::string text;
  AppendBounded(simdjson::minify(array), text);
  if (text.ends_with(']')) text.pop_back();
  return text.substr(std::min<std::size_t>(1, text.size()));
}

std::string JavaText(json::Value json, std::string_view structure) {
  simdjson::dom::array array;
  if (structure.empty() || json.get(array) != simdjson::SUCCESS) return JavaText(json);
  std::string out = "[";
  for (const json::Value element : array) {
    if (out.size() >= limits::kEchoedBytesMax) break;
    if (out.size() > 1) AppendBounded(", ", out);
    simdjson::dom::object object;
    if (element.get(object) == simdjson::SUCCESS) {
      AppendStructure(object, structure, out);
    } else {
      AppendJava(element, 1, out);
    }
  }
  AppendBounded("]", out);
  return out;
}

std::string JavaElements(simdjson::dom::array array) {
  std::string out;
  AppendElements(array, 1, out);
  return out;
}

}  // namespace stator::wire
