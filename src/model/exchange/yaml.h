#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace stator::model {

// A YAML document as JSON. yaml-cpp reads it; all scalars become texts, except that null does.
//
// A local tag is a function of CloudFormation: "!Ref x" becomes {"Ref": "x"}, "!Sub x" becomes
// {"Fn::Sub": "x"}. An alias becomes a copy of the node it names.
//
// Errors: a ValidationException with the line, for everything that is no YAML, and for several
// documents, merge keys (<<), names that are no plain texts or that stand twice in a mapping, and
// texts beyond the bounds below. The bounds count copies of aliases, too, so that a short text
// cannot become a long one.
Result<std::string> YamlToJson(std::string_view text);

inline constexpr std::size_t kYamlLinesMax = 50'000;
inline constexpr std::size_t kYamlDepthMax = 64;  // mappings, sequences and functions in each other
inline constexpr std::size_t kYamlNodesMax = 500'000;
inline constexpr std::size_t kYamlJsonBytesMax = 16'000'000;

}  // namespace stator::model
