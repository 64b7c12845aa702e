#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "item/row.h"
#include "item_generators.h"

namespace stator::item {
namespace {

// Computes a number's size from its text: pairs of significant digits left of the point, and pairs
// right of it (facts 2.4).
std::size_t NaiveNumberSize(std::string text) {
  const bool negative = text.starts_with('-');
  if (negative) text.erase(0, 1);
  const std::size_t point = std::min(text.find('.'), text.size());
  std::ptrdiff_t first = -1;
  std::ptrdiff_t last = -1;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '0' || text[at] == '.') continue;
    if (first < 0) first = static_cast<std::ptrdiff_t>(at);
    last = static_cast<std::ptrdiff_t>(at);
  }
  if (first < 0) return 1;
  std::size_t whole = 0;
  std::size_t fraction = 0;
  for (auto at = static_cast<std::size_t>(first); at <= static_cast<std::size_t>(last); ++at) {
    if (at != point) ++(at < point ? whole : fraction);
  }
  return 1 + (whole + 1) / 2 + (fraction + 1) / 2 + (negative ? 1 : 0);
}

// Computes a size from the tree alone (facts 2.4).
std::size_t NaiveSize(const Tree& tree) {
  std::size_t size = 0;
  switch (tree.type()) {
    case Type::kNull:
    case Type::kBool:
      return 1;
    case Type::kString:
      return std::get<std::string>(tree.node).size();
    case Type::kBinary:
      return std::get<Tree::Binary>(tree.node).bytes.size();
    case Type::kNumber:
      return NaiveNumberSize(std::get<Number>(tree.node).ToText());
    case Type::kNumberSet:
      for (const Bytes& member : std::get<Tree::Set>(tree.node).members) {
        size += NaiveNumberSize(Number::Decode(member).value().ToText());
      }
      return size;
    case Type::kStringSet:
    case Type::kBinarySet:
      for (const Bytes& member : std::get<Tree::Set>(tree.node).members) size += member.size();
      return size;
    case Type::kList:
      size = 3;
      for (const Tree& member : std::get<Tree::List>(tree.node)) size += 1 + NaiveSize(member);
      return size;
    case Type::kMap:
      size = 3;
      for (const auto& [name, member] : std::get<Tree::Map>(tree.node)) {
        size += 1 + name.size() + NaiveSize(member);
      }
      return size;
  }
  return size;
}

std::size_t NaiveDepth(const Tree& tree) {
  std::size_t deepest = 0;
  if (const auto* list = std::get_if<Tree::List>(&tree.node)) {
    for (const Tree& member : *list) deepest = std::max(deepest, NaiveDepth(member));
    return deepest + 1;
  }
  if (const auto* map = std::get_if<Tree::Map>(&tree.node)) {
    for (const auto& [name, member] : *map) deepest = std::max(deepest, NaiveDepth(member));
    return deepest + 1;
  }
  return 0;
}

RC_GTEST_PROP(TreeProperty, BytesDecodeToTheTree, (const RandomItem& item)) {
  const Item encoded = EncodeItem(item.attributes);
  RC_ASSERT(TreeOf(encoded.view()) == item.attributes);
  RC_ASSERT(EncodeItem(TreeOf(encoded.view())) == encoded);
}

RC_GTEST_PROP(TreeProperty, VerifyAcceptsEncodedItems, (const RandomItem& item)) {
  RC_ASSERT(Verify(EncodeItem(item.attributes).bytes()).has_value());
}

RC_GTEST_PROP(TreeProperty, SizesAndDepthsEqualTheTrees, (const RandomItem& item)) {
  const Item encoded = EncodeItem(item.attributes);
  std::size_t size = 0;
  for (const auto& [name, tree] : item.attributes) {
    const ValueView value = encoded.view().Find(name).value();
    RC_ASSERT(value.Size() == NaiveSize(tree));
    RC_ASSERT(value.Depth() == NaiveDepth(tree));
    size += name.size() + NaiveSize(tree);
  }
  RC_ASSERT(encoded.view().Size() == size);
}

// Any other bytes that Verify accepts must be the encoding of their own tree: the form is
// canonical.
RC_GTEST_PROP(TreeProperty, VerifyAcceptsOnlyCanonicalBytes, (const RandomItem& item)) {
  Bytes bytes = EncodeItem(item.attributes).bytes();
  const int changes = generate::Between(1, 3);
  for (int i = 0; i < changes; ++i) {
    const auto at =
        static_cast<std::size_t>(generate::Between(0, static_cast<int>(bytes.size()) - 1));
    bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^
                                  (1U << static_cast<unsigned>(generate::Between(0, 7))));
  }
  if (!Verify(bytes)) return;
  RC_ASSERT(EncodeItem(TreeOf(ItemView(bytes))).bytes() == bytes);
}

RC_GTEST_PROP(TreeProperty, PickTakesExactlyTheWantedAttributes, (const RandomItem& item)) {
  std::vector<std::string> wanted = {generate::Text()};
  Tree::Map expected;
  for (const auto& [name, tree] : item.attributes) {
    if (!generate::OneIn(2)) continue;
    wanted.insert(wanted.begin(), name);
    expected.emplace(name, tree);
  }
  if (const auto found = item.attributes.find(wanted.back()); found != item.attributes.end()) {
    expected.insert(*found);
  }
  const std::vector<std::string_view> names(wanted.begin(), wanted.end());
  RC_ASSERT(Pick(EncodeItem(item.attributes).view(), names) == EncodeItem(expected));
}

RC_GTEST_PROP(RowProperty, HeaderAndItemSurviveEncoding,
              (const RandomItem& random, std::uint32_t size, std::int64_t written)) {
  const Item item = EncodeItem(random.attributes);
  const Bytes mark = generate::RawBytes();
  Bytes bytes;
  AppendRow({.size = size, .written = written, .transaction = mark}, item.view(), bytes);
  const Row row = DecodeRow(bytes).value();
  RC_ASSERT(row.header.size == size);
  RC_ASSERT(row.header.written == written);
  RC_ASSERT(row.header.transaction == mark);
  RC_ASSERT(row.item == item.view());
}

}  // namespace
}  // namespace stator::item
