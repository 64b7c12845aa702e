#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "base/mutex.h"
#include "capacity/meter.h"

namespace stator::observe {

// What requests to the items of one kind came to since the start. Tables that hold several kinds of
// items tell them apart by the words their partition keys begin with: "CUST#" of "CUST#17".
struct EntityCounts {
  std::uint64_t requests = 0;
  double units = 0;
  std::uint64_t throttles = 0;
};

// Counts for each kind of item. Kinds are bounded in number: those beyond, and keys that have no
// such beginning, are counted together, by table as long as there is room for that too. Safe for
// concurrent use.
class Entities final : public capacity::Observer {
 public:
  struct Entity {
    std::string table;
    std::string prefix;  // kOther: all others
    capacity::Access access = capacity::Access::kRead;
    auto operator<=>(const Entity&) const = default;
  };
  static constexpr std::string_view kOther = "other";

  void Used(const capacity::Usage& usage) override;
  void Throttled(const capacity::Usage& usage,
                 std::span<const capacity::Throttle> throttles) override;

  // Of tables of which this is true. What is counted of others in one with them stays.
  void Forget(const std::function<bool(const std::string& table)>& gone);
  std::map<Entity, EntityCounts> Counts() const;

 private:
  struct Seen {
    std::string_view table;
    std::string_view prefix;
    capacity::Access access;
  };
  struct Order {
    using is_transparent = void;
    static Seen Of(const Entity& entity) { return {entity.table, entity.prefix, entity.access}; }
    static Seen Of(const Seen& seen) { return seen; }
    template <class Left, class Right>
    bool operator()(const Left& left, const Right& right) const {
      const auto a = Of(left);
      const auto b = Of(right);
      if (a.table != b.table) return a.table < b.table;
      if (a.prefix != b.prefix) return a.prefix < b.prefix;
      return a.access < b.access;
    }
  };
  // The tables whose names hash alike.
  struct Stripe {
    mutable Mutex mutex;
    std::map<Entity, EntityCounts, Order> counts GUARDED_BY(mutex);
  };
  static constexpr std::size_t kStripes = 16;

  Stripe& StripeOf(std::string_view table);
  static EntityCounts& CountsOf(const capacity::Usage& usage, Stripe& stripe)
      REQUIRES(stripe.mutex);

  std::array<Stripe, kStripes> stripes_;
};

}  // namespace stator::observe
