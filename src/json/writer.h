#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

// Functions that write the pieces of a JSON text. Each function appends to `out`.
namespace stator::json {

// Writes a quoted string with escapes. REQUIRES: `text` is valid UTF-8.
void WriteString(std::string_view text, std::string& out);
void WriteInteger(std::int64_t value, std::string& out);
// Writes plain decimal without an exponent. The text has at least one digit after the point, and as
// many as it takes to read the same number back. REQUIRES: `value` is finite.
void WriteDouble(double value, std::string& out);
// The same of the nearest millionth. REQUIRES: finite.
void WriteMillionths(double value, std::string& out);
void WriteBool(bool value, std::string& out);
// Writes the bytes as a base64 string.
void WriteBlob(BytesView bytes, std::string& out);

// Writes the braces and commas of an object; the caller writes each value after its name.
class ObjectWriter {
 public:
  explicit ObjectWriter(std::string& out) : out_(out) { out_ += '{'; }
  ObjectWriter(const ObjectWriter&) = delete;
  ObjectWriter& operator=(const ObjectWriter&) = delete;
  ~ObjectWriter() { out_ += '}'; }

  // Writes a name that is already JSON text, colon included: "\"Item\":".
  void Name(std::string_view quoted) {
    Separate();
    out_ += quoted;
  }
  // Writes a name with escapes and its colon.
  void Key(std::string_view key) {
    Separate();
    WriteString(key, out_);
    out_ += ':';
  }

 private:
  void Separate() {
    if (!first_) out_ += ',';
    first_ = false;
  }

  std::string& out_;
  bool first_ = true;
};

// Writes an array; `write` writes each element.
template <class T, class Write>
void WriteList(const std::vector<T>& list, std::string& out, Write write) {
  out += '[';
  bool first = true;
  for (const T& element : list) {
    if (!first) out += ',';
    first = false;
    write(element, out);
  }
  out += ']';
}

// Writes an object; `write` writes each value.
template <class T, class Write>
void WriteMap(const std::map<std::string, T>& map, std::string& out, Write write) {
  ObjectWriter object(out);
  for (const auto& [key, value] : map) {
    object.Key(key);
    write(value, out);
  }
}

}  // namespace stator::json
