#include "api/index_updates.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "api/table_options.h"
#include "api/table_schema.h"
#include "base/texts.h"

namespace stator::api {
namespace {

using catalog::Index;
using catalog::IndexState;
using catalog::TableSettings;

// AWS's text is not known.
constexpr char kIndexUpdateOfNothing[] =
    "One or more parameter values were invalid: At least one of ProvisionedThroughput, "
    "OnDemandThroughput or WarmThroughput is required to update index: {}";

// The API model has two shapes for an index. Converts one to the other.
GlobalSecondaryIndex AsIndex(const CreateGlobalSecondaryIndexAction& action) {
  GlobalSecondaryIndex index;
  index.index_name = action.index_name;
  index.key_schema = action.key_schema;
  index.projection = action.projection;
  index.provisioned_throughput = action.provisioned_throughput;
  index.on_demand_throughput = action.on_demand_throughput;
  index.warm_throughput = action.warm_throughput;
  return index;
}

std::vector<std::string_view> NamesIn(const GlobalSecondaryIndexUpdate& update) {
  std::vector<std::string_view> names;
  if (update.update) names.emplace_back(*update.update->index_name);
  if (update.create) names.emplace_back(*update.create->index_name);
  if (update.delete_) names.emplace_back(*update.delete_->index_name);
  return names;
}

Result<> CheckNames(const std::vector<GlobalSecondaryIndexUpdate>& updates) {
  std::set<std::string_view> seen;
  for (const auto& update : updates) {
    const auto names = NamesIn(update);
    if (names.empty()) return FailInvalid(texts::kIndexUpdateEmpty);
    if (names.size() > 1) return FailInvalid(texts::kIndexUpdateSeveral);
    for (const auto name : names) {
      if (!seen.insert(name).second) {
        return FailInvalid(fmt::format(texts::kIndexUpdateTwice, name));
      }
    }
  }
  return {};
}

Result<> CheckSomethingToUpdate(const UpdateGlobalSecondaryIndexAction& update) {
  if (update.provisioned_throughput || update.on_demand_throughput || update.warm_throughput) {
    return {};
  }
  return FailInvalid(fmt::format(kIndexUpdateOfNothing, *update.index_name));
}

Error IndexNotFound(std::string_view name, const TableSettings& settings) {
  return {ErrorCode::kResourceNotFoundException,
          fmt::format(texts::kIndexNotFound, name, settings.name)};
}

Result<> PlanCreation(IndexChange::Creation creation, TimeMicros settled, TableSettings& settings) {
  auto& index = creation.index;
  TRY(PlanIndexBilling(creation.given, settings.billing, index));
  index.state = IndexState::kAllocating;
  index.settled = settled;
  return AddNewIndex(std::move(index), settings);
}

Result<> PlanDeletion(std::string_view name, TimeMicros settled, TableSettings& settings) {
  const auto index = std::ranges::find(settings.indexes, name, &Index::name);
  if (index == settings.indexes.end()) return Fail(IndexNotFound(name, settings));
  if (index->kind == catalog::IndexKind::kLocal) {
    return FailInvalid(fmt::format(texts::kLocalIndexDelete, name));
  }
  index->state = IndexState::kDeleting;
  index->settled = settled;
  return {};
}

}  // namespace

Result<IndexChange> ReadIndexChange(const UpdateTableRequest& request) {
  IndexChange change;
  if (!request.global_secondary_index_updates) return change;
  TRY(CheckNames(*request.global_secondary_index_updates));
  for (const auto& update : *request.global_secondary_index_updates) {
    if (update.update) TRY(CheckSomethingToUpdate(*update.update));
    if (update.create) {
      auto given = AsIndex(*update.create);
      auto index = TRY(PlanNewIndex(
          given, request.attribute_definitions.value_or(std::vector<AttributeDefinition>())));
      change.create = {std::move(given), std::move(index)};
      ++change.count;
    }
    if (update.delete_) {
      change.remove = update.delete_->index_name;
      ++change.count;
    }
  }
  return change;
}

Result<> CheckUpdatedIndexes(const UpdateTableRequest& request, const TableSettings& settings) {
  if (!request.global_secondary_index_updates) return {};
  for (const auto& update : *request.global_secondary_index_updates) {
    if (!update.update) continue;
    const auto& name = *update.update->index_name;
    const auto found = std::ranges::find(settings.indexes, name, &Index::name);
    if (found == settings.indexes.end() || found->kind != catalog::IndexKind::kGlobal) {
      return Fail(IndexNotFound(name, settings));
    }
  }
  return {};
}

Result<> PlanIndexChange(const AccountFacts& account, IndexChange change, TimeMicros now,
                         TableSettings& settings) {
  if (change.count > 1) return Fail(ErrorCode::kLimitExceededException, texts::kOneOnlineIndex);
  const auto settled = catalog::SettledAt(now, account.status_delay);
  if (change.create) TRY(PlanCreation(std::move(*change.create), settled, settings));
  if (change.remove) TRY(PlanDeletion(*change.remove, settled, settings));
  return {};
}

}  // namespace stator::api
