#include "model/resolve.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "model/cursor.h"

namespace stator::model {
namespace {

template <class Things, class Name>
std::vector<std::string_view> NamesOf(const Things& things, Name name) {
  std::vector<std::string_view> names;
  for (const auto& thing : things) names.push_back(thing.*name);
  return names;
}

class Resolver {
 public:
  Resolver(Model& model, std::vector<Complaint>& complaints)
      : model_(model), complaints_(complaints) {}

  void Run() {
    if (model_.tables.empty()) {
      Complain(model_.place, "A model has a table, such as `table app (PK, SK) on-demand`.");
      return;
    }
    if (model_.tenant) CheckTenant(*model_.tenant);
    for (auto& entity : model_.entities) Complete(entity);
    for (const auto& entity : model_.entities) CheckKeys(entity);
    for (const auto& pattern : model_.patterns) CheckPattern(pattern);
    for (const auto& assertion : model_.assertions) CheckAssertion(assertion);
    for (const auto& sample : model_.samples) Need(model_.place, sample.entity);
  }

 private:
  void Complain(Place place, std::string message) {
    complaints_.push_back({place, std::move(message)});
  }

  const Entity* Need(Place place, const std::string& name) {
    const Entity* entity = model_.FindEntity(name);
    if (entity == nullptr) {
      Complain(place, fmt::format("There is no entity '{}'{}", name,
                                  Ended(Suggest(name, NamesOf(model_.entities, &Entity::name)))));
    }
    return entity;
  }

  static std::string Ended(std::string hint) { return hint.empty() ? "." : hint; }

  bool NeedAttribute(const Entity& entity, Place place, const std::string& name) {
    if (entity.Find(name) != nullptr) return true;
    Complain(place,
             fmt::format("{} has no attribute '{}'{}", entity.name, name,
                         Ended(Suggest(name, NamesOf(entity.attributes, &Attribute::name)))));
    return false;
  }

  void CheckTenant(const Tenant& tenant) {
    for (const auto& part : tenant.prefix.parts) {
      const bool own = part.type == Part::Type::kField && part.text == tenant.attribute;
      if (own || part.type == Part::Type::kLiteral) continue;
      Complain(tenant.place, fmt::format("The prefix is made of {} alone, as in TENANT#{{{}}}#.",
                                         tenant.attribute, tenant.attribute));
    }
  }

  void Complete(Entity& entity) {
    if (entity.table.empty()) entity.table = model_.tables.front().name;
    if (model_.FindTable(entity.table) == nullptr) {
      Complain(entity.place,
               fmt::format("There is no table '{}'{}", entity.table,
                           Ended(Suggest(entity.table, NamesOf(model_.tables, &Table::name)))));
      entity.table = model_.tables.front().name;
    }
    if (!entity.parent.empty()) InheritKey(entity);
    InheritTenant(entity);
    if (!entity.identity.empty()) return;
    for (const auto& attribute : entity.attributes) {
      if (attribute.kind == Kind::kId && !attribute.inherited) {
        entity.identity.push_back(attribute.name);
      }
    }
  }

  void InheritKey(Entity& entity) {
    const Entity* parent = Need(entity.place, entity.parent);
    if (parent == nullptr) return;
    if (entity.Find(entity.parent_key) != nullptr) return;
    const Attribute* key = parent->Find(entity.parent_key);
    if (key == nullptr) {
      Complain(
          entity.place,
          fmt::format(
              "{} has no attribute '{}' to be named by{}", parent->name, entity.parent_key,
              Ended(Suggest(entity.parent_key, NamesOf(parent->attributes, &Attribute::name)))));
      return;
    }
    Attribute inherited = *key;
    inherited.inherited = true;
    entity.attributes.push_back(std::move(inherited));
  }

  void InheritTenant(Entity& entity) {
    if (!model_.tenant || entity.shared || entity.Find(model_.tenant->attribute) != nullptr) return;
    entity.attributes.push_back({.name = model_.tenant->attribute, .inherited = true});
  }

  void CheckTemplate(const Entity& entity, const Template& text) {
    for (const auto& part : text.parts) {
      if (part.text.empty() || part.type == Part::Type::kLiteral) continue;
      if (!NeedAttribute(entity, text.place, part.text)) continue;
      const Kind kind = entity.Find(part.text)->kind;
      if (part.bucket != Bucket::kNone && kind != Kind::kTime && kind != Kind::kDate) {
        Complain(text.place,
                 fmt::format("Only a time or date has buckets; {} is neither.", part.text));
      }
      if (part.descending && kind != Kind::kTime && kind != Kind::kDate &&
          (kind != Kind::kNumber || entity.Find(part.text)->width == 0)) {
        Complain(
            text.place,
            fmt::format("Only a time, a date or a number(width) can be turned round; {} is none "
                        "of them.",
                        part.text));
      }
    }
  }

  void CheckPair(const Entity& entity, const KeyPair& key) {
    CheckTemplate(entity, key.partition);
    CheckTemplate(entity, key.sort);
    if (key.when && NeedAttribute(entity, key.when->place, key.when->attribute)) {
      CheckValue(*entity.Find(key.when->attribute), key.when->value, key.when->place);
    }
  }

  void CheckValue(const Attribute& attribute, const std::string& value, Place place) {
    if (attribute.values.empty()) return;
    const auto names = NamesOf(attribute.values, &Share::value);
    if (std::ranges::find(names, value) != names.end()) return;
    Complain(place, fmt::format("{} is never '{}'{}", attribute.name, value,
                                Ended(Suggest(value, names))));
  }

  // A key line has as many sides as the table's or index's key.
  void CheckSides(const KeyPair& key, bool has_sort, const std::string& name) {
    if (key.sort.empty() == !has_sort) return;
    Complain(key.place,
             has_sort ? fmt::format("{} has a sort key: PARTITION / SORT.", name)
                      : fmt::format("{} has no sort key; leave out what follows the '/'.", name));
  }

  void CheckKeys(const Entity& entity) {
    const bool has_sort = !model_.FindTable(entity.table)->sort_key.empty();
    const auto check_row = [&](const KeyPair& key) {
      CheckPair(entity, key);
      CheckSides(key, has_sort, entity.table);
    };
    for (const auto& key : entity.keys) check_row(key);
    for (const auto& copy : entity.copies) {
      check_row(copy.key);
      for (const auto& name : copy.attributes) NeedAttribute(entity, copy.key.place, name);
    }
    for (const auto& guard : entity.guards) check_row(guard);
    for (const auto& entry : entity.entries) CheckEntry(entity, entry);
    for (const auto& skew : entity.skews) NeedAttribute(entity, skew.place, skew.attribute);
    for (const auto& name : entity.identity) NeedAttribute(entity, entity.place, name);
  }

  void CheckEntry(const Entity& entity, const IndexEntry& entry) {
    const Index* index = model_.FindIndex(entry.index);
    if (index == nullptr) {
      Complain(
          entry.key.place,
          fmt::format("'{}' is no index, and neither attr, key, copy, unique, identity nor skew{}",
                      entry.index,
                      Ended(Suggest(entry.index, NamesOf(model_.indexes, &Index::name)))));
      return;
    }
    if (index->table != entity.table) {
      Complain(entry.key.place, fmt::format("{} is an index of {}; {} lies in {}.", index->name,
                                            index->table, entity.name, entity.table));
    }
    CheckPair(entity, entry.key);
    if (index->hash.size() > 1 || index->range.size() > 1) {
      Complain(entry.key.place,
               fmt::format("{} has a multi-attribute key, which is made of attributes as they are.",
                           index->name));
    } else if (index->local) {
      CheckSides(entry.key, false,
                 index->name + ", a local index, has the table's partition key and");
    } else {
      CheckSides(entry.key, !index->range.empty(), index->name);
    }
  }

  void CheckBindings(const Entity& entity, const std::vector<Binding>& bindings) {
    for (const auto& binding : bindings) {
      if (!NeedAttribute(entity, binding.place, binding.attribute)) continue;
      if (binding.value) {
        CheckValue(*entity.Find(binding.attribute), *binding.value, binding.place);
      }
    }
  }

  void CheckPattern(const Pattern& pattern) {
    if (!pattern.reads()) {
      for (const auto& action : pattern.actions) CheckAction(action);
      return;
    }
    const Entity* target = Need(pattern.target.place, pattern.target.entity);
    if (target == nullptr) return;
    CheckBindings(*target, pattern.bindings);
    if (!pattern.range.empty()) NeedAttribute(*target, pattern.target.place, pattern.range);
    for (const auto& name : pattern.shows) NeedAttribute(*target, pattern.target.place, name);
    CheckWanted(pattern.target);
    for (const auto& child : pattern.children) CheckWanted(child);
    if (!pattern.via.empty() && pattern.via != "table") NeedIndex(pattern.place, pattern.via);
    if (pattern.stated && !pattern.stated->index.empty()) {
      NeedIndex(pattern.stated->place, pattern.stated->index);
    }
  }

  void NeedIndex(Place place, const std::string& name) {
    if (model_.FindIndex(name) != nullptr) return;
    Complain(place, fmt::format("There is no index '{}'{}", name,
                                Ended(Suggest(name, NamesOf(model_.indexes, &Index::name)))));
  }

  void CheckWanted(const Wanted& wanted) {
    const Entity* entity = Need(wanted.place, wanted.entity);
    if (entity != nullptr && !wanted.order.empty()) {
      NeedAttribute(*entity, wanted.place, wanted.order);
    }
  }

  void CheckAction(const Action& action) {
    const Entity* entity = Need(action.place, action.entity);
    if (entity == nullptr) return;
    CheckBindings(*entity, action.bindings);
    for (const auto* list :
         {&action.sets, &action.adds, &action.modifies, &action.appends, &action.conditions}) {
      for (const auto& name : *list) NeedAttribute(*entity, action.place, name);
    }
    if (!action.rewrites) return;
    for (const auto& name : *action.rewrites) {
      if (name != "*") NeedIndex(action.place, name);
    }
  }

  void CheckAssertion(const Assertion& assertion) {
    for (const auto& exception : assertion.exceptions) {
      if (model_.FindPattern(exception.pattern) != nullptr) continue;
      Complain(
          assertion.place,
          fmt::format("There is no pattern '{}'{}", exception.pattern,
                      Ended(Suggest(exception.pattern, NamesOf(model_.patterns, &Pattern::id)))));
    }
  }

  Model& model_;
  std::vector<Complaint>& complaints_;
};

}  // namespace

void Resolve(Model& model, std::vector<Complaint>& complaints) {
  Resolver(model, complaints).Run();
}

}  // namespace stator::model
