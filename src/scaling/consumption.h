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

using Minute = std::int64_t;  // of service time, since the epoch

// What the tables and indexes under auto scaling have consumed in each of the last minutes. Safe
// for concurrent use; a table that is not watched costs a lookup, and nothing if none is.
class Consumption final : public capacity::Observer {
 public:
  // A little more than is looked at, for minutes that are looked at late.
  static constexpr std::size_t kMinutesKept = 20;

  void Used(const capacity::Usage& usage) override;
  void Throttled(const capacity::Usage& /*usage*/,
                 std::span<const capacity::Throttle> /*throttles*/) override {}

  // REQUIRES: the id is one that ParseResource takes.
  void Watch(const TargetId& id);
  void Forget(const TargetId& id);
  // What was used before the start, if the id is watched.
  void Add(const TargetId& id, Minute minute, table::HalfUnits units);

  // Units per second of `count` minutes, `last` the last of them; nothing where nothing was used.
  std::vector<std::optional<double>> Window(const TargetId& id, Minute last,
                                            std::size_t count) const;
  // The first minute after `after` in which anything watched was used, as far as it is known.
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

  std::atomic<bool> watching_ = false;  // anything
  mutable SharedMutex mutex_;
  std::map<Key, std::unique_ptr<Series>, Less> series_ GUARDED_BY(mutex_);
};

}  // namespace stator::scaling
