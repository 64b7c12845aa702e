#pragma once

#include <string_view>

namespace stator::wire {

// A pattern that the model has for strings of requests: as its texts print it, and what it means.
struct TextPattern {
  std::string_view text;
  bool (*fits)(std::string_view text);
};

bool IsName(std::string_view text);
// What XML can hold: no control characters but tabs and line ends.
bool IsXml(std::string_view text);
bool IsAscii(std::string_view text);  // printable, and some of it
bool IsNamespace(std::string_view text);
// Without spaces around it, control characters, and ':', '/' and '|'.
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
