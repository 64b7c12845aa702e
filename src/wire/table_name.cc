#include "wire/table_name.h"

#include <optional>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/texts.h"
#include "catalog/table.h"

namespace stator::wire {
bool IsTableArn(std::string_view text) {
  if (!text.starts_with("arn:") || text.size() > limits::kTableArnBytesMax) return false;
  const std::optional<std::string_view> name = catalog::TableNameIn(text);
  return name && IsName(*name) && name->size() <= limits::kTableNameBytesMax;
}

bool ReadTableName(Decoder& decoder, const Path& path, Json json, TableNameCheck check,
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
  if (text.empty() && !creating) {  // the pattern is not named as well
    decoder.Violate(path, text, fmt::format(texts::kMinLength, 1), Style::kOld);
    return true;
  }
  Rules rules = {
      .min = {}, .max = limits::kTableNameBytesMax, .name_pattern = true, .style = Style::kOld};
  if (creating) rules.min = limits::kTableNameBytesMin;
  return ReadString(decoder, path, json, rules, out);
}

}  // namespace stator::wire
