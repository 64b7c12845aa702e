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

// Counts of requests to one kind of item since the start. A table with several kinds of items marks
// them by the first word of the partition key: "CUST#" of "CUST#17".
struct EntityCounts {
  std::uint64_t requests = 0;
  double units = 0;
  std::uint64_t throttles = 0;
};

// Counts requests for each kind of item. The number of kinds is bounded. Kinds beyond the bound,
// and keys without such a word, share one count per table. Beyond the bound of tables, tables share
// a count too. Threads: any.
class Entities final : public capacity::Observer {
 public:
  struct Entity {
    std::string table;
    std::string prefix;  // kOther: all other keys
    capacity::Access access = capacity::Access::kRead;
    auto operator<=>(const Entity&) const = default;
  };
  static constexpr std::string_view kOther = "other";

  void Used(const capacity::Usage& usage) override;
  void Throttled(const capacity::Usage& usage,
                 std::span<const capacity::Throttle> throttles) override;

  // Whether a table no longer exists.
  using Gone = std::function<bool(const std::string& table)>;
  // Removes the counts of tables for which `gone` is true. Counts shared with other tables stay.
  void Forget(const Gone& gone);
  // Returns the counts of all tables for which `gone` is false.
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
  // One lock's share of the tables, by the hash of their names.
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

// Returns a function that recognises tables the catalog does not have. Lifetime: `catalog` outlives
// it.
Entities::Gone TablesGoneFrom(const catalog::Catalog& catalog);

// Removes the counts of deleted tables once a minute, so that they do not occupy the bound.
// Threads: one at a time.
class EntityWork final : public table::SteppedWork {
 public:
  // Lifetime: the references outlive this object.
  EntityWork(Entities& entities, const catalog::Catalog& catalog, const ServiceClock& clock)
      : entities_(entities), catalog_(catalog), clock_(clock) {}

  Result<table::StepOutcome> Step() override;

 private:
  Entities& entities_;
  const catalog::Catalog& catalog_;
  const ServiceClock& clock_;
  TimeMicros minute_ = -1;  // of the last run
};

}  // namespace stator::observe
