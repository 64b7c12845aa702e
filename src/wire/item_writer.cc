#include "wire/item_writer.h"

#include <cstddef>
#include <string_view>

#include "base/bytes.h"
#include "item/number.h"
#include "json/writer.h"

namespace stator::wire {
namespace {

using item::Type;

// Names, tags and quotes add about this many bytes to a small item.
constexpr std::size_t kItemSlackBytes = 64;

std::size_t RoomFor(item::ItemView item) { return item.bytes().size() + kItemSlackBytes; }

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
  if (type == Type::kBinary) return json::WriteBlob(scalar, out);
  json::WriteString(scalar, out);
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

// Writes the content after {"S": and the like.
void WriteContent(item::ValueView value, std::string& out) {
  const Type type = value.type();
  switch (type) {
    case Type::kString:
      return value.plain_text() ? WritePlain(value.scalar(), out)
                                : json::WriteString(value.scalar(), out);
    case Type::kNumber:
    case Type::kBinary:
      return WriteScalar(type, value.scalar(), out);
    case Type::kBool:
      return json::WriteBool(value.boolean(), out);
    case Type::kNull:
      return json::WriteBool(true, out);
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

void WriteValue(item::ValueView value, std::string& out) {
  out += "{\"";
  out += item::TypeName(value.type());
  out += "\":";
  WriteContent(value, out);
  out += '}';
}

void WriteItem(item::ItemView item, std::string& out) {
  // An item's JSON is seldom much longer than its encoding, so this is mostly the only allocation.
  out.reserve(out.size() + RoomFor(item));
  json::ObjectWriter object(out);
  for (const item::Attribute& attribute : item) {
    object.Key(attribute.name);
    WriteValue(attribute.value, out);
  }
}

void WriteAttributeMap(const api::AttributeMap& map, std::string& out) {
  WriteItem(map.item.view(), out);
}

void WriteAttributeValue(const api::AttributeValue& value, std::string& out) {
  WriteValue(item::ValueView(value.encoded), out);
}

void WriteItems(const std::vector<api::AttributeMap>& items, std::string& out) {
  std::size_t room = 0;
  for (const api::AttributeMap& map : items) room += RoomFor(map.item.view());
  out.reserve(out.size() + room);
  json::WriteList(items, out, WriteAttributeMap);
}

}  // namespace stator::wire
