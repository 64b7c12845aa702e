#include "model/exchange/json_access.h"

#include <fmt/format.h>

#include "base/text.h"

namespace stator::model {

std::optional<Json> Member(const Json& object, std::string_view name) {
  simdjson::dom::object members;
  Json found;
  if (object.get(members) != simdjson::SUCCESS) return std::nullopt;
  if (members.at_key(name).get(found) != simdjson::SUCCESS) return std::nullopt;
  return found;
}

std::vector<std::pair<std::string, Json>> Members(const Json& object) {
  std::vector<std::pair<std::string, Json>> all;
  simdjson::dom::object members;
  if (object.get(members) != simdjson::SUCCESS) return all;
  for (const auto& member : members) all.emplace_back(std::string(member.key), member.value);
  return all;
}

std::vector<Json> Elements(const Json& array) {
  std::vector<Json> all;
  simdjson::dom::array elements;
  if (array.get(elements) != simdjson::SUCCESS) return all;
  for (const Json element : elements) all.push_back(element);
  return all;
}

std::string TextOf(const Json& value) {
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) return std::string(text);
  const bool number = value.is_int64() || value.is_uint64() || value.is_double();
  return number ? Minified(value) : "";
}

std::string TextAt(const Json& object, std::string_view name) {
  const auto found = Member(object, name);
  return found ? TextOf(*found) : "";
}

std::optional<double> NumberAt(const Json& object, std::string_view name) {
  const auto found = Member(object, name);
  if (!found) return std::nullopt;
  double number = 0;
  if (found->get(number) == simdjson::SUCCESS) return number;
  return NumberOf(TextOf(*found));
}

std::optional<double> NumberOf(std::string_view text) { return ParseNumber<double>(text); }

std::string Minified(const Json& value) { return simdjson::minify(value); }

Result<json::Body> ParseDocument(json::Parser& parser, const std::string& json,
                                 std::string_view what) {
  auto body = parser.Parse(json);
  if (body && !body->empty()) return body;
  simdjson::dom::parser any;
  Json root;
  if (any.parse(json).get(root) != simdjson::SUCCESS) {
    return FailInvalid(fmt::format("The {} is not valid JSON.", what));
  }
  return FailInvalid(fmt::format("The {} is a JSON {}, and must be an object with members.", what,
                                 root.is_array() ? "list" : "value"));
}

std::string Indented(std::string_view json) {
  std::string out;
  std::size_t depth = 0;
  bool quoted = false;
  const auto line = [&] { out.append("\n").append(2 * depth, ' '); };
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char letter = json[i];
    if (quoted) {
      out += letter;
      if (letter == '\\' && i + 1 < json.size()) out += json[++i];
      if (letter == '"') quoted = false;
      continue;
    }
    const bool opens = letter == '{' || letter == '[';
    const bool closes = letter == '}' || letter == ']';
    if (closes && depth > 0) --depth;
    const bool empty = closes && (out.ends_with('{') || out.ends_with('['));
    if (closes && !empty) line();
    out += letter;
    if (opens) ++depth;
    const bool empties = opens && i + 1 < json.size() && (json[i + 1] == '}' || json[i + 1] == ']');
    if ((opens && !empties) || letter == ',') line();
    if (letter == ':') out += ' ';
    if (letter == '"') quoted = true;
  }
  return out + '\n';
}

}  // namespace stator::model
