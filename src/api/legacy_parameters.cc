#include "api/legacy_parameters.h"

#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "api/legacy_conditions.h"
#include "base/limits.h"
#include "base/texts.h"
#include "expr/legacy.h"
#include "item/value.h"

namespace stator::api {
namespace {

using item::Type;

template <class T>
const T* Given(const std::optional<T>* parameter) {
  return parameter != nullptr && *parameter ? &**parameter : nullptr;
}

// Returns the map; nullptr if it is absent or empty.
template <class Map>
const Map* Filled(const std::optional<Map>* parameter) {
  const Map* map = Given(parameter);
  return map != nullptr && !map->empty() ? map : nullptr;
}

bool IsSet(Type type) {
  return type == Type::kStringSet || type == Type::kNumberSet || type == Type::kBinarySet;
}

Result<> CheckActionType(AttributeAction action, Type type) {
  if (action == AttributeAction::kDelete && !IsSet(type)) {
    return FailInvalid(fmt::format(texts::kDeleteType, item::TypeName(type)));
  }
  const bool addable = type == Type::kNumber || type == Type::kList || IsSet(type);
  if (action == AttributeAction::kAdd && !addable) {
    return FailInvalid(fmt::format(texts::kAddType, item::TypeName(type)));
  }
  return {};
}

expr::legacy::Action ActionOf(AttributeAction action) {
  switch (action) {
    case AttributeAction::kAdd:
      return expr::legacy::Action::kAdd;
    case AttributeAction::kPut:
      return expr::legacy::Action::kPut;
    case AttributeAction::kDelete:
      return expr::legacy::Action::kDelete;
    case AttributeAction::kUnknown:
      break;
  }
  std::unreachable();
}

Result<expr::legacy::Change> ChangeOf(const std::string& name, const AttributeValueUpdate& update,
                                      Wording wording) {
  TRY(Worded(wording, CheckAttributeName(name)));
  const auto action = update.action.value_or(AttributeAction::kPut);
  if (action == AttributeAction::kUnknown) {
    return Fail(Worded(wording, Invalid(texts::kActionUnknown)));
  }
  if (!update.value) {
    if (action != AttributeAction::kDelete) return FailInvalid(texts::kActionWithoutValue);
    return expr::legacy::Change{name, expr::legacy::Action::kRemove, std::nullopt};
  }
  TRY(CheckBadValue(update.value->bad, wording));
  const item::ValueView value(update.value->encoded);
  TRY(CheckActionType(action, value.type()));
  return expr::legacy::Change{name, ActionOf(action), value};
}

// Returns the first name that occurs twice.
const std::string* Duplicate(const AttributeNames& names) {
  std::unordered_set<std::string_view> seen;
  for (const std::string& name : names) {
    if (!seen.insert(name).second) return &name;
  }
  return nullptr;
}

Result<> CheckNames(const AttributeNames& names) {
  for (const std::string& name : names) TRY(CheckAttributeName(name));
  if (const std::string* repeated = Duplicate(names)) {
    return FailInvalid(fmt::format(texts::kDuplicateAttribute, *repeated));
  }
  return {};
}

// Lifetime: the demands are views into the map.
template <class Map>
Result<std::vector<expr::legacy::Demand>> DemandsOf(const Map& map, Wording wording) {
  if (map.size() > limits::kLegacyConditionsMax) {
    return FailInvalid(fmt::format(texts::kTooManyConditions, limits::kLegacyConditionsMax));
  }
  std::vector<expr::legacy::Demand> demands;
  demands.reserve(map.size());
  for (const auto& [name, condition] : map) {
    demands.push_back(TRY(DemandOf(name, condition, wording)));
  }
  return demands;
}

template <class Map>
Result<std::optional<expr::Condition>> Joined(const Map* map, expr::legacy::Junction junction,
                                              Wording wording) {
  if (map == nullptr) return std::nullopt;
  return expr::legacy::MakeCondition(junction, TRY(DemandsOf(*map, wording)));
}

}  // namespace

std::vector<std::string_view> LegacyParameters::Names(bool has_key_expression) const {
  std::vector<std::string_view> names;
  if (Given(attributes_to_get) != nullptr) names.emplace_back("AttributesToGet");
  if (Given(scan_filter) != nullptr) names.emplace_back("ScanFilter");
  if (Given(query_filter) != nullptr) names.emplace_back("QueryFilter");
  if (Given(attribute_updates) != nullptr) names.emplace_back("AttributeUpdates");
  if (Given(expected) != nullptr) names.emplace_back("Expected");
  if (Given(conditional_operator) != nullptr) names.emplace_back("ConditionalOperator");
  if (has_key_expression && Given(key_conditions) != nullptr) names.emplace_back("KeyConditions");
  return names;
}

Result<> LegacyParameters::CheckConditionalOperator() const {
  if (Given(conditional_operator) == nullptr) return {};
  std::size_t conditions = 0;
  if (const auto* map = Filled(expected)) conditions = map->size();
  if (const auto* map = Filter()) conditions = map->size();
  if (conditions == 0) return FailInvalid(texts::kJunctionWithoutConditions);
  if (conditions == 1) return FailInvalid(texts::kJunctionOfOne);
  if (**conditional_operator == ConditionalOperator::kUnknown) {
    return FailInvalid(texts::kJunctionUnknown);
  }
  return {};
}

Result<> LegacyParameters::CheckFilter(Wording wording) const {
  if (const auto* map = Filter()) TRY(DemandsOf(*map, wording));
  if (const auto* names = Given(attributes_to_get)) TRY(CheckNames(*names));
  return {};
}

Result<std::optional<expr::Condition>> LegacyParameters::MakeFilter(Wording wording) const {
  return Joined(Filter(), Junction(), wording);
}

Result<std::optional<expr::Projection>> LegacyParameters::MakeProjection() const {
  const auto* names = Given(attributes_to_get);
  if (names == nullptr) return std::nullopt;
  TRY(CheckNames(*names));
  return expr::legacy::MakeProjection(*names);
}

Result<std::optional<expr::Update>> LegacyParameters::MakeUpdate(Wording wording) const {
  const auto* updates = Filled(attribute_updates);
  if (updates == nullptr) return std::nullopt;
  std::vector<expr::legacy::Change> changes;
  changes.reserve(updates->size());
  for (const auto& [name, update] : *updates) {
    changes.push_back(TRY(ChangeOf(name, update, wording)));
  }
  return expr::legacy::MakeUpdate(changes);
}

Result<std::optional<expr::Condition>> LegacyParameters::MakeCondition(Wording wording) const {
  return Joined(Filled(expected), Junction(), wording);
}

Result<std::optional<expr::Condition>> LegacyParameters::MakeKeyCondition(Wording wording) const {
  const auto* conditions = Given(key_conditions);
  if (conditions != nullptr && conditions->empty()) return FailInvalid(texts::kConditionCount);
  return Joined(conditions, expr::legacy::Junction::kAll, wording);
}

const ConditionMap* LegacyParameters::Filter() const {
  const auto* filter = Filled(query_filter);
  return filter != nullptr ? filter : Filled(scan_filter);
}

expr::legacy::Junction LegacyParameters::Junction() const {
  const auto* joined = Given(conditional_operator);
  return joined != nullptr && *joined == ConditionalOperator::kOr ? expr::legacy::Junction::kAny
                                                                  : expr::legacy::Junction::kAll;
}

Result<> CheckIndexable(const ConditionMap& key_conditions) {
  for (const auto& [name, condition] : key_conditions) {
    if (!IsIndexable(*condition.comparison_operator)) return FailInvalid(texts::kNotIndexable);
  }
  return {};
}

}  // namespace stator::api
