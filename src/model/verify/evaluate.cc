#include "model/verify/evaluate.h"

#include <algorithm>
#include <string>

#include "base/stable_order.h"

namespace stator::model {
namespace {

using client::Value;

const Value& Of(const Instance& instance, const std::string& attribute) {
  return instance.values.at(attribute);
}

bool Matches(const Instance& instance, const Arguments& arguments) {
  return std::ranges::all_of(arguments.bound, [&](const auto& bound) {
    const Value* value = client::Find(instance.values, bound.first);
    return value == nullptr || *value == bound.second;
  });
}

bool InRange(const Pattern& pattern, const Instance& instance, const Arguments& arguments) {
  if (pattern.range.empty()) return true;
  const Value& value = Of(instance, pattern.range);
  return (!arguments.from || Compare(*arguments.from, value) <= 0) &&
         (!arguments.to || Compare(value, *arguments.to) <= 0);
}

void Order(const Wanted& wanted, std::vector<const Instance*>& matching) {
  if (wanted.order.empty()) return;
  StableSort(matching, [&](const Instance* left, const Instance* right) {
    const int order = Compare(Of(*left, wanted.order), Of(*right, wanted.order));
    return wanted.descending ? order > 0 : order < 0;
  });
}

// Returns the group of the entity; nullptr if the pattern does not ask for it.
const ExpectedGroup* FindGroup(const ExpectedItems& expected, const std::string& entity) {
  const auto found = std::ranges::find_if(
      expected, [&](const ExpectedGroup& group) { return group.wanted->entity == entity; });
  return found == expected.end() ? nullptr : &*found;
}

// Whether the child belongs to one of the fetched parents.
bool HasParent(const Instance& child, const ExpectedGroup& parents) {
  const auto& key = child.entity->parent_key;
  return std::ranges::any_of(parents.matching, [&](const Instance* parent) {
    const bool own = parent->entity == child.entity;
    const Value* named = own ? nullptr : client::Find(parent->values, key);
    if (named == nullptr && !parent->entity->identity.empty()) {
      named = client::Find(parent->values, parent->entity->identity.front());
    }
    return named != nullptr && Of(child, key) == *named;
  });
}

// Whether the child's parent does not exist and the caller asked for it.
bool IsOrphan(const Instance& child, const Arguments& arguments) {
  const Value* asked = client::Find(arguments.bound, child.entity->parent_key);
  return child.orphan && asked != nullptr && Of(child, child.entity->parent_key) == *asked;
}

ExpectedGroup Settled(const Wanted& wanted, std::vector<const Instance*> matching) {
  Order(wanted, matching);
  std::size_t count = matching.size();
  if (wanted.limit > 0) count = std::min(count, static_cast<std::size_t>(wanted.limit));
  return {.wanted = &wanted, .matching = std::move(matching), .count = count};
}

ExpectedGroup Target(const Pattern& pattern, const Arguments& arguments,
                     const std::vector<Instance>& instances) {
  std::vector<const Instance*> matching;
  for (const auto& instance : instances) {
    if (instance.entity->name == pattern.target.entity && Matches(instance, arguments) &&
        InRange(pattern, instance, arguments)) {
      matching.push_back(&instance);
    }
  }
  return Settled(pattern.target, std::move(matching));
}

ExpectedGroup Children(const Wanted& wanted, const ExpectedItems& above, const Arguments& arguments,
                       const std::vector<Instance>& instances) {
  std::vector<const Instance*> matching;
  for (const auto& instance : instances) {
    if (instance.entity->name != wanted.entity || !Matches(instance, arguments)) continue;
    const ExpectedGroup* parents = FindGroup(above, instance.entity->parent);
    if (parents != nullptr && !HasParent(instance, *parents) && !IsOrphan(instance, arguments)) {
      continue;
    }
    matching.push_back(&instance);
  }
  return Settled(wanted, std::move(matching));
}

}  // namespace

ExpectedItems Evaluate(const Pattern& pattern, const Arguments& arguments,
                       const std::vector<Instance>& instances) {
  ExpectedItems expected{Target(pattern, arguments, instances)};
  for (const auto& child : pattern.children) {
    expected.push_back(Children(child, expected, arguments, instances));
  }
  return expected;
}

std::size_t CountOf(const ExpectedItems& expected) {
  std::size_t count = 0;
  for (const auto& group : expected) count += group.count;
  return count;
}

}  // namespace stator::model
