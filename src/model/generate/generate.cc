#include "model/generate/generate.h"

#include <array>
#include <utility>

#include "model/generate/code.h"
#include "model/generate/functions.h"
#include "model/generate/infrastructure.h"
#include "model/generate/pages.h"

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

Result<std::string> Generate(const Model& model, Target target) {
  switch (target) {
    case Target::kCreateTable:
      return CreateTableJson(model);
    case Target::kCli:
      return AwsCliScript(model);
    case Target::kCloudFormation:
      return CloudFormation(model);
    case Target::kTerraform:
      return Terraform(model);
    case Target::kPython:
      return PythonOf(TRY(ProgramOf(model, "python")));
    case Target::kCpp:
      return CppOf(TRY(ProgramOf(model, "cpp")));
    case Target::kTypeScript:
      return TypeScriptOf(TRY(ProgramOf(model, "typescript")));
    case Target::kCSharp:
      return CSharpOf(TRY(ProgramOf(model, "csharp")));
    case Target::kMarkdown:
      return MarkdownOf(model);
    case Target::kSvg:
      return SvgOf(model);
  }
  std::unreachable();
}

}  // namespace stator::model::generate
