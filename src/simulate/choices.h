#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/language/model.h"
#include "price/price_table.h"
#include "simulate/report.h"
#include "simulate/retries.h"
#include "simulate/simulation.h"

namespace stator::simulate {

// The choices of a user for a simulation, in the words of the command line. Members with the name
// of an option are written as docs/simulate.md says.
struct Choices {
  double hours = 24;
  std::string profile = "diurnal";           // IsProfileName, unless there is a table
  std::optional<std::string> profile_table;  // the text of a table of times, instead of `profile`
  std::string capacity;                      // empty: as the model says; `scaling` likewise
  std::string scaling;
  int attempts = kAttemptsDefault;
  std::uint64_t seed = 1;
};

// Whether the word is the name of a profile. On the command line, any other word is a file.
bool IsProfileName(std::string_view word);

// Reads what does not depend on the model. Errors: ValidationException with one sentence.
Result<SimulationOptions> OptionsOf(const Choices& choices);

// Runs the chosen simulation. REQUIRES: the choices have the name or the table of a profile.
// Lifetime: the answer refers to `prices`. Errors: ValidationException with one sentence if the
// choices do not fit the model, or if `watch` stopped the simulation.
Result<SimulationAnswer> SimulateChoices(const Choices& choices, const model::Model& model,
                                         const price::PriceTable& prices,
                                         const SimulationWatch& watch);

}  // namespace stator::simulate
