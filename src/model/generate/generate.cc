#include "model/generate/generate.h"

#include <array>
#include <utility>

#include <fmt/format.h>

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

// What makes the tables.
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

Result<Generated> CodeOf(const Model& model, std::string_view target,
                         std::string (*printed)(const Program&)) {
  auto program = TRY(ProgramOf(model, target));
  auto text = printed(program);
  return Generated{.text = std::move(text), .left_out = std::move(program.left_out)};
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
  // In C++ a backslash at the end would take the next line into the comment.
  const auto last = line.find_last_not_of(' ');
  if (line[last] == '\\') line += '.';
  return line + '\n';
}

std::string HeadOf(const Program& program, std::string_view mark) {
  auto all = CommentLine(mark, program.origin);
  for (const auto& reason : program.left_out) all += CommentLine(mark, "Left out: " + reason);
  return all;
}

Result<Generated> Generate(const Model& model, Target target) {
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
      return CodeOf(model, "python", PythonOf);
    case Target::kCpp:
      return CodeOf(model, "cpp", CppOf);
    case Target::kTypeScript:
      return CodeOf(model, "typescript", TypeScriptOf);
    case Target::kCSharp:
      return CodeOf(model, "csharp", CSharpOf);
    case Target::kMarkdown:
      return Generated{.text = MarkdownOf(model)};
    case Target::kSvg:
      return Generated{.text = SvgOf(model)};
  }
  std::unreachable();
}

}  // namespace stator::model::generate
