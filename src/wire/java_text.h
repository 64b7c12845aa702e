#pragma once

#include <string>
#include <string_view>

#include "json/parser.h"

namespace stator::wire {

inline constexpr std::string_view kJavaPackage = "com.amazonaws.dynamodb.v20120810.";

// Formats a value as AWS's messages repeat it, like Java's toString: "text", "5", "[a, b]",
// "{a=b}". At most limits::kEchoedBytesMax: an error must not return a whole request.
std::string JavaText(json::Value json);

// The same for a map of table names to lists of WriteRequests: AWS's messages name these
// structures.
std::string JavaWrites(json::Value json);

// Formats a value as the newer validation layer repeats it: JSON without spaces. Bounded like
// JavaText.
std::string JsonText(json::Value json);
// The same for an array of structures: "[KeySchemaElement(attributeName=a, keyType=HASH)]".
std::string JavaText(json::Value json, std::string_view structure);

// Formats the elements of an array without the brackets: "a, b".
std::string JavaElements(simdjson::dom::array array);
// The same for an array of strings as JSON: "a","b" with the quotes and without spaces.
std::string JsonElements(simdjson::dom::array array);

}  // namespace stator::wire
