#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/language/model.h"
#include "model/language/parser.h"

namespace CLI {
class App;
}

// The commands of `stator model …`. Each is in a file of its own, which adds its flags and its
// function.
namespace stator::model {

inline constexpr int kExitGood = 0;
inline constexpr int kExitFindings = 1;  // the model was read and has faults
inline constexpr int kExitUsage = 2;     // a file or the command line is unreadable

// A command of `stator model`.
struct Subcommand {
  CLI::App* app = nullptr;
  // Runs the command and returns its exit code. `out` gets the result, `err` the reason for a
  // failure.
  std::function<int(std::ostream& out, std::ostream& err)> run;
};

// Each adds one command to `stator model`.
Subcommand AddAdviseCommand(CLI::App& model);
Subcommand AddCheckCommand(CLI::App& model);
Subcommand AddDescribeCommand(CLI::App& model);
Subcommand AddExportCommand(CLI::App& model);
Subcommand AddFormatCommand(CLI::App& model);
Subcommand AddGenerateCommand(CLI::App& model);
Subcommand AddImportCommand(CLI::App& model);
Subcommand AddInferCommand(CLI::App& model);
Subcommand AddInitCommand(CLI::App& model);
Subcommand AddPriceCommand(CLI::App& model);
Subcommand AddVerifyCommand(CLI::App& model);

// Runs `stator model` with the process's arguments. Returns the process's exit code.
int RunModelCommand(int count, const char* const* arguments, std::ostream& out, std::ostream& err);

// A model that was read from a file.
struct LoadedModel {
  std::string file;
  std::string text;
  Model model;
};
// Reads a model. Prints every fault to `err` and returns nullopt if there is one. `complaints`, if
// given, gets the faults of the text or the file, too.
std::optional<LoadedModel> LoadModel(const std::string& file, std::ostream& err,
                                     std::vector<Complaint>* complaints = nullptr);

}  // namespace stator::model
