#include "model/plan/fetch_parts.h"

#include <algorithm>
#include <cmath>

#include "model/layout/layout.h"
#include "model/layout/sizes.h"
#include "model/plan/estimate.h"

namespace stator::model {
namespace {

// Returns how many children one parent usually has, from the child's own key.
double ChildrenPerParent(const Model& model, const Wanted& child) {
  const auto accesses = StoredRowsOf(model, *model.FindEntity(child.entity));
  return accesses.empty() ? 1 : InstancesPerKey(model, accesses.front());
}

}  // namespace

Pattern ParentOf(const Pattern& fetch) {
  Pattern parent = fetch;
  parent.verb = Verb::kGet;
  parent.children.clear();
  parent.expected.reset();
  return parent;
}

Pattern ChildOf(const Model& model, const Pattern& fetch, const Wanted& child) {
  Pattern list = fetch;
  list.verb = Verb::kList;
  list.target = child;
  list.children.clear();
  list.shows.clear();  // `show` and `range` belong to the parent
  list.range.clear();
  list.range_seconds.reset();
  const Entity& entity = *model.FindEntity(child.entity);
  std::erase_if(list.bindings,
                [&](const Binding& binding) { return entity.Find(binding.attribute) == nullptr; });
  list.expected.reset();
  if (child.limit > 0 || !fetch.expected) return list;
  double all = 0;
  for (const auto& other : fetch.children) all += ChildrenPerParent(model, other);
  const double others = std::max(0.0, static_cast<double>(*fetch.expected) - 1);
  if (all > 0) list.expected = std::llround(others * ChildrenPerParent(model, child) / all);
  return list;
}

Pattern ChildOf(const Model& model, const Pattern& fetch, const ReadPlan& child) {
  const auto& name = child.wanted.front().entity->name;
  return ChildOf(model, fetch, *std::ranges::find(fetch.children, name, &Wanted::entity));
}

Pattern TogetherOf(const Model& model, const Pattern& fetch, const ReadPlan& plan) {
  Pattern together = fetch;
  for (const auto& child : plan.children) {
    const auto& name = child.wanted.front().entity->name;
    std::erase_if(together.children, [&](const Wanted& each) { return each.entity == name; });
  }
  if (together.children.empty()) return ParentOf(fetch);
  if (!fetch.expected) return together;
  together.expected = 1;
  for (const auto& child : together.children) {
    *together.expected += ChildOf(model, fetch, child).expected.value_or(0);
  }
  return together;
}

Pattern UnderKey(const Pattern& child, const StoredRow& access) {
  const bool some = std::ranges::any_of(access.conditions, [&](const Condition& condition) {
    return std::ranges::find(child.bindings, condition.attribute, &Binding::attribute) ==
           child.bindings.end();
  });
  Pattern under = child;
  if (some && under.expected) {
    under.expected = std::llround(static_cast<double>(*under.expected) * PresenceOf(access));
  }
  return under;
}

}  // namespace stator::model
