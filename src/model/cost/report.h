#pragma once

#include <optional>
#include <string>

#include "model/cost/compare.h"
#include "model/cost/price_model.h"
#include "price/price_table.h"

namespace stator::model {

// A design and its name: "as written", "without GSI2".
struct PricedDesign {
  std::string name;
  ModelPrice price;
};

// All that `stator model price` has to say.
struct PriceAnswer {
  std::string model;
  price::PriceTable prices;
  PricingTerms terms;
  PricedDesign design;
  std::optional<PricedDesign> other;  // what if
  std::vector<RarePattern> rare;
  std::optional<Collections> collections;  // one table against one for each entity
  std::optional<double> budget;

  // The one that was asked about.
  const ModelPrice& asked() const { return other ? other->price : design.price; }
  bool OverBudget() const { return budget && asked().Total() > *budget; }
};

// One sentence about prices that had a part in the answer; may be empty.
std::string UnverifiedText(const PriceAnswer& answer);

// For a person, with the working.
std::string ModelPriceText(const PriceAnswer& answer);
// For a program, one object (docs/model-price.md).
std::string ModelPriceJson(const PriceAnswer& answer);

}  // namespace stator::model
