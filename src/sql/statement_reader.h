#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

namespace stator::sql {

// A statement as its source has it.
struct StatementText {
  std::string text;            // without its semicolon, and without comments before its first word
  std::size_t line = 1;        // of its first word
  std::size_t parameters = 0;  // its `?` outside of texts, names and comments
  bool operator==(const StatementText&) const = default;
};

// Text that cannot be a statement.
struct SourceFault {
  std::size_t line = 1;
  std::string message;
  bool operator==(const SourceFault&) const = default;
};

// Reads statements that semicolons separate. A semicolon in a text, in a quoted name or in a
// comment separates nothing. Memory: one line and one statement. Threads: one.
class StatementReader {
 public:
  // The longest line. Longer lines are a fault.
  static constexpr std::size_t kLineBytesMax = 1024UL * 1024;

  // Is called before each line of a terminal: `begun` says whether the line continues a statement.
  using Prompt = std::function<void(bool begun)>;

  // With a prompt, a line that has one of the shell's words alone is a statement.
  explicit StatementReader(std::istream& in, Prompt prompt = {});

  // Returns the next statement; nullopt at the end. After a fault the rest of the line is dropped.
  std::expected<std::optional<StatementText>, SourceFault> Next();

  // Reads a line that is no statement: the answer to a question. The rest of the present line is
  // kept. nullopt at the end.
  std::optional<std::string> ReadAnswer();

 private:
  enum class Inside : std::uint8_t { kNothing, kText, kName, kLineComment, kBlockComment };
  enum class LineRead : std::uint8_t { kWhole, kTooLong, kEnd };

  bool begun() const { return !text_.empty(); }
  LineRead ReadLine(std::string& line);
  bool Step();
  bool StepOutside(std::string_view rest);
  void Take(std::size_t bytes);
  bool IsShellWord() const;
  StatementText Taken();
  std::expected<std::optional<StatementText>, SourceFault> AtEnd();
  std::unexpected<SourceFault> Fault(std::string message);

  std::istream& in_;
  const Prompt prompt_;
  std::string line_;
  std::size_t at_ = 0;     // in `line_`
  std::size_t lines_ = 0;  // read so far
  Inside inside_ = Inside::kNothing;
  std::string text_;  // of the statement; empty: none has begun
  std::size_t first_line_ = 1;
  std::size_t parameters_ = 0;
};

// The words that the shell takes alone on a line: "exit", "help" and "quit", in any case.
bool IsExitWord(std::string_view text);
bool IsHelpWord(std::string_view text);

}  // namespace stator::sql
