#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stator {

// A command line that its parser refused.
struct UsageFault {
  std::string phrase;                    // the parser's own, with one or more lines
  std::string command;                   // as far as it was recognised: "stator model check"
  std::vector<std::string> unexpected;   // the words that the parser could not place, in order
  std::vector<std::string> options;      // the options of the command: "--json"
  std::vector<std::string> subcommands;  // the commands that could follow
};

// Returns a sentence that names the fault and the help: "stator serve has no option --prot; did you
// mean --port? See stator serve --help."
std::string UsageSentence(const UsageFault& fault);

// The same for the failed parse of a CLI::App. `phrase` is the text of the exception. The type is a
// parameter, so that base/ does not depend on the parser.
template <class App>
std::string UsageSentence(const App& root, std::string_view phrase) {
  UsageFault fault{.phrase = std::string(phrase),
                   .command = root.get_name(),
                   .unexpected = {},
                   .options = {},
                   .subcommands = {}};
  // Descends to the first command with unexpected words, or else to the last that was recognised.
  const App* command = &root;
  while (true) {
    for (const auto* option : command->get_options()) {
      if (option->get_group().empty()) continue;  // hidden
      for (const auto& name : option->get_lnames()) fault.options.push_back("--" + name);
    }
    fault.unexpected = command->remaining();
    const auto parsed = command->get_subcommands();
    if (!fault.unexpected.empty() || parsed.empty()) break;
    command = parsed.front();
    fault.command += " " + command->get_name();
  }
  for (const App* each : command->get_subcommands([](const App*) { return true; })) {
    fault.subcommands.push_back(each->get_name());
  }
  return UsageSentence(fault);
}

}  // namespace stator
