#include "model/generate/names.h"

#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace stator::model::generate {
namespace {

// Splits a name into lower-case words: "HTTPServer_v2" becomes http, server, v2.
std::vector<std::string> WordsOf(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (!IsLetterOrDigit(name[i])) {
      end_word();
      continue;
    }
    const bool after_small = i > 0 && !IsUpper(name[i - 1]);
    const bool before_small = i + 1 < name.size() && IsLower(name[i + 1]);
    if (IsUpper(name[i]) && (after_small || before_small)) end_word();
    word += ToLower(name[i]);
  }
  end_word();
  if (words.empty()) words.emplace_back("x");
  // No language allows a name that begins with a digit.
  if (IsDigit(words.front().front())) {
    words.front().insert(words.front().begin(), 'x');
  }
  return words;
}

}  // namespace

std::string SnakeCase(std::string_view name) {
  std::string all;
  for (const auto& word : WordsOf(name)) all += (all.empty() ? "" : "_") + word;
  return all;
}

std::string PascalCase(std::string_view name) {
  std::string all;
  for (auto& word : WordsOf(name)) {
    word.front() = ToUpper(word.front());
    all += word;
  }
  return all;
}

std::string CamelCase(std::string_view name) {
  auto all = PascalCase(name);
  all.front() = ToLower(all.front());
  return all;
}

std::string TypeNameOf(std::string_view entity) {
  static const std::set<std::string_view> taken{
      "Any",      "Array",       "AttributeValue", "Binary",         "Boolean",    "Buffer",
      "Bytes",    "Callable",    "ClassVar",       "ConditionCheck", "Date",       "DateText",
      "DateTime", "Decimal",     "Delete",         "Dict",           "Dictionary", "Encoding",
      "Error",    "Expression",  "False",          "Function",       "List",       "Map",
      "None",     "Number",      "Object",         "Optional",       "Page",       "Promise",
      "Put",      "Random",      "Record",         "Requests",       "Runtime",    "Sequence",
      "Set",      "String",      "Symbol",         "Task",           "Time",       "TimeText",
      "True",     "Tuple",       "Union",          "Update",         "FrozenSet",  "Type",
      "BigInt",   "DecimalText", "NumberValue"};
  auto name = PascalCase(entity);
  return taken.contains(name) ? name + "Entity" : name;
}

std::string Plural(std::string_view name) {
  std::string all(name);
  const auto ends = [&](std::string_view end) { return all.ends_with(end); };
  if (ends("y") && !ends("ay") && !ends("ey") && !ends("oy")) {
    all.pop_back();
    return all + "ies";
  }
  return all + (ends("s") || ends("x") || ends("ch") || ends("sh") ? "es" : "s");
}

std::string OwnName(const std::string& name, std::set<std::string>& taken) {
  auto own = name;
  for (int number = 2; !taken.insert(SnakeCase(own)).second; ++number) {
    own = fmt::format("{} {}", name, number);
  }
  return own;
}

std::string Free(std::string name, const std::set<std::string_view>& keywords,
                 std::set<std::string>& taken) {
  while (keywords.contains(name) || taken.contains(name)) name += '_';
  taken.insert(name);
  return name;
}

}  // namespace stator::model::generate
