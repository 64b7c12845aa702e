#include "scaling/registry.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "scaling/rows.h"

namespace stator::scaling {

Result<std::unique_ptr<Registry>> Registry::Load(storage::Engine& engine,
                                                 Consumption& consumption) {
  auto registry = std::unique_ptr<Registry>(new Registry(consumption));  // private constructor
  storage::KeyRange range;
  while (true) {
    const auto page = TRY(engine.Read(kScalingSpace, range, {}));
    for (const auto& entry : page.entries) TRY(registry->LoadEntry(entry));
    if (!page.more) return registry;
    range.begin = page.entries.back().key + '\0';
  }
}

Result<> Registry::LoadEntry(const storage::KeyedEntry& entry) {
  const WriteLock lock(mutex_);
  if (!IsTargetKey(entry.key)) {
    auto activity = TRY(DecodeActivity(entry.key, entry.value));
    activities_.push_back(std::make_shared<const Activity>(std::move(activity)));
    return {};
  }
  auto target = TRY(DecodeTarget(entry.value));
  consumption_.Watch(target.id);
  const auto id = target.id;
  targets_[id] = std::make_shared<const Target>(std::move(target));
  return {};
}

TargetPtr Registry::Find(const TargetId& id) const {
  const ReadLock lock(mutex_);
  const auto found = targets_.find(id);
  return found == targets_.end() ? nullptr : found->second;
}

TargetPtr Registry::FindByArn(std::string_view arn) const {
  const ReadLock lock(mutex_);
  const auto found =
      std::ranges::find_if(targets_, [&](const auto& each) { return each.second->arn == arn; });
  return found == targets_.end() ? nullptr : found->second;
}

std::vector<TargetPtr> Registry::Targets() const {
  const ReadLock lock(mutex_);
  std::vector<TargetPtr> all;
  all.reserve(targets_.size());
  for (const auto& [id, target] : targets_) all.push_back(target);
  return all;
}

std::size_t Registry::count() const {
  const ReadLock lock(mutex_);
  return targets_.size();
}

std::vector<ActivityPtr> Registry::Activities() const {
  const ReadLock lock(mutex_);
  return {activities_.rbegin(), activities_.rend()};
}

Result<TargetPtr> Registry::Change(table::CommitQueue& queue, const TargetId& id, const Edit& edit,
                                   std::optional<Activity> activity) {
  const MutexLock lock(changing_);
  const auto old = Find(id);
  auto next = TRY(edit(old.get()));
  if (old == nullptr && next && count() >= limits::kScalableTargetsMax) {
    return Fail(ErrorCode::kLimitExceededException,
                fmt::format("There are {} scalable targets already.", limits::kScalableTargetsMax));
  }
  auto mutations = Plan(id, next, activity);
  TRY(queue.Change([&](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    change.mutations = std::move(mutations);
    return change;
  }));
  auto published = next ? std::make_shared<const Target>(*std::move(next)) : nullptr;
  Publish(id, published, std::move(activity));
  return published;
}

std::vector<storage::Mutation> Registry::Plan(const TargetId& id, const std::optional<Target>& next,
                                              std::optional<Activity>& activity) const {
  std::vector<storage::Mutation> mutations;
  auto value = next ? std::optional(EncodeTarget(*next)) : std::nullopt;
  mutations.push_back({{kScalingSpace, TargetKey(id)}, std::move(value)});
  if (!activity) return mutations;
  const ReadLock lock(mutex_);
  activity->number = activities_.empty() ? 1 : activities_.back()->number + 1;
  mutations.push_back({{kScalingSpace, ActivityKey(activity->number)}, EncodeActivity(*activity)});
  if (activities_.size() >= limits::kScalingActivitiesMax) {
    mutations.push_back({{kScalingSpace, ActivityKey(activities_.front()->number)}, std::nullopt});
  }
  return mutations;
}

void Registry::Publish(const TargetId& id, TargetPtr next, std::optional<Activity> activity) {
  const WriteLock lock(mutex_);
  if (next != nullptr) {
    consumption_.Watch(id);
    targets_[id] = std::move(next);
  } else {
    consumption_.Forget(id);
    targets_.erase(id);
  }
  if (!activity) return;
  if (activities_.size() >= limits::kScalingActivitiesMax) activities_.pop_front();
  activities_.push_back(std::make_shared<const Activity>(*std::move(activity)));
}

}  // namespace stator::scaling
