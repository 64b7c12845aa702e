#pragma once

#include <string_view>

namespace stator::wire {

// A pattern of the model for strings in requests: its text as messages print it, and its check.
struct TextPattern {
  std::string_view text;
  bool (*fits)(std::string_view text);
};

bool IsName(std::string_view text);
// Accepts characters that XML 1.0 can hold: no control characters except tabs and line ends.
bool IsXml(std::string_view text);
bool IsAscii(std::string_view text);  // printable and not empty
bool IsNamespace(std::string_view text);
// Refuses leading and trailing spaces, control characters, and ':', '/' and '|'.
bool IsActionName(std::string_view text);
bool IsScalableTargetArn(std::string_view text);

inline constexpr TextPattern kNamePattern{"[a-zA-Z0-9_.-]+", IsName};
inline constexpr TextPattern kXmlPattern{
    R"([\u0020-\uD7FF\uE000-\uFFFD\uD800\uDC00-\uDBFF\uDFFF\r\n\t]*)", IsXml};
inline constexpr TextPattern kPrintPattern{R"(\p{Print}+)", IsAscii};
inline constexpr TextPattern kAsciiPattern{R"([\x20-\x7E]+)", IsAscii};
inline constexpr TextPattern kNamespacePattern{"[^:].*", IsNamespace};
inline constexpr TextPattern kActionNamePattern{
    R"((?!((^[ ]+.*)|(.*([\u0000-\u001f]|[\u007f-\u009f]|[:/|])+.*)|(.*[ ]+$))).+)", IsActionName};
inline constexpr TextPattern kScalableTargetArnPattern{
    R"(^arn:.+:application-autoscaling:.+:[0-9]+:scalable-target\/[a-zA-Z0-9-]+$)",
    IsScalableTargetArn};

}  // namespace stator::wire
