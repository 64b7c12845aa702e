#include "model/plan/statement_table.h"

#include <memory>
#include <utility>

#include "client/stator.h"
#include "model/layout/table_requests.h"

namespace stator::model {
namespace {

catalog::KeyAttribute KeyOf(const client::KeyAttribute& key) {
  switch (key.type) {
    case client::Value::Type::kNumber:
      return {key.name, item::Type::kNumber};
    case client::Value::Type::kBinary:
      return {key.name, item::Type::kBinary};
    default:
      return {key.name, item::Type::kString};
  }
}

catalog::ProjectionKind ProjectionOf(client::Projection projection) {
  switch (projection) {
    case client::Projection::kKeysOnly:
      return catalog::ProjectionKind::kKeysOnly;
    case client::Projection::kInclude:
      return catalog::ProjectionKind::kInclude;
    case client::Projection::kAll:
      break;
  }
  return catalog::ProjectionKind::kAll;
}

catalog::Index LocalOf(const client::LocalIndex& local, const catalog::KeyAttribute& hash) {
  catalog::Index index;
  index.kind = catalog::IndexKind::kLocal;
  index.name = local.name;
  index.hash_keys = {hash};
  index.range_keys = {KeyOf(local.sort_key)};
  index.projection = ProjectionOf(local.projection);
  index.included = local.included;
  return index;
}

catalog::Index GlobalOf(const client::GlobalIndex& global) {
  catalog::Index index;
  index.name = global.name;
  for (const auto& key : global.partition_key) index.hash_keys.push_back(KeyOf(key));
  for (const auto& key : global.sort_key) index.range_keys.push_back(KeyOf(key));
  index.projection = ProjectionOf(global.projection);
  index.included = global.included;
  return index;
}

}  // namespace

query::Source SourceOf(const Model& model, const std::vector<StoredRow>& all, const Table& table,
                       const Index* index) {
  const auto request = TableRequest(model, all, table);
  catalog::TableSettings settings;
  settings.name = request.table;
  settings.partition_key = KeyOf(request.partition_key);
  if (request.sort_key) settings.sort_key = KeyOf(*request.sort_key);
  for (const auto& local : request.local_indexes) {
    settings.indexes.push_back(LocalOf(local, settings.partition_key));
  }
  for (const auto& global : request.global_indexes) settings.indexes.push_back(GlobalOf(global));
  query::Source source{std::make_shared<const catalog::Table>(std::move(settings)), nullptr};
  if (index != nullptr) source.index = source.table->FindIndex(index->name);
  return source;
}

}  // namespace stator::model
