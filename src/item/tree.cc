#include "item/tree.h"

#include <utility>

#include "base/check.h"
#include "item/encoder.h"

namespace stator::item {
namespace {

Number DecodedNumber(BytesView encoded) {
  Result<Number> number = Number::Decode(encoded);
  CHECK(number.has_value());
  return *number;
}

Tree::Set SetOf(const SetView& set, Type type) {
  Tree::Set result{.type = type, .members = {}};
  result.members.reserve(set.count());
  for (const BytesView member : set) result.members.emplace_back(member);
  return result;
}

Tree::List ListOf(const ListView& list) {
  Tree::List result;
  result.reserve(list.count());
  for (const ValueView member : list) result.push_back(TreeOf(member));
  return result;
}

// Writes the node of a tree; each kind has an overload.
struct Writer {
  Encoder& encoder;

  void Write(const Tree& tree) const { std::visit(*this, tree.node); }

  void operator()(const Tree::Null& /*null*/) const { encoder.Null(); }
  void operator()(bool value) const { encoder.Bool(value); }
  void operator()(const std::string& text) const { encoder.String(text); }
  void operator()(const Number& number) const { encoder.Number(number); }
  void operator()(const Tree::Binary& binary) const { encoder.Binary(binary.bytes); }
  void operator()(const Tree::Set& set) const {
    encoder.Set(set.type, {set.members.begin(), set.members.end()});
  }
  void operator()(const Tree::List& list) const {
    const std::size_t mark = encoder.BeginList(list.size());
    for (const Tree& member : list) Write(member);
    encoder.End(mark);
  }
  void operator()(const Tree::Map& map) const {
    const std::size_t mark = encoder.BeginMap(map.size());
    WriteMembers(map);
    encoder.End(mark);
  }

  void WriteMembers(const Tree::Map& map) const {
    for (const auto& [name, value] : map) {
      encoder.Name(name);
      Write(value);
    }
  }
};

struct TypeOf {
  Type operator()(const Tree::Null& /*null*/) const { return Type::kNull; }
  Type operator()(bool /*value*/) const { return Type::kBool; }
  Type operator()(const std::string& /*text*/) const { return Type::kString; }
  Type operator()(const Number& /*number*/) const { return Type::kNumber; }
  Type operator()(const Tree::Binary& /*binary*/) const { return Type::kBinary; }
  Type operator()(const Tree::Set& set) const { return set.type; }
  Type operator()(const Tree::List& /*list*/) const { return Type::kList; }
  Type operator()(const Tree::Map& /*map*/) const { return Type::kMap; }
};

}  // namespace

Type Tree::type() const { return std::visit(TypeOf(), node); }

bool Tree::operator==(const Tree& other) const { return node == other.node; }

Tree TreeOf(ValueView value) {
  switch (value.type()) {
    case Type::kNull:
      return {Tree::Null()};
    case Type::kBool:
      return {value.boolean()};
    case Type::kString:
      return {std::string(value.scalar())};
    case Type::kNumber:
      return {DecodedNumber(value.scalar())};
    case Type::kBinary:
      return {Tree::Binary{Bytes(value.scalar())}};
    case Type::kStringSet:
    case Type::kNumberSet:
    case Type::kBinarySet:
      return {SetOf(value.set(), value.type())};
    case Type::kList:
      return {ListOf(value.list())};
    case Type::kMap:
      return {TreeOf(value.map())};
  }
  std::unreachable();
}

Tree::Map TreeOf(ItemView item) {
  Tree::Map map;
  for (const Attribute& attribute : item) {
    map.emplace_hint(map.end(), attribute.name, TreeOf(attribute.value));
  }
  return map;
}

void Encode(const Tree& tree, Bytes& out) {
  Encoder encoder(out);
  Writer{encoder}.Write(tree);
}

Item EncodeItem(const Tree::Map& attributes) {
  Bytes bytes;
  Encoder encoder(bytes);
  encoder.BeginItem(attributes.size());
  Writer{encoder}.WriteMembers(attributes);
  return Item(std::move(bytes));
}

}  // namespace stator::item
