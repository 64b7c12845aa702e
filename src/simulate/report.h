#pragma once

#include <cstdint>
#include <string>

#include "price/price_table.h"
#include "simulate/simulation.h"

namespace stator::simulate {

// What was simulated, and what came of it.
struct SimulationAnswer {
  std::string model;
  std::string profile;
  std::int64_t seconds = 0;
  std::uint64_t seed = 0;
  int attempts = kAttemptsDefault;
  const price::PriceTable& prices;
  SimulationResult result;

  // If it went on like this.
  double MonthlyDollars() const;
};

std::string SimulationText(const SimulationAnswer& answer);
std::string SimulationJson(const SimulationAnswer& answer);

// "heat" or "growth".
std::string_view WhyText(capacity::HeatSplit::Why why);

}  // namespace stator::simulate
