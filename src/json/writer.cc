#include "json/writer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/base64.h"
#include "base/check.h"

namespace stator::json {
namespace {

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
  // The longest text: a sign, "0.", and the 324 zeros and 17 digits of the smallest number.
  std::array<char, 352> buffer;
  const auto [end, error] =
      std::to_chars(buffer.begin(), buffer.end(), value, std::chars_format::fixed);
  CHECK(error == std::errc());
  const std::string_view text(buffer.begin(), end);
  out += text;
  if (text.find('.') == std::string_view::npos) out += ".0";
}

void WriteMillionths(double value, std::string& out) {
  constexpr double kMillionths = 1e6;
  WriteDouble(std::round(value * kMillionths) / kMillionths, out);
}

void WriteBool(bool value, std::string& out) { out += value ? "true" : "false"; }

void WriteBlob(BytesView bytes, std::string& out) {
  out += '"';
  AppendBase64(bytes, out);
  out += '"';
}

}  // namespace stator::json
