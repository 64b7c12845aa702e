#include "model/verify/sample.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "model/layout/render.h"
#include "model/verify/sample_values.h"

namespace stator::model {
namespace {

using client::Item;
using client::Value;

constexpr std::int64_t kParents = 5;         // with children
constexpr std::int64_t kChildless = 40;      // roots without children
constexpr std::int64_t kLargestParent = 60;  // its children, unless a limit is larger
constexpr std::uint64_t kChildrenFew = 5;
constexpr std::uint64_t kOfOneId = 4;  // instances, if the identity is more than an id
constexpr int kAttempts = 50;          // to find new values
constexpr int kOversizeMax = 3;
constexpr std::int64_t kOversizeBytes = 380'000;
static_assert(kOversizeBytes < static_cast<std::int64_t>(limits::kItemBytesMax));

void AddName(const std::string& name, std::vector<std::string>& names) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

// Returns the attributes that some key, condition, copy, index or pattern depends on.
std::vector<std::string> UsedNames(const Model& model) {
  std::vector<std::string> used;
  for (const auto& access : AllStoredRows(model)) {
    for (const auto& name : FieldsOf(access.key)) AddName(name, used);
    for (const auto& condition : access.conditions) AddName(condition.attribute, used);
  }
  const auto add_all = [&](const std::vector<std::string>& names) {
    for (const auto& name : names) AddName(name, used);
  };
  for (const auto& index : model.indexes) {
    for (const auto* names : {&index.hash, &index.range, &index.include}) add_all(*names);
  }
  for (const auto& entity : model.entities) {
    for (const auto& copy : entity.copies) add_all(copy.attributes);
  }
  for (const auto& pattern : model.patterns) {
    for (const auto& binding : pattern.bindings) AddName(binding.attribute, used);
    add_all({pattern.range, pattern.target.order});
    for (const auto& child : pattern.children) AddName(child.order, used);
    for (const auto& action : pattern.actions) {
      for (const auto* names :
           {&action.sets, &action.adds, &action.modifies, &action.appends, &action.conditions}) {
        add_all(*names);
      }
    }
  }
  return used;
}

// Returns the attribute that pads items. Only a text can be made longer.
std::string PaddedOf(const Model& model, const Entity& entity) {
  const auto used = UsedNames(model);
  for (const auto& attribute : entity.attributes) {
    const bool text = attribute.kind == Kind::kString || attribute.kind == Kind::kFree;
    if (!text || attribute.distinct > 0 || attribute.inherited) continue;
    if (std::ranges::find(used, attribute.name) == used.end()) return attribute.name;
  }
  return "_fill";
}

std::vector<std::vector<std::string>> UniqueOf(const Model& model, const Entity& entity,
                                               const std::vector<StoredRow>& accesses) {
  std::vector<std::vector<std::string>> unique;
  if (!entity.identity.empty()) {
    unique.push_back(entity.identity);
  } else if (!accesses.empty()) {
    unique.push_back(FieldsOf(accesses.front().key));
  }
  for (const auto& guard : entity.guards) unique.push_back(FieldsOf(guard));
  for (const auto& pattern : model.patterns) {
    if (pattern.verb != Verb::kGet || pattern.target.entity != entity.name) continue;
    unique.emplace_back();
    for (const auto& binding : pattern.bindings) unique.back().push_back(binding.attribute);
  }
  if (model.tenant && entity.Find(model.tenant->attribute) != nullptr) {
    for (auto& names : unique) AddName(model.tenant->attribute, names);
  }
  return unique;
}

// Adds the constants of the bindings, unless enums provide each of them.
void AddConstants(const Entity& entity, const std::vector<Binding>& bindings,
                  std::vector<Item>& constants) {
  Item named;
  bool open = false;
  for (const auto& binding : bindings) {
    if (!binding.value) continue;
    const Attribute& attribute = *entity.Find(binding.attribute);
    named.insert_or_assign(binding.attribute, ValueOf(attribute, *binding.value));
    open = open || attribute.values.empty();
  }
  if (open && std::ranges::find(constants, named) == constants.end()) {
    constants.push_back(std::move(named));
  }
}

std::vector<Item> ConstantsOf(const Model& model, const Entity& entity,
                              const std::vector<StoredRow>& accesses) {
  std::vector<Item> constants;
  for (const auto& pattern : model.patterns) {
    if (pattern.target.entity == entity.name) AddConstants(entity, pattern.bindings, constants);
    for (const auto& action : pattern.actions) {
      if (action.entity == entity.name) AddConstants(entity, action.bindings, constants);
    }
  }
  for (const auto& access : accesses) {
    for (const auto& condition : access.conditions) {
      const Binding named{.attribute = condition.attribute, .value = condition.value};
      AddConstants(entity, {named}, constants);
    }
  }
  return constants;
}

EntityFacts GatherFacts(const Model& model, const Entity& entity) {
  EntityFacts facts{.entity = &entity, .accesses = StoredRowsOf(model, entity)};
  facts.unique = UniqueOf(model, entity, facts.accesses);
  facts.constants = ConstantsOf(model, entity, facts.accesses);
  facts.padded = PaddedOf(model, entity);
  facts.has_children = std::ranges::any_of(
      model.entities, [&](const Entity& other) { return other.parent == entity.name; });
  for (const auto& pattern : model.patterns) {
    if (pattern.target.entity == entity.name) {
      facts.limit_max = std::max(facts.limit_max, pattern.target.limit);
    }
    for (const auto& child : pattern.children) {
      if (child.entity == entity.name) facts.limit_max = std::max(facts.limit_max, child.limit);
    }
  }
  return facts;
}

// Returns the entities, parents first. An entity that is its own ancestor comes in the model's
// order.
std::vector<const Entity*> InOrder(const Model& model) {
  std::vector<const Entity*> order;
  const auto placed = [&](const std::string& name) {
    return std::ranges::any_of(order, [&](const Entity* entity) { return entity->name == name; });
  };
  for (bool again = true; again;) {
    again = false;
    for (const auto& entity : model.entities) {
      if (placed(entity.name)) continue;
      const bool ready =
          entity.parent.empty() || entity.parent == entity.name || placed(entity.parent);
      if (!ready) continue;
      order.push_back(&entity);
      again = true;
    }
  }
  for (const auto& entity : model.entities) {
    if (!placed(entity.name)) order.push_back(&entity);
  }
  return order;
}

const Share& MainShare(const Attribute& attribute) {
  return *std::ranges::max_element(attribute.values, {}, &Share::percent);
}

// Whether one attribute may have values of the other. An id belongs to its own instance only.
bool Alike(const Attribute& above, const Attribute& below) {
  const auto plain = [](Kind kind) { return kind == Kind::kId ? Kind::kString : kind; };
  const bool own_id = below.kind == Kind::kId && !below.inherited;
  return !own_id && plain(above.kind) == plain(below.kind);
}

// Whether the model tells instances with the same id apart by another attribute, such as a version.
bool IsOfSeveral(const Entity& entity, const Attribute& id) {
  return Contains(entity.identity, id.name) &&
         std::ranges::any_of(entity.identity, [&](const std::string& name) {
           const Attribute* other = entity.Find(name);
           return other != nullptr && other->kind != Kind::kId && !other->inherited;
         });
}

bool IsLarge(const Attribute& attribute) {
  return attribute.kind == Kind::kText || attribute.kind == Kind::kBlob;
}

}  // namespace

Sampler::Sampler(const Model& model, std::uint64_t seed) : model_(model), random_(seed) {
  for (const auto& entity : model.entities) facts_.push_back(GatherFacts(model, entity));
}

const EntityFacts& Sampler::FactsOf(const Entity& entity) const {
  return *std::ranges::find(facts_, &entity, &EntityFacts::entity);
}

const Sample* Sampler::SampleOf(const Entity& entity) const {
  const auto found = std::ranges::find(model_.samples, entity.name, &Sample::entity);
  return found == model_.samples.end() ? nullptr : &*found;
}

std::vector<Instance> Sampler::All() {
  std::vector<Instance> made;
  for (const Entity* entity : InOrder(model_)) {
    of_entity_ = 0;
    const bool child = !entity->parent.empty() && entity->parent != entity->name;
    child ? MakeChildren(*entity, made) : MakeRoots(*entity, made);
  }
  AddLookalikes(made);
  AddOrphans(made);
  Enlarge(made);
  return made;
}

void Sampler::MakeRoots(const Entity& entity, std::vector<Instance>& made) {
  const auto& facts = FactsOf(entity);
  const Sample* sample = SampleOf(entity);
  std::int64_t count = facts.has_children ? kParents : kChildless;
  if (facts.limit_max <= kLimitTried) count = std::max(count, facts.limit_max + 1);
  count = std::min(count, std::max<std::int64_t>(entity.count, 1));
  if (sample != nullptr) count = sample->max;
  for (std::int64_t i = 0; i < count; ++i) {
    // In an entity that is its own parent, every instance but the first has an earlier one as its
    // parent.
    std::optional<Instance> above;
    if (entity.parent == entity.name && of_entity_ > 0) {
      above = made[made.size() - 1 - random_.Below(of_entity_)];
    }
    if (!Add(Another(entity, above ? &*above : nullptr), made)) return;
  }
}

void Sampler::MakeChildren(const Entity& entity, std::vector<Instance>& made) {
  std::vector<Instance> parents;
  for (const auto& instance : made) {
    if (instance.entity->name == entity.parent) parents.push_back(instance);
  }
  for (std::size_t nth = 0; nth < parents.size(); ++nth) {
    const auto count = ChildrenOf(entity, nth, parents.size());
    main_value_ = nth == 1;
    for (std::int64_t i = 0; i < count; ++i) {
      if (!Add(Another(entity, &parents[nth]), made)) break;
    }
    main_value_ = false;
  }
}

std::int64_t Sampler::ChildrenOf(const Entity& entity, std::size_t nth, std::size_t parents) {
  const auto between = [this](std::int64_t least, std::int64_t most) {
    return least +
           static_cast<std::int64_t>(random_.Below(static_cast<std::uint64_t>(most - least + 1)));
  };
  if (const Sample* sample = SampleOf(entity)) {
    return nth == 0 ? sample->max : between(sample->min, sample->max);
  }
  const auto limit = FactsOf(entity).limit_max;
  const auto most = std::max(kLargestParent, limit <= kLimitTried ? limit + limit / 10 + 1 : 0);
  if (nth == 0) return std::min(most, std::max<std::int64_t>(entity.children_max, 1));
  if (nth + 1 == parents && parents > 2) return 0;
  return std::min<std::int64_t>(between(1, kChildrenFew),
                                std::max<std::int64_t>(entity.children_max, 1));
}

bool Sampler::Add(std::optional<Instance> instance, std::vector<Instance>& made) {
  if (!instance || made.size() >= kInstancesMax) return false;
  const auto entities = model_.entities.size();
  const bool counted = SampleOf(*instance->entity) != nullptr;
  const auto most =
      counted ? kInstancesOfEntityMax : std::min(kInstancesOfEntityMax, kInstancesMax / entities);
  auto& bytes = bytes_[instance->entity];
  if (of_entity_ >= most || bytes >= kBytesMax / static_cast<std::int64_t>(entities)) return false;
  bytes += ItemBytes(instance->values);
  ++of_entity_;
  made.push_back(*std::move(instance));
  return true;
}

std::optional<Instance> Sampler::Another(const Entity& entity, const Instance* parent) {
  constexpr std::size_t kEach = 3;  // leaves room for other values
  const auto& constants = FactsOf(entity).constants;
  const auto number = asked_[&entity]++;
  if (!constants.empty() && number % kEach == 0) {
    const auto& named = constants[number / kEach % constants.size()];
    if (auto made = AnotherWith(entity, parent, named)) return made;
  }
  return AnotherWith(entity, parent, {});
}

std::optional<Instance> Sampler::AnotherWith(const Entity& entity, const Instance* parent,
                                             const client::Item& values) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    Instance instance{.entity = &entity, .random = random_.Next()};
    Fill(instance, parent, attempt);
    for (const auto& [name, value] : values) instance.values.insert_or_assign(name, value);
    if (!TakeIfNew(instance)) continue;
    Pad(instance);
    return instance;
  }
  return std::nullopt;
}

void Sampler::Fill(Instance& instance, const Instance* parent, int attempt) {
  tenant_.clear();
  const auto fill = [&](const Attribute& attribute) {
    std::optional<Value> value;
    if (parent != nullptr) value = Inherited(*instance.entity, attribute, *parent);
    if (!value) value = Make(*instance.entity, attribute, attempt);
    instance.values.insert_or_assign(attribute.name, *std::move(value));
  };
  // Fill the tenant first, because each tenant has ids of its own that start at the same number.
  if (model_.tenant) {
    if (const Attribute* tenant = instance.entity->Find(model_.tenant->attribute)) {
      fill(*tenant);
      tenant_ = instance.values.at(tenant->name).string();
    }
  }
  for (const auto& attribute : instance.entity->attributes) {
    if (!instance.values.contains(attribute.name)) fill(attribute);
  }
}

std::optional<Value> Sampler::Inherited(const Entity& entity, const Attribute& attribute,
                                        const Instance& parent) const {
  if (attribute.name == entity.parent_key) {
    const bool own = &entity == parent.entity;
    const Value* same = own ? nullptr : client::Find(parent.values, attribute.name);
    if (same != nullptr) return *same;
    if (parent.entity->identity.empty()) return std::nullopt;
    return parent.values.at(parent.entity->identity.front());
  }
  // A child shares the attributes of its parent's key, if it has them.
  const Attribute* above = parent.entity->Find(attribute.name);
  if (&entity == parent.entity || above == nullptr || !Alike(*above, attribute)) {
    return std::nullopt;
  }
  const auto& accesses = FactsOf(*parent.entity).accesses;
  if (accesses.empty()) return std::nullopt;
  const auto fields = FieldsOf(accesses.front().key);
  if (std::ranges::find(fields, attribute.name) == fields.end() && !attribute.inherited) {
    return std::nullopt;
  }
  return parent.values.at(attribute.name);
}

Value Sampler::Make(const Entity& entity, const Attribute& attribute, int attempt) {
  if (attribute.kind == Kind::kId && !attribute.inherited) {
    const auto key = fmt::format("{}\n{}\n{}", entity.name, attribute.name, tenant_);
    const auto number = numbers_[key]++;
    return Value::String(
        NumberedText(attribute, IsOfSeveral(entity, attribute) ? number / kOfOneId : number));
  }
  if (model_.tenant && attribute.name == model_.tenant->attribute) {
    return Value::String(NumberedText(attribute, random_.Below(2)));
  }
  if (!attribute.values.empty()) {
    if (main_value_) return ValueOf(attribute, MainShare(attribute).value);
    // Each value of an enum occurs, however few instances there are.
    if (of_entity_ < attribute.values.size() && attempt == 0) {
      return ValueOf(attribute, attribute.values[of_entity_].value);
    }
  }
  return AnyValue(attribute, attempt == 0 ? Spread::kFew : Spread::kMany, random_);
}

// Returns a text for each combination of values that no other instance may have.
std::vector<std::string> Sampler::ClaimsOf(const Instance& instance) const {
  std::vector<std::string> claims;
  for (const auto& names : FactsOf(*instance.entity).unique) {
    auto claim = fmt::format("{}\n{}", instance.entity->name, claims.size());
    for (const auto& name : names) {
      claim += '\n';
      claim += KeyText(*instance.entity->Find(name), instance.values.at(name));
    }
    claims.push_back(std::move(claim));
  }
  return claims;
}

bool Sampler::TakeIfNew(const Instance& instance) {
  const auto claims = ClaimsOf(instance);
  const auto taken = [&](const std::string& claim) { return taken_.contains(claim); };
  if (std::ranges::any_of(claims, taken)) return false;
  taken_.insert(claims.begin(), claims.end());
  return true;
}

void Sampler::Release(const Instance& instance) {
  for (const auto& claim : ClaimsOf(instance)) taken_.erase(claim);
}

void Sampler::Pad(Instance& instance) {
  const auto& facts = FactsOf(*instance.entity);
  if (facts.accesses.empty()) return;
  const auto row = RowOf(facts.accesses, facts.accesses.front(), instance);
  const auto bytes = row ? ItemBytes(*row) : ItemBytes(instance.values);
  const auto missing = std::min(instance.entity->bytes, kOversizeBytes) - bytes -
                       static_cast<std::int64_t>(facts.padded.size());
  if (missing <= 0) return;
  auto& value = instance.values[facts.padded];
  std::string text = value.string();
  text += Filling(missing, random_);
  value = Value::String(std::move(text));
}

void Sampler::Enlarge(std::vector<Instance>& made) {
  std::vector<const Entity*> done;
  for (auto& instance : made) {
    const auto large = std::ranges::find_if(instance.entity->attributes, IsLarge);
    if (large == instance.entity->attributes.end() || done.size() >= kOversizeMax) continue;
    if (std::ranges::find(done, instance.entity) != done.end()) continue;
    done.push_back(instance.entity);
    // Entries of local indexes count towards the item's size.
    const auto copies = 1 + std::ranges::count_if(model_.indexes, [&](const Index& index) {
                          return index.local && index.table == instance.entity->table;
                        });
    std::string bytes;
    while (static_cast<std::int64_t>(bytes.size()) + instance.entity->bytes <
           kOversizeBytes / copies) {
      bytes += Filling(kOversizeBytes / 100, random_);
    }
    instance.values.insert_or_assign(
        large->name, large->kind == Kind::kBlob ? Value::Binary(bytes) : Value::String(bytes));
    instance.oversize = true;
  }
}

}  // namespace stator::model
