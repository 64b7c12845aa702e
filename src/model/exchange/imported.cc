#include "model/exchange/imported.h"

#include <fmt/format.h>

#include "model/parser.h"
#include "model/print.h"

namespace stator::model {

Result<std::string> TextOfImported(const Imported& imported) {
  std::string text;
  for (const auto& remark : imported.remarks) {
    text += "-- ";
    for (const char letter : remark) {
      text += static_cast<unsigned char>(letter) < ' ' ? ' ' : letter;
    }
    text += '\n';
  }
  text += Print(imported.model);
  const auto parsed = Parse(text);
  if (parsed.complaints.empty()) return text;
  const auto& first = parsed.complaints.front();
  return FailInvalid(
      fmt::format("It cannot be written as a model: {}", Render("line", text, first)));
}

}  // namespace stator::model
