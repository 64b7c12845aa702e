#include "simulate/choices.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/durations.h"
#include "base/limits.h"
#include "base/quantity.h"
#include "base/text.h"
#include "simulate/profile.h"

namespace stator::simulate {
namespace {

Result<std::int64_t> UnitsOf(const std::string& option, std::string_view text) {
  const auto count = TRY(ParseCount(text));
  if (count < 1) return FailInvalid(option + " must have at least one unit of each kind.");
  if (count > static_cast<std::uint64_t>(limits::kCapacityUnitsMax)) {
    return FailInvalid(fmt::format("{} must have at most {} units of each kind.", option,
                                   limits::kCapacityUnitsMax));
  }
  return static_cast<std::int64_t>(count);
}

Result<std::optional<CapacityChoice>> CapacityOf(const std::string& text) {
  if (text.empty()) return std::nullopt;
  if (text == "on-demand") return CapacityChoice{};
  const auto parts = SplitAt(',', text);
  if (parts.size() != 2) {
    return FailInvalid("--capacity must be on-demand, or read and write units such as 500,100.");
  }
  return CapacityChoice{.on_demand = false,
                        .provisioned = {.read = TRY(UnitsOf("--capacity", parts[0])),
                                        .write = TRY(UnitsOf("--capacity", parts[1]))}};
}

Result<std::optional<ScalingChoice>> ScalingOf(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto parts = SplitAt(',', text);
  if (parts.size() != 3) return FailInvalid("--scaling is written as TARGET,MIN,MAX: 70,5,4000.");
  const auto target = TRY(ParseCount(parts[0]));
  if (target < limits::kTargetPercentMin || target > limits::kTargetPercentMax) {
    return FailInvalid("The target of --scaling must be from 20 to 90.");
  }
  ScalingChoice choice{.target_percent = static_cast<double>(target),
                       .min = TRY(UnitsOf("--scaling", parts[1])),
                       .max = TRY(UnitsOf("--scaling", parts[2]))};
  if (choice.max < choice.min) return FailInvalid("The MIN of --scaling must not exceed its MAX.");
  return choice;
}

Result<Profile> ProfileOf(const Choices& choices, const model::Model& model, std::int64_t seconds) {
  if (choices.profile_table) return Profile::FromTable(model, *choices.profile_table);
  if (choices.profile == "even") return Profile::Even(model);
  if (choices.profile == "diurnal") return Profile::Diurnal(model);
  return Profile::Spike(model, seconds);
}

Result<std::int64_t> SecondsOf(double hours) {
  const double seconds = std::floor(hours * kHourSeconds);
  if (!(seconds >= 1 && hours <= kHoursMax)) {
    return FailInvalid(
        fmt::format("--hours must be more than a second and at most {}.", kHoursMax));
  }
  return static_cast<std::int64_t>(seconds);
}

Result<int> AttemptsOf(int attempts) {
  if (attempts < 1 || attempts > kAttemptsMax) {
    return FailInvalid(fmt::format("--attempts must be from 1 to {}.", kAttemptsMax));
  }
  return attempts;
}

// Refuses scaling if nothing is provisioned.
Result<> CheckScaling(const SimulationOptions& options, const model::Model& model) {
  if (!options.scaling) return {};
  const bool on_demand = options.capacity
                             ? options.capacity->on_demand
                             : std::ranges::all_of(model.tables, &model::Table::on_demand);
  if (!on_demand) return {};
  return FailInvalid(
      "--scaling needs provisioned capacity, and everything is on-demand. Give --capacity "
      "READS,WRITES too.");
}

}  // namespace

bool IsProfileName(std::string_view word) {
  return word == "even" || word == "diurnal" || word == "spike";
}

Result<SimulationOptions> OptionsOf(const Choices& choices) {
  return SimulationOptions{.seconds = TRY(SecondsOf(choices.hours)),
                           .seed = choices.seed,
                           .attempts = TRY(AttemptsOf(choices.attempts)),
                           .capacity = TRY(CapacityOf(choices.capacity)),
                           .scaling = TRY(ScalingOf(choices.scaling))};
}

Result<SimulationAnswer> SimulateChoices(const Choices& choices, const model::Model& model,
                                         const price::PriceTable& prices,
                                         const SimulationWatch& watch) {
  const auto options = TRY(OptionsOf(choices));
  TRY(CheckScaling(options, model));
  const auto profile = TRY(ProfileOf(choices, model, options.seconds));
  auto result = Simulate(model, profile, options, prices, watch);
  if (!result) return FailInvalid("The simulation was stopped.");
  return SimulationAnswer{.model = model.name,
                          .profile = std::string(profile.name()),
                          .seconds = options.seconds,
                          .seed = options.seed,
                          .attempts = options.attempts,
                          .prices = prices,
                          .result = *std::move(result)};
}

}  // namespace stator::simulate
