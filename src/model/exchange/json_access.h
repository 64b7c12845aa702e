#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "json/parser.h"

// Free-form JSON of other tools: what is not there or of another type is simply absent.
namespace stator::model {

using Json = json::Value;

// REQUIRES of all: the Body the value came from is alive.
std::optional<Json> Member(const Json& object, std::string_view name);
// Of an object in the order of the text; nothing of anything else.
std::vector<std::pair<std::string, Json>> Members(const Json& object);
std::vector<Json> Elements(const Json& array);
std::string TextAt(const Json& object, std::string_view name);              // empty: none
std::optional<double> NumberAt(const Json& object, std::string_view name);  // also "5" in quotes
std::optional<double> NumberOf(std::string_view text);                      // all of it
std::string TextOf(const Json& value);  // of a text or number; empty: neither
std::string Minified(const Json& value);

// The root; a ValidationException that says what is wrong. `what` is the format.
Result<json::Body> ParseDocument(json::Parser& parser, const std::string& json,
                                 std::string_view what);

// The same JSON with line ends and two spaces for each level. REQUIRES: valid JSON.
std::string Indented(std::string_view json);

}  // namespace stator::model
