#include "wire/table_name.h"

#include <optional>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/texts.h"
#include "base/utf8.h"
#include "catalog/table.h"
#include "wire/java_text.h"

namespace stator::wire {
namespace {

bool HasLength(json::Value json, const Rules& rules) {
  simdjson::dom::array array;
  if (json.get(array) != simdjson::SUCCESS) return true;  // its own reader reports the error
  const auto length = static_cast<std::int64_t>(array.size());
  return (!rules.min || length >= *rules.min) && (!rules.max || length <= *rules.max);
}

std::string Lengths(std::int64_t max, std::int64_t min) {
  return fmt::format(texts::kMaxLength, max) + ", " + fmt::format(texts::kMinLength, min);
}

std::string EchoOf(const Decoder& decoder, json::Value json, TableMapEcho echo) {
  if (decoder.newer()) return JsonText(json);
  return echo == TableMapEcho::kWrites ? JavaWrites(json) : JavaText(json);
}

// The newer layer reports one constraint of a name, its length first.
void CheckOne(Decoder& decoder, const Path& path, json::Value json, std::string_view name) {
  const auto violate = [&](const std::string& constraint) {
    decoder.Violate(path, JavaText(json), constraint, Style::kOld);
  };
  const auto length = Utf16Units(name);
  if (length < limits::kTableNameBytesMin) {
    return violate(fmt::format(texts::kMinLength, limits::kTableNameBytesMin));
  }
  if (length > limits::kTableNameBytesMax) {
    return violate(fmt::format(texts::kMaxLength, limits::kTableNameBytesMax));
  }
  if (!IsName(name)) violate(fmt::format(texts::kPattern, kNamePattern.text));
}

// Reports an empty name in an item operation.
void ViolateEmpty(Decoder& decoder, const Path& path) {
  const std::string constraint = fmt::format(texts::kMinLength, 1);
  if (decoder.newer()) return decoder.ViolateFirst(path, constraint);
  decoder.Violate(path, {}, constraint, Style::kOld);
}

}  // namespace

void CheckTableMap(Decoder& decoder, const Path& path, json::Value json, const Rules& values,
                   TableMapEcho echo) {
  simdjson::dom::object object;
  if (json.get(object) != simdjson::SUCCESS) return;
  if (object.size() == 0 && decoder.newer()) {
    return decoder.ViolateFirst(path, fmt::format(texts::kMinLength, 1));
  }
  bool keys_fit = true;
  bool values_fit = true;
  for (const auto [key, value] : object) {
    keys_fit = keys_fit && IsTableKey(key);
    values_fit = values_fit && HasLength(value, values);
  }
  if (!keys_fit) {
    const auto names = Lengths(limits::kTableNameBytesMax, limits::kTableNameBytesMin) + ", " +
                       fmt::format(texts::kPattern, kNamePattern.text);
    decoder.Violate(path, EchoOf(decoder, json, echo), fmt::format(texts::kMapKeys, names),
                    Style::kOld);
  } else if (!values_fit) {
    const auto lengths = Lengths(values.max.value_or(0), values.min.value_or(0));
    decoder.Violate(path, EchoOf(decoder, json, echo), fmt::format(texts::kMapValues, lengths),
                    Style::kOld);
  }
}

bool IsTableArn(std::string_view text) {
  if (!text.starts_with("arn:") || text.size() > limits::kTableArnBytesMax) return false;
  const std::optional<std::string_view> name = catalog::TableNameIn(text);
  return name && IsName(*name) && name->size() <= limits::kTableNameBytesMax;
}

bool IsTableKey(std::string_view key) {
  if (IsTableArn(key)) return true;
  return IsName(key) && key.size() >= limits::kTableNameBytesMin &&
         key.size() <= limits::kTableNameBytesMax;
}

bool TableNameFits(std::string_view text, TableNameCheck check) {
  if (check == TableNameCheck::kNew && IsTableArn(text)) {
    return catalog::TableNameIn(text)->size() >= limits::kTableNameBytesMin;
  }
  return IsTableKey(text);
}

bool ReadTableName(Decoder& decoder, const Path& path, json::Value json, TableNameCheck check,
                   std::string& out) {
  const bool admin = check == TableNameCheck::kAdmin;
  std::string_view text;
  if (!ReadText(decoder, json, text)) return false;
  out = text;
  const bool creating = check == TableNameCheck::kNew;
  if (IsTableArn(text) &&
      (!creating || catalog::TableNameIn(text)->size() >= limits::kTableNameBytesMin)) {
    return true;
  }
  if (admin &&
      (text.size() < limits::kTableNameBytesMin || text.size() > limits::kTableNameBytesMax)) {
    decoder.Refuse(texts::kTableNameLength);
    return true;
  }
  if (text.empty() && !creating) {  // AWS does not report the pattern as well
    ViolateEmpty(decoder, path);
    return true;
  }
  if (check == TableNameCheck::kData && decoder.newer()) {
    CheckOne(decoder, path, json, text);
    return true;
  }
  const Rules rules = {.min = limits::kTableNameBytesMin,
                       .max = limits::kTableNameBytesMax,
                       .pattern = &kNamePattern,
                       .style = Style::kOld};
  return ReadString(decoder, path, json, rules, out);
}

}  // namespace stator::wire
