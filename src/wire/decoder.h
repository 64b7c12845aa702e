#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/bytes.h"
#include "base/limits.h"
#include "base/result.h"
#include "base/texts.h"
#include "wire/json.h"
#include "wire/path.h"
#include "wire/text_pattern.h"

// What the generated decoders are made of. A decoder goes once through a request, in the order in
// which AWS lists what is wrong, and tells three kinds of mistakes apart:
//  - JSON of the wrong type ends it at once: SerializationException. Every function here returns
//    false then, and its caller returns too.
//  - A refusal, a plain ValidationException that AWS answers instead of listing constraints.
//  - Violated constraints are collected and reported together.
namespace stator::wire {

// How a constraint message looks; AWS has more than one style in production.
enum class Style : std::uint8_t {
  kOld,    // Value '0' at 'limit' failed to satisfy constraint: …
  kNew,    // Value at 'Limit' failed to satisfy constraint: …
  kRange,  // Value at 'totalSegments' failed to satisfy constraint: … between 1 and 1000000
};

// What the length of a text counts.
enum class Length : std::uint8_t {
  kUnits,  // of UTF-16, as Java does
  kBytes,  // of UTF-8
};

// Constraints on one shape of the model. For strings, lists and maps the bounds are lengths.
struct Rules {
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
  const TextPattern* pattern = nullptr;
  Style style = Style::kOld;
  Length length = Length::kUnits;
};

class Decoder {
 public:
  explicit Decoder(std::size_t text_bytes) : text_bytes_(text_bytes) {}
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  // The length of the whole request: what is decoded from it will not be much longer.
  std::size_t text_bytes() const { return text_bytes_; }

  bool FailSerialization(std::string text);
  void Refuse(std::string text);  // the first one counts
  void Violate(const Path& path, std::string_view value, std::string_view constraint, Style style);
  void ViolateMissing(const Path& path);

  // Violations from here on belong to the `index`-th of the members that are reported alone, or,
  // with nullopt, to those reported together.
  void ReportAlone(std::optional<std::size_t> index) { group_ = index.value_or(kTogether); }

  // What the request came to, after its decoder has returned.
  Result<> Finish();

 private:
  static constexpr std::size_t kTogether = SIZE_MAX;
  struct Violation {
    std::size_t group;
    std::string text;
  };

  std::size_t text_bytes_;
  std::size_t group_ = kTogether;
  std::optional<Error> serialization_;
  std::optional<Error> refusal_;
  std::vector<Violation> violations_;
};

// The members of a JSON object that a structure has, by their place in its list of names. A member
// that is absent or null has no value; of several with one name the last counts.
template <std::size_t kCount>
using Fields = std::array<std::optional<Json>, kCount>;

bool FindFields(Decoder& decoder, const Path& path, Json json, std::string_view structure,
                std::span<const std::string_view> names, std::span<std::optional<Json>> fields);

// Scalars: the JSON type, then the rules.
bool ReadString(Decoder& decoder, const Path& path, Json json, const Rules& rules,
                std::string& out);
bool ReadBlob(Decoder& decoder, const Path& path, Json json, const Rules& rules, Bytes& out);
bool ReadBool(Decoder& decoder, Json json, bool& out);
bool ReadDouble(Decoder& decoder, Json json, double& out);
bool ReadInteger(Decoder& decoder, const Path& path, Json json, const Rules& rules,
                 std::string_view java_type, std::int64_t& out);

// The place of a string in `values`; `listed` is how the text for any other string lists them.
bool ReadEnum(Decoder& decoder, const Path& path, Json json,
              std::span<const std::string_view> values, std::string_view listed, std::size_t& out);

// Bytes of base64, or AWS's text for why they are none.
bool ReadBase64(Decoder& decoder, Json json, Bytes& out);
// Text without constraints; it leans on the body.
bool ReadText(Decoder& decoder, Json json, std::string_view& out);

// Whether a collection can be read: the JSON type, then its length against the rules.
bool BeginList(Decoder& decoder, const Path& path, Json json, const Rules& rules,
               simdjson::dom::array& out);
bool BeginMap(Decoder& decoder, const Path& path, Json json, const Rules& rules,
              std::string_view java_type, simdjson::dom::object& out);

// A member of a structure: absent, or read with `read(decoder, path, json, value)`.
template <class T, class Read>
bool ReadOptional(Decoder& decoder, const Path& path, const std::optional<Json>& field,
                  std::optional<T>& out, Read read) {
  return !field || read(decoder, path, *field, out.emplace());
}

// One that must be there.
template <class T, class Read>
bool ReadRequired(Decoder& decoder, const Path& path, const std::optional<Json>& field,
                  std::optional<T>& out, Read read) {
  if (!field) decoder.ViolateMissing(path);
  return ReadOptional(decoder, path, field, out, read);
}

// One whose absence has a text of its own.
template <class T, class Read>
bool ReadRequired(Decoder& decoder, const Path& path, const std::optional<Json>& field,
                  std::optional<T>& out, Read read, std::string_view missing_text) {
  if (!field) decoder.Refuse(std::string(missing_text));
  return ReadOptional(decoder, path, field, out, read);
}

// Members past limits::kDecodedMembersMax: far more than any operation takes. They are still read,
// since a wrong type among them is reported first, but not kept.
template <class T>
struct Surplus {
  T value{};
  bool found = false;

  bool Is(std::size_t kept) {
    if (kept < limits::kDecodedMembersMax) return false;
    value = T();
    return found = true;
  }
  void Report(Decoder& decoder, const Path& path) const {
    if (!found) return;
    decoder.Violate(path, "", fmt::format(texts::kMaxLength, limits::kDecodedMembersMax),
                    Style::kNew);
  }
};

template <class T, class Read>
bool ReadList(Decoder& decoder, const Path& path, Json json, const Rules& rules,
              std::vector<T>& out, Read read) {
  simdjson::dom::array array;
  if (!BeginList(decoder, path, json, rules, array)) return false;
  Surplus<T> surplus;
  std::size_t index = 0;
  for (const Json element : array) {
    const Path here = Path::Element(path, index++);
    T& value = surplus.Is(out.size()) ? surplus.value : out.emplace_back();
    if (element.is_null()) {
      decoder.ViolateMissing(here);
    } else if (!read(decoder, here, element, value)) {
      return false;
    }
  }
  surplus.Report(decoder, path);
  return true;
}

template <class T, class Read>
bool ReadMap(Decoder& decoder, const Path& path, Json json, const Rules& rules,
             std::string_view java_type, std::map<std::string, T>& out, Read read) {
  simdjson::dom::object object;
  if (!BeginMap(decoder, path, json, rules, java_type, object)) return false;
  Surplus<T> surplus;
  for (const auto [key, element] : object) {
    if (element.is_null()) continue;
    T& value = surplus.Is(out.size()) ? surplus.value : out[std::string(key)] = T();
    if (!read(decoder, Path::Entry(path, key), element, value)) return false;
  }
  surplus.Report(decoder, path);
  return true;
}

}  // namespace stator::wire
