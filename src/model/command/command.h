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

// `stator model …`: each command is a file of its own, which adds its flags and says what to run.
namespace stator::model {

inline constexpr int kExitGood = 0;
inline constexpr int kExitFindings = 1;  // the model was read, and there is something wrong with it
inline constexpr int kExitUsage = 2;     // a file or the command line cannot be read

struct Subcommand {
  CLI::App* app = nullptr;
  // What is said to the user goes to `out`, what keeps the command from its work to `err`.
  std::function<int(std::ostream& out, std::ostream& err)> run;
};

Subcommand AddAdviseCommand(CLI::App& model);
Subcommand AddCheckCommand(CLI::App& model);
Subcommand AddExportCommand(CLI::App& model);
Subcommand AddFormatCommand(CLI::App& model);
Subcommand AddGenerateCommand(CLI::App& model);
Subcommand AddImportCommand(CLI::App& model);
Subcommand AddInferCommand(CLI::App& model);
Subcommand AddInitCommand(CLI::App& model);
Subcommand AddPriceCommand(CLI::App& model);
Subcommand AddVerifyCommand(CLI::App& model);

// All of `stator model`, with the process's arguments; what it returns is the process's exit code.
int RunModelCommand(int count, const char* const* arguments, std::ostream& out, std::ostream& err);

// A model from a file, or nullopt after having said to `err` what is wrong with it.
struct LoadedModel {
  std::string file;
  std::string text;
  Model model;
};
// `complaints`, if given, takes what is wrong with the text, or the file, beside.
std::optional<LoadedModel> LoadModel(const std::string& file, std::ostream& err,
                                     std::vector<Complaint>* complaints = nullptr);

}  // namespace stator::model
