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

#include "base/clock.h"
#include "base/mutex.h"
#include "capacity/meter.h"
#include "catalog/catalog.h"
#include "table/step.h"

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

  using Gone = std::function<bool(const std::string& table)>;
  // Of tables of which this is true. What is counted of others in one with them stays.
  void Forget(const Gone& gone);
  // Of all but the tables of which it is true.
  std::map<Entity, EntityCounts> Counts(const Gone& gone) const;

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

  static bool Is(const Gone& gone, const Entity& entity);
  Stripe& StripeOf(std::string_view table);
  static EntityCounts& CountsOf(const capacity::Usage& usage, Stripe& stripe)
      REQUIRES(stripe.mutex);

  std::array<Stripe, kStripes> stripes_;
};

// The tables that a catalog has no more. Leans on it.
Entities::Gone TablesGoneFrom(const catalog::Catalog& catalog);

// Has the tables that are gone forgotten once a minute, so that they do not take the place of
// others. For one thread at a time.
class EntityWork final : public table::SteppedWork {
 public:
  // The references outlive it.
  EntityWork(Entities& entities, const catalog::Catalog& catalog, const ServiceClock& clock)
      : entities_(entities), catalog_(catalog), clock_(clock) {}

  Result<table::StepOutcome> Step() override;

 private:
  Entities& entities_;
  const catalog::Catalog& catalog_;
  const ServiceClock& clock_;
  TimeMicros minute_ = -1;  // in which it was done
};

}  // namespace stator::observe
