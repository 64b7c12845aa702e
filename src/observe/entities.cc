#include "observe/entities.h"

#include <functional>
#include <utility>

#include "base/durations.h"
#include "base/limits.h"
#include "capacity/account.h"
#include "capacity/key_template.h"

namespace stator::observe {
namespace {

// Returns "CUST#" for "CUST#17" and "SHARD-" for "SHARD-7#1". Returns kOther if the key does not
// begin with a word of the design: users' data must not be published.
std::string_view PrefixOf(std::string_view key) {
  const auto mark = key.find('#');
  if (mark == key.npos || mark >= limits::kEntityBytesMax) return Entities::kOther;
  const auto tokens = capacity::SplitKey(key.substr(0, mark + 1));
  const auto& first = tokens.front();
  if (first.kind != capacity::KeyToken::Kind::kConstant || first.separator != '#') {
    return Entities::kOther;
  }
  return key.substr(0, first.word.size() + (first.numbered ? 0 : 1));
}

}  // namespace

Entities::Stripe& Entities::StripeOf(std::string_view table) {
  return stripes_[std::hash<std::string_view>()(table) % kStripes];
}

EntityCounts& Entities::CountsOf(const capacity::Usage& usage, Stripe& stripe) {
  Seen seen{usage.table->name, PrefixOf(usage.access_form.partition), usage.access};
  auto found = stripe.counts.find(seen);
  if (found != stripe.counts.end()) return found->second;
  if (stripe.counts.size() >= limits::kEntitiesMax) {
    seen.prefix = kOther;
    found = stripe.counts.find(seen);
    if (found != stripe.counts.end()) return found->second;
  }
  if (stripe.counts.size() >= 2 * limits::kEntitiesMax) seen.table = capacity::kOtherTables;
  return stripe.counts[{std::string(seen.table), std::string(seen.prefix), seen.access}];
}

void Entities::Used(const capacity::Usage& usage) {
  table::HalfUnits units = 0;
  for (const auto& claim : usage.claims) units += claim.units;
  auto& stripe = StripeOf(usage.table->name);
  const MutexLock lock(stripe.mutex);
  auto& counts = CountsOf(usage, stripe);
  ++counts.requests;
  counts.units += static_cast<double>(units) / 2;
}

void Entities::Throttled(const capacity::Usage& usage,
                         std::span<const capacity::Throttle> throttles) {
  auto& stripe = StripeOf(usage.table->name);
  const MutexLock lock(stripe.mutex);
  CountsOf(usage, stripe).throttles += throttles.size();
}

bool Entities::Is(const Gone& gone, const Entity& entity) {
  return entity.table != capacity::kOtherTables && gone(entity.table);
}

void Entities::Forget(const Gone& gone) {
  for (auto& stripe : stripes_) {
    const MutexLock lock(stripe.mutex);
    std::erase_if(stripe.counts, [&gone](const auto& each) { return Is(gone, each.first); });
  }
}

std::map<Entities::Entity, EntityCounts> Entities::Counts(const Gone& gone) const {
  std::map<Entity, EntityCounts> all;
  for (const auto& stripe : stripes_) {
    const MutexLock lock(stripe.mutex);
    for (const auto& [entity, counts] : stripe.counts) {
      if (Is(gone, entity)) continue;
      auto& sum = all[entity];
      sum.requests += counts.requests;
      sum.units += counts.units;
      sum.throttles += counts.throttles;
    }
  }
  return all;
}

Entities::Gone TablesGoneFrom(const catalog::Catalog& catalog) {
  return [&catalog](const std::string& table) { return catalog.Find(table) == nullptr; };
}

Result<table::StepOutcome> EntityWork::Step() {
  const TimeMicros now = clock_.Now();
  const TimeMicros minute = now / kMinute;
  if (std::exchange(minute_, minute) != minute) entities_.Forget(TablesGoneFrom(catalog_));
  return table::StepOutcome{.wait = (minute + 1) * kMinute - now};
}

}  // namespace stator::observe
