#include "wire/xml_text.h"

#include <cstddef>

namespace stator::wire {
namespace {

// Whether XML 1.0 cannot hold the character.
bool IsForbidden(char character) {
  return static_cast<unsigned char>(character) < ' ' && character != '\t' && character != '\n';
}

}  // namespace

void AppendXmlText(std::string_view text, std::string& out) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto three = text.substr(i, 3);
    if (three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF") {
      out += kReplacement;
      i += 2;
      continue;
    }
    switch (text[i]) {
      case '\r':
        out += "&#xD;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        if (IsForbidden(text[i])) {
          out += kReplacement;
        } else {
          out += text[i];
        }
    }
  }
}

}  // namespace stator::wire
