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

struct Generated {
  std::string text;                   // of the file
  std::vector<std::string> left_out;  // what it should have and cannot: "A1: why"
};

// Fails where the model does not say enough for anything, such as code for patterns that no key
// serves.
Result<Generated> Generate(const Model& model, Target target);

}  // namespace stator::model::generate
