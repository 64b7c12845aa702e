#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace stator::model {

// The YAML that templates of tools are written in, as JSON: mappings and sequences by indentation,
// [a, b] and {a: b} on one line, texts with and without quotes, blocks (| and >), comments. A tag
// is a function: "!Ref x" is {"Ref": "x"} and "!Sub x" is {"Fn::Sub": "x"}. All scalars become
// texts, except that empty ones become null. Anchors, aliases and several documents are refused,
// and so are quotes that do not end on their line and escapes nobody knows. Errors are
// ValidationExceptions with the line. At most kYamlLinesMax lines and kYamlDepthMax levels.
Result<std::string> YamlToJson(std::string_view text);

inline constexpr std::size_t kYamlLinesMax = 50'000;
inline constexpr std::size_t kYamlDepthMax = 64;

}  // namespace stator::model
