#include "sql/statement_reader.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/request_limits.h"
#include "base/text.h"

namespace stator::sql {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

bool IsExitWord(std::string_view text) {
  const std::string word = LowerText(text);
  return word == "exit" || word == "quit";
}

bool IsHelpWord(std::string_view text) { return LowerText(text) == "help"; }

StatementReader::StatementReader(std::istream& in, Prompt prompt)
    : in_(in), prompt_(std::move(prompt)) {}

std::expected<std::optional<StatementText>, SourceFault> StatementReader::Next() {
  while (true) {
    while (at_ < line_.size()) {
      if (Step()) return Taken();
      if (text_.size() > limits::kStatementBytesMax) {
        return Fault(
            fmt::format("The statement is longer than {} bytes.", limits::kStatementBytesMax));
      }
    }
    if (IsShellWord()) return Taken();
    if (prompt_) prompt_(begun());
    at_ = 0;
    const LineRead read = ReadLine(line_);
    if (read == LineRead::kEnd) return AtEnd();
    ++lines_;
    if (read == LineRead::kTooLong) {
      return Fault(fmt::format("The line is longer than {} bytes.", kLineBytesMax));
    }
    if (lines_ == 1 && line_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }
}

std::optional<std::string> StatementReader::ReadAnswer() {
  std::string answer;
  const LineRead read = ReadLine(answer);
  if (read == LineRead::kEnd) return std::nullopt;
  ++lines_;
  return std::string(Trimmed(answer));
}

StatementReader::LineRead StatementReader::ReadLine(std::string& line) {
  line.clear();
  std::size_t bytes = 0;
  for (int letter = in_.get(); letter != std::istream::traits_type::eof(); letter = in_.get()) {
    ++bytes;
    if (line.size() < kLineBytesMax) line += static_cast<char>(letter);
    if (letter == '\n') break;
  }
  if (bytes == 0) return LineRead::kEnd;
  return bytes > kLineBytesMax ? LineRead::kTooLong : LineRead::kWhole;
}

// Reads on; whether a statement ends here.
bool StatementReader::Step() {
  const std::string_view rest = std::string_view(line_).substr(at_);
  switch (inside_) {
    case Inside::kNothing:
      return StepOutside(rest);
    case Inside::kText:
    case Inside::kName: {
      const std::size_t end = rest.find(inside_ == Inside::kText ? '\'' : '"');
      if (end != std::string_view::npos) inside_ = Inside::kNothing;
      Take(end == std::string_view::npos ? rest.size() : end + 1);
      return false;
    }
    case Inside::kLineComment:
      Take(rest.size());
      inside_ = Inside::kNothing;
      return false;
    case Inside::kBlockComment: {
      const std::size_t end = rest.find("*/");
      if (end != std::string_view::npos) inside_ = Inside::kNothing;
      Take(end == std::string_view::npos ? rest.size() : end + 2);
      return false;
    }
  }
  std::unreachable();
}

bool StatementReader::StepOutside(std::string_view rest) {
  if (rest.starts_with("--") || rest.starts_with("/*")) {
    inside_ = rest.front() == '-' ? Inside::kLineComment : Inside::kBlockComment;
    Take(2);
    return false;
  }
  const char letter = rest.front();
  if (letter == ';') {
    ++at_;
    return begun();
  }
  if (!begun()) {
    if (kBlanks.contains(letter)) {
      ++at_;
      return false;
    }
    first_line_ = lines_;
    text_ += letter;
    ++at_;
  } else {
    Take(1);
  }
  if (letter == '\'') inside_ = Inside::kText;
  if (letter == '"') inside_ = Inside::kName;
  if (letter == '?') ++parameters_;
  return false;
}

// Moves on. What stands before the first word is not part of the statement.
void StatementReader::Take(std::size_t bytes) {
  if (begun()) text_.append(line_, at_, bytes);
  at_ += bytes;
}

bool StatementReader::IsShellWord() const {
  if (!prompt_ || inside_ != Inside::kNothing) return false;
  const std::string_view word = Trimmed(text_);
  return IsExitWord(word) || IsHelpWord(word);
}

StatementText StatementReader::Taken() {
  StatementText taken{.text = std::string(Trimmed(text_)),
                      .line = first_line_,
                      .parameters = std::exchange(parameters_, 0)};
  text_.clear();
  return taken;
}

std::expected<std::optional<StatementText>, SourceFault> StatementReader::AtEnd() {
  switch (inside_) {
    case Inside::kText:
      return Fault("The statement ends within a text: the closing ' is missing.");
    case Inside::kName:
      return Fault("The statement ends within a name: the closing \" is missing.");
    case Inside::kBlockComment:
      return Fault("The statement ends within a comment: the closing */ is missing.");
    default:
      if (begun()) return Taken();
      return std::nullopt;
  }
}

// Forgets the statement.
std::unexpected<SourceFault> StatementReader::Fault(std::string message) {
  const std::size_t line = begun() ? first_line_ : std::max<std::size_t>(lines_, 1);
  text_.clear();
  line_.clear();
  at_ = 0;
  parameters_ = 0;
  inside_ = Inside::kNothing;
  return std::unexpected(SourceFault{.line = line, .message = std::move(message)});
}

}  // namespace stator::sql
