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

#include "api/layer.h"
#include "base/bytes.h"
#include "base/limits.h"
#include "base/result.h"
#include "base/texts.h"
#include "json/parser.h"
#include "wire/path.h"
#include "wire/text_pattern.h"

// Building blocks of the generated decoders. A decoder reads a request once, in the order in which
// AWS lists mistakes. It distinguishes three kinds:
// - JSON of the wrong type ends decoding at once with a SerializationException. Every function here
//   then returns false, and its caller returns too.
// - A refusal is a plain ValidationException that AWS sends instead of a list of constraints.
// - Violated constraints are collected. Those of the first phase with any are reported together.
// A decoder validates by one layer (api/layer.h). Some requests need the older layer whatever their
// operation's layer is. The decoder then falls back, and its caller decodes again.
namespace stator::wire {

// The style of a constraint message. AWS uses several styles in production.
enum class Style : std::uint8_t {
  kOld,      // Value '0' at 'limit' failed to satisfy constraint: …
  kNew,      // Value at 'Limit' failed to satisfy constraint: …
  kPlain,    // Value at 'sequenceNumber' failed to satisfy constraint: …
  kLayered,  // kOld on the older layer, kNew on the newer one
  kRange,    // kNew on the newer layer; on the older one
             // Value at 'totalSegments' failed to satisfy constraint: … between 1 and 1000000
};

// The rank of a member's violations. Only the lowest phase with any violation is reported, ordered
// by place.
struct Standing {
  std::uint8_t phase = 0;
  std::uint8_t place = 0;
  bool bare = false;  // without "1 validation error detected: "
  bool late = false;  // the handler reports it, after other checks
};

// The unit of a text's length.
enum class Length : std::uint8_t {
  kUnits,  // of UTF-16, as Java does
  kBytes,  // of UTF-8
};

// Constraints of one shape of the model. For strings, lists and maps the bounds are lengths.
struct Rules {
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
  const TextPattern* pattern = nullptr;
  Style style = Style::kOld;
  Length length = Length::kUnits;
  std::size_t members_max = limits::kDecodedMembersMax;  // of a list: members that are decoded
  std::string_view element = {};  // of a list: its structure, if its elements are one
};

// Collects the errors of one request while the generated decoder reads it.
class Decoder {
 public:
  explicit Decoder(std::size_t text_bytes, api::Layer layer = api::Layer::kOlder)
      : text_bytes_(text_bytes), layer_(layer) {}
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  // The length of the whole request. The decoded values are hardly longer.
  std::size_t text_bytes() const { return text_bytes_; }

  bool newer() const { return layer_ == api::Layer::kNewer; }
  // Makes the caller decode again by the older layer.
  void FallBack() { fell_back_ = newer(); }
  bool fell_back() const { return fell_back_; }

  // Records a SerializationException. Returns false, for the caller to return.
  bool FailSerialization(std::string text);
  void Refuse(std::string text);  // only the first call counts
  // Adds a violation of a constraint on the member at `path`.
  void Violate(const Path& path, std::string_view value, std::string_view constraint, Style style);
  // Adds a violation to the first phase, in the new style.
  void ViolateFirst(const Path& path, std::string_view constraint);
  void ViolateWith(std::string text);  // `text` is the complete message
  void ViolateMissing(const Path& path);

  // Sets the rank of the following violations, for either layer.
  void Enter(Standing older, Standing newer_standing) {
    standing_ = newer() ? newer_standing : older;
  }
  // Whether unknown values of open enums violate a constraint on the newer layer too.
  void CloseEnums(bool closed) { closed_enums_ = closed; }
  bool closed_enums() const { return closed_enums_ || !newer(); }

  // Returns the request's error, if any. Call it after the decoder has returned.
  Result<> Finish();
  // Returns the first violation that the handler must report.
  std::optional<Error> TakeLate() { return std::move(late_); }

 private:
  struct Violation {
    Standing standing;
    std::string text;
  };

  std::size_t text_bytes_;
  api::Layer layer_;
  bool fell_back_ = false;
  bool closed_enums_ = false;
  Standing standing_;
  std::optional<Error> late_;
  std::optional<Error> serialization_;
  std::optional<Error> refusal_;
  std::vector<Violation> violations_;
};

// The members of a JSON object, by their index in the structure's list of names. Absent and null
// members have no value. If a name occurs several times, the last one counts.
template <std::size_t kCount>
using Fields = std::array<std::optional<json::Value>, kCount>;

// Finds the members named in `names`. Fails if `json` is no object.
bool FindFields(Decoder& decoder, const Path& path, json::Value json, std::string_view structure,
                std::span<const std::string_view> names,
                std::span<std::optional<json::Value>> fields);

// Read scalars: check the JSON type, then the rules.
bool ReadString(Decoder& decoder, const Path& path, json::Value json, const Rules& rules,
                std::string& out);
bool ReadBlob(Decoder& decoder, const Path& path, json::Value json, const Rules& rules, Bytes& out);
bool ReadBool(Decoder& decoder, json::Value json, bool& out);
bool ReadDouble(Decoder& decoder, json::Value json, double& out);
bool ReadInteger(Decoder& decoder, const Path& path, json::Value json, const Rules& rules,
                 std::string_view java_type, std::int64_t& out);

// The values of an enum, and the texts for unknown ones.
struct EnumRules {
  std::span<const std::string_view> values;
  std::string_view listed;           // the values as the message for unknown strings lists them
  const char* newer_text = nullptr;  // the whole message on the newer layer
  bool open = false;                 // on the newer layer the handler refuses it
};
// Reads the index of a string in the values. An unknown string of an open enum gets their count.
bool ReadEnum(Decoder& decoder, const Path& path, json::Value json, const EnumRules& rules,
              std::size_t& out);

// Reads base64. Errors have AWS's text for the defect.
bool ReadBase64(Decoder& decoder, json::Value json, Bytes& out);
// Reads text without constraints. Lifetime: `out` refers to the body.
bool ReadText(Decoder& decoder, json::Value json, std::string_view& out);

// Begin a collection: check the JSON type, then the length against the rules.
bool BeginList(Decoder& decoder, const Path& path, json::Value json, const Rules& rules,
               simdjson::dom::array& out);
bool BeginMap(Decoder& decoder, const Path& path, json::Value json, const Rules& rules,
              std::string_view java_type, simdjson::dom::object& out);

// Reads an optional member: absent, or read with `read(decoder, path, json, value)`.
template <class T, class Read>
bool ReadOptional(Decoder& decoder, const Path& path, const std::optional<json::Value>& field,
                  std::optional<T>& out, Read read) {
  return !field || read(decoder, path, *field, out.emplace());
}

// Reads a required member.
template <class T, class Read>
bool ReadRequired(Decoder& decoder, const Path& path, const std::optional<json::Value>& field,
                  std::optional<T>& out, Read read) {
  if (!field) decoder.ViolateMissing(path);
  return ReadOptional(decoder, path, field, out, read);
}

// Reads a required member whose absence has its own text.
template <class T, class Read>
bool ReadRequired(Decoder& decoder, const Path& path, const std::optional<json::Value>& field,
                  std::optional<T>& out, Read read, std::string_view missing_text) {
  if (!field) decoder.Refuse(std::string(missing_text));
  return ReadOptional(decoder, path, field, out, read);
}

// Counts members beyond `members_max`, which is far more than any operation accepts. They are
// parsed, because a wrong JSON type among them is reported first, but not kept.
template <class T>
struct Surplus {
  std::size_t members_max;
  T value{};
  bool found = false;

  // Whether a collection with `kept` members is full; the next member then goes to `value`.
  bool Is(std::size_t kept) {
    if (kept < members_max) return false;
    value = T();
    return found = true;
  }
  // Adds the violation if there were surplus members.
  void Report(Decoder& decoder, const Path& path) const {
    if (!found) return;
    decoder.Violate(path, "", fmt::format(texts::kMaxLength, members_max), Style::kNew);
  }
};

template <class T, class Read>
bool ReadList(Decoder& decoder, const Path& path, json::Value json, const Rules& rules,
              std::vector<T>& out, Read read) {
  simdjson::dom::array array;
  if (!BeginList(decoder, path, json, rules, array)) return false;
  Surplus<T> surplus{rules.members_max};
  std::size_t index = 0;
  for (const json::Value element : array) {
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
bool ReadMap(Decoder& decoder, const Path& path, json::Value json, const Rules& rules,
             std::string_view java_type, std::map<std::string, T>& out, Read read) {
  simdjson::dom::object object;
  if (!BeginMap(decoder, path, json, rules, java_type, object)) return false;
  Surplus<T> surplus{rules.members_max};
  for (const auto [key, element] : object) {
    if (element.is_null()) continue;
    T& value = surplus.Is(out.size()) ? surplus.value : out[std::string(key)] = T();
    if (!read(decoder, Path::Entry(path, key), element, value)) return false;
  }
  surplus.Report(decoder, path);
  return true;
}

}  // namespace stator::wire
