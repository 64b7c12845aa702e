#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace stator {

// Turns the phrase of a command line parser, which may have several lines, into a sentence that
// names the help: "… See stator serve --help."
inline std::string UsageSentence(std::string_view phrase, std::string_view command) {
  std::string text(phrase.substr(0, phrase.find('\n')));
  if (!text.empty() && text.back() != '.') text += '.';
  return text + fmt::format(" See stator {} --help.", command);
}

}  // namespace stator
