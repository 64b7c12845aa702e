#include "table/index_entries.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "item/encoder.h"
#include "item/row.h"
#include "table/keys.h"

namespace stator::table {
namespace {

// An item's entry in an index.
struct IndexEntry {
  Bytes key;
  item::ItemView image;
  std::optional<item::Item> part;  // absent if the index holds the whole image
  std::size_t size;

  item::ItemView projected() const { return part ? part->view() : image; }
};

std::optional<IndexEntry> EntryOf(const catalog::Table& table, const catalog::Index& index,
                                  const item::ItemView* image) {
  if (image == nullptr) return std::nullopt;
  auto key = IndexKeyOf(table, index, *image);
  if (!key) return std::nullopt;
  IndexEntry entry{std::move(*key), *image, std::nullopt, 0};
  if (index.projection != catalog::ProjectionKind::kAll) {
    entry.part = Projected(table, index, *image);
  }
  entry.size = entry.projected().Size();
  return entry;
}

storage::Mutation Put(const catalog::Index& index, IndexEntry&& entry, TimeMicros now) {
  Bytes value;
  item::AppendRow({.size = static_cast<std::uint32_t>(entry.size), .written = now},
                  entry.projected(), value);
  return {{index.space, std::move(entry.key)}, std::move(value)};
}

}  // namespace

item::Item Projected(const catalog::Table& table, const catalog::Index& index,
                     item::ItemView item) {
  if (index.projection == catalog::ProjectionKind::kAll) return item::Item(Bytes(item.bytes()));
  std::vector<std::string_view> names{table->partition_key.name};
  if (table->sort_key) names.emplace_back(table->sort_key->name);
  for (const auto& key : index.hash_keys) names.emplace_back(key.name);
  for (const auto& key : index.range_keys) names.emplace_back(key.name);
  for (const auto& name : index.included) names.emplace_back(name);
  return item::Pick(item, names);
}

IndexDelta DeltaOf(const catalog::Table& table, const catalog::Index& index,
                   const item::ItemView* old_image, const item::ItemView* new_image,
                   TimeMicros now) {
  auto before = EntryOf(table, index, old_image);
  auto after = EntryOf(table, index, new_image);
  IndexDelta delta;
  if (!before && !after) return delta;
  const bool same_key = before && after && before->key == after->key;
  if (same_key && before->projected() == after->projected()) return delta;

  const HalfUnits old_units = before ? WriteUnitsFor(before->size) : 0;
  const HalfUnits new_units = after ? WriteUnitsFor(after->size) : 0;
  delta.units = same_key ? std::max(old_units, new_units) : old_units + new_units;
  if (before) {
    delta.statistics.entries -= 1;
    delta.statistics.bytes -= static_cast<std::int64_t>(before->size);
    if (!same_key) {
      delta.removal = old_units;
      delta.changes.push_back({{index.space, std::move(before->key)}, std::nullopt});
    }
  }
  if (after) {
    delta.statistics.entries += 1;
    delta.statistics.bytes += static_cast<std::int64_t>(after->size);
    delta.changes.push_back(Put(index, std::move(*after), now));
  }
  return delta;
}

}  // namespace stator::table
