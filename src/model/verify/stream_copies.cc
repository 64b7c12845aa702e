#include "model/verify/stream_copies.h"

#include <utility>

#include "base/result.h"

namespace stator::model {
namespace {

bool IsFollowed(const StoredRow& access, const Instance& instance) {
  return access.entity == instance.entity && access.InTable() &&
         access.row == StoredRow::Row::kCopy && access.entity->copies[access.number].via_stream;
}

client::Expected<void> Follow(World& world, const StoredRow& access, const Step& step) {
  const auto& table = access.table->name;
  if (step.before) {
    if (auto key = KeyOf(access, *step.before)) {
      TRY(world.database.DeleteItem({.table = table, .key = *std::move(key)}));
    }
  }
  if (!step.after) return {};
  if (auto row = RowOf(world.accesses, access, *step.after)) {
    TRY(world.database.PutItem({.table = table, .item = *std::move(row)}));
  }
  return {};
}

}  // namespace

client::Expected<void> FollowStream(World& world, const std::vector<Step>& steps) {
  for (const auto& step : steps) {
    if (step.action->verb == Verb::kCheck) continue;
    const auto& instance = step.before ? *step.before : *step.after;
    for (const auto& access : world.accesses) {
      if (IsFollowed(access, instance)) TRY(Follow(world, access, step));
    }
  }
  return {};
}

}  // namespace stator::model
