#include "server/command_line.h"

#include <functional>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/metrics.h"
#include "base/small_file.h"
#include "base/usage_sentence.h"
#include "client/http_client.h"

namespace stator::server {
namespace {

struct Flags {
  std::vector<std::pair<const Setting*, std::string>> given;
  std::string config;
  bool print_settings = false;
  bool print_metrics = false;
};

bool IsList(const Setting& setting) {
  return std::holds_alternative<std::vector<std::string> Settings::*>(setting.member);
}

bool IsFlag(const Setting& setting) {
  return std::holds_alternative<bool Settings::*>(setting.member);
}

std::string Placeholder(const Setting& setting) {
  if (!setting.choices.empty()) {
    std::string text;
    for (const auto choice : setting.choices)
      text += (text.empty() ? "" : "|") + std::string(choice);
    return text;
  }
  return std::holds_alternative<std::int64_t Settings::*>(setting.member) ? "NUMBER" : "TEXT";
}

std::string Description(const Setting& setting) {
  const std::string value = ValueText(setting, Settings());
  if (value.empty() || IsFlag(setting)) return std::string(setting.doc);
  return fmt::format("{} [{}]", setting.doc, value);
}

// Flags keep their values as text. The settings table checks them, so flags and files have the same
// error texts.
void AddFlag(CLI::App& serve, const Setting& setting, Flags& flags) {
  const std::string name = "--" + std::string(setting.name);
  if (IsFlag(setting)) {
    serve.add_flag_callback(
        name, [&flags, &setting] { flags.given.emplace_back(&setting, "true"); },
        Description(setting));
    return;
  }
  const std::function<void(const std::vector<std::string>&)> take =
      [&flags, &setting](const std::vector<std::string>& values) {
        for (const std::string& value : values) flags.given.emplace_back(&setting, value);
      };
  CLI::Option* option = serve.add_option_function(name, take, Description(setting));
  option->type_name(Placeholder(setting))->type_size(1)->expected(1);
  option->multi_option_policy(IsList(setting) ? CLI::MultiOptionPolicy::TakeAll
                                              : CLI::MultiOptionPolicy::TakeLast);
}

CLI::App* AddServe(CLI::App* serve, Flags& flags) {
  serve->get_formatter()->column_width(36);
  serve->add_option("--config", flags.config, "File of settings, one `name = value` on each line.")
      ->type_name("FILE");
  for (const Setting& setting : SettingsTable()) AddFlag(*serve, setting, flags);
  // For developers who change a table: these texts are the documents.
  serve->add_flag("--print-settings-markdown", flags.print_settings)->group("");
  serve->add_flag("--print-metrics-markdown", flags.print_metrics)->group("");
  return serve;
}

struct ClockFlags {
  std::string endpoint = kDefaultEndpoint;
  std::string advance;
  std::string set;
  double scale = 0;
  std::string reset_folder;
};

struct ClockApps {
  const CLI::App* clock = nullptr;
  const CLI::App* advance = nullptr;
  const CLI::App* set = nullptr;
  const CLI::App* scale = nullptr;
  const CLI::App* freeze = nullptr;
  const CLI::App* resume = nullptr;
  const CLI::App* confirm = nullptr;
};

ClockApps AddClock(CLI::App* clock, ClockFlags& flags) {
  clock->require_subcommand(0, 1);
  clock
      ->add_option("--endpoint", flags.endpoint,
                   fmt::format("The server's address. [{}]", kDefaultEndpoint))
      ->type_name("URL");
  ClockApps apps{.clock = clock};
  const auto add = [clock](const char* name, const char* doc) {
    // Flags may also follow the subcommand's name.
    return clock->add_subcommand(name, doc)->fallthrough();
  };
  auto* advance = add("advance", "Step forward by a duration such as 3d, 1d12h or 90s.");
  advance->add_option("duration", flags.advance)->required()->type_name("DURATION");
  auto* set = add("set", "Step forward to a time such as 2027-01-01T00:00:00Z.");
  set->add_option("time", flags.set)->required()->type_name("TIME");
  auto* scale =
      add("scale", "Run this many times as fast as the machine; 1 is the machine's pace.");
  scale->add_option("factor", flags.scale)->required()->type_name("NUMBER");
  apps.advance = advance;
  apps.set = set;
  apps.scale = scale;
  apps.freeze = add("freeze", "Stop the clock.");
  apps.resume = add("resume", "Run the clock again from the time at which it stopped.");
  apps.confirm = add("confirm", "Confirm the time after a long pause, so that items expire again.");
  auto* reset = add("reset", "Reset the service time of a stopped folder to the machine's time.");
  reset->add_option("--data", flags.reset_folder, "The data folder.")->required()->type_name("DIR");
  return apps;
}

Result<Command> ClockCommandOf(const ClockApps& apps, const ClockFlags& flags) {
  ClockCommand command{.endpoint = flags.endpoint};
  if (const auto url = client::ParseUrl(flags.endpoint); !url) {
    return Fail(ErrorCode::kStartup, url.error().message);
  }
  if (apps.advance->parsed()) command.turn.advance = TRY(AdvanceOf(flags.advance));
  if (apps.set->parsed()) command.turn.set = TRY(SetOf(flags.set));
  if (apps.scale->parsed()) command.turn.scale = TRY(ScaleOf(flags.scale));
  if (apps.freeze->parsed()) command.turn.frozen = true;
  if (apps.resume->parsed()) command.turn.frozen = false;
  command.confirm = apps.confirm->parsed();
  command.reset_folder = flags.reset_folder;
  return command;
}

const CLI::App* AddBackup(CLI::App* backup, BackupCommand& command) {
  backup->add_option("folder", command.folder)->required()->type_name("DIR");
  backup->add_option("target", command.target)->required()->type_name("TARGET");
  return backup;
}

const CLI::App* AddCheck(CLI::App* check, CheckCommand& command) {
  check->add_option("folder", command.folder)->required()->type_name("DIR");
  return check;
}

Result<Settings> Gather(const Flags& flags) {
  Settings settings;
  if (!flags.config.empty()) {
    const std::string text = TRY(ReadSmallFile(flags.config, "configuration"));
    TRY(ApplyConfig(text, flags.config, settings));
  }
  // A list on the command line replaces the file's list, as other values do.
  for (const auto& [setting, value] : flags.given) {
    if (const auto* list = std::get_if<std::vector<std::string> Settings::*>(&setting->member)) {
      (settings.**list).clear();
    }
  }
  for (const auto& [setting, value] : flags.given) TRY(Assign(*setting, value, settings));
  TRY(CheckTogether(settings));
  return settings;
}

}  // namespace

Result<Command> ParseCommandLine(int count, const char* const* arguments,
                                 std::span<const CommandText> commands) {
  CLI::App app("Stator is a database that speaks DynamoDB.", "stator");
  app.set_version_flag("--version", std::string("stator ") + kVersion);
  std::map<std::string_view, CLI::App*> apps;
  for (const auto& [name, sentence] : commands) {
    apps[name] = app.add_subcommand(std::string(name), std::string(sentence));
  }
  Flags flags;
  const CLI::App* serve = AddServe(apps.at("serve"), flags);
  ClockFlags clock_flags;
  const auto clock = AddClock(apps.at("clock"), clock_flags);
  BackupCommand backup_command;
  const CLI::App* backup = AddBackup(apps.at("backup"), backup_command);
  CheckCommand check_command;
  const CLI::App* check = AddCheck(apps.at("check"), check_command);
  try {
    app.parse(count, arguments);
  } catch (const CLI::Success& wanted) {  // --help, --version
    std::ostringstream out;
    app.exit(wanted, out, out);
    return Print{out.str()};
  } catch (const CLI::ParseError& error) {
    return Fail(ErrorCode::kStartup, UsageSentence(app, error.what()));
  }
  if (clock.clock->parsed()) return ClockCommandOf(clock, clock_flags);
  if (backup->parsed()) return backup_command;
  if (check->parsed()) return check_command;
  if (!serve->parsed()) return Print{app.help()};
  if (flags.print_settings) return Print{SettingsMarkdown()};
  if (flags.print_metrics) return Print{metrics::Markdown()};
  return TRY(Gather(flags));
}

Result<> ApplyConfig(const std::string& text, const std::string& source, Settings& settings) {
  std::vector<CLI::ConfigItem> items;
  try {
    std::istringstream stream(text);
    items = CLI::ConfigTOML().from_config(stream);
  } catch (const CLI::Error& error) {
    return Fail(ErrorCode::kStartup, fmt::format("{} cannot be read: {}.", source, error.what()));
  }
  for (const CLI::ConfigItem& item : items) {
    if (item.name == "++" || item.name == "--") continue;  // CLI11's section markers
    const Setting* setting = FindSetting(item.fullname());
    if (setting == nullptr) {
      return Fail(ErrorCode::kStartup,
                  fmt::format("{} has the unknown setting {}.", source, item.fullname()));
    }
    if (!IsList(*setting) && item.inputs.size() != 1) {
      return Fail(ErrorCode::kStartup, fmt::format("{} gives {} {} values; it takes one.", source,
                                                   setting->name, item.inputs.size()));
    }
    for (const std::string& value : item.inputs) TRY(Assign(*setting, value, settings));
  }
  return {};
}

}  // namespace stator::server
