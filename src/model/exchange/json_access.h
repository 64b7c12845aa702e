#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "json/parser.h"

// Reads free-form JSON of other tools. A member that is missing or of another type counts as
// absent.
namespace stator::model {

using Json = json::Value;

// REQUIRES, for all functions: the Body that the value belongs to is alive.
std::optional<Json> Member(const Json& object, std::string_view name);
// Returns an object's members in the order of the text. Any other value has none.
std::vector<std::pair<std::string, Json>> Members(const Json& object);
std::vector<Json> Elements(const Json& array);
std::string TextAt(const Json& object, std::string_view name);              // empty: none
std::optional<double> NumberAt(const Json& object, std::string_view name);  // also "5" in quotes
std::optional<double> NumberOf(std::string_view text);  // the whole text must be a number
std::string TextOf(const Json& value);                  // a string or number; empty: another type
std::string Minified(const Json& value);

// Returns the root. Errors: a ValidationException that names the fault. `what` names the format.
Result<json::Body> ParseDocument(json::Parser& parser, const std::string& json,
                                 std::string_view what);

// Returns the same JSON with line breaks and two spaces for each level. REQUIRES: valid JSON.
std::string Indented(std::string_view json);

}  // namespace stator::model
