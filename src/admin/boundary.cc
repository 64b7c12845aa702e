#include "admin/boundary.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "item/encoder.h"
#include "item/key.h"
#include "item/tree.h"
#include "wire/item_writer.h"

namespace stator::admin {
namespace {

constexpr std::size_t kRouteBytes = sizeof(item::Route);

// Returns the key attributes of the table or index, in order.
std::vector<catalog::KeyAttribute> KeyParts(const catalog::Table& table,
                                            const catalog::Index* index) {
  std::vector<catalog::KeyAttribute> parts;
  if (index != nullptr) {
    parts = index->hash_keys;
    parts.insert(parts.end(), index->range_keys.begin(), index->range_keys.end());
  }
  parts.push_back(table->partition_key);
  if (table->sort_key) parts.push_back(*table->sort_key);
  return parts;
}

}  // namespace

void WriteJson(const KeyAttributes& key, std::string& out) {
  wire::WriteItem(key.item.view(), out);
}

std::optional<KeyAttributes> ReadableKey(const catalog::Table& table, const catalog::Index* index,
                                         BytesView key) {
  item::Tree::Map attributes;
  key.remove_prefix(std::min(key.size(), kRouteBytes));
  for (const auto& part : KeyParts(table, index)) {
    if (key.empty()) break;
    Bytes value;
    if (!item::DecodeKeyComponent(part.type, key, value)) break;
    attributes.emplace(part.name, item::TreeOf(item::ValueView(value)));
  }
  if (attributes.empty()) return std::nullopt;
  return KeyAttributes{item::EncodeItem(attributes)};
}

Boundary BoundaryAt(const catalog::Table& table, const catalog::Index* index, BytesView key) {
  Bytes route(key.substr(0, kRouteBytes));
  route.resize(kRouteBytes, '\0');
  Boundary boundary;
  for (const char byte : route) {
    boundary.route += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  }
  boundary.key = ReadableKey(table, index, key);
  return boundary;
}

}  // namespace stator::admin
