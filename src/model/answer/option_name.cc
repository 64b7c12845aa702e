#include "model/answer/option_name.h"

#include <cctype>
#include <utility>

namespace stator::model {

std::string OptionName(std::string_view name, OptionStyle style) {
  if (style == OptionStyle::kFlag) return "--" + std::string(name);
  std::string member;
  bool upper = false;
  for (const char letter : name) {
    if (letter == '-') {
      upper = true;
    } else {
      const auto byte = static_cast<unsigned char>(letter);
      member += std::exchange(upper, false) ? static_cast<char>(std::toupper(byte)) : letter;
    }
  }
  return member;
}

}  // namespace stator::model
