#pragma once

#include <string>

#include "base/result.h"
#include "model/answer/pricing_terms.h"
#include "model/cost/price_model.h"
#include "price/price_table.h"

namespace CLI {
class App;
}

namespace stator::model {

// The options of commands that price a model.
struct PricingFlags {
  std::string prices = price::kDefaultPrices;
  PricingOptions options;
};

// Adds the options.
void AddPricingFlags(CLI::App& app, PricingFlags& flags);

// Prices and terms that the options name.
struct Pricing {
  price::PriceTable prices;
  PricingTerms terms;
};
// Reads the options. Errors: one sentence about an invalid option.
Result<Pricing> PricingOf(const PricingFlags& flags);

}  // namespace stator::model
