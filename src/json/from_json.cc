#include "json/from_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/limits.h"
#include "base/utf8.h"

namespace stator::json {
namespace {

void AppendPath(const ValuePath& path, std::string& out) {
  if (path.parent == nullptr) return;
  AppendPath(*path.parent, out);  // as deep as the text, which the parser bounds
  if (path.place) {
    out += fmt::format("[{}]", *path.place);
  } else {
    if (!out.empty()) out += '.';
    out += path.name;
  }
}

}  // namespace

Result<> FailAt(const ValuePath& path, std::string_view sentence) {
  std::string text;
  AppendPath(path, text);
  const auto echoed = text.empty() ? "It" : CutUtf8(text, limits::kEchoedBytesMax);
  return FailInvalid(fmt::format("{} {}", echoed, sentence));
}

Result<> FailAtMember(const ValuePath& path, std::string_view name, std::string_view sentence) {
  return FailAt({&path, name, {}}, sentence);
}

Result<> ReadValue(Value json, const ValuePath& path, bool& out) {
  if (json.get(out) == simdjson::SUCCESS) return {};
  return FailAt(path, "must be true or false.");
}

Result<> ReadValue(Value json, const ValuePath& path, double& out) {
  if (json.get(out) == simdjson::SUCCESS) return {};
  return FailAt(path, "must be a number.");
}

Result<> ReadValue(Value json, const ValuePath& path, std::string& out) {
  std::string_view text;
  if (json.get(text) != simdjson::SUCCESS) return FailAt(path, "must be a text.");
  out = text;
  return {};
}

Result<std::int64_t> ReadInteger(Value json, const ValuePath& path, std::int64_t min,
                                 std::int64_t max) {
  std::int64_t number = 0;
  if (json.get(number) == simdjson::SUCCESS && number >= min && number <= max) return number;
  TRY(FailAt(path, fmt::format("must be a whole number from {} to {}.", min, max)));
  return number;
}

Result<simdjson::dom::object> ReadObject(Value json, const ValuePath& path) {
  simdjson::dom::object object;
  if (json.get(object) != simdjson::SUCCESS) TRY(FailAt(path, "must be an object."));
  return object;
}

Result<simdjson::dom::array> ReadArray(Value json, const ValuePath& path) {
  simdjson::dom::array array;
  if (json.get(array) != simdjson::SUCCESS) TRY(FailAt(path, "must be a list."));
  return array;
}

Result<> FailEnum(const ValuePath& path, const std::vector<std::string_view>& texts) {
  return FailAt(path, fmt::format("must be one of {}.", fmt::join(texts, ", ")));
}

}  // namespace stator::json
