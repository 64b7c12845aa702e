#include "model/generate/generate.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "model/generate/code.h"
#include "model/generate/functions.h"
#include "model/generate/infrastructure.h"
#include "model/generate/pages.h"
#include "model/layout/table_requests.h"

namespace stator::model::generate {
namespace {

struct Named {
  std::string_view name;
  Target target;
};
constexpr std::array kTargets{
    Named{"create-table", Target::kCreateTable},
    Named{"cli", Target::kCli},
    Named{"cloudformation", Target::kCloudFormation},
    Named{"terraform", Target::kTerraform},
    Named{"python", Target::kPython},
    Named{"cpp", Target::kCpp},
    Named{"typescript", Target::kTypeScript},
    Named{"csharp", Target::kCSharp},
    Named{"markdown", Target::kMarkdown},
    Named{"svg", Target::kSvg},
};

// Wraps a text that makes the tables, with remarks on ignored expiry attributes.
Generated TablesOf(const Model& model, std::string text) {
  Generated made{.text = std::move(text)};
  for (const auto& table : model.tables) {
    for (const auto& [entity, attribute] : IgnoredExpiries(model, table)) {
      made.left_out.push_back(
          fmt::format("{}: the time to live of {} on {}, because a table has one such attribute, "
                      "here {}",
                      table.name, entity->name, attribute->name, ExpiryAttribute(model, table)));
    }
  }
  return made;
}

// A language of generated code.
struct Language {
  std::string_view target;
  std::string (*printed)(const Program&, RuntimePlace);
  std::string_view runtime_name;
  std::string (*runtime)();  // nullptr: its code needs no runtime
};
constexpr Language kPythonCode{"python", PythonOf, "stator_runtime.py", PythonRuntime};
constexpr Language kCppCode{"cpp", CppOf, "", nullptr};
constexpr Language kTypeScriptCode{"typescript", TypeScriptOf, "stator_runtime.ts",
                                   TypeScriptRuntime};
constexpr Language kCSharpCode{"csharp", CSharpOf, "StatorRuntime.cs", CSharpRuntime};

Result<Generated> CodeOf(const Model& model, const Language& language, RuntimePlace place) {
  auto program = TRY(ProgramOf(model, language.target));
  Generated made{.text = language.printed(program, place), .left_out = std::move(program.left_out)};
  if (place == RuntimePlace::kBeside && language.runtime != nullptr) {
    made.runtime_name = language.runtime_name;
    made.runtime_text = language.runtime();
  }
  return made;
}

bool IsWordLetter(char letter) { return IsLetterOrDigit(letter) || letter == '_'; }

bool IsMentioned(std::string_view name, std::string_view text) {
  for (auto at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const auto end = at + name.size();
    const bool begins = at == 0 || !IsWordLetter(text[at - 1]);
    const bool ends = end == text.size() || !IsWordLetter(text[end]);
    if (begins && ends) return true;
  }
  return false;
}

}  // namespace

std::optional<Target> TargetOf(std::string_view name) {
  for (const auto& named : kTargets) {
    if (named.name == name) return named.target;
  }
  return std::nullopt;
}

std::vector<std::string_view> TargetNames() {
  std::vector<std::string_view> names;
  for (const auto& named : kTargets) names.push_back(named.name);
  return names;
}

std::string_view RuntimeText(std::string_view name) {
  for (const auto& file : RuntimeFiles()) {
    if (file.name == name) return file.text;
  }
  return "";
}

std::string CommentLine(std::string_view mark, std::string_view text) {
  std::string line(mark);
  line += ' ';
  for (const char letter : text) line += letter == '\n' || letter == '\r' ? ' ' : letter;
  // In C++ a backslash at the end would continue the comment on the next line.
  const auto last = line.find_last_not_of(' ');
  if (line[last] == '\\') line += '.';
  return line + '\n';
}

std::string HeadOf(const Program& program, std::string_view mark) {
  auto all = CommentLine(mark, program.origin);
  for (const auto& reason : program.left_out) all += CommentLine(mark, "Left out: " + reason);
  return all;
}

std::vector<std::string> Mentioned(std::span<const std::string_view> names, std::string_view text) {
  std::vector<std::string> mentioned;
  for (const auto name : names) {
    if (IsMentioned(name, text)) mentioned.emplace_back(name);
  }
  return mentioned;
}

Result<Generated> Generate(const Model& model, Target target, RuntimePlace place) {
  switch (target) {
    case Target::kCreateTable:
      return TablesOf(model, CreateTableJson(model));
    case Target::kCli:
      return TablesOf(model, AwsCliScript(model));
    case Target::kCloudFormation:
      return TablesOf(model, CloudFormation(model));
    case Target::kTerraform:
      return TablesOf(model, Terraform(model));
    case Target::kPython:
      return CodeOf(model, kPythonCode, place);
    case Target::kCpp:
      return CodeOf(model, kCppCode, place);
    case Target::kTypeScript:
      return CodeOf(model, kTypeScriptCode, place);
    case Target::kCSharp:
      return CodeOf(model, kCSharpCode, place);
    case Target::kMarkdown:
      return Generated{.text = MarkdownOf(model)};
    case Target::kSvg:
      return Generated{.text = SvgOf(model)};
  }
  std::unreachable();
}

}  // namespace stator::model::generate
