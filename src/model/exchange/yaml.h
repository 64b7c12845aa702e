#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace stator::model {

// Converts a YAML document to JSON with yaml-cpp. All scalars become texts, except null.
//
// A local tag is a function of CloudFormation: "!Ref x" becomes {"Ref": "x"}, "!Sub x" becomes
// {"Fn::Sub": "x"}. An alias becomes a copy of the node it names.
//
// Errors: a ValidationException with the line for text that is not YAML. Also refused: several
// documents, merge keys (<<), names that are not plain texts or that repeat in a mapping, and texts
// beyond the bounds below. The bounds also count copies made by aliases, so a short text cannot
// expand without limit.
Result<std::string> YamlToJson(std::string_view text);

inline constexpr std::size_t kYamlLinesMax = 50'000;
inline constexpr std::size_t kYamlDepthMax = 64;  // nesting of mappings, sequences and functions
inline constexpr std::size_t kYamlNodesMax = 500'000;
inline constexpr std::size_t kYamlJsonBytesMax = 16'000'000;

}  // namespace stator::model
