#include <cmath>

#include <fmt/format.h>

#include "base/quantity.h"
#include "model/price_model.h"
#include "price/money.h"

namespace stator::model {
namespace {

using price::AmountText;

// Instances of the entity that are put each second.
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

}  // namespace

Model AfterExpiry(const Model& model, std::vector<std::string>& notes) {
  Model kept = model;
  for (auto& entity : kept.entities) {
    const double puts = PutsOf(model, entity);
    for (const auto& attribute : entity.attributes) {
      if (attribute.kind != Kind::kExpiry || attribute.lifetime_seconds == 0 || puts == 0) continue;
      const auto alive = puts * static_cast<double>(attribute.lifetime_seconds);
      if (alive >= static_cast<double>(entity.count)) continue;
      entity.count = std::llround(alive);
      notes.push_back(fmt::format(
          "{}: {}/s for {} days are {} items; those that the model counts beyond that have "
          "expired.",
          entity.name, AmountText(puts),
          AmountText(static_cast<double>(attribute.lifetime_seconds) / (24 * kSecondsPerHour)),
          AmountText(std::round(alive))));
    }
  }
  return kept;
}

}  // namespace stator::model
