#pragma once

#include <string>
#include <string_view>

#include "json/parser.h"

namespace stator::wire {

inline constexpr std::string_view kJavaPackage = "com.amazonaws.dynamodb.v20120810.";

// A value as AWS's messages repeat it, which is how Java prints it: "text", "5", "[a, b]", "{a=b}".
// Never longer than limits::kEchoedBytesMax: a request must not come back whole in its own error.
std::string JavaText(json::Value json);

// A map of table names to lists of WriteRequests, likewise: the messages name these structures.
std::string JavaWrites(json::Value json);

// A value as the newer layer of validation repeats it: JSON without blanks. Bounded as JavaText.
std::string JsonText(json::Value json);
// The same of an array of structures: "[KeySchemaElement(attributeName=a, keyType=HASH)]".
std::string JavaText(json::Value json, std::string_view structure);

// The elements of an array without the brackets: "a, b".
std::string JavaElements(simdjson::dom::array array);
// The same of an array of strings as JSON: "a","b" with the quotes and without blanks.
std::string JsonElements(simdjson::dom::array array);

}  // namespace stator::wire
