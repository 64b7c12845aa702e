#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "store/spec.h"

namespace stator::store {

// A row that a read wants: an item with the attributes that its keys tell.
struct Row {
  std::size_t shape = 0;  // of the spec's shapes, or its part
  Item item = {};
};
using Rows = std::vector<Row>;

// The item as the first of the shapes that it has. nullopt: it has none of them.
std::optional<Row> ShapedRow(const ReadSpec& read, const Item& item);

// Whether the row passes the spec's filters.
bool PassesFilters(const ReadSpec& read, const Row& row, const Item& values, const Window& window);

// Sorts by the attributes, the first of which counts most. Rows without the first attribute come
// first; equal rows keep their order.
void SortRows(Rows& rows, const std::vector<std::string>& attributes, bool descending);

// The rows in the spec's own order (`sort_by`), and no more of them than its limit.
Rows OrderedRows(const ReadSpec& read, Rows rows);

// The rows of one shape as entities, at most `limit`. FillFrom(item, entity) is found by the
// entity's type.
template <class Entity>
std::vector<Entity> All(const Rows& rows, std::size_t shape, std::size_t limit = SIZE_MAX) {
  std::vector<Entity> entities;
  for (const auto& row : rows) {
    if (row.shape == shape && entities.size() < limit) FillFrom(row.item, entities.emplace_back());
  }
  return entities;
}

template <class Entity>
std::optional<Entity> First(const Rows& rows, std::size_t shape) {
  auto entities = All<Entity>(rows, shape, 1);
  return entities.empty() ? std::nullopt : std::optional(std::move(entities.front()));
}

}  // namespace stator::store
