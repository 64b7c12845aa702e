#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/model.h"

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

// The text of the file. Fails where the model does not say enough, such as code for a pattern that
// no key serves.
Result<std::string> Generate(const Model& model, Target target);

}  // namespace stator::model::generate
