#pragma once

#include <cstdint>
#include <string>

#include "price/price_table.h"
#include "simulate/simulation.h"

namespace stator::simulate {

// The settings and the result of a simulation.
struct SimulationAnswer {
  std::string model;
  std::string profile;
  std::int64_t seconds = 0;
  std::uint64_t seed = 0;
  int attempts = kAttemptsDefault;
  const price::PriceTable& prices;
  SimulationResult result;

  // The cost of a month in which the simulated time repeats.
  double MonthlyDollars() const;
};

// Formats the answer for a person (Text) or a program (Json).
std::string SimulationText(const SimulationAnswer& answer);
std::string SimulationJson(const SimulationAnswer& answer);

}  // namespace stator::simulate
