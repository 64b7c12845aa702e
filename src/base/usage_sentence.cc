#include "base/usage_sentence.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/nearest.h"

namespace stator {
namespace {

bool LooksLikeOption(std::string_view word) { return word.size() > 1 && word.starts_with('-'); }

// Returns what is wrong with a word that the parser could not place.
std::string UnexpectedWord(const UsageFault& fault) {
  const auto option = std::ranges::find_if(fault.unexpected, LooksLikeOption);
  if (option != fault.unexpected.end()) {
    const std::string name = option->substr(0, option->find('='));
    const auto nearest = Nearest(name, fault.options);
    return fmt::format("{} has no option {}{}", fault.command, name,
                       nearest.empty() ? "." : fmt::format("; did you mean {}?", nearest));
  }
  const std::string& word = fault.unexpected.front();
  if (fault.subcommands.empty()) {
    return fmt::format("{} does not expect the word '{}'.", fault.command, word);
  }
  const auto nearest = Nearest(word, fault.subcommands);
  if (!nearest.empty()) {
    return fmt::format("{} has no command '{}'; did you mean '{}'?", fault.command, word, nearest);
  }
  return fmt::format("{} has no command '{}'. {}: {}.", fault.command, word,
                     fault.subcommands.size() == 1 ? "It has one" : "Its commands are",
                     fmt::join(fault.subcommands, ", "));
}

// Returns the first line of the parser's phrase as a sentence.
std::string ParsersSentence(const UsageFault& fault) {
  std::string text = fault.phrase.substr(0, fault.phrase.find('\n'));
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

}  // namespace

std::string UsageSentence(const UsageFault& fault) {
  const auto sentence = fault.unexpected.empty() ? ParsersSentence(fault) : UnexpectedWord(fault);
  return fmt::format("{} See {} --help.", sentence, fault.command);
}

}  // namespace stator
