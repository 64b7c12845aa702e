#include "wire/attribute_value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/base64.h"
#include "base/limits.h"
#include "base/texts.h"
#include "item/encoder.h"
#include "item/number.h"
#include "wire/java_text.h"

namespace stator::wire {
namespace {

using item::Encoder;
using item::Type;

constexpr std::string_view kJavaMap =
    "java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>";

std::optional<Type> TypeOf(std::string_view tag) {
  if (tag == "S") return Type::kString;
  if (tag == "N") return Type::kNumber;
  if (tag == "B") return Type::kBinary;
  if (tag == "M") return Type::kMap;
  if (tag == "L") return Type::kList;
  if (tag == "BOOL") return Type::kBool;
  if (tag == "NULL") return Type::kNull;
  if (tag == "SS") return Type::kStringSet;
  if (tag == "NS") return Type::kNumberSet;
  if (tag == "BS") return Type::kBinarySet;
  return std::nullopt;
}

// The members of one AttributeValue object; a valid one has exactly one.
class Given {
 public:
  struct Entry {
    Type type;
    json::Value value;
  };
  explicit Given(simdjson::dom::object object) {
    for (const auto [tag, value] : object) {
      if (const std::optional<Type> type = TypeOf(tag)) Set(*type, value);
    }
  }
  std::span<const Entry> entries() const { return std::span(entries_).first(count_); }

 private:
  static constexpr std::size_t kTypes = 10;

  // If a name occurs several times, the last one counts. Null is no value.
  void Set(Type type, json::Value value) {
    const auto end = entries_.begin() + static_cast<std::ptrdiff_t>(count_);
    const auto found = std::find_if(entries_.begin(), end,
                                    [type](const Entry& entry) { return entry.type == type; });
    if (!value.is_null()) {
      *found = {type, value};
      if (found == end) ++count_;
    } else if (found != end) {
      std::move(found + 1, end, found);
      --count_;
    }
  }

  std::array<Entry, kTypes> entries_;
  std::size_t count_ = 0;
};

bool HasDuplicates(std::vector<BytesView> members) {
  std::ranges::sort(members);
  return std::ranges::adjacent_find(members) != members.end();
}

// Returns a string set's members as the newer layer lists them: sorted, up to the first repeated
// one.
std::string UpToRepeat(std::vector<BytesView> members) {
  std::ranges::sort(members);
  const auto repeat = std::ranges::adjacent_find(members);
  if (repeat != members.end()) members.erase(repeat + 2, members.end());
  return fmt::format("\"{}\"", fmt::join(members, "\", \""));
}

// Returns a binary set's members as the older layer lists them: sorted as Java sorts signed bytes.
std::string InJavaOrder(std::vector<BytesView> members) {
  const auto before = [](BytesView left, BytesView right) {
    return std::ranges::lexicographical_compare(
        left, right, {}, [](char byte) { return static_cast<signed char>(byte); },
        [](char byte) { return static_cast<signed char>(byte); });
  };
  std::ranges::sort(members, before);
  std::string listed;
  for (const BytesView member : members) {
    if (listed.size() > limits::kEchoedBytesMax) break;
    if (!listed.empty()) listed += ", ";
    AppendBase64(member, listed);
  }
  return listed;
}

// Returns the exponent of a number's text; 0 if it has none.
std::int64_t ExponentOf(std::string_view text) {
  const auto at = text.find_first_of("eE");
  if (at == std::string_view::npos) return 0;
  text.remove_prefix(at + 1);
  if (text.starts_with('+')) text.remove_prefix(1);
  std::int64_t exponent = 0;
  std::from_chars(text.data(), text.data() + text.size(), exponent);
  return exponent;
}

bool NestsDeeper(json::Value container, std::size_t levels);

// Whether one value of a container with `levels` nested lists and maps nests deeper.
bool ValueNests(json::Value value, std::size_t levels) {
  simdjson::dom::object object;
  if (value.get(object) != simdjson::SUCCESS) return false;
  for (const auto [tag, inner] : object) {
    const bool is_container = tag == "L" ? inner.is_array() : tag == "M" && inner.is_object();
    if (is_container && NestsDeeper(inner, levels - 1)) return true;
  }
  return false;
}

// Whether a list or map has more than `levels` nested levels. The levels bound the recursion.
bool NestsDeeper(json::Value container, std::size_t levels) {
  if (levels == 0) return true;
  simdjson::dom::array array;
  if (container.get(array) == simdjson::SUCCESS) {
    for (const json::Value value : array) {
      if (ValueNests(value, levels)) return true;
    }
    return false;
  }
  simdjson::dom::object object;
  if (container.get(object) != simdjson::SUCCESS) return false;
  for (const auto [name, value] : object) {
    if (ValueNests(value, levels)) return true;
  }
  return false;
}

class ValueReader {
 public:
  // `path` leads to the value; nullptr for one among an item's or an expression's. Lifetime: both
  // outlive the reader.
  explicit ValueReader(Decoder& decoder, const Path* path = nullptr)
      : decoder_(decoder), path_(path) {}

  // Encodes one value. `depth` counts the lists and maps around it. Like all functions below, it
  // returns false after a wrong JSON type, and otherwise has encoded exactly one value.
  bool Value(json::Value json, std::size_t depth, Encoder& out);

  // Encodes a whole item.
  bool Item(simdjson::dom::object object, Names names, Encoder& out);

  std::optional<api::BadValue> TakeBad() { return std::move(bad_); }

 private:
  struct Member {
    std::string_view name;
    json::Value value;
    std::size_t place;  // distinguishes members with equal names

    std::pair<std::string_view, std::size_t> order() const { return {name, place}; }
  };
  enum class Prefix : bool { kNever, kSometimes };  // api::BadValue::prefixed

  bool Typed(Type type, json::Value json, std::size_t depth, Encoder& out);
  bool String(json::Value json, Encoder& out);
  bool Number(json::Value json, Encoder& out);
  bool Binary(json::Value json, Encoder& out);
  bool Flag(json::Value json, bool& out);
  bool Bool(json::Value json, Encoder& out);
  bool Null(json::Value json, Encoder& out);
  bool List(json::Value json, std::size_t depth, Encoder& out);
  bool Map(json::Value json, std::size_t depth, Encoder& out);
  bool StringSet(simdjson::dom::array array, Encoder& out);
  bool NumberSet(simdjson::dom::array array, Encoder& out);
  bool BinarySet(simdjson::dom::array array, Encoder& out);

  bool Array(json::Value json, simdjson::dom::array& out);
  bool Bad(Error error, Prefix prefix, Encoder& out);
  bool Bad(std::string text, Prefix prefix, Encoder& out) {
    return Bad(Invalid(std::move(text)), prefix, out);
  }
  Error NumberError(std::string_view text, const Error& error) const;
  bool IsStatementParameter() const;
  void NoteBad(Error error, Prefix prefix);
  bool IsTooDeep(json::Value json, std::size_t depth);
  void CheckName(std::string_view name);
  std::size_t PushMembers(simdjson::dom::object object);

  Decoder& decoder_;
  const Path* path_;
  std::optional<api::BadValue> bad_;
  Names names_ = Names::kAttributes;
  std::string_view top_name_;    // of the attribute being read
  std::vector<Member> members_;  // a stack: members of the maps being read, innermost last
};

void ValueReader::NoteBad(Error error, Prefix prefix) {
  // Transactions accept deep values in expressions, so any other error replaces a recorded depth
  // error.
  const bool yields =
      names_ == Names::kPlaceholders && bad_ && bad_->nesting == api::BadValue::Nesting::kDeep;
  if (bad_ && !yields) return;
  bad_.emplace(std::string(top_name_), std::move(error), prefix == Prefix::kSometimes);
}

// Records that a list or map is nested too deep. Returns true if it must not be read: only
// expressions have a use for deep values.
bool ValueReader::IsTooDeep(json::Value json, std::size_t depth) {
  using Nesting = api::BadValue::Nesting;
  if (depth < limits::kItemNestingMax) return false;
  if (!bad_) {
    NoteBad(Invalid(texts::kNestedTooDeep), Prefix::kSometimes);
    bad_->nesting = Nesting::kDeep;
  }
  const bool stops = names_ == Names::kAttributes || depth >= limits::kReadNestingMax;
  if (stops && NestsDeeper(json, limits::kReadNestingMax - depth)) {
    decoder_.FallBack();
    if (bad_->nesting == Nesting::kDeep) bad_->nesting = Nesting::kVeryDeep;
  }
  return stops;
}

bool ValueReader::Bad(Error error, Prefix prefix, Encoder& out) {
  NoteBad(std::move(error), prefix);
  out.Null();
  return true;
}

// The text depends on the layer for the empty text, and for exponents beyond a Java int.
Error ValueReader::NumberError(std::string_view text, const Error& error) const {
  if (decoder_.newer()) {
    return text.empty() ? Invalid(fmt::format(texts::kNotNumericText, text)) : error;
  }
  using Int = std::numeric_limits<std::int32_t>;
  const std::int64_t exponent = ExponentOf(text);
  const bool fits = exponent >= Int::min() && exponent <= Int::max();
  if (!fits && IsStatementParameter()) return Invalid(fmt::format(texts::kNotNumericText, text));
  const bool wraps = error.message == texts::kNumberOverflow && exponent >= Int::max();
  return wraps ? Invalid(texts::kNumberUnderflow) : error;
}

// Whether the value is a parameter of a PartiQL statement, or within one (facts 10.7).
bool ValueReader::IsStatementParameter() const {
  return path_ != nullptr && path_->Render(Path::Capitals::kKept).contains("Parameters.");
}

bool ValueReader::Value(json::Value json, std::size_t depth, Encoder& out) {
  // This exceeds any item by far, so the loop thread stops encoding it.
  if (out.size() > limits::kEncodedBytesMax) return Bad(texts::kItemTooLarge, Prefix::kNever, out);
  if (json.is_null()) return Bad(texts::kValueEmpty, Prefix::kNever, out);
  simdjson::dom::object object;
  if (json.get(object) != simdjson::SUCCESS) {
    if (!json.is_array()) return decoder_.FailSerialization(texts::kUnexpectedValue);
    const std::string type = fmt::format("class {}AttributeValue", kJavaPackage);
    return decoder_.FailSerialization(fmt::format(texts::kUnrecognizedCollection, type));
  }
  const Given given(object);
  if (given.entries().size() == 1) {
    return Typed(given.entries()[0].type, given.entries()[0].value, depth, out);
  }
  if (!given.entries().empty()) decoder_.FallBack();
  // With several types, the content of each is checked before their number.
  for (const auto& [type, value] : given.entries()) {
    Bytes unused;
    Encoder nowhere(unused);
    if (!Typed(type, value, depth, nowhere)) return false;
  }
  return Bad(given.entries().empty() ? texts::kValueEmpty : texts::kValueAmbiguous, Prefix::kNever,
             out);
}

bool ValueReader::Typed(Type type, json::Value json, std::size_t depth, Encoder& out) {
  simdjson::dom::array array;
  switch (type) {
    case Type::kString:
      return String(json, out);
    case Type::kNumber:
      return Number(json, out);
    case Type::kBinary:
      return Binary(json, out);
    case Type::kBool:
      return Bool(json, out);
    case Type::kNull:
      return Null(json, out);
    case Type::kStringSet:
      return Array(json, array) && StringSet(array, out);
    case Type::kNumberSet:
      return Array(json, array) && NumberSet(array, out);
    case Type::kBinarySet:
      return Array(json, array) && BinarySet(array, out);
    case Type::kList:
      return List(json, depth, out);
    case Type::kMap:
      return Map(json, depth, out);
  }
  std::unreachable();
}

bool ValueReader::String(json::Value json, Encoder& out) {
  std::string_view text;
  if (!ReadText(decoder_, json, text)) return false;
  out.String(text);
  return true;
}

bool ValueReader::Number(json::Value json, Encoder& out) {
  std::string_view text;
  if (!ReadText(decoder_, json, text)) return false;
  auto number = item::Number::Parse(text);
  if (!number) return Bad(NumberError(text, number.error()), Prefix::kSometimes, out);
  out.Number(*number);
  return true;
}

bool ValueReader::Binary(json::Value json, Encoder& out) {
  Bytes bytes;
  if (!ReadBase64(decoder_, json, bytes)) return false;
  out.Binary(bytes);
  return true;
}

// Reads a boolean, which may be written as a string; AWS's newer layer rejects strings. AWS has no
// text for an array here, though it has one for arrays in place of other booleans.
bool ValueReader::Flag(json::Value json, bool& out) {
  if (json.is_string()) decoder_.FallBack();
  if (json.is_array()) return decoder_.FailSerialization("");
  return ReadBool(decoder_, json, out);
}

bool ValueReader::Bool(json::Value json, Encoder& out) {
  bool value = false;
  if (!Flag(json, value)) return false;
  out.Bool(value);
  return true;
}

bool ValueReader::Null(json::Value json, Encoder& out) {
  bool value = false;
  if (!Flag(json, value)) return false;
  if (!value) return Bad(texts::kNullFalse, Prefix::kSometimes, out);
  out.Null();
  return true;
}

bool ValueReader::Array(json::Value json, simdjson::dom::array& out) {
  if (json.get(out) == simdjson::SUCCESS) return true;
  return decoder_.FailSerialization(json.is_object() ? texts::kUnexpectedStructure
                                                     : texts::kUnexpectedField);
}

bool ValueReader::List(json::Value json, std::size_t depth, Encoder& out) {
  simdjson::dom::array array;
  if (!Array(json, array)) return false;
  if (IsTooDeep(json, depth)) {
    out.Null();
    return true;
  }
  // simdjson's own count saturates, so count the elements here.
  const auto count = static_cast<std::size_t>(std::distance(array.begin(), array.end()));
  const std::size_t mark = out.BeginList(count);
  for (const json::Value element : array) {
    if (!Value(element, depth + 1, out)) return false;
  }
  out.End(mark);
  return true;
}

bool ValueReader::Map(json::Value json, std::size_t depth, Encoder& out) {
  simdjson::dom::object object;
  if (json.get(object) != simdjson::SUCCESS) {
    return decoder_.FailSerialization(json.is_array()
                                          ? fmt::format(texts::kUnrecognizedCollection, kJavaMap)
                                          : texts::kUnexpectedField);
  }
  if (IsTooDeep(json, depth)) {
    out.Null();
    return true;
  }
  const std::size_t first = PushMembers(object);
  const std::size_t mark = out.BeginMap(members_.size() - first);
  const std::size_t end = members_.size();
  for (std::size_t i = first; i < end; ++i) {
    const Member member = members_[i];  // a copy, because reading its value may move the stack
    CheckName(member.name);
    out.Name(member.name);
    if (!Value(member.value, depth + 1, out)) return false;
  }
  members_.resize(first);
  out.End(mark);
  return true;
}

bool ValueReader::Item(simdjson::dom::object object, Names names, Encoder& out) {
  names_ = names;
  const std::size_t first = PushMembers(object);
  const std::size_t end = members_.size();
  out.BeginItem(end - first);
  for (std::size_t i = first; i < end; ++i) {
    const Member member = members_[i];
    top_name_ = member.name;
    if (names == Names::kAttributes) CheckName(member.name);
    out.Name(member.name);
    if (!Value(member.value, 0, out)) return false;
  }
  return true;
}

// Pushes the members in the order of names, each name once. Returns the index of the first.
std::size_t ValueReader::PushMembers(simdjson::dom::object object) {
  const std::size_t first = members_.size();
  for (const auto [name, value] : object) members_.push_back({name, value, members_.size()});
  const auto begin = members_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto out_of_order = std::ranges::adjacent_find(begin, members_.end(),
                                                       std::ranges::greater_equal{}, &Member::name);
  if (out_of_order == members_.end()) return first;
  std::ranges::sort(begin, members_.end(), {}, &Member::order);
  // If a name occurs several times, the last member counts: in reverse order, the first.
  const auto kept =
      std::ranges::unique(members_.rbegin(), std::make_reverse_iterator(begin), {}, &Member::name);
  members_.erase(begin, kept.begin().base());
  return first;
}

void ValueReader::CheckName(std::string_view name) {
  if (name.empty()) NoteBad(Invalid(texts::kAttributeNameEmpty), Prefix::kSometimes);
  if (name.size() > limits::kAttributeNameBytesMax) {
    NoteBad(Invalid(texts::kAttributeNameLength), Prefix::kNever);
  }
}

bool ValueReader::StringSet(simdjson::dom::array array, Encoder& out) {
  std::vector<BytesView> members;
  for (const json::Value element : array) {
    if (element.is_null()) return Bad(texts::kValueEmpty, Prefix::kNever, out);
    if (!ReadText(decoder_, element, members.emplace_back())) return false;
  }
  if (members.empty()) return Bad(texts::kStringSetEmpty, Prefix::kSometimes, out);
  if (HasDuplicates(members)) {
    const std::string listed = decoder_.newer() ? UpToRepeat(members) : JavaElements(array);
    return Bad(fmt::format(texts::kStringSetDuplicates, listed), Prefix::kSometimes, out);
  }
  out.Set(Type::kStringSet, std::move(members));
  return true;
}

bool ValueReader::NumberSet(simdjson::dom::array array, Encoder& out) {
  std::vector<Bytes> encoded;
  std::optional<Error> wrong;  // reported only if every JSON type is right
  Prefix prefix = Prefix::kNever;
  for (const json::Value element : array) {
    std::string_view text;
    if (element.is_null()) {
      wrong = Invalid(texts::kValueEmpty);
      continue;
    }
    if (!ReadText(decoder_, element, text)) return false;
    auto number = item::Number::Parse(text);
    if (number) {
      number->AppendEncoded(encoded.emplace_back());
    } else if (!wrong) {
      wrong = NumberError(text, number.error());
      prefix = Prefix::kSometimes;
    }
  }
  if (wrong) return Bad(*std::move(wrong), prefix, out);
  if (encoded.empty()) return Bad(texts::kNumberSetEmpty, Prefix::kSometimes, out);
  std::vector<BytesView> members(encoded.begin(), encoded.end());
  if (HasDuplicates(members)) {
    return Bad(decoder_.newer() ? texts::kNumberSetDuplicatesNewer : texts::kNumberSetDuplicates,
               Prefix::kSometimes, out);
  }
  out.Set(Type::kNumberSet, std::move(members));
  return true;
}

bool ValueReader::BinarySet(simdjson::dom::array array, Encoder& out) {
  std::vector<Bytes> decoded;
  for (const json::Value element : array) {
    if (element.is_null()) return Bad(texts::kValueEmpty, Prefix::kNever, out);
    if (!ReadBase64(decoder_, element, decoded.emplace_back())) return false;
  }
  if (decoded.empty()) return Bad(texts::kBinarySetEmpty, Prefix::kSometimes, out);
  std::vector<BytesView> members(decoded.begin(), decoded.end());
  if (HasDuplicates(members)) {
    const std::string listed = decoder_.newer() ? JsonElements(array) : InJavaOrder(members);
    return Bad(fmt::format(texts::kBinarySetDuplicates, listed), Prefix::kSometimes, out);
  }
  out.Set(Type::kBinarySet, std::move(members));
  return true;
}

}  // namespace

bool ReadAttributeMap(Decoder& decoder, const Path& path, json::Value json, Names names,
                      api::AttributeMap& out) {
  simdjson::dom::object object;
  if (!BeginMap(decoder, path, json, {}, kJavaMap, object)) return false;
  // Encoded items are about as long as their JSON, so one allocation serves most requests.
  Bytes bytes;
  bytes.reserve(std::min(decoder.text_bytes(), limits::kItemBytesMax));
  Encoder encoder(bytes);
  ValueReader reader(decoder);
  if (!reader.Item(object, names, encoder)) return false;
  out.item = item::Item(std::move(bytes));
  out.bad = reader.TakeBad();
  return true;
}

bool ReadAttributeValue(Decoder& decoder, const Path& path, json::Value json,
                        api::AttributeValue& out) {
  Encoder encoder(out.encoded);
  ValueReader reader(decoder, &path);
  if (!reader.Value(json, 0, encoder)) return false;
  out.bad = reader.TakeBad();
  return true;
}

}  // namespace stator::wire
