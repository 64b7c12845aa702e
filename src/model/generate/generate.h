#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/language/model.h"

// Generates files from a model: requests that create its tables, code that reads and writes its
// entities, and pages that show it.
namespace stator::model::generate {

enum class Target : std::uint8_t {
  kCreateTable,
  kCli,
  kCloudFormation,
  kTerraform,
  kPython,
  kCpp,
  kTypeScript,
  kCSharp,
  kMarkdown,
  kSvg,
};

// Finds a target by its name on the command line: "create-table", "cli", …
std::optional<Target> TargetOf(std::string_view name);
std::vector<std::string_view> TargetNames();

// Code in Python, TypeScript or C# needs a runtime that executes its requests.
enum class RuntimePlace : std::uint8_t {
  kWithin,  // the text contains the runtime and stands alone
  kBeside,  // the runtime is a separate file in the same folder
};

// A generated file, and its runtime if that is separate.
struct Generated {
  std::string text;                   // of the file
  std::vector<std::string> left_out;  // parts that could not be generated: "A1: why"
  std::string runtime_name;           // name of the separate runtime file; empty: none
  std::string runtime_text;
};

// Generates one file. Errors: ValidationException if nothing can be generated, such as code for
// patterns that no key serves.
Result<Generated> Generate(const Model& model, Target target,
                           RuntimePlace place = RuntimePlace::kWithin);

}  // namespace stator::model::generate
