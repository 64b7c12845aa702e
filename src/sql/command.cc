#include "sql/command.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "base/result.h"
#include "base/text.h"
#include "base/usage_sentence.h"
#include "client/admin_call.h"
#include "client/door.h"
#include "client/environment.h"
#include "client/http_client.h"
#include "client/in_process.h"
#include "client/local_database.h"
#include "client/stator.h"
#include "sql/cell.h"
#include "sql/explainer.h"
#include "sql/parameters.h"
#include "sql/shell.h"
#include "sql/statement_reader.h"
#include "storage/rocksdb/data_folder.h"

namespace stator::sql {
namespace {

constexpr int kExitUsage = 2;
constexpr std::int64_t kRowsDefault = 1'000;
constexpr double kScanUnitsDefault = 1'000;
constexpr std::size_t kCellColumnsDefault = 40;
constexpr std::size_t kCellColumnsMax = 1'000;

// The options of the command line. Empty: not given.
struct Words {
  std::string statement;
  std::string file;
  std::string endpoint;
  std::string data;
  std::string region;
  std::vector<std::string> parameters;
  std::int64_t limit = kRowsDefault;
  double scan_max = kScanUnitsDefault;
  std::size_t cell_width = kCellColumnsDefault;
  bool yes = false;
  bool json = false;
};

// The place where statements run.
struct Opened {
  client::Connection database;
  std::unique_ptr<Explainer> explainer;  // nullptr: nobody explains
  std::string no_explainer;              // why
  bool is_here = false;                  // a server of this machine
};

void AddPlaceOptions(CLI::App& app, Words& words) {
  app.add_option("statement", words.statement,
                 "The statement, or several with semicolons. [standard input]")
      ->type_name("STATEMENT");
  app.add_option("-f,--file", words.file, "File of statements that semicolons separate.")
      ->type_name("FILE");
  app.add_option("--endpoint", words.endpoint,
                 fmt::format("The address of a server or of AWS. [{}]", client::kDefaultEndpoint))
      ->type_name("URL");
  app.add_option("--data", words.data, "Data folder to open instead, which no server may use.")
      ->type_name("DIR");
  app.add_option("--region", words.region, "The server's region. [AWS_REGION, or us-east-1]");
}

void AddOptions(CLI::App& app, Words& words) {
  AddPlaceOptions(app, words);
  app.add_option("-p,--parameter", words.parameters,
                 "Value for a ? in DynamoDB's JSON, such as '{\"S\": \"a\"}', or a list of values. "
                 "Give it again for more; the statements take the values in order.")
      ->allow_extra_args(false)
      ->type_name("JSON");
  app.add_option("--limit", words.limit,
                 fmt::format("Most rows that a SELECT shows; 0: all. [{}]", kRowsDefault))
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{std::numeric_limits<std::int32_t>::max()}))
      ->type_name("ROWS");
  app.add_option(
         "--scan-max", words.scan_max,
         fmt::format("Read units that a scan may take without a question. [{}]", kScanUnitsDefault))
      ->check(CLI::NonNegativeNumber)
      ->type_name("UNITS");
  app.add_flag("-y,--yes", words.yes, "Run larger scans without a question.");
  app.add_flag("--json", words.json,
               "Print rows as lines of DynamoDB's JSON, and all else on standard error.");
  app.add_option("--cell-width", words.cell_width,
                 fmt::format("Most characters of a cell. [{}]", kCellColumnsDefault))
      ->check(CLI::Range(std::size_t{1}, kCellColumnsMax))
      ->type_name("COLUMNS");
}

// Whether the address is AWS's own, which has no admin API.
bool IsAws(const client::HttpUrl& url) {
  const std::string host = LowerText(url.host);
  return host.ends_with(".amazonaws.com") || host.ends_with(".amazonaws.com.cn");
}

// Whether a server at the address would run on this machine.
bool IsHere(const client::HttpUrl& url) {
  const std::string host = LowerText(url.host);
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

Result<Opened> OpenEndpoint(const Words& words) {
  const std::string endpoint =
      words.endpoint.empty() ? std::string(client::kDefaultEndpoint) : words.endpoint;
  const auto url = TRY(client::ParseUrl(endpoint));
  auto connection =
      client::Connection::Connect(client::EndpointFromEnvironment(endpoint, words.region));
  if (!connection) return FailInvalid(connection.error().message);
  if (IsAws(url)) {
    return Opened{*std::move(connection), nullptr, "AWS explains no statements", false};
  }
  return Opened{*std::move(connection), ExplainerAt(endpoint), "", IsHere(url)};
}

// Says where the statements can run if a server uses the folder.
std::string WithEndpoint(std::string message) {
  constexpr std::string_view kInUse = "is in use by another server.";
  if (!message.ends_with(kInUse)) return message;
  message.pop_back();
  return message + "; leave out --data and use --endpoint.";
}

Result<Opened> OpenData(const Words& words) {
  TRY(storage::CheckIsDataFolder(words.data));
  client::LocalOptions options;
  options.region = client::EndpointFromEnvironment("", words.region).region;
  auto door = client::OpenInProcess(words.data, options);
  if (!door) return FailInvalid(WithEndpoint(door.error().message));
  auto explainer = ExplainerOf((*door)->local()->database());
  return Opened{client::ConnectionMaker::Make(*std::move(door)), std::move(explainer), "", false};
}

Result<Opened> Open(const Words& words) {
  return words.data.empty() ? OpenEndpoint(words) : OpenData(words);
}

// The statements, and what to call them in errors.
struct Source {
  std::unique_ptr<std::istream> own;  // nullptr: standard input
  std::string name;
  bool is_terminal = false;
};

Result<Source> OpenSource(const Words& words) {
  if (!words.statement.empty()) {
    return Source{.own = std::make_unique<std::istringstream>(words.statement),
                  .name = "statement"};
  }
  if (words.file.empty()) {
    return Source{.own = nullptr, .name = "stdin", .is_terminal = isatty(STDIN_FILENO) == 1};
  }
  auto file = std::make_unique<std::ifstream>(words.file, std::ios::binary);
  if (!*file || std::filesystem::is_directory(words.file)) {
    return FailInvalid(fmt::format("The file {} cannot be read.", words.file));
  }
  return Source{.own = std::move(file), .name = words.file};
}

// Refuses values that no `?` takes before anything runs, where the source can be read twice.
Result<> CheckParameters(const Words& words, std::size_t given) {
  const bool is_twice_readable =
      !words.statement.empty() ||
      (!words.file.empty() && std::filesystem::is_regular_file(words.file));
  if (!is_twice_readable) return {};
  const Source source = TRY(OpenSource(words));
  StatementReader reader(*source.own);
  std::size_t wanted = 0;
  for (auto next = reader.Next(); next && *next; next = reader.Next()) {
    wanted += (*next)->parameters;
  }
  if (given <= wanted) return {};
  return FailInvalid(
      fmt::format("-p gives {}, and the statements have {} `?`.", Counted(given, "value"), wanted));
}

ShellOptions OptionsOf(const Words& words, const Source& source, bool is_here) {
  ShellOptions options{.json = words.json,
                       .rows_max = words.limit,
                       .scan_units_max = words.scan_max,
                       .yes = words.yes,
                       .interactive = source.is_terminal,
                       .endpoint_is_here = is_here,
                       .cell_columns_max = words.cell_width,
                       .source = source.name};
  if (words.limit == 0) options.rows_max.reset();
  return options;
}

Result<int> Run(const Words& words, std::ostream& out, std::ostream& err) {
  auto parameters = TRY(ParseParameters(words.parameters));
  TRY(CheckParameters(words, parameters.size()));
  Source source = TRY(OpenSource(words));
  Opened opened = TRY(Open(words));
  StatementReader::Prompt prompt;
  if (source.is_terminal) {
    prompt = [&out](bool begun) { out << (begun ? "     > " : "stator> ") << std::flush; };
  }
  StatementReader reader(source.own ? *source.own : std::cin, std::move(prompt));
  Shell shell(opened.database, opened.explainer.get(), opened.no_explainer,
              OptionsOf(words, source, opened.is_here), std::move(parameters), out, err);
  return shell.Run(reader);
}

// Refuses empty values: a variable that is not set must not choose another place or source.
void CheckGiven(const CLI::App& app, const Words& words) {
  if (app.count("statement") > 0 && words.statement.empty()) {
    throw CLI::ValidationError("There is no statement: it is empty.");
  }
  for (const auto& [name, value] :
       {std::pair("--file", &words.file), std::pair("--endpoint", &words.endpoint),
        std::pair("--data", &words.data), std::pair("--region", &words.region)}) {
    if (app.count(name) == 0 || !value->empty()) continue;
    throw CLI::ValidationError(fmt::format("The value of {} is empty.", name));
  }
}

}  // namespace

int RunSqlCommand(int count, const char* const* arguments, std::ostream& out, std::ostream& err) {
  CLI::App app(
      "Run statements of PartiQL on a server, on AWS or on a data folder.\n"
      "EXPLAIN before a statement shows what it reads and costs, and runs nothing. The last line "
      "shows the units spent. Exits with 1 if a statement failed or was not run, with 2 if nothing "
      "ran.",
      "stator sql");
  app.get_formatter()->column_width(36);
  Words words;
  AddOptions(app, words);
  try {
    app.parse(count - 1, arguments + 1);  // "sql" stands where a program's name does
    CheckGiven(app, words);
    if (!words.statement.empty() && !words.file.empty()) {
      throw CLI::ValidationError("Give a statement or --file, not both.");
    }
    if (!words.endpoint.empty() && !words.data.empty()) {
      throw CLI::ValidationError("Give --endpoint or --data, not both.");
    }
  } catch (const CLI::Success& wanted) {  // --help
    return app.exit(wanted, out, err);
  } catch (const CLI::ParseError& error) {
    err << "stator: " << UsageSentence(app, error.what()) << '\n';
    return kExitUsage;
  }
  const auto code = Run(words, out, err);
  if (code) return *code;
  err << SafeText(fmt::format("stator: {}\n", code.error().message));
  return kExitUsage;
}

}  // namespace stator::sql
