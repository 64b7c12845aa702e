#include "item/value.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/check.h"
#include "base/varint.h"
#include "item/format.h"
#include "item/number.h"

namespace stator::item {
namespace {

using format::Tag;

Tag TagOf(BytesView value) { return static_cast<Tag>(value.front()); }

BytesView TakeSized(BytesView& in) {
  const std::size_t size = TakeVarint(in);
  const BytesView taken(in.data(), size);
  in.remove_prefix(size);
  return taken;
}

// The number of bytes that the value at the front of `bytes` takes.
std::size_t EncodedSize(BytesView bytes) {
  const auto tag = static_cast<std::uint8_t>(bytes.front());
  if (tag >= format::kFirstContainer) {
    return format::kContainerHeaderBytes +
           format::LoadLittleEndian<std::uint32_t>(bytes.data() + 1);
  }
  if (tag <= static_cast<std::uint8_t>(Tag::kTrue)) return 1;
  BytesView rest = bytes.substr(1);
  const std::size_t size = TakeVarint(rest);
  return bytes.size() - rest.size() + size;
}

ValueView TakeValue(BytesView& in) {
  const ValueView value(in);
  in.remove_prefix(value.bytes().size());
  return value;
}

BytesView ContainerBody(BytesView value) { return value.substr(format::kContainerHeaderBytes); }

std::size_t CountOf(BytesView body) { return body.empty() ? 0 : TakeVarint(body); }

template <class Iterator>
Iterator BeginOf(BytesView body) {
  if (body.empty()) return {};
  const std::size_t count = TakeVarint(body);
  return Iterator(body, count);
}

// DynamoDB counts 3 bytes for a container inside a document, and 1 for each of its members.
constexpr std::size_t kContainerCost = 3;
constexpr std::size_t kMemberCost = 1;

}  // namespace

std::string_view TypeName(Type type) {
  switch (type) {
    case Type::kString:
      return "S";
    case Type::kNumber:
      return "N";
    case Type::kBinary:
      return "B";
    case Type::kBool:
      return "BOOL";
    case Type::kNull:
      return "NULL";
    case Type::kStringSet:
      return "SS";
    case Type::kNumberSet:
      return "NS";
    case Type::kBinarySet:
      return "BS";
    case Type::kList:
      return "L";
    case Type::kMap:
      return "M";
  }
  std::unreachable();
}

std::string_view TypeWord(Type type) {
  switch (type) {
    case Type::kString:
      return "STRING";
    case Type::kNumber:
      return "NUMBER";
    case Type::kBinary:
      return "Binary";
    case Type::kBool:
      return "BOOL";
    case Type::kNull:
      return "NULL";
    case Type::kStringSet:
      return "STRING_SET";
    case Type::kNumberSet:
      return "NUMBER_SET";
    case Type::kBinarySet:
      return "BINARY_SET";
    case Type::kList:
      return "LIST";
    case Type::kMap:
      return "MAP";
  }
  std::unreachable();
}

ValueView::ValueView(BytesView bytes) : bytes_(bytes.substr(0, EncodedSize(bytes))) {}

Type ValueView::type() const {
  switch (TagOf(bytes_)) {
    case Tag::kNull:
      return Type::kNull;
    case Tag::kFalse:
    case Tag::kTrue:
      return Type::kBool;
    case Tag::kNumber:
      return Type::kNumber;
    case Tag::kPlainString:
    case Tag::kEscapedString:
      return Type::kString;
    case Tag::kBinary:
      return Type::kBinary;
    case Tag::kStringSet:
      return Type::kStringSet;
    case Tag::kNumberSet:
      return Type::kNumberSet;
    case Tag::kBinarySet:
      return Type::kBinarySet;
    case Tag::kList:
      return Type::kList;
    case Tag::kMap:
      return Type::kMap;
  }
  CHECK(!"a tag of the item encoding");
  std::unreachable();
}

BytesView ValueView::scalar() const {
  const auto tag = static_cast<std::uint8_t>(bytes_.front());
  CHECK(tag > static_cast<std::uint8_t>(Tag::kTrue));
  CHECK(tag < format::kFirstContainer);
  BytesView rest = bytes_.substr(1);
  return TakeSized(rest);
}

bool ValueView::plain_text() const { return TagOf(bytes_) == Tag::kPlainString; }

bool ValueView::boolean() const {
  CHECK(type() == Type::kBool);
  return TagOf(bytes_) == Tag::kTrue;
}

ListView ValueView::list() const {
  CHECK(TagOf(bytes_) == Tag::kList);
  return ListView(ContainerBody(bytes_));
}

MapView ValueView::map() const {
  CHECK(TagOf(bytes_) == Tag::kMap);
  return MapView(ContainerBody(bytes_));
}

SetView ValueView::set() const {
  const Type set_type = type();
  CHECK(set_type == Type::kStringSet || set_type == Type::kNumberSet ||
        set_type == Type::kBinarySet);
  return {set_type, ContainerBody(bytes_)};
}

std::size_t ValueView::Size() const {
  std::size_t size = 0;
  switch (type()) {
    case Type::kBool:
    case Type::kNull:
      return 1;
    case Type::kString:
    case Type::kBinary:
      return scalar().size();
    case Type::kNumber:
      return NumberSize(scalar());
    case Type::kNumberSet:
      for (const BytesView member : set()) size += NumberSize(member);
      return size;
    case Type::kStringSet:
    case Type::kBinarySet:
      for (const BytesView member : set()) size += member.size();
      return size;
    case Type::kList:
      size = kContainerCost;
      for (const ValueView member : list()) size += kMemberCost + member.Size();
      return size;
    case Type::kMap:
      return kContainerCost + kMemberCost * map().count() + map().Size();
  }
  std::unreachable();
}

std::size_t ValueView::Depth() const {
  std::size_t deepest = 0;
  switch (type()) {
    case Type::kList:
      for (const ValueView member : list()) deepest = std::max(deepest, member.Depth());
      return deepest + 1;
    case Type::kMap:
      for (const Attribute& member : map()) deepest = std::max(deepest, member.value.Depth());
      return deepest + 1;
    default:
      return 0;
  }
}

std::size_t SetView::count() const { return CountOf(body_); }

Type SetView::member_type() const {
  if (type_ == Type::kNumberSet) return Type::kNumber;
  return type_ == Type::kBinarySet ? Type::kBinary : Type::kString;
}

bool SetView::Contains(BytesView scalar) const {
  for (const BytesView member : *this) {
    if (member >= scalar) return member == scalar;  // members are sorted
  }
  return false;
}

SetView::Iterator SetView::begin() const { return BeginOf<Iterator>(body_); }

SetView::Iterator::Iterator(BytesView rest, std::size_t left) : rest_(rest), left_(left) {
  if (left_ > 0) current_ = TakeSized(rest_);
}

SetView::Iterator& SetView::Iterator::operator++() {
  if (--left_ > 0) current_ = TakeSized(rest_);
  return *this;
}

SetView::Iterator SetView::Iterator::operator++(int) {
  const Iterator before = *this;
  ++*this;
  return before;
}

std::size_t ListView::count() const { return CountOf(body_); }

std::optional<ValueView> ListView::At(std::size_t index) const {
  if (index >= count()) return std::nullopt;
  Iterator at = begin();
  for (; index > 0; --index) ++at;
  return *at;
}

ListView::Iterator ListView::begin() const { return BeginOf<Iterator>(body_); }

ListView::Iterator::Iterator(BytesView rest, std::size_t left) : rest_(rest), left_(left) {
  if (left_ > 0) current_ = TakeValue(rest_);
}

ListView::Iterator& ListView::Iterator::operator++() {
  if (--left_ > 0) current_ = TakeValue(rest_);
  return *this;
}

ListView::Iterator ListView::Iterator::operator++(int) {
  const Iterator before = *this;
  ++*this;
  return before;
}

std::size_t MapView::count() const { return CountOf(body_); }

std::optional<ValueView> MapView::Find(std::string_view name) const {
  if (body_.empty()) return std::nullopt;
  BytesView rest = body_;
  for (std::size_t left = TakeVarint(rest); left > 0; --left) {
    const int order = TakeSized(rest).compare(name);
    if (order == 0) return ValueView(rest);
    if (order > 0) break;  // names are sorted
    rest.remove_prefix(EncodedSize(rest));
  }
  return std::nullopt;
}

std::size_t MapView::Size() const {
  std::size_t size = 0;
  for (const Attribute& attribute : *this) size += attribute.name.size() + attribute.value.Size();
  return size;
}

MapView::Iterator MapView::begin() const { return BeginOf<Iterator>(body_); }

MapView::Iterator::Iterator(BytesView rest, std::size_t left) : rest_(rest), left_(left) {
  if (left_ > 0) Take();
}

MapView::Iterator& MapView::Iterator::operator++() {
  if (--left_ > 0) Take();
  return *this;
}

MapView::Iterator MapView::Iterator::operator++(int) {
  const Iterator before = *this;
  ++*this;
  return before;
}

void MapView::Iterator::Take() {
  current_.name = TakeSized(rest_);
  current_.value = TakeValue(rest_);
}

Item::Item() : bytes_(1, '\0') {}

std::string ShownScalar(const ValueView& value) {
  std::string text = fmt::format("{{{}:", TypeName(value.type()));
  if (value.type() == Type::kNumber) {
    AppendNumberText(value.scalar(), text);
  } else if (value.type() == Type::kBinary) {
    AppendBase64(value.scalar(), text);
  } else {
    text += value.scalar();
  }
  return text + "}";
}

}  // namespace stator::item
