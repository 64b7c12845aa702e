#include "model/exchange/imported.h"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "model/language/parser.h"
#include "model/language/print.h"

namespace stator::model {
namespace {

std::string CommentOf(std::string_view sentence) {
  std::string comment = "-- ";
  for (const char letter : sentence) {
    comment += static_cast<unsigned char>(letter) < ' ' ? ' ' : letter;
  }
  return comment + '\n';
}

// Returns the name of the pattern that begins on a printed line. Empty: no pattern begins there.
std::string_view PatternAt(std::string_view line) {
  constexpr std::size_t kIndent = 2;
  if (!line.starts_with("  ") || line.starts_with("   ")) return {};
  line.remove_prefix(kIndent);
  return line.substr(0, line.find(' '));
}

// Inserts each unread part as a comment above its pattern.
std::string WithUnread(std::string_view text, const std::vector<Unread>& unread) {
  std::string out;
  bool patterns = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size() - 1);
    const auto line = text.substr(at, end - at + 1);
    if (!line.starts_with(' ')) patterns = line.starts_with("patterns\n");
    const auto id = patterns ? PatternAt(line) : std::string_view();
    for (const auto& each : unread) {
      if (!id.empty() && each.pattern == id) out += "  " + CommentOf(each.sentence);
    }
    out += line;
    at = end + 1;
  }
  return out;
}

}  // namespace

Result<std::string> TextOfImported(const Imported& imported) {
  std::string text;
  for (const auto& remark : imported.remarks) text += CommentOf(remark);
  for (const auto& each : imported.unread) {
    if (each.pattern.empty()) text += CommentOf(each.sentence);
  }
  text += WithUnread(Print(imported.model), imported.unread);
  const auto parsed = Parse(text);
  if (parsed.complaints.empty()) return text;
  const auto& first = parsed.complaints.front();
  return FailInvalid(
      fmt::format("The input cannot be written as a model: {}", Render("line", text, first)));
}

void SayUnread(const Imported& imported, std::ostream& err) {
  for (const auto& each : imported.unread) {
    err << "stator: " << each.pattern << (each.pattern.empty() ? "" : ": ") << each.sentence
        << '\n';
  }
}

}  // namespace stator::model
