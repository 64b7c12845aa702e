#pragma once

#include <optional>
#include <vector>

#include "model/verify/world.h"
#include "model/verify/writes.h"

namespace stator::model {

// A step, and which of the world's instances it changes.
struct ChosenStep {
  Step step;
  std::optional<std::size_t> at;  // none: it makes a new one
  // What it deletes is not to be missed for long: nothing else can be made in its place.
  bool comes_back = false;
};

// Instances for one run of a write pattern: new ones for puts (children of those put before them
// in the pattern), fresh ones for deletes, and for updates, checks and puts that compare something
// such as fit what came before. Where no new one can be made, because each value that tells them
// apart is used, one that is there: for a put it is taken out before.
// nullopt: there are none.
struct ChoiceTerms {
  bool of_most_keys = false;  // of those that are there, such as have most sparse keys and copies
  bool only_new = false;      // nothing that is there is taken out or deleted
};
client::Expected<std::optional<std::vector<ChosenStep>>> ChooseSteps(World& world,
                                                                     const Pattern& pattern,
                                                                     ChoiceTerms terms);

// A new instance that the action may be run on, with its rows in the tables but not yet among the
// world's instances. nullopt: none can be made.
client::Expected<std::optional<Instance>> MakeFresh(World& world, const Action& action,
                                                    const Instance* parent);

// What a run of the action gives other values. Of a put over an item that is there, that is what it
// compares and what the keys of other rows and of index entries follow from; its own key stays.
std::vector<std::string> ChangedBy(const Action& action, const Entity& entity,
                                   const std::vector<StoredRow>& accesses);

// The instance as the action leaves it: what it changes has other values, counters and versions
// are one higher.
Instance Updated(const Action& action, const std::vector<StoredRow>& accesses,
                 const Instance& before, Random& random);

// Writes what was deleted and is to come back.
client::Expected<void> BringBack(World& world, const std::vector<ChosenStep>& chosen);

// Makes the world's instances what the steps made of them.
void ApplySteps(const std::vector<ChosenStep>& chosen, World& world);

std::vector<Step> StepsOf(const std::vector<ChosenStep>& chosen);

}  // namespace stator::model
