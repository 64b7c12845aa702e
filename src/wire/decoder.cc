#include "wire/decoder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/limits.h"
#include "base/stable_order.h"
#include "base/texts.h"
#include "base/utf8.h"
#include "wire/java_text.h"

namespace stator::wire {
namespace {

using simdjson::dom::element_type;

// Returns AWS's name for the kind of a JSON value.
std::string_view TokenName(json::Value json) {
  switch (json.type()) {
    case element_type::STRING:
      return "STRING_VALUE";
    case element_type::DOUBLE:
      return "DECIMAL_VALUE";
    case element_type::BOOL:
      return bool{json.get_bool().value_unsafe()} ? "TRUE_VALUE" : "FALSE_VALUE";
    default:
      return "NUMBER_VALUE";
  }
}

// Fails for a scalar of another kind, an array or an object where `java_type` was expected.
bool FailScalar(Decoder& decoder, json::Value json, std::string_view java_type) {
  if (json.is_object()) return decoder.FailSerialization(texts::kUnexpectedStructure);
  if (json.is_array()) {
    const std::string type = fmt::format("class java.lang.{}", java_type);
    return decoder.FailSerialization(fmt::format(texts::kUnrecognizedCollection, type));
  }
  return decoder.FailSerialization(fmt::format(texts::kNotConvertible, TokenName(json), java_type));
}

bool FailStructure(Decoder& decoder, const Path& path, json::Value json,
                   std::string_view structure) {
  if (json.is_array()) {
    const std::string type = fmt::format("class {}{}", kJavaPackage, structure);
    return decoder.FailSerialization(fmt::format(texts::kUnrecognizedCollection, type));
  }
  return decoder.FailSerialization(path.is_member() ? texts::kUnexpectedField
                                                    : texts::kUnexpectedValue);
}

void CheckLength(Decoder& decoder, const Path& path, json::Value json, const Rules& rules,
                 std::size_t size) {
  const auto length = static_cast<std::int64_t>(size);
  const auto violate = [&](const char* text, std::int64_t bound) {
    decoder.Violate(path, JavaText(json, rules.element), fmt::format(fmt::runtime(text), bound),
                    rules.style);
  };
  if (rules.min && length < *rules.min) violate(texts::kMinLength, *rules.min);
  if (rules.max && length > *rules.max) violate(texts::kMaxLength, *rules.max);
}

Style StyleOn(const Decoder& decoder, Style style) {
  if (style == Style::kLayered) return decoder.newer() ? Style::kNew : Style::kOld;
  return style == Style::kRange && decoder.newer() ? Style::kNew : style;
}

std::int64_t Truncated(double value) {
  constexpr double kEnd = 9223372036854775808.0;  // 2^63
  if (value >= kEnd) return std::numeric_limits<std::int64_t>::max();
  if (value < -kEnd) return std::numeric_limits<std::int64_t>::min();
  return static_cast<std::int64_t>(value);
}

// Converts any JSON number; decimals lose their fraction, as in Java.
std::optional<std::int64_t> AsInteger(json::Value json) {
  switch (json.type()) {
    case element_type::INT64:
      return json.get_int64().value_unsafe();
    case element_type::UINT64:
      return std::numeric_limits<std::int64_t>::max();  // simdjson's UINT64 is above INT64
    case element_type::DOUBLE:
      return Truncated(json.get_double().value_unsafe());
    default:
      return std::nullopt;
  }
}

bool HasFraction(json::Value json) {
  if (json.type() != element_type::DOUBLE) return false;
  const double value = json.get_double().value_unsafe();
  return value != std::trunc(value);
}

// Converts to a Java int: larger numbers become the largest one.
std::int64_t Saturated(std::int64_t value) {
  using Int = std::numeric_limits<std::int32_t>;
  return std::clamp<std::int64_t>(value, Int::min(), Int::max());
}

// Parses "true", "YES", "1" and their opposites.
std::optional<bool> AsBool(std::string_view text) {
  std::string lowered(text.substr(0, sizeof("false")));
  std::ranges::transform(lowered, lowered.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  if (lowered == "true" || lowered == "1" || lowered == "yes") return true;
  if (lowered == "false" || lowered == "0" || lowered == "no") return false;
  return std::nullopt;
}

}  // namespace

bool Decoder::FailSerialization(std::string text) {
  serialization_.emplace(ErrorCode::kSerializationException, std::move(text));
  return false;
}

void Decoder::Refuse(std::string text) {
  if (!refusal_) refusal_ = Invalid(std::move(text));
}

void Decoder::Violate(const Path& path, std::string_view value, std::string_view constraint,
                      Style style) {
  style = StyleOn(*this, style);
  const std::string where =
      path.Render(style == Style::kNew ? Path::Capitals::kKept : Path::Capitals::kLowered);
  ViolateWith(style == Style::kOld ? fmt::format(texts::kConstraint, value, where, constraint)
                                   : fmt::format(texts::kConstraintNoValue, where, constraint));
}

void Decoder::ViolateFirst(const Path& path, std::string_view constraint) {
  constexpr std::uint8_t kAfterNumbers = 255;
  const Standing own = standing_;
  standing_ = {.phase = 0, .place = kAfterNumbers};
  Violate(path, {}, constraint, Style::kNew);
  standing_ = own;
}

void Decoder::ViolateWith(std::string text) {
  if (standing_.late) {
    if (!late_) late_ = Invalid(fmt::format(texts::kOneValidationError, text));
    return;
  }
  if (violations_.size() >= limits::kConstraintErrorsMax) return;
  violations_.push_back({standing_, std::move(text)});
}

void Decoder::ViolateMissing(const Path& path) {
  FallBack();
  // AWS lists missing members together with the violations that it reports first.
  constexpr Standing kAfterOthers{.phase = 0, .place = 254};
  const Standing own = std::exchange(standing_, standing_.phase > 0 ? kAfterOthers : standing_);
  ViolateWith(fmt::format(texts::kConstraintNull, path.Render(Path::Capitals::kLowered)));
  standing_ = own;
}

Result<> Decoder::Finish() {
  if (serialization_) return Fail(*std::move(serialization_));
  if (refusal_) return Fail(*std::move(refusal_));
  if (violations_.empty()) return {};
  StableSortBy(violations_, [](const Violation& violation) {
    return std::pair(violation.standing.phase, violation.standing.place);
  });
  const Standing first = violations_.front().standing;
  std::string listed;
  std::size_t count = 0;
  for (const Violation& violation : violations_) {
    if (violation.standing.phase != first.phase) break;
    if (count++ > 0) listed += "; ";
    listed += violation.text;
  }
  if (count == 1 && first.bare) return FailInvalid(std::move(listed));
  if (count == 1) return FailInvalid(fmt::format(texts::kOneValidationError, listed));
  return FailInvalid(fmt::format(texts::kValidationErrors, count, listed));
}

bool FindFields(Decoder& decoder, const Path& path, json::Value json, std::string_view structure,
                std::span<const std::string_view> names,
                std::span<std::optional<json::Value>> fields) {
  simdjson::dom::object object;
  if (json.get(object) != simdjson::SUCCESS) return FailStructure(decoder, path, json, structure);
  for (const auto [key, value] : object) {
    const auto found = std::ranges::find(names, key);
    if (found == names.end()) continue;
    auto& field = fields[static_cast<std::size_t>(found - names.begin())];
    field = value.is_null() ? std::nullopt : std::optional<json::Value>(value);
  }
  return true;
}

bool ReadText(Decoder& decoder, json::Value json, std::string_view& out) {
  if (json.get(out) == simdjson::SUCCESS) return true;
  return FailScalar(decoder, json, "String");
}

bool ReadString(Decoder& decoder, const Path& path, json::Value json, const Rules& rules,
                std::string& out) {
  std::string_view text;
  if (!ReadText(decoder, json, text)) return false;
  if (rules.pattern != nullptr && !rules.pattern->fits(text)) {
    decoder.Violate(path, JavaText(json), fmt::format(texts::kPattern, rules.pattern->text),
                    rules.style);
  }
  if (rules.min || rules.max) {
    const bool in_bytes = rules.length == Length::kBytes;
    CheckLength(decoder, path, json, rules, in_bytes ? text.size() : Utf16Units(text));
  }
  out = text;
  return true;
}

bool ReadBase64(Decoder& decoder, json::Value json, Bytes& out) {
  std::string_view text;
  if (json.get(text) != simdjson::SUCCESS) return decoder.FailSerialization(texts::kBlobNotString);
  auto bytes = DecodeBase64(text);
  if (bytes) {
    out = *std::move(bytes);
    return true;
  }
  if (bytes.error() == Base64Error::kLength) {
    return decoder.FailSerialization(fmt::format(texts::kBase64Length, text.size()));
  }
  return decoder.FailSerialization(texts::kBase64Character);
}

bool ReadBlob(Decoder& decoder, const Path& path, json::Value json, const Rules& rules,
              Bytes& out) {
  if (!ReadBase64(decoder, json, out)) return false;
  CheckLength(decoder, path, json, rules, out.size());
  return true;
}

bool ReadBool(Decoder& decoder, json::Value json, bool& out) {
  if (json.get(out) == simdjson::SUCCESS) return true;
  std::string_view text;
  if (json.get(text) != simdjson::SUCCESS) return FailScalar(decoder, json, "Boolean");
  const std::optional<bool> value = AsBool(text);
  if (!value) return decoder.FailSerialization(texts::kUnexpectedToken);
  out = *value;
  return true;
}

bool ReadDouble(Decoder& decoder, json::Value json, double& out) {
  if (json.is_number() && json.get(out) == simdjson::SUCCESS) return true;
  return FailScalar(decoder, json, "Double");
}

bool ReadInteger(Decoder& decoder, const Path& path, json::Value json, const Rules& rules,
                 std::string_view java_type, std::int64_t& out) {
  const std::optional<std::int64_t> value = AsInteger(json);
  if (!value) return FailScalar(decoder, json, java_type);
  out = java_type == "Integer" ? Saturated(*value) : *value;
  if (out != *value || HasFraction(json)) decoder.FallBack();
  if (StyleOn(decoder, rules.style) == Style::kRange) {
    if (out >= *rules.min && out <= *rules.max) return true;
    decoder.Violate(path, {}, fmt::format(texts::kValueRange, *rules.min, *rules.max), rules.style);
    return true;
  }
  if (rules.min && out < *rules.min) {
    decoder.Violate(path, fmt::to_string(out), fmt::format(texts::kMinValue, *rules.min),
                    rules.style);
  }
  if (rules.max && out > *rules.max) {
    decoder.Violate(path, fmt::to_string(out), fmt::format(texts::kMaxValue, *rules.max),
                    rules.style);
  }
  return true;
}

bool ReadEnum(Decoder& decoder, const Path& path, json::Value json, const EnumRules& rules,
              std::size_t& out) {
  std::string_view text;
  if (!ReadText(decoder, json, text)) return false;
  const auto found = std::ranges::find(rules.values, text);
  const auto place = static_cast<std::size_t>(found - rules.values.begin());
  if (found != rules.values.end() || (rules.open && !decoder.closed_enums())) {
    out = place;
  } else if (decoder.newer() && rules.newer_text != nullptr) {
    decoder.ViolateWith(rules.newer_text);
  } else {
    decoder.Violate(path, JavaText(json), fmt::format(texts::kEnum, rules.listed), Style::kOld);
  }
  return true;
}

bool BeginList(Decoder& decoder, const Path& path, json::Value json, const Rules& rules,
               simdjson::dom::array& out) {
  if (json.get(out) != simdjson::SUCCESS) {
    return decoder.FailSerialization(json.is_object() ? texts::kUnexpectedStructure
                                                      : texts::kUnexpectedField);
  }
  // simdjson's own count saturates at 2^24 - 1, which no request of 16 MB reaches with valid
  // elements.
  CheckLength(decoder, path, json, rules, out.size());
  return true;
}

bool BeginMap(Decoder& decoder, const Path& path, json::Value json, const Rules& rules,
              std::string_view java_type, simdjson::dom::object& out) {
  if (json.get(out) != simdjson::SUCCESS) {
    return decoder.FailSerialization(json.is_array()
                                         ? fmt::format(texts::kUnrecognizedCollection, java_type)
                                         : texts::kUnexpectedField);
  }
  CheckLength(decoder, path, json, rules, out.size());
  return true;
}

}  // namespace stator::wire
