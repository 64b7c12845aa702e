#include "item/encoder.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/check.h"
#include "base/varint.h"
#include "item/format.h"

namespace stator::item {

using format::Tag;

void Encoder::Null() { StartValue(static_cast<char>(Tag::kNull)); }

void Encoder::Bool(bool value) { StartValue(static_cast<char>(value ? Tag::kTrue : Tag::kFalse)); }

void Encoder::String(std::string_view text) {
  const bool plain = format::PlainText(text);
  StartValue(static_cast<char>(plain ? Tag::kPlainString : Tag::kEscapedString));
  AppendSized(text);
}

void Encoder::Binary(BytesView bytes) {
  StartValue(static_cast<char>(Tag::kBinary));
  AppendSized(bytes);
}

void Encoder::Number(const item::Number& number) {
  StartValue(static_cast<char>(Tag::kNumber));
  const std::size_t size_at = out_.size();
  out_.push_back('\0');
  number.AppendEncoded(out_);
  // An encoded number has at most 22 bytes, so its length is always a varint of one byte.
  out_[size_at] = static_cast<char>(out_.size() - size_at - 1);
}

void Encoder::Copy(ValueView value) {
  CountValue();
  out_.append(value.bytes());
}

void Encoder::Set(Type set_type, std::vector<BytesView> members) {
  CHECK(!members.empty());
  std::ranges::sort(members);
  CHECK(std::ranges::adjacent_find(members) == members.end());
  Tag tag = Tag::kStringSet;
  if (set_type == Type::kNumberSet) {
    tag = Tag::kNumberSet;
  } else if (set_type == Type::kBinarySet) {
    tag = Tag::kBinarySet;
  } else {
    CHECK(set_type == Type::kStringSet);
  }
  StartValue(static_cast<char>(tag));
  const std::size_t mark = StartBody();
  AppendVarint(members.size(), out_);
  for (const BytesView member : members) AppendSized(member);
  EndBody(mark);
}

std::size_t Encoder::BeginList(std::size_t count) {
  StartValue(static_cast<char>(Tag::kList));
  return Begin(Inside::kList, count);
}

std::size_t Encoder::BeginMap(std::size_t count) {
  StartValue(static_cast<char>(Tag::kMap));
  return Begin(Inside::kMap, count);
}

void Encoder::BeginItem(std::size_t count) {
  CHECK(outer_.empty());
  current_ = {.inside = Inside::kMap, .left = count};
  AppendVarint(count, out_);
}

void Encoder::Name(std::string_view name) {
  CHECK(current_.inside == Inside::kMap);
  CHECK(!current_.named);
  CHECK(current_.left > 0);
  --current_.left;
  if (current_.name_at != 0) {
    CHECK(std::string_view(out_).substr(current_.name_at, current_.name_size) < name);
  }
  AppendVarint(name.size(), out_);
  current_.name_at = out_.size();
  current_.name_size = name.size();
  current_.named = true;
  out_.append(name);
}

void Encoder::End(std::size_t mark) {
  CHECK(!outer_.empty());
  CHECK(current_.left == 0);
  CHECK(!current_.named);
  EndBody(mark);
  current_ = outer_.back();
  outer_.pop_back();
}

std::size_t Encoder::Begin(Inside inside, std::size_t count) {
  const std::size_t mark = StartBody();
  outer_.push_back(current_);
  current_ = {.inside = inside, .left = count};
  AppendVarint(count, out_);
  return mark;
}

void Encoder::StartValue(char tag) {
  CountValue();
  out_.push_back(tag);
}

void Encoder::CountValue() {
  if (current_.inside == Inside::kMap) {
    CHECK(current_.named);
    current_.named = false;
  } else if (current_.inside == Inside::kList) {
    CHECK(current_.left > 0);
    --current_.left;
  }
}

std::size_t Encoder::StartBody() {
  const std::size_t mark = out_.size();
  out_.append(sizeof(std::uint32_t), '\0');
  return mark;
}

void Encoder::EndBody(std::size_t mark) {
  const std::size_t size = out_.size() - mark - sizeof(std::uint32_t);
  CHECK(size <= std::numeric_limits<std::uint32_t>::max());
  format::StoreLittleEndian(static_cast<std::uint32_t>(size), out_.data() + mark);
}

void Encoder::AppendSized(BytesView bytes) {
  AppendVarint(bytes.size(), out_);
  out_.append(bytes);
}

Item Pick(ItemView from, std::span<const std::string_view> names) {
  std::vector<std::string_view> wanted(names.begin(), names.end());
  std::ranges::sort(wanted);
  std::vector<Attribute> picked;
  picked.reserve(wanted.size());
  auto next = wanted.begin();
  for (const Attribute& attribute : from) {  // both sides are sorted: one walk
    while (next != wanted.end() && *next < attribute.name) ++next;
    if (next == wanted.end()) break;
    if (*next == attribute.name) picked.push_back(attribute);
  }
  Bytes bytes;
  Encoder encoder(bytes);
  encoder.BeginItem(picked.size());
  for (const Attribute& attribute : picked) {
    encoder.Name(attribute.name);
    encoder.Copy(attribute.value);
  }
  return Item(std::move(bytes));
}

}  // namespace stator::item
