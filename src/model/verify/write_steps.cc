#include "model/verify/write_steps.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/limits.h"
#include "base/result.h"
#include "model/layout/render.h"
#include "model/plan/plan.h"
#include "model/verify/sample_values.h"

namespace stator::model {
namespace {

using client::Value;

// One more than a transaction may have, so that the service refuses a pattern that is too large.
constexpr std::int64_t kTimesMax = limits::kTransactionActionsMax + 1;
constexpr std::uint64_t kRareNumbers = 100'000;  // beyond the numbers in samples

bool IsNumber(const Attribute& attribute) { return TypeOf(attribute) == Value::Type::kNumber; }

Value OneMore(const Value& value) { return Value::Number(value.integer().value_or(0) + 1); }

// Returns another value. A guarded attribute gets one that no instance has.
Value Replaced(const Entity& entity, const Attribute& attribute, const Value& old, Random& random) {
  const bool guarded = std::ranges::any_of(entity.guards, [&](const KeyPair& guard) {
    return Contains(FieldsOf(guard), attribute.name);
  });
  if (guarded && TypeOf(attribute) == Value::Type::kString) {
    return Value::String(NumberedText(attribute, kRareNumbers + random.Below(kRareNumbers)));
  }
  return OtherValue(attribute, old, random);
}

class Chooser {
 public:
  Chooser(World& world, const Pattern& pattern, ChoiceTerms terms)
      : world_(world), pattern_(pattern), terms_(terms) {}

  client::Expected<std::optional<std::vector<ChosenStep>>> All() {
    for (const auto& action : pattern_.actions) {
      for (std::int64_t i = 0; i < std::min(action.times, kTimesMax); ++i) {
        if (!TRY(Choose(action))) return std::nullopt;
      }
    }
    return std::move(chosen_);
  }

 private:
  client::Expected<bool> Choose(const Action& action) {
    const Entity& entity = *world_.model.FindEntity(action.entity);
    if (action.verb == Verb::kPut && action.conditions.empty()) return Put(action, entity);
    if (action.verb == Verb::kDelete) return Delete(action, entity);
    auto at = Existing(action, entity);
    if (!at) at = TRY(AddFresh(action, entity));
    if (!at) return false;
    const Instance& before = world_.instances[*at];
    ChosenStep step{{.action = &action, .before = before}, at};
    if (action.verb != Verb::kCheck) {
      step.step.after = Updated(action, world_.accesses, before, world_.sampler.random());
    }
    used_.insert(*at);
    chosen_.push_back(std::move(step));
    return true;
  }

  client::Expected<bool> Put(const Action& action, const Entity& entity) {
    const auto parent = ParentFor(entity);
    auto made = world_.sampler.Another(entity, parent ? &*parent : nullptr);
    if (!made && !terms_.only_new) made = TRY(TakeOut(entity));
    if (!made) return false;
    chosen_.push_back({{.action = &action, .after = std::move(made)}, std::nullopt});
    return true;
  }

  // Chooses an instance to delete. It must have no children, because a pattern may still read those
  // with it.
  client::Expected<bool> Delete(const Action& action, const Entity& entity) {
    auto at = TRY(AddFresh(action, entity));
    const bool fresh = at.has_value();
    if (!at && !terms_.only_new) {
      at = Unused(entity,
                  [&](const Instance& one) { return HasFixed(action, one) && !HasChildren(one); });
    }
    if (!at) return false;
    used_.insert(*at);
    chosen_.push_back({{.action = &action, .before = world_.instances[*at]}, at, !fresh});
    return true;
  }

  // Makes a new instance with its rows and adds it to the world.
  client::Expected<std::optional<std::size_t>> AddFresh(const Action& action,
                                                        const Entity& entity) {
    const auto parent = ParentFor(entity);
    auto made = TRY(MakeFresh(world_, action, parent ? &*parent : nullptr));
    if (!made) return std::nullopt;
    world_.instances.push_back(*std::move(made));
    return world_.instances.size() - 1;
  }

  // Takes out an existing instance so that a put can write it again. An entity whose identity is an
  // enum, for example, may have all its possible instances already.
  client::Expected<std::optional<Instance>> TakeOut(const Entity& entity) {
    const bool below_new = std::ranges::any_of(chosen_, [&](const ChosenStep& earlier) {
      return earlier.step.after && earlier.step.after->entity->name == entity.parent;
    });
    if (below_new) return std::nullopt;
    const auto at = Unused(entity, [](const Instance&) { return true; });
    if (!at) return std::nullopt;
    Instance instance = world_.instances[*at];
    TRY(DeleteRows(world_, instance));
    world_.instances.erase(world_.instances.begin() + static_cast<std::ptrdiff_t>(*at));
    used_.clear();
    for (auto& earlier : chosen_) {
      if (earlier.at && *earlier.at > *at) --*earlier.at;
      if (earlier.at) used_.insert(*earlier.at);
    }
    return instance;
  }

  // Returns an instance that no earlier step uses.
  template <class Test>
  std::optional<std::size_t> Unused(const Entity& entity, Test test) const {
    for (std::size_t i = 0; i < world_.instances.size(); ++i) {
      const auto& instance = world_.instances[i];
      const bool free = instance.entity == &entity && !used_.contains(i) && !instance.oversize;
      if (free && test(instance)) return i;
    }
    return std::nullopt;
  }

  bool HasChildren(const Instance& parent) const {
    return std::ranges::any_of(world_.instances, [&](const Instance& child) {
      if (child.entity->parent != parent.entity->name || &child == &parent) return false;
      const auto& key = child.entity->parent_key;
      const auto& identity = parent.entity->identity;
      const auto& name = child.entity == parent.entity || !parent.values.contains(key)
                             ? (identity.empty() ? key : identity.front())
                             : key;
      const Value* above = client::Find(parent.values, name);
      const Value* below = client::Find(child.values, key);
      return above != nullptr && below != nullptr && *above == *below;
    });
  }

  std::optional<Instance> ParentFor(const Entity& entity) {
    if (entity.parent.empty()) return std::nullopt;
    for (const auto& earlier : chosen_) {
      const auto& instance = earlier.step.after ? earlier.step.after : earlier.step.before;
      if (instance->entity->name == entity.parent) return instance;
    }
    std::vector<const Instance*> parents;
    for (const auto& instance : world_.instances) {
      if (instance.entity->name == entity.parent) parents.push_back(&instance);
    }
    if (parents.empty()) return std::nullopt;
    return *parents[world_.sampler.random().Below(parents.size())];
  }

  // Returns an existing instance, preferably one that fits the values of the steps before.
  std::optional<std::size_t> Existing(const Action& action, const Entity& entity) {
    std::vector<std::size_t> candidates;
    std::vector<std::size_t> fitting;
    for (std::size_t i = 0; i < world_.instances.size(); ++i) {
      const auto& instance = world_.instances[i];
      if (instance.entity != &entity || used_.contains(i) || instance.oversize) continue;
      if (!HasFixed(action, instance)) continue;
      candidates.push_back(i);
      if (Fits(action, instance)) fitting.push_back(i);
    }
    auto& from = fitting.empty() ? candidates : fitting;
    if (from.empty()) return std::nullopt;
    if (terms_.of_most_keys) KeepThoseOfMostKeys(from);
    return from[world_.sampler.random().Below(from.size())];
  }

  // Rows and index entries that only some instances have must be exercised too, however rare they
  // are.
  void KeepThoseOfMostKeys(std::vector<std::size_t>& from) const {
    const auto keys = [&](std::size_t at) {
      const auto& instance = world_.instances[at];
      return std::ranges::count_if(world_.accesses, [&](const StoredRow& access) {
        return access.entity == instance.entity &&
               ConditionsHold(*access.entity, access.conditions, instance.values);
      });
    };
    const auto most = keys(*std::ranges::max_element(from, {}, keys));
    std::erase_if(from, [&](std::size_t at) { return keys(at) < most; });
  }

  static bool HasFixed(const Action& action, const Instance& instance) {
    return std::ranges::all_of(action.bindings, [&](const Binding& binding) {
      return !binding.value ||
             instance.values.at(binding.attribute) ==
                 ValueOf(*instance.entity->Find(binding.attribute), *binding.value);
    });
  }

  bool Fits(const Action& action, const Instance& instance) const {
    return std::ranges::all_of(action.bindings, [&](const Binding& binding) {
      return std::ranges::all_of(chosen_, [&](const ChosenStep& earlier) {
        const auto& other = earlier.step.after ? earlier.step.after : earlier.step.before;
        const Value* value = client::Find(other->values, binding.attribute);
        return value == nullptr || *value == instance.values.at(binding.attribute);
      });
    });
  }

  World& world_;
  const Pattern& pattern_;
  const ChoiceTerms terms_;
  std::vector<ChosenStep> chosen_;
  std::set<std::size_t> used_;
};

}  // namespace

client::Expected<std::optional<std::vector<ChosenStep>>> ChooseSteps(World& world,
                                                                     const Pattern& pattern,
                                                                     ChoiceTerms terms) {
  return Chooser(world, pattern, terms).All();
}

client::Expected<std::optional<Instance>> MakeFresh(World& world, const Action& action,
                                                    const Instance* parent) {
  const Entity& entity = *world.model.FindEntity(action.entity);
  auto made = world.sampler.Another(entity, parent);
  if (!made) return std::nullopt;
  for (const auto& binding : action.bindings) {
    if (!binding.value) continue;
    made->values.insert_or_assign(binding.attribute,
                                  ValueOf(*entity.Find(binding.attribute), *binding.value));
  }
  TRY(WriteRows(world, {*made}));
  return made;
}

std::vector<std::string> ChangedBy(const Action& action, const Entity& entity,
                                   const std::vector<StoredRow>& accesses) {
  if (action.verb != Verb::kPut) return WrittenBy(action);
  auto own = entity.identity;
  own.push_back(entity.parent_key);
  auto changed = action.conditions;
  for (const auto& access : accesses) {
    if (access.entity != &entity) continue;
    const bool item = access.InTable() && access.row == StoredRow::Row::kItem;
    auto names = FieldsOf(access.key);
    for (const auto& condition : access.conditions) names.push_back(condition.attribute);
    for (auto& name : names) {
      if (!Contains(item ? own : changed, name)) (item ? own : changed).push_back(std::move(name));
    }
  }
  std::erase_if(changed, [&](const std::string& name) {
    return Contains(own, name) || entity.Find(name)->inherited;
  });
  return changed;
}

Instance Updated(const Action& action, const std::vector<StoredRow>& accesses,
                 const Instance& before, Random& random) {
  Instance after = before;
  const Entity& entity = *before.entity;
  const bool put = action.verb == Verb::kPut;
  for (const auto& name : put ? ChangedBy(action, entity, accesses) : action.sets) {
    const Attribute& attribute = *entity.Find(name);
    auto& value = after.values.at(name);
    const bool counted = IsNumber(attribute) && Contains(action.conditions, name);
    value = counted ? OneMore(value) : Replaced(entity, attribute, value, random);
  }
  for (const auto& name : action.adds) after.values.at(name) = OneMore(after.values.at(name));
  for (const auto& name : action.modifies) {
    const Attribute& attribute = *entity.Find(name);
    auto& value = after.values.at(name);
    value = IsNumber(attribute) ? OneMore(value) : Replaced(entity, attribute, value, random);
  }
  for (const auto& name : action.appends) {
    auto elements = after.values.at(name).list();
    elements.push_back(Value::String("appended"));
    after.values.at(name) = Value::List(std::move(elements));
  }
  return after;
}

void ApplySteps(const std::vector<ChosenStep>& chosen, World& world) {
  std::vector<std::size_t> deleted;
  for (const auto& [step, at, comes_back] : chosen) {
    if (step.action->verb == Verb::kCheck) continue;
    if (!at) {
      world.instances.push_back(*step.after);
    } else if (step.after) {
      world.instances[*at] = *step.after;
    } else {
      deleted.push_back(*at);
      if (!comes_back) world.sampler.Release(world.instances[*at]);
    }
  }
  std::ranges::sort(deleted, std::greater<>());
  for (const auto at : deleted) {
    world.instances.erase(world.instances.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

client::Expected<void> BringBack(World& world, const std::vector<ChosenStep>& chosen) {
  for (const auto& one : chosen) {
    if (!one.comes_back) continue;
    TRY(WriteRows(world, {*one.step.before}));
    world.instances.push_back(*one.step.before);
  }
  return {};
}

std::vector<Step> StepsOf(const std::vector<ChosenStep>& chosen) {
  std::vector<Step> steps;
  for (const auto& one : chosen) steps.push_back(one.step);
  return steps;
}

}  // namespace stator::model
