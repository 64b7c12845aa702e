#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/language/model.h"

// Files that follow from a model: what makes its tables, what reads and writes its entities, what
// shows it to people.
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

// By the names of the command line: "create-table", "cli", …
std::optional<Target> TargetOf(std::string_view name);
std::vector<std::string_view> TargetNames();

// Code in Python, TypeScript or C# needs a runtime, which carries out its requests.
enum class RuntimePlace : std::uint8_t {
  kWithin,  // the text has the runtime in it and stands by itself
  kBeside,  // the runtime is a file of its own in the same folder
};

struct Generated {
  std::string text;                   // of the file
  std::vector<std::string> left_out;  // what it should have and cannot: "A1: why"
  std::string runtime_name;           // of the runtime's file; empty: there is none beside
  std::string runtime_text;
};

// Fails where the model does not say enough for anything, such as code for patterns that no key
// serves.
Result<Generated> Generate(const Model& model, Target target,
                           RuntimePlace place = RuntimePlace::kWithin);

}  // namespace stator::model::generate
