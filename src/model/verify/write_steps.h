#pragma once

#include <optional>
#include <vector>

#include "model/verify/world.h"
#include "model/verify/writes.h"

namespace stator::model {

// A step, and the world's instance that it changes.
struct ChosenStep {
  Step step;
  std::optional<std::size_t> at;  // nullopt: the step makes a new instance
  // The deleted instance must be written again soon, because no other can be made in its place.
  bool comes_back = false;
};

// Which instances ChooseSteps may choose.
struct ChoiceTerms {
  bool of_most_keys = false;  // among existing ones, those with the most sparse keys and copies
  bool only_new = false;      // take out or delete no existing instance
};
// Chooses the instances for one run of a write pattern:
// - A put makes a new instance, below a parent that the pattern put before it.
// - A delete gets a fresh instance.
// - An update, a check or a put that compares gets an instance that fits the steps before it.
//
// If all values of an identity are in use, an existing instance serves; for a put it is first taken
// out of the tables. nullopt: there is no instance.
client::Expected<std::optional<std::vector<ChosenStep>>> ChooseSteps(World& world,
                                                                     const Pattern& pattern,
                                                                     ChoiceTerms terms);

// Makes a new instance for the action. Its rows are in the tables, but it is not yet among the
// world's instances. nullopt: none can be made.
client::Expected<std::optional<Instance>> MakeFresh(World& world, const Action& action,
                                                    const Instance* parent);

// Returns the attributes that a run of the action changes. A put over an existing item changes the
// compared attributes, and those that keys of other rows and of index entries contain. Its own key
// stays.
std::vector<std::string> ChangedBy(const Action& action, const Entity& entity,
                                   const std::vector<StoredRow>& accesses);

// Returns the instance after the action: changed attributes have other values, counters and
// versions are one higher.
Instance Updated(const Action& action, const std::vector<StoredRow>& accesses,
                 const Instance& before, Random& random);

// Writes the deleted instances that must come back.
client::Expected<void> BringBack(World& world, const std::vector<ChosenStep>& chosen);

// Applies the steps to the world's instances.
void ApplySteps(const std::vector<ChosenStep>& chosen, World& world);

// Returns the steps alone.
std::vector<Step> StepsOf(const std::vector<ChosenStep>& chosen);

}  // namespace stator::model
