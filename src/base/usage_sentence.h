#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace stator {

// What a parser of command lines says is wrong is a phrase, and may have more lines; this makes a
// sentence of it that says where help is: "… See stator serve --help."
inline std::string UsageSentence(std::string_view phrase, std::string_view command) {
  std::string text(phrase.substr(0, phrase.find('\n')));
  if (!text.empty() && text.back() != '.') text += '.';
  return text + fmt::format(" See stator {} --help.", command);
}

}  // namespace stator
