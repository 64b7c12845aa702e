#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "model/language/lookup.h"

namespace stator::model {
namespace {

class Patterns {
 public:
  explicit Patterns(Lookup& lookup) : lookup_(lookup), model_(lookup.model()) {}

  void Run() {
    for (const auto& pattern : model_.patterns) {
      if (pattern.sql) {
        CheckSql(pattern);
      } else {
        pattern.reads() ? CheckRead(pattern) : CheckWrite(pattern);
      }
      if (pattern.stated) CheckStated(pattern, *pattern.stated);
    }
    for (const auto& assertion : model_.assertions) CheckAssertion(assertion);
  }

 private:
  void CheckBindings(const Entity& entity, const std::vector<Binding>& bindings) {
    for (const auto& binding : bindings) {
      const auto* attribute = lookup_.NeedAttribute(entity, binding.place, binding.attribute);
      if (attribute != nullptr && binding.value) {
        lookup_.NeedValue(*attribute, *binding.value, binding.place);
      }
    }
  }

  void CheckRead(const Pattern& pattern) {
    const Place place = pattern.target.place;
    const Entity* target = lookup_.NeedEntity(place, pattern.target.entity);
    if (target == nullptr) return;
    CheckBindings(*target, pattern.bindings);
    if (!pattern.range.empty()) lookup_.NeedAttribute(*target, place, pattern.range);
    for (const auto& name : pattern.shows) lookup_.NeedAttribute(*target, place, name);
    CheckWanted(pattern.target);
    std::set<std::string_view> fetched;
    // In a tree, the target's children are of the target's own entity.
    if (target->parent != target->name) fetched.insert(target->name);
    for (const auto& child : pattern.children) {
      CheckWanted(child);
      if (fetched.insert(child.entity).second) continue;
      lookup_.Complain(child.place, fmt::format("{} is fetched already.", child.entity));
    }
    if (!pattern.via.empty() && pattern.via != "table") {
      lookup_.NeedIndex(*target, pattern.place, pattern.via);
    }
  }

  void CheckSql(const Pattern& pattern) {
    const Sql& sql = *pattern.sql;
    if (pattern.target.entity.empty()) return;  // the table has a complaint
    const Entity* entity = lookup_.NeedEntity(pattern.target.place, pattern.target.entity);
    if (lookup_.NeedTable(sql.place, sql.table) == nullptr || entity == nullptr) return;
    if (entity->table != sql.table) {
      return lookup_.Complain(pattern.target.place,
                              fmt::format("{} lies in {}, and the statement reads {}.",
                                          entity->name, entity->table, sql.table));
    }
    if (!sql.index.empty()) lookup_.NeedIndex(*entity, sql.place, sql.index);
    for (const auto& parameter : sql.parameters) CheckParameter(*entity, parameter);
  }

  void CheckParameter(const Entity& entity, const Parameter& parameter) {
    if (!parameter.text.natural) return lookup_.NeedTemplate(entity, parameter.text);
    const auto& name = parameter.text.parts.front().text;
    const auto* attribute = lookup_.NeedAttribute(entity, parameter.text.place, name);
    if (attribute == nullptr) return;
    constexpr std::array kNoScalars{Kind::kMap, Kind::kList, Kind::kBlob};
    if (std::ranges::find(kNoScalars, attribute->kind) == kNoScalars.end()) return;
    lookup_.Complain(
        parameter.text.place,
        fmt::format("A parameter is a text, a number or a truth; {} is none of them.", name));
  }

  void CheckWanted(const Wanted& wanted) {
    const Entity* entity = lookup_.NeedEntity(wanted.place, wanted.entity);
    if (entity != nullptr && !wanted.order.empty()) {
      lookup_.NeedAttribute(*entity, wanted.place, wanted.order);
    }
  }

  void CheckWrite(const Pattern& pattern) {
    for (const auto& action : pattern.actions) {
      if (const Entity* entity = lookup_.NeedEntity(action.place, action.entity)) {
        CheckAction(*entity, action);
      }
    }
  }

  void CheckAction(const Entity& entity, const Action& action) {
    CheckBindings(entity, action.bindings);
    for (const auto& name : action.conditions) lookup_.NeedAttribute(entity, action.place, name);
    CheckChanges(entity, action);
    if (!action.rewrites) return;
    for (const auto& name : *action.rewrites) {
      if (name != "*") lookup_.NeedIndex(entity, action.place, name);
    }
  }

  void CheckChanges(const Entity& entity, const Action& action) {
    std::set<std::string_view> changed;
    for (const auto* list : {&action.sets, &action.adds, &action.modifies, &action.appends}) {
      for (const auto& name : *list) {
        const auto* attribute = lookup_.NeedAttribute(entity, action.place, name);
        if (!changed.insert(name).second) {
          lookup_.Complain(action.place, fmt::format("{} is changed twice.", name));
        }
        if (attribute == nullptr) continue;
        if (list == &action.adds) CheckAdd(*attribute, action.place);
        if (list == &action.appends && attribute->kind != Kind::kList) {
          lookup_.Complain(action.place,
                           fmt::format("Only a list takes `append`; {} is not a list.", name));
        }
      }
    }
  }

  void CheckAdd(const Attribute& attribute, Place place) {
    constexpr std::array kCounted{Kind::kNumber, Kind::kCounter, Kind::kVersion};
    if (std::ranges::find(kCounted, attribute.kind) != kCounted.end()) return;
    lookup_.Complain(
        place, fmt::format("Only a number, counter or version takes `add`; {} is none of them.",
                           attribute.name));
  }

  void CheckStated(const Pattern& pattern, const Stated& stated) {
    const auto& name = pattern.reads() ? pattern.target.entity : pattern.actions.front().entity;
    const Entity* entity = model_.FindEntity(name);
    if (entity == nullptr) return;
    if (!stated.index.empty()) lookup_.NeedIndex(*entity, stated.place, stated.index);
    if (!stated.key) return;
    lookup_.NeedTemplate(*entity, stated.key->partition);
    lookup_.NeedTemplate(*entity, stated.key->sort);
    lookup_.NeedSides(*stated.key, !model_.FindTable(entity->table)->sort_key.empty(),
                      entity->table);
  }

  void CheckAssertion(const Assertion& assertion) {
    for (const auto& exception : assertion.exceptions) {
      const Pattern* pattern = lookup_.NeedPattern(assertion.place, exception.pattern);
      if (pattern == nullptr) continue;
      const auto reason = Refusal(assertion, *pattern);
      if (!reason.empty()) lookup_.Complain(assertion.place, reason, pattern->id);
    }
  }

  // Returns why the assertion cannot be made of the pattern; empty if it can.
  static std::string Refusal(const Assertion& assertion, const Pattern& pattern) {
    const bool reads = pattern.reads();
    switch (assertion.type) {
      case Assertion::Type::kCost:
        if (reads != assertion.writes) return "";
        return fmt::format("{} is a {}, and its cost is in {}.", pattern.id,
                           reads ? "read" : "write", reads ? "RCU" : "WCU");
      case Assertion::Type::kItems:
      case Assertion::Type::kMayBeEmpty:
        if (reads && pattern.verb != Verb::kExport) return "";
        return fmt::format("{} is {}, so it returns no items.", pattern.id,
                           reads ? "an export" : "a write");
      case Assertion::Type::kOneRequest:
        if (reads) return "";
        return fmt::format("{} is a write, and the assertion is about reads.", pattern.id);
      case Assertion::Type::kNoScan:
        break;
    }
    return "";
  }

  Lookup& lookup_;
  const Model& model_;
};

}  // namespace

void ResolvePatterns(Lookup& lookup) { Patterns(lookup).Run(); }

}  // namespace stator::model
