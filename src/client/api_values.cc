#include "client/api_values.h"

#include <algorithm>
#include <utility>

#include "base/limits.h"
#include "base/utf8.h"
#include "item/encoder.h"
#include "item/number.h"

namespace stator::client {
namespace {

// Encodes values as long as nothing is wrong with them. Recursion is bounded by
// limits::kItemNestingMax.
class ValueEncoder {
 public:
  ValueEncoder(item::Encoder& out, JsonBound& bound) : out_(out), bound_(bound) {}

  // `depth` counts the lists and maps around the members.
  bool Members(const Item& item, std::size_t depth) {
    return std::ranges::all_of(item, [&](const auto& member) {
      const auto& [name, value] = member;
      if (name.empty() || name.size() > limits::kAttributeNameBytesMax || !Text(name)) return false;
      out_.Name(name);
      return Encode(value, depth);
    });
  }

  // `depth` counts the lists and maps around the value.
  bool Encode(const Value& value, std::size_t depth);

 private:
  bool Scalar(const Value& value);
  bool Number(const std::string& text);
  bool List(const ValueList& list, std::size_t depth);
  bool Map(const Item& map, std::size_t depth);
  bool Texts(const ValueSet& set);
  bool Numbers(const ValueSet& set);
  bool Binaries(const ValueSet& set);

  bool Text(const std::string& text) {
    bound_.AddText(text.size());
    return ValidUtf8(text);
  }

  item::Encoder& out_;
  JsonBound& bound_;
};

bool ValueEncoder::Encode(const Value& value, std::size_t depth) {
  if (out_.size() > limits::kEncodedBytesMax) return false;
  switch (value.type()) {
    case Value::Type::kMap:
      return Map(value.map(), depth);
    case Value::Type::kList:
      return List(value.list(), depth);
    case Value::Type::kStringSet:
      return Texts(value.set());
    case Value::Type::kNumberSet:
      return Numbers(value.set());
    case Value::Type::kBinarySet:
      return Binaries(value.set());
    default:
      return Scalar(value);
  }
}

bool ValueEncoder::Scalar(const Value& value) {
  switch (value.type()) {
    case Value::Type::kString:
      if (!Text(value.string())) return false;
      out_.String(value.string());
      return true;
    case Value::Type::kNumber:
      return Number(value.number());
    case Value::Type::kBinary:
      bound_.AddText(value.binary().size());
      out_.Binary(value.binary());
      return true;
    case Value::Type::kBool:
      bound_.AddText(0);
      out_.Bool(value.boolean());
      return true;
    default:
      bound_.AddText(0);
      out_.Null();
      return true;
  }
}

bool ValueEncoder::Number(const std::string& text) {
  bound_.AddText(text.size());
  const auto number = item::Number::Parse(text);
  if (number) out_.Number(*number);
  return number.has_value();
}

bool ValueEncoder::List(const ValueList& list, std::size_t depth) {
  if (depth >= limits::kItemNestingMax) return false;
  bound_.AddText(0);
  const std::size_t mark = out_.BeginList(list.size());
  for (const Value& element : list) {
    if (!Encode(element, depth + 1)) return false;
  }
  out_.End(mark);
  return true;
}

bool ValueEncoder::Map(const Item& map, std::size_t depth) {
  if (depth >= limits::kItemNestingMax) return false;
  bound_.AddText(0);
  const std::size_t mark = out_.BeginMap(map.size());
  if (!Members(map, depth + 1)) return false;
  out_.End(mark);
  return true;
}

bool ValueEncoder::Texts(const ValueSet& set) {
  for (const std::string& text : set) {
    if (!Text(text)) return false;
  }
  if (set.empty()) return false;
  out_.Set(item::Type::kStringSet, {set.begin(), set.end()});
  return true;
}

bool ValueEncoder::Numbers(const ValueSet& set) {
  std::vector<Bytes> encoded;
  for (const std::string& text : set) {
    bound_.AddText(text.size());
    const auto number = item::Number::Parse(text);
    if (!number) return false;
    number->AppendEncoded(encoded.emplace_back());
  }
  std::vector<BytesView> members(encoded.begin(), encoded.end());
  std::ranges::sort(members);
  const bool unique = std::ranges::adjacent_find(members) == members.end();
  if (members.empty() || !unique) return false;  // "1" and "1.0" are one number
  out_.Set(item::Type::kNumberSet, std::move(members));
  return true;
}

bool ValueEncoder::Binaries(const ValueSet& set) {
  for (const std::string& bytes : set) bound_.AddText(bytes.size());
  if (set.empty()) return false;
  out_.Set(item::Type::kBinarySet, {set.begin(), set.end()});
  return true;
}

Value ValueOf(item::ValueView value);

std::string NumberText(BytesView encoded) {
  std::string text;
  item::AppendNumberText(encoded, text);
  return text;
}

ValueSet SetOf(item::SetView set) {
  const bool numbers = set.member_type() == item::Type::kNumber;
  ValueSet members;
  for (const BytesView member : set) {
    members.emplace_hint(members.end(), numbers ? NumberText(member) : std::string(member));
  }
  return members;
}

ValueList ListOf(item::ListView list) {
  ValueList elements;
  elements.reserve(list.count());
  for (const item::ValueView element : list) elements.push_back(ValueOf(element));
  return elements;
}

// Recursion is bounded: values nest at most limits::kNestingMax deep.
Value ValueOf(item::ValueView value) {
  switch (value.type()) {
    case item::Type::kString:
      return Value::String(std::string(value.scalar()));
    case item::Type::kNumber:
      return Value::Number(NumberText(value.scalar()));
    case item::Type::kBinary:
      return Value::Binary(std::string(value.scalar()));
    case item::Type::kBool:
      return Value::Bool(value.boolean());
    case item::Type::kNull:
      return Value::Null();
    case item::Type::kStringSet:
      return Value::StringSet(SetOf(value.set()));
    case item::Type::kNumberSet:
      return Value::NumberSet(SetOf(value.set()));
    case item::Type::kBinarySet:
      return Value::BinarySet(SetOf(value.set()));
    case item::Type::kList:
      return Value::List(ListOf(value.list()));
    case item::Type::kMap:
      return Value::Map(ItemOf(value.map()));
  }
  std::unreachable();
}

}  // namespace

bool Fill(const std::string& in, std::string& out, JsonBound& bound) {
  bound.AddText(in.size());
  if (!ValidUtf8(in)) return false;
  out = in;
  return true;
}

bool Fill(const Item& in, api::AttributeMap& out, JsonBound& bound) {
  Bytes bytes;
  item::Encoder encoder(bytes);
  encoder.BeginItem(in.size());
  if (!ValueEncoder(encoder, bound).Members(in, 0)) return false;
  out.item = item::Item(std::move(bytes));
  return true;
}

bool Fill(const Value& in, api::AttributeValue& out, JsonBound& bound) {
  item::Encoder encoder(out.encoded);
  return ValueEncoder(encoder, bound).Encode(in, 0);
}

Item ItemOf(item::ItemView item) {
  Item attributes;
  for (const item::Attribute& attribute : item) {
    attributes.emplace_hint(attributes.end(), attribute.name, ValueOf(attribute.value));
  }
  return attributes;
}

}  // namespace stator::client
