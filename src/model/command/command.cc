#include "model/command/command.h"

#include <array>
#include <ostream>
#include <sstream>

#include <CLI/CLI.hpp>

#include "base/small_file.h"
#include "base/usage_sentence.h"
#include "base/utf8.h"

namespace stator::model {
namespace {

using Add = Subcommand (*)(CLI::App&);
constexpr std::array kSubcommands{AddAdviseCommand, AddCheckCommand,  AddDescribeCommand,
                                  AddExportCommand, AddFormatCommand, AddGenerateCommand,
                                  AddImportCommand, AddInferCommand,  AddInitCommand,
                                  AddPriceCommand,  AddVerifyCommand};

}  // namespace

int RunModelCommand(int count, const char* const* arguments, std::ostream& out, std::ostream& err) {
  CLI::App app("Stator is a database that speaks DynamoDB.", "stator");
  CLI::App* model = app.add_subcommand(
      "model", "The workbench: check, verify, price and generate from a model of your data.");
  model->require_subcommand(1);
  std::vector<Subcommand> all;
  for (const Add add : kSubcommands) all.push_back(add(*model));
  try {
    app.parse(count, arguments);
  } catch (const CLI::Success& wanted) {  // --help
    app.exit(wanted, out, out);
    return kExitGood;
  } catch (const CLI::ParseError& error) {
    err << "stator: " << UsageSentence(app, error.what()) << '\n';
    return kExitUsage;
  }
  for (const auto& subcommand : all) {
    if (subcommand.app->parsed()) return subcommand.run(out, err);
  }
  return kExitUsage;
}

std::optional<LoadedModel> LoadModel(const std::string& file, std::ostream& err,
                                     std::vector<Complaint>* complaints) {
  const auto unreadable = [&](std::string why) {
    err << "stator: " << why << '\n';
    if (complaints != nullptr) complaints->push_back({{.line = 1, .column = 1}, std::move(why)});
    return std::nullopt;
  };
  auto text = ReadSmallFile(file, "model");
  if (!text) return unreadable(std::move(text).error().message);
  if (!ValidUtf8(*text)) return unreadable(file + " is not UTF-8.");
  auto parsed = Parse(*text);
  for (const auto& complaint : parsed.complaints) err << Render(file, *text, complaint);
  if (!parsed.complaints.empty()) {
    if (complaints != nullptr) *complaints = std::move(parsed.complaints);
    return std::nullopt;
  }
  return LoadedModel{file, *std::move(text), std::move(parsed.model)};
}

}  // namespace stator::model
