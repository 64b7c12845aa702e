#pragma once

// Helpers of this folder's tests: tables, items and commands in one line each.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/clock.h"
#include "catalog/catalog.h"
#include "item/tree.h"
#include "storage/engine.h"
#include "storage/memory/memory_engine.h"
#include "table/commit_queue.h"
#include "table/keys.h"
#include "table/write.h"

namespace stator::table::testing {

inline item::Tree S(std::string text) { return {std::move(text)}; }
inline item::Tree N(std::int64_t value) { return {item::Number(value)}; }

inline item::Item MakeItem(item::Tree::Map attributes) { return item::EncodeItem(attributes); }

inline catalog::TableSettings KeyedTable(std::string name) {
  catalog::TableSettings settings;
  settings.name = std::move(name);
  settings.partition_key = {"pk", item::Type::kString};
  settings.definitions = {settings.partition_key};
  settings.partitions = {{1, Bytes()}};
  return settings;
}

// A table with a sort key "sk", which local indexes need.
inline catalog::TableSettings SortedTable(std::string name) {
  auto settings = KeyedTable(std::move(name));
  settings.sort_key = {"sk", item::Type::kNumber};
  settings.definitions.push_back(*settings.sort_key);
  return settings;
}

inline catalog::Index LocalIndex(std::string name, std::string key) {
  catalog::Index index;
  index.kind = catalog::IndexKind::kLocal;
  index.name = std::move(name);
  index.hash_keys = {{"pk", item::Type::kString}};
  index.range_keys = {{std::move(key), item::Type::kString}};
  return index;
}

inline catalog::Index GlobalIndex(std::string name, std::string key) {
  catalog::Index index;
  index.kind = catalog::IndexKind::kGlobal;
  index.name = std::move(name);
  index.hash_keys = {{std::move(key), item::Type::kString}};
  return index;
}

// A published descriptor with numbers, outside any catalog.
inline catalog::TablePtr Published(catalog::TableSettings settings) {
  settings.number = 1;
  settings.rows = 100;
  storage::Space space = 101;
  for (auto& index : settings.indexes) index.space = space++;
  if (settings.stream.enabled) {
    for (const auto& partition : settings.partitions) {
      settings.stream.shards.push_back({partition.number, space++});
    }
  }
  return std::make_shared<const catalog::Table>(std::move(settings));
}

inline Result<catalog::TablePtr> Drop(CommitQueue& queue, const catalog::TablePtr& table) {
  return queue.Change([&](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    catalog::Catalog::AddDrop(table, change);
    return change;
  });
}

inline Command PutCommand(const catalog::TablePtr& table, const item::Item& item) {
  auto key = RowKeyOfItem(*table, item.view());
  CHECK(key.has_value());
  return {table, *key,
          [item](const item::ItemView*) -> Result<Decision> { return Decision::Replace(item); }};
}

}  // namespace stator::table::testing
