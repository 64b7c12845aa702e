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
// in the pattern), fresh ones for deletes, and for updates, checks and puts that compare something
// such as fit what came before. Where no new one can be made, because each value that tells them
// apart is used, one that is there: for a put it is taken out before.
// `of_most_keys`: of those that are there, such as are in the most sparse indexes and copies.
// nullopt: there are none.
client::Expected<std::optional<std::vector<ChosenStep>>> ChooseSteps(World& world,
                                                                     const Pattern& pattern,
                                                                     bool of_most_keys = false);

// A new instance that the action may be run on, with its rows in the tables but not yet among the
// world's instances. nullopt: none can be made.
client::Expected<std::optional<Instance>> MakeFresh(World& world, const Action& action,
                                                    const Instance* parent);

// What a run of the action gives other values. Of a put over an item that is there, that is what it
// compares and what the keys of other rows and of index entries follow from; its own key stays.
std::vector<std::string> ChangedBy(const Action& action, const Entity& entity,
                                   const std::vector<Access>& accesses);

// The instance as the action leaves it: what it changes has other values, counters and versions
// are one higher.
Instance Updated(const Action& action, const std::vector<Access>& accesses, const Instance& before,
                 Random& random);

// Makes the world's instances what the steps made of them.
void ApplySteps(const std::vector<ChosenStep>& chosen, World& world);

std::vector<Step> StepsOf(const std::vector<ChosenStep>& chosen);

}  // namespace stator::model
