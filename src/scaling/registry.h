#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "scaling/consumption.h"
#include "scaling/target.h"
#include "storage/engine.h"
#include "table/commit_queue.h"

namespace stator::scaling {

// Holds all scalable targets and the last activities in memory; the disk holds the same. It
// registers every target with Consumption. Threads: safe for concurrent use.
class Registry {
 public:
  // Loads the stored targets and activities. `consumption` must outlive the registry.
  static Result<std::unique_ptr<Registry>> Load(storage::Engine& engine, Consumption& consumption);

  // Returns the target; nullptr if it is not registered.
  TargetPtr Find(const TargetId& id) const;
  // As Find, by the target's ARN.
  TargetPtr FindByArn(std::string_view arn) const;
  // Returns all targets, ordered by resource and dimension.
  std::vector<TargetPtr> Targets() const;
  std::size_t count() const;
  // Returns the activities, newest first; at most limits::kScalingActivitiesMax.
  std::vector<ActivityPtr> Activities() const;

  // Returns the new version of a target. `old` is nullptr if it is not registered. An empty result
  // removes the target.
  using Edit = std::function<Result<std::optional<Target>>(const Target* old)>;
  // Applies an edit together with its activity, and waits until both are durable. Edits run one
  // after another. Errors: LimitExceededException if there are too many targets.
  Result<TargetPtr> Change(table::CommitQueue& queue, const TargetId& id, const Edit& edit,
                           std::optional<Activity> activity = std::nullopt);

 private:
  explicit Registry(Consumption& consumption) : consumption_(consumption) {}

  Result<> LoadEntry(const storage::KeyedEntry& entry);
  std::vector<storage::Mutation> Plan(const TargetId& id, const std::optional<Target>& next,
                                      std::optional<Activity>& activity) const;
  void Publish(const TargetId& id, TargetPtr next, std::optional<Activity> activity);

  Consumption& consumption_;
  Mutex changing_;  // serializes changes

  mutable SharedMutex mutex_;
  std::map<TargetId, TargetPtr> targets_ GUARDED_BY(mutex_);
  std::deque<ActivityPtr> activities_ GUARDED_BY(mutex_);  // newest last
};

}  // namespace stator::scaling
