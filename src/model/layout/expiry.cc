#include "model/layout/expiry.h"

#include <cmath>

#include <fmt/format.h>

#include "base/quantity.h"
#include "model/layout/table_requests.h"
#include "price/money.h"

namespace stator::model {
namespace {

using price::AmountText;

// Returns how many instances of the entity the patterns put each second.
double PutsOf(const Model& model, const Entity& entity) {
  double puts = 0;
  for (const auto& pattern : model.patterns) {
    for (const auto& action : pattern.actions) {
      if (action.verb != Verb::kPut || action.entity != entity.name) continue;
      puts += pattern.per_second * static_cast<double>(action.times);
    }
  }
  return puts;
}

// Bounds the entity's count by the instances that are put within their lifetime.
void Expire(const Model& model, const Attribute& attribute, Entity& entity,
            std::vector<std::string>& notes) {
  const double puts = PutsOf(model, entity);
  const double alive = puts * static_cast<double>(attribute.lifetime_seconds);
  if (alive == 0 || alive >= static_cast<double>(entity.count)) return;
  entity.count = std::llround(alive);
  notes.push_back(fmt::format(
      "{}: {}/s for {} days are {} items; those that the model counts beyond that have expired.",
      entity.name, AmountText(puts),
      AmountText(static_cast<double>(attribute.lifetime_seconds) / (24 * kSecondsPerHour)),
      AmountText(std::round(alive))));
}

}  // namespace

Model AfterExpiry(const Model& model, std::vector<std::string>& notes) {
  Model kept = model;
  for (const auto& table : model.tables) {
    const auto expiry = ExpiryAttribute(model, table);
    for (auto& entity : kept.entities) {
      if (entity.table != table.name) continue;
      const Attribute* attribute = entity.Find(expiry);
      if (attribute != nullptr && attribute->kind == Kind::kExpiry) {
        Expire(model, *attribute, entity, notes);
      }
    }
    for (const auto& [entity, attribute] : IgnoredExpiries(model, table)) {
      notes.push_back(fmt::format("{} does not expire by {}: the time to live of {} is on {}.",
                                  entity->name, attribute->name, table.name, expiry));
    }
  }
  return kept;
}

}  // namespace stator::model
