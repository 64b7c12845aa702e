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

// All scalable targets with what belongs to them, and the last activities, in memory; the disk
// holds the same. Has the consumption of what it knows watched. Safe for concurrent use.
class Registry {
 public:
  // Reads what the store holds. `consumption` outlives it.
  static Result<std::unique_ptr<Registry>> Load(storage::Engine& engine, Consumption& consumption);

  // nullptr if there is none.
  TargetPtr Find(const TargetId& id) const;
  TargetPtr FindByArn(std::string_view arn) const;
  // By resource and dimension.
  std::vector<TargetPtr> Targets() const;
  std::size_t count() const;
  // The newest first; at most limits::kScalingActivitiesMax.
  std::vector<ActivityPtr> Activities() const;

  // What becomes of a target, given what it is (nullptr: there is none); nothing: it is removed.
  using Edit = std::function<Result<std::optional<Target>>(const Target* old)>;
  // Carries out an edit, with the activity it is due to, and waits until both are durable. Edits
  // wait for one another. LimitExceededException: there are too many targets.
  Result<TargetPtr> Change(table::CommitQueue& queue, const TargetId& id, const Edit& edit,
                           std::optional<Activity> activity = std::nullopt);

 private:
  explicit Registry(Consumption& consumption) : consumption_(consumption) {}

  Result<> LoadEntry(const storage::KeyedEntry& entry);
  std::vector<storage::Mutation> Plan(const TargetId& id, const std::optional<Target>& next,
                                      std::optional<Activity>& activity) const;
  void Publish(const TargetId& id, TargetPtr next, std::optional<Activity> activity);

  Consumption& consumption_;
  Mutex changing_;  // held by whoever changes anything

  mutable SharedMutex mutex_;
  std::map<TargetId, TargetPtr> targets_ GUARDED_BY(mutex_);
  std::deque<ActivityPtr> activities_ GUARDED_BY(mutex_);  // the newest last
};

}  // namespace stator::scaling
