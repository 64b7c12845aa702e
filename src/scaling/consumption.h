#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "capacity/meter.h"
#include "scaling/resource.h"

namespace stator::scaling {

using Minute = std::int64_t;  // minutes of service time since the epoch

// Counts the units that tables and indexes under auto scaling consumed in each of the last minutes.
// A request for another table costs one lookup, and none while no resource is watched.
//
// Threads: safe for concurrent use.
class Consumption final : public capacity::Observer {
 public:
  // A little more than decisions need, because they may look at a minute late.
  static constexpr std::size_t kMinutesKept = 20;

  void Used(const capacity::Usage& usage) override;
  void Throttled(const capacity::Usage& /*usage*/,
                 std::span<const capacity::Throttle> /*throttles*/) override {}

  // Starts counting a target's consumption.
  // REQUIRES: ParseResource accepts the id.
  void Watch(const TargetId& id);
  // Stops counting and forgets the target's consumption.
  void Forget(const TargetId& id);
  // Adds units used before the start of the process. Ignored if the id is not watched.
  void Add(const TargetId& id, Minute minute, table::HalfUnits units);

  // Returns the units per second of the `count` minutes that end with `last`. A minute without use
  // is nullopt.
  std::vector<std::optional<double>> Window(const TargetId& id, Minute last,
                                            std::size_t count) const;
  // Returns the first kept minute after `after` in which a watched target was used.
  std::optional<Minute> Next(Minute after) const;

 private:
  struct Slot {
    Minute minute = -1;
    table::HalfUnits units = 0;
  };
  struct Series {
    mutable Mutex mutex;
    std::array<Slot, kMinutesKept> slots GUARDED_BY(mutex);

    void Add(Minute minute, table::HalfUnits units);
    std::optional<table::HalfUnits> At(Minute minute) const;
    std::optional<Minute> Next(Minute after) const;
  };
  struct Key {
    std::string table;
    std::string index;
    capacity::Access access;
  };
  using KeyView = std::tuple<std::string_view, std::string_view, capacity::Access>;
  struct Less {
    using is_transparent = void;
    static KeyView View(const Key& key) { return {key.table, key.index, key.access}; }
    static KeyView View(const KeyView& key) { return key; }
    template <class Left, class Right>
    bool operator()(const Left& left, const Right& right) const {
      return View(left) < View(right);
    }
  };

  static Key KeyOf(const TargetId& id);

  std::atomic<bool> watching_ = false;  // whether any target is watched
  mutable SharedMutex mutex_;
  std::map<Key, std::unique_ptr<Series>, Less> series_ GUARDED_BY(mutex_);
};

}  // namespace stator::scaling
