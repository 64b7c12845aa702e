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

// The complete answer of `stator model price`.
struct PriceAnswer {
  std::string model;
  price::PriceTable prices;
  PricingTerms terms;
  PricedDesign design;
  std::optional<PricedDesign> other;  // the design after the changes that the user asked for
  std::vector<RarePattern> rare;
  std::optional<Collections> collections;  // one table against one for each entity
  std::optional<double> budget;

  // The design that the user asked about.
  const ModelPrice& asked() const { return other ? other->price : design.price; }
  bool OverBudget() const { return budget && asked().Total() > *budget; }
};

// One sentence that names unverified prices used in the answer. Empty: all prices used are
// verified.
std::string UnverifiedText(const PriceAnswer& answer);

// Formats the answer for a person, with the calculation.
std::string ModelPriceText(const PriceAnswer& answer);
// Formats the answer for a program: one JSON object (docs/model-price.md).
std::string ModelPriceJson(const PriceAnswer& answer);

}  // namespace stator::model
