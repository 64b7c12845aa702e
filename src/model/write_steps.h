#pragma once

#include <optional>
#include <vector>

#include "model/world.h"
#include "model/write_requests.h"

namespace stator::model {

// A step, and which of the world's instances it changes.
struct ChosenStep {
  Step step;
  std::optional<std::size_t> at;  // none: it makes a new one
};

// Instances for one run of a write pattern: new ones for puts (children of those put before them
// in the pattern), fresh ones for deletes, and for updates and checks such as fit what came before.
// nullopt: there are none.
client::Expected<std::optional<std::vector<ChosenStep>>> ChooseSteps(World& world,
                                                                     const Pattern& pattern);

// A new instance that the action may be run on, with its rows in the tables but not yet among the
// world's instances. nullopt: none can be made.
client::Expected<std::optional<Instance>> MakeFresh(World& world, const Action& action,
                                                    const Instance* parent);

// The instance as the action leaves it: written attributes have other values, counters and
// versions are one higher.
Instance Updated(const Action& action, const Instance& before, Random& random);

// Makes the world's instances what the steps made of them.
void ApplySteps(const std::vector<ChosenStep>& chosen, World& world);

std::vector<Step> StepsOf(const std::vector<ChosenStep>& chosen);

}  // namespace stator::model
