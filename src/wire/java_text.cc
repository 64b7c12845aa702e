#include "wire/java_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/limits.h"

namespace stator::wire {
namespace {

using simdjson::dom::element_type;

// Appends what fits, whole characters only.
void AppendBounded(std::string_view text, std::string& out) {
  const std::size_t room = limits::kEchoedBytesMax - std::min(limits::kEchoedBytesMax, out.size());
  std::size_t size = std::min(room, text.size());
  while (size > 0 && size < text.size() &&
         (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80) {
    --size;
  }
  out.append(text.substr(0, size));
}

void Append(Json json, std::size_t depth, std::string& out);

void AppendElements(simdjson::dom::array array, std::size_t depth, std::string& out) {
  bool first = true;
  for (const Json element : array) {
    if (out.size() >= limits::kEchoedBytesMax) break;
    if (!first) AppendBounded(", ", out);
    first = false;
    Append(element, depth, out);
  }
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
    Append(value, depth, out);
  }
  AppendBounded("}", out);
}

void Append(Json json, std::size_t depth, std::string& out) {
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

}  // namespace

std::string JavaText(Json json) {
  std::string out;
  Append(json, 0, out);
  return out;
}

std::string JavaElements(simdjson::dom::array array) {
  std::string out;
  AppendElements(array, 1, out);
  return out;
}

}  // namespace stator::wire
