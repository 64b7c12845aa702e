#include "sql/cell.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/utf8.h"

namespace stator::sql {
namespace {

using client::Value;

constexpr std::string_view kCut = "…";
constexpr char32_t kSurrogateHigh = 0xD800;
constexpr char32_t kSurrogateLow = 0xDC00;
constexpr char32_t kBeyondPlane = 0x10000;

struct CodePoints {
  char32_t first;
  char32_t last;
};

// Control characters, and characters that show nothing or turn the direction of what follows.
constexpr std::array<CodePoints, 15> kUnsafe = {{{0x00, 0x1F},
                                                 {0x7F, 0x9F},
                                                 {0xAD, 0xAD},
                                                 {0x034F, 0x034F},
                                                 {0x061C, 0x061C},
                                                 {0x115F, 0x1160},
                                                 {0x17B4, 0x17B5},
                                                 {0x180B, 0x180F},
                                                 {0x200B, 0x200F},
                                                 {0x2028, 0x202E},
                                                 {0x2060, 0x206F},
                                                 {0x3164, 0x3164},
                                                 {0xFEFF, 0xFEFF},
                                                 {0xFFF0, 0xFFFB},
                                                 {0xE0000, 0xE0FFF}}};

// Characters that take two columns: those of East Asia, and pictures.
constexpr std::array<CodePoints, 9> kWide = {{{0x1100, 0x115E},
                                              {0x2E80, 0x303E},
                                              {0x3041, 0xA4CF},
                                              {0xAC00, 0xD7A3},
                                              {0xF900, 0xFAFF},
                                              {0xFE30, 0xFE6F},
                                              {0xFF00, 0xFF60},
                                              {0x1F300, 0x1FAFF},
                                              {0x20000, 0x3FFFD}}};

bool IsIn(char32_t point, std::span<const CodePoints> ranges) {
  return std::ranges::any_of(ranges, [point](const CodePoints& range) {
    return point >= range.first && point <= range.last;
  });
}

// Removes the first character. REQUIRES: not empty, well-formed.
std::pair<char32_t, std::string_view> TakeCharacter(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t bytes = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  constexpr std::array<unsigned, 5> kMasks = {0, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t point = first & kMasks[bytes];
  for (std::size_t i = 1; i < bytes; ++i) {
    point = (point << 6U) | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  const std::string_view character = text.substr(0, bytes);
  text.remove_prefix(bytes);
  return {point, character};
}

std::string EscapeOf(char32_t point) {
  if (point == '\n') return "\\n";
  if (point == '\r') return "\\r";
  if (point == '\t') return "\\t";
  return fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(point));
}

std::string JsonEscapeOf(char32_t point) {
  const auto unit = [](char32_t code) {
    return fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code));
  };
  if (point < kBeyondPlane) return unit(point);
  const char32_t rest = point - kBeyondPlane;
  return unit(kSurrogateHigh + (rest >> 10U)) + unit(kSurrogateLow + (rest & 0x3FFU));
}

// Collects a cell, and stops when it is full.
class CellWriter {
 public:
  explicit CellWriter(std::size_t columns_max) : columns_max_(columns_max) {}

  bool full() const { return cut_; }

  // Texts are escaped. `quoted`: a quotation mark is doubled, as in a literal.
  void Text(std::string_view text, bool quoted = false) {
    if (!ValidUtf8(text)) {
      const std::string_view shown = text.substr(0, columns_max_ + 1);
      for (const char byte : shown) Byte(static_cast<unsigned char>(byte));
      return;
    }
    while (!text.empty() && !cut_) {
      const auto [point, character] = TakeCharacter(text);
      if (IsIn(point, kUnsafe)) {
        const std::string escape = EscapeOf(point);
        Put(escape, escape.size());
      } else {
        Put(character, IsIn(point, kWide) ? 2 : 1);
        if (quoted && point == '\'') Put("'", 1);
      }
    }
  }

  // Puts plain ASCII.
  void Plain(std::string_view text) {
    for (const char& letter : text.substr(0, columns_max_ + 1)) Put({&letter, 1}, 1);
  }

  Cell Take() && { return {std::move(text_), columns_}; }

 private:
  void Byte(unsigned char byte) {
    const bool is_plain = byte >= ' ' && byte < 0x7F;
    Plain(is_plain ? std::string(1, static_cast<char>(byte)) : fmt::format("\\x{:02x}", byte));
  }

  void Put(std::string_view glyph, std::size_t columns) {
    if (cut_) return;
    if (columns_ + columns > columns_max_) {
      text_.resize(bytes_before_cut_);
      columns_ = columns_before_cut_ + 1;
      text_ += kCut;
      cut_ = true;
      return;
    }
    text_ += glyph;
    columns_ += columns;
    if (columns_ < columns_max_) {  // the mark of the cut fits behind it
      bytes_before_cut_ = text_.size();
      columns_before_cut_ = columns_;
    }
  }

  const std::size_t columns_max_;
  std::string text_;
  std::size_t columns_ = 0;
  std::size_t bytes_before_cut_ = 0;
  std::size_t columns_before_cut_ = 0;
  bool cut_ = false;
};

// Writes values as PartiQL writes literals. Each level of nesting takes a column, so the recursion
// ends with the cell.
class LiteralWriter {
 public:
  LiteralWriter(CellWriter& out, std::size_t columns_max) : out_(out), columns_max_(columns_max) {}

  void Literal(const Value& value) {
    switch (value.type()) {
      case Value::Type::kString:
        return Quoted(value.string());
      case Value::Type::kNumber:
        return out_.Text(value.number());
      case Value::Type::kBinary:
        return Binary(value.binary());
      case Value::Type::kBool:
        return out_.Plain(value.boolean() ? "true" : "false");
      case Value::Type::kNull:
        return out_.Plain("null");
      case Value::Type::kMap:
        return Map(value.map());
      case Value::Type::kList:
        return Each("[", value.list(), "]", [this](const Value& each) { Literal(each); });
      case Value::Type::kStringSet:
        return Set(value, [this](const std::string& each) { Quoted(each); });
      case Value::Type::kNumberSet:
        return Set(value, [this](const std::string& each) { out_.Text(each); });
      case Value::Type::kBinarySet:
        return Set(value, [this](const std::string& each) { Binary(each); });
    }
  }

 private:
  void Quoted(std::string_view text) {
    out_.Plain("'");
    out_.Text(text, true);
    out_.Plain("'");
  }

  // PartiQL has no literals of binary.
  void Binary(std::string_view bytes) {
    std::string base64;
    AppendBase64(bytes.substr(0, columns_max_ * 3), base64);
    out_.Plain("base64'");
    out_.Plain(base64);
    out_.Plain("'");
  }

  void Map(const client::Item& map) {
    Each("{", map, "}", [this](const auto& member) {
      Quoted(member.first);
      out_.Plain(": ");
      Literal(member.second);
    });
  }

  template <class Write>
  void Set(const Value& value, Write write) {
    Each("<<", value.set(), ">>", write);
  }

  template <class Elements, class Write>
  void Each(std::string_view begin, const Elements& elements, std::string_view end, Write write) {
    out_.Plain(begin);
    bool first = true;
    for (const auto& each : elements) {
      if (out_.full()) return;
      if (!std::exchange(first, false)) out_.Plain(", ");
      write(each);
    }
    out_.Plain(end);
  }

  CellWriter& out_;
  const std::size_t columns_max_;
};

// Replaces every unsafe character that `keep` does not spare.
template <class Keep, class Escape>
std::string Replaced(std::string_view text, Keep keep, Escape escape) {
  std::string safe;
  while (!text.empty()) {
    const auto [point, character] = TakeCharacter(text);
    if (IsIn(point, kUnsafe) && !keep(point)) {
      safe += escape(point);
    } else {
      safe += character;
    }
  }
  return safe;
}

}  // namespace

Cell CellOf(const client::Value& value, std::size_t columns_max) {
  CellWriter out(columns_max);
  if (value.is(Value::Type::kString) && !value.string().empty()) {
    out.Text(value.string());
  } else {
    LiteralWriter(out, columns_max).Literal(value);
  }
  return std::move(out).Take();
}

Cell CellOf(std::string_view text, std::size_t columns_max) {
  CellWriter out(columns_max);
  out.Text(text);
  return std::move(out).Take();
}

std::string SafeText(std::string_view text) {
  if (!ValidUtf8(text)) return CellOf(text, text.size() * 4 + 1).text;
  return Replaced(text, [](char32_t point) { return point == '\n'; }, EscapeOf);
}

std::string SafeJson(std::string_view json) {
  return Replaced(json, [](char32_t point) { return point == '\n'; }, JsonEscapeOf);
}

}  // namespace stator::sql
