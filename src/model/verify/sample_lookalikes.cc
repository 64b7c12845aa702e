#include <algorithm>
#include <utility>

#include "model/verify/lookalikes.h"
#include "model/verify/sample.h"

// Makes instances that a model's keys may confuse, and children without a parent.
namespace stator::model {
namespace {

constexpr std::size_t kTwinsMax = 3;     // pairs for each entity
constexpr std::size_t kMeetingsMax = 4;  // for each entity, with other entities
constexpr std::size_t kTried = 20;       // parents, or instances to meet
constexpr std::int64_t kOrphans = 3;     // unless a limit is larger

std::int64_t CountOf(const Entity& entity, const std::vector<Instance>& made) {
  return std::ranges::count(made, &entity, &Instance::entity);
}

bool Fetches(const Pattern& pattern, const Entity& child) {
  return std::ranges::find(pattern.children, child.name, &Wanted::entity) != pattern.children.end();
}

// Whether verify may make children without a parent. A pattern must fetch them with their parent by
// their own parent key. No pattern may fetch them from further above, because they would then
// belong to a parent that it cannot find.
bool MayBeOrphans(const Model& model, const Entity& child) {
  bool any = false;
  for (const auto& pattern : model.patterns) {
    if (!Fetches(pattern, child)) continue;
    if (pattern.target.entity != child.parent) return false;
    any = any || std::ranges::find(pattern.bindings, child.parent_key, &Binding::attribute) !=
                     pattern.bindings.end();
  }
  return any && child.parent != child.name;
}

}  // namespace

void Sampler::AddLookalikes(std::vector<Instance>& made) {
  for (const auto& facts : facts_) {
    if (SampleOf(*facts.entity) != nullptr) continue;  // the `sample` line fixes the number
    of_entity_ = static_cast<std::size_t>(CountOf(*facts.entity, made));
    AddTwins(facts, made);
    AddMeetings(facts, made);
  }
}

// Prefers any parent but the first, which has its greatest number of children already.
std::vector<Sampler::Parent> Sampler::ParentsWithRoom(const Entity& entity, std::int64_t room,
                                                      const std::vector<Instance>& made) const {
  if (entity.parent.empty() || entity.parent == entity.name) {
    if (CountOf(entity, made) + room > entity.count) return {};
    return {std::nullopt};
  }
  std::vector<Parent> parents;
  const Attribute* key = entity.Find(entity.parent_key);
  for (const auto& instance : made) {
    if (parents.size() >= kTried) break;
    if (instance.entity->name != entity.parent || key == nullptr) continue;
    const auto id = Inherited(entity, *key, instance);
    const auto children = std::ranges::count_if(made, [&](const Instance& child) {
      return child.entity == &entity && id && child.values.at(key->name) == *id;
    });
    if (children + room <= entity.children_max) parents.emplace_back(instance);
  }
  if (parents.size() > 1) std::ranges::rotate(parents, parents.begin() + 1);
  return parents;
}

// A child keeps the values that it inherits from its parent.
bool Sampler::MayHave(const Entity& entity, const Parent& parent,
                      const client::Item& values) const {
  return !parent || std::ranges::all_of(values, [&](const auto& value) {
    const auto inherited = Inherited(entity, *entity.Find(value.first), *parent);
    return !inherited || *inherited == value.second;
  });
}

void Sampler::AddTwins(const EntityFacts& facts, std::vector<Instance>& made) {
  auto ambiguities = AmbiguitiesOf(facts.accesses);
  ambiguities.resize(std::min(ambiguities.size(), kTwinsMax));
  for (const auto& ambiguity : ambiguities) {
    for (const auto& parent : ParentsWithRoom(*facts.entity, 2, made)) {
      if (AddTwinsOf(ambiguity, parent, made)) break;
    }
  }
}

bool Sampler::AddTwinsOf(const Ambiguity& ambiguity, const Parent& parent,
                         std::vector<Instance>& made) {
  const Entity& entity = *ambiguity.access->entity;
  const auto like = Another(entity, parent ? &*parent : nullptr);
  if (!like) return false;
  const auto values = LookalikesOf(ambiguity, *like);
  if (!values || !MayHave(entity, parent, values->one) || !MayHave(entity, parent, values->other)) {
    return false;
  }
  auto one = AnotherWith(entity, parent ? &*parent : nullptr, values->one);
  auto other = AnotherWith(entity, parent ? &*parent : nullptr, values->other);
  if (!one || !other) return false;
  one->lookalike = true;
  other->lookalike = true;
  return Add(std::move(one), made) && Add(std::move(other), made);
}

void Sampler::AddMeetings(const EntityFacts& facts, std::vector<Instance>& made) {
  std::size_t meetings = 0;
  for (const auto& access : facts.accesses) {
    for (const auto& others : facts_) {
      for (const auto& other : others.accesses) {
        if (meetings >= kMeetingsMax) return;
        if (MayMeet(access, other) && AddMeeting(access, other, made)) ++meetings;
      }
    }
  }
}

bool Sampler::AddMeeting(const StoredRow& access, const StoredRow& other,
                         std::vector<Instance>& made) {
  const Entity& entity = *access.entity;
  for (const auto& parent : ParentsWithRoom(entity, 1, made)) {
    std::size_t tried = 0;
    for (auto& met : made) {
      if (met.entity != other.entity || tried >= kTried) continue;
      ++tried;
      const auto values = ValuesToMeet(access, other, met);
      if (!values || !MayHave(entity, parent, *values)) continue;
      auto meeting = AnotherWith(entity, parent ? &*parent : nullptr, *values);
      if (!meeting) continue;
      met.lookalike = true;
      meeting->lookalike = true;
      return Add(std::move(meeting), made);
    }
  }
  return false;
}

void Sampler::AddOrphans(std::vector<Instance>& made) {
  for (const auto& facts : facts_) {
    const Entity& entity = *facts.entity;
    if (SampleOf(entity) != nullptr || !MayBeOrphans(model_, entity)) continue;
    if (const Entity* parent = model_.FindEntity(entity.parent)) {
      AddOrphansOf(facts, *parent, made);
    }
  }
}

void Sampler::AddOrphansOf(const EntityFacts& facts, const Entity& parent,
                           std::vector<Instance>& made) {
  const auto above = std::ranges::find_if(
      made, [&](const Instance& instance) { return instance.entity->name == parent.parent; });
  const Parent grandparent = above == made.end() ? std::nullopt : Parent(*above);
  const auto gone = Another(parent, grandparent ? &*grandparent : nullptr);
  if (!gone) return;
  const Entity& entity = *facts.entity;
  of_entity_ = static_cast<std::size_t>(CountOf(entity, made));
  auto count = facts.limit_max <= kLimitTried ? std::max(kOrphans, facts.limit_max + 1) : kOrphans;
  count = std::min(count, std::max<std::int64_t>(entity.children_max, 1));
  for (std::int64_t i = 0; i < count; ++i) {
    auto orphan = Another(entity, &*gone);
    if (orphan) orphan->orphan = true;
    if (!Add(std::move(orphan), made)) return;
  }
}

}  // namespace stator::model
