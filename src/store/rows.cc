#include "store/rows.h"

#include <algorithm>
#include <utility>

#include "base/stable_order.h"
#include "store/compare.h"
#include "store/key_text.h"

namespace stator::store {
namespace {

int CompareRows(const Row& left, const Row& right, const std::vector<std::string>& attributes) {
  for (const auto& name : attributes) {
    const Value* one = client::Find(left.item, name);
    const Value* other = client::Find(right.item, name);
    if (one == nullptr || other == nullptr) continue;
    if (const int order = Compare(*one, *other); order != 0) return order;
  }
  return 0;
}

}  // namespace

std::optional<Row> ShapedRow(const ReadSpec& read, const Item& item) {
  const Value* type = client::Find(item, kTypeName);
  for (std::size_t i = 0; i < read.shapes.size(); ++i) {
    const ShapeSpec& shape = read.shapes[i];
    if (type != nullptr && type->string() != shape.type) continue;
    Item found;
    const bool parsed = std::ranges::all_of(
        shape.keys, [&](const KeySpec& key) { return ParseKey(key, item, found); });
    if (!parsed) continue;
    Row row{.shape = i, .item = item};
    row.item.merge(found);
    return row;
  }
  return std::nullopt;
}

bool PassesFilters(const ReadSpec& read, const Row& row, const Item& values, const Window& window) {
  return std::ranges::all_of(read.filters, [&](const FilterSpec& filter) {
    const Value* value = client::Find(row.item, filter.attribute);
    if (value == nullptr) return false;
    if (filter.range) {
      return window && Compare(*value, window->first) >= 0 && Compare(*value, window->second) <= 0;
    }
    const Value* wanted = client::Find(values, filter.attribute);
    return wanted != nullptr && IsSame(*wanted, *value);
  });
}

void SortRows(Rows& rows, const std::vector<std::string>& attributes, bool descending) {
  if (attributes.empty()) return;
  const auto& first = attributes.front();
  StableSort(rows, [&](const Row& left, const Row& right) {
    const bool left_has = client::Find(left.item, first) != nullptr;
    const bool right_has = client::Find(right.item, first) != nullptr;
    if (left_has != right_has) return right_has;
    const int order = CompareRows(left, right, attributes);
    return descending ? order > 0 : order < 0;
  });
}

Rows OrderedRows(const ReadSpec& read, Rows rows) {
  if (!read.sort_by.empty()) SortRows(rows, {read.sort_by}, read.sort_descending);
  if (read.limit > 0 && rows.size() > static_cast<std::size_t>(read.limit)) {
    rows.resize(static_cast<std::size_t>(read.limit));
  }
  return rows;
}

}  // namespace stator::store
