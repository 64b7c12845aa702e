#include "wire/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/base64.h"
#include "base/check.h"
#include "item/number.h"

namespace stator::wire {
namespace {

using item::Type;

// What names, tags and quotes add to a small item.
constexpr std::size_t kItemSlackBytes = 64;

std::size_t RoomFor(item::ItemView item) { return item.bytes().size() + kItemSlackBytes; }

bool NeedsEscape(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\'; }

void AppendEscape(char c, std::string& out) {
  constexpr std::string_view kHex = "0123456789abcdef";
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default: {
      const auto byte = static_cast<unsigned char>(c);
      out += "\\u00";
      out += kHex[byte >> 4U];
      out += kHex[byte & 0xFU];
    }
  }
}

void WritePlain(std::string_view text, std::string& out) {
  out += '"';
  out += text;
  out += '"';
}

void WriteNumber(BytesView encoded, std::string& out) {
  out += '"';
  item::AppendNumberText(encoded, out);
  out += '"';
}

void WriteScalar(Type type, BytesView scalar, std::string& out) {
  if (type == Type::kNumber) return WriteNumber(scalar, out);
  if (type == Type::kBinary) return WriteBlob(scalar, out);
  WriteString(scalar, out);
}

void WriteSet(item::SetView set, std::string& out) {
  const Type member_type = set.member_type();
  out += '[';
  bool first = true;
  for (const BytesView member : set) {
    if (!first) out += ',';
    first = false;
    WriteScalar(member_type, member, out);
  }
  out += ']';
}

// Recursion is bounded: values nest at most limits::kNestingMax deep.
void WriteElements(item::ListView list, std::string& out) {
  out += '[';
  bool first = true;
  for (const item::ValueView value : list) {
    if (!first) out += ',';
    first = false;
    WriteValue(value, out);
  }
  out += ']';
}

// What follows {"S": and the like.
void WriteContent(item::ValueView value, std::string& out) {
  const Type type = value.type();
  switch (type) {
    case Type::kString:
      return value.plain_text() ? WritePlain(value.scalar(), out)
                                : WriteString(value.scalar(), out);
    case Type::kNumber:
    case Type::kBinary:
      return WriteScalar(type, value.scalar(), out);
    case Type::kBool:
      return WriteBool(value.boolean(), out);
    case Type::kNull:
      return WriteBool(true, out);
    case Type::kStringSet:
    case Type::kNumberSet:
    case Type::kBinarySet:
      return WriteSet(value.set(), out);
    case Type::kList:
      return WriteElements(value.list(), out);
    case Type::kMap:
      return WriteItem(value.map(), out);
  }
}

}  // namespace

void WriteString(std::string_view text, std::string& out) {
  out += '"';
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!NeedsEscape(text[i])) continue;
    out.append(text.substr(start, i - start));
    AppendEscape(text[i], out);
    start = i + 1;
  }
  out.append(text.substr(start));
  out += '"';
}

void WriteInteger(std::int64_t value, std::string& out) {
  std::array<char, std::numeric_limits<std::int64_t>::digits10 + 2> buffer;
  const auto [end, error] = std::to_chars(buffer.begin(), buffer.end(), value);
  CHECK(error == std::errc());
  out.append(buffer.begin(), end);
}

void WriteDouble(double value, std::string& out) {
  CHECK(std::isfinite(value));
  // Longest: a sign, "0." and the 324 zeros and 17 digits of the smallest number.
  std::array<char, 352> buffer;
  const auto [end, error] =
      std::to_chars(buffer.begin(), buffer.end(), value, std::chars_format::fixed);
  CHECK(error == std::errc());
  const std::string_view text(buffer.begin(), end);
  out += text;
  if (text.find('.') == std::string_view::npos) out += ".0";
}

void WriteBool(bool value, std::string& out) { out += value ? "true" : "false"; }

void WriteBlob(BytesView bytes, std::string& out) {
  out += '"';
  AppendBase64(bytes, out);
  out += '"';
}

void WriteValue(item::ValueView value, std::string& out) {
  out += "{\"";
  out += item::TypeName(value.type());
  out += "\":";
  WriteContent(value, out);
  out += '}';
}

void WriteItem(item::ItemView item, std::string& out) {
  // As JSON an item is seldom much longer than its encoding: mostly this is the one allocation.
  out.reserve(out.size() + RoomFor(item));
  ObjectWriter object(out);
  for (const item::Attribute& attribute : item) {
    object.Key(attribute.name);
    WriteValue(attribute.value, out);
  }
}

std::size_t RoomFor(const api::AttributeMap& map) { return RoomFor(map.item.view()); }

void WriteAttributeMap(const api::AttributeMap& map, std::string& out) {
  WriteItem(map.item.view(), out);
}

void WriteAttributeValue(const api::AttributeValue& value, std::string& out) {
  WriteValue(item::ValueView(value.encoded), out);
}

}  // namespace stator::wire
