#pragma once

#include <string>

#include "base/result.h"
#include "model/cost/price_model.h"
#include "price/price_table.h"

namespace CLI {
class App;
}

namespace stator::model {

// What commands that price a model are told about the terms.
struct PricingFlags {
  std::string prices = price::kDefaultPrices;
  bool free_tier = false;
  std::string storage_class;  // empty: as the model says
  double floor = 1;
  double utilization = 70;  // per cent
  double peak_hours = 2;
  std::uint64_t stream_readers = 0;
};

void AddPricingFlags(CLI::App& app, PricingFlags& flags);

struct Pricing {
  price::PriceTable prices;
  PricingTerms terms;
};
// One sentence about what cannot be understood.
Result<Pricing> PricingOf(const PricingFlags& flags);

}  // namespace stator::model
