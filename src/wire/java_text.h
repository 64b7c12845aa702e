#pragma once

#include <string>
#include <string_view>

#include "wire/json.h"

namespace stator::wire {

inline constexpr std::string_view kJavaPackage = "com.amazonaws.dynamodb.v20120810.";

// A value as AWS's messages repeat it, which is how Java prints it: "text", "5", "[a, b]", "{a=b}".
// Never longer than limits::kEchoedBytesMax: a request must not come back whole in its own error.
std::string JavaText(Json json);

// The elements of an array without the brackets: "a, b".
std::string JavaElements(simdjson::dom::array array);

}  // namespace stator::wire
