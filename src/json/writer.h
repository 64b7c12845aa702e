#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

// The pieces of a JSON text. Each function appends to `out`.
namespace stator::json {

// REQUIRES: valid UTF-8.
void WriteString(std::string_view text, std::string& out);
void WriteInteger(std::int64_t value, std::string& out);
// Plain decimal with at least one digit behind the point, and as many as it takes to read the same
// number back. REQUIRES: finite.
void WriteDouble(double value, std::string& out);
void WriteBool(bool value, std::string& out);
void WriteBlob(BytesView bytes, std::string& out);

// The commas and braces of an object.
class ObjectWriter {
 public:
  explicit ObjectWriter(std::string& out) : out_(out) { out_ += '{'; }
  ObjectWriter(const ObjectWriter&) = delete;
  ObjectWriter& operator=(const ObjectWriter&) = delete;
  ~ObjectWriter() { out_ += '}'; }

  // `quoted` is the name as it stands in JSON, colon included: "\"Item\":".
  void Name(std::string_view quoted) {
    Separate();
    out_ += quoted;
  }
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

template <class T, class Write>
void WriteMap(const std::map<std::string, T>& map, std::string& out, Write write) {
  ObjectWriter object(out);
  for (const auto& [key, value] : map) {
    object.Key(key);
    write(value, out);
  }
}

}  // namespace stator::json
