#include "model/language/resolve.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/limits.h"
#include "model/language/lookup.h"
#include "model/language/templates.h"

namespace stator::model {
namespace {

class Resolver {
 public:
  Resolver(Model& model, std::vector<Complaint>& complaints)
      : model_(model), lookup_(model, complaints) {}

  void Run() {
    if (model_.tables.empty()) {
      lookup_.Complain(model_.place,
                       "A model has a table, such as `table app (PK, SK) on-demand`.");
      return;
    }
    if (model_.tenant) CheckTenant(*model_.tenant);
    CheckKeySchemas();
    for (auto& entity : model_.entities) CompleteFromAbove(entity);
    for (const auto& entity : model_.entities) CheckKeys(entity);
    ResolveKeyAttributes(model_, lookup_);
    for (auto& pattern : model_.patterns) {
      if (pattern.sql) CompleteSql(pattern);
    }
    ResolvePatterns(lookup_);
    for (const auto& sample : model_.samples) lookup_.NeedEntity(model_.place, sample.entity);
  }

 private:
  // A statement without an entity is about the first one of its table.
  void CompleteSql(Pattern& pattern) {
    const Sql& sql = *pattern.sql;
    if (sql.of_entity || lookup_.NeedTable(sql.place, sql.table) == nullptr) return;
    const auto first = std::ranges::find(model_.entities, sql.table, &Entity::table);
    if (first == model_.entities.end()) {
      return lookup_.Complain(
          sql.place,
          fmt::format("No entity lies in {}, so the statement finds nothing.", sql.table));
    }
    pattern.target.entity = first->name;
  }

  void CheckTenant(const Tenant& tenant) {
    if (FieldsOf(tenant.prefix).empty()) {
      lookup_.Complain(tenant.place,
                       fmt::format("The prefix does not contain {0}; write a prefix such as "
                                   "TENANT#{{{0}}}#.",
                                   tenant.attribute));
    }
    for (const auto& part : tenant.prefix.parts) {
      const bool own = part.type == Part::Type::kField && part.text == tenant.attribute;
      if (own || part.type == Part::Type::kLiteral) continue;
      lookup_.Complain(tenant.place,
                       fmt::format("The prefix is made of {} alone, as in TENANT#{{{}}}#.",
                                   tenant.attribute, tenant.attribute));
    }
  }

  // Complains about keys that name an attribute twice.
  void CheckKeySchemas() {
    for (const auto& table : model_.tables) {
      if (table.partition_key != table.sort_key) continue;
      ComplainOfTwice(table.place, table.name, table.partition_key);
    }
    for (const auto& table : model_.tables) CheckIncludes(table);
    for (const auto& index : model_.indexes) {
      std::set<std::string> names;
      auto all = index.hash;
      all.insert(all.end(), index.range.begin(), index.range.end());
      for (const auto& name : all) {
        if (!names.insert(name).second) ComplainOfTwice(index.place, index.name, name);
      }
    }
  }

  // Bounds the included attributes of all indexes of a table. A name that two indexes include
  // counts twice, as DynamoDB counts it.
  void CheckIncludes(const Table& table) {
    std::size_t total = 0;
    for (const auto& index : model_.indexes) {
      if (index.table != table.name) continue;
      total += IncludedOf(table, index).size();
      if (total <= limits::kIncludedAttributesMax) continue;
      lookup_.Complain(index.place,
                       fmt::format("With {} the indexes of {} include {} attributes, more than the "
                                   "{} that those of one table may.",
                                   index.name, table.name, total, limits::kIncludedAttributesMax));
      return;
    }
  }

  void ComplainOfTwice(Place place, const std::string& of, const std::string& attribute) {
    lookup_.Complain(place, fmt::format("The key of {} names {} twice.", of, attribute));
  }

  // Completes the entity's parents first, wherever they stand, because a child inherits what its
  // parent inherited.
  void CompleteFromAbove(Entity& entity) {
    std::vector<Entity*> line;
    for (Entity* each = &entity; each != nullptr && !complete_.contains(each->name);) {
      if (std::ranges::find(line, each) != line.end()) {
        ComplainOfCircle(line, each);
        break;
      }
      line.push_back(each);
      if (IsTree(*each)) break;
      const auto parent = std::ranges::find(model_.entities, each->parent, &Entity::name);
      each = parent == model_.entities.end() ? nullptr : &*parent;
    }
    while (!line.empty()) {
      Complete(*line.back());
      complete_.insert(line.back()->name);
      line.pop_back();
    }
  }

  // Whether the entity is its own parent, as categories of categories are. Each instance then names
  // its parent in an attribute beside its own id.
  static bool IsTree(const Entity& entity) {
    const Attribute* key = entity.Find(entity.parent_key);
    return entity.parent == entity.name && key != nullptr && key->kind != Kind::kId;
  }

  void ComplainOfCircle(const std::vector<Entity*>& line, Entity* again) {
    std::vector<std::string> names;
    for (auto each = std::ranges::find(line, again); each != line.end(); ++each) {
      names.push_back((*each)->name);
    }
    names.push_back(again->name);
    lookup_.Complain(again->place,
                     fmt::format("An entity cannot be in itself: {}.", fmt::join(names, " in ")));
  }

  void Complete(Entity& entity) {
    if (entity.table.empty()) entity.table = model_.tables.front().name;
    if (lookup_.NeedTable(entity.place, entity.table) == nullptr) {
      entity.table = model_.tables.front().name;
    }
    if (!entity.parent.empty()) InheritKey(entity);
    InheritTenant(entity);
    if (entity.identity.empty()) {
      for (const auto& attribute : entity.attributes) {
        if (attribute.kind == Kind::kId && !attribute.inherited) {
          entity.identity.push_back(attribute.name);
        }
      }
    }
    CheckParentKey(entity);
  }

  // Siblings share the attribute that names their parent, so it cannot be their identity alone.
  void CheckParentKey(const Entity& entity) {
    const bool own = entity.identity == std::vector<std::string>{entity.parent_key};
    if (entity.parent.empty() || !own || entity.children_max <= 1) return;
    const auto& key = entity.parent_key;
    lookup_.Complain(
        entity.place,
        fmt::format(
            "'{0}' identifies each {1}, so it cannot name the {2}. Give {1} an attribute for that, "
            "as in `in {2}({3})`.",
            key, entity.name, entity.parent, NameFor(entity.parent, key)),
        key);
  }

  // Returns a name for the attribute that names the parent, such as "customerId" for Customer.
  static std::string NameFor(std::string name, std::string_view taken) {
    if (name.front() >= 'A' && name.front() <= 'Z') {
      name.front() = static_cast<char>(name.front() - 'A' + 'a');
    }
    return name + (name + "Id" == taken ? "Key" : "Id");
  }

  void InheritKey(Entity& entity) {
    const Entity* parent = lookup_.NeedEntity(entity.place, entity.parent);
    if (parent == nullptr || entity.Find(entity.parent_key) != nullptr) return;
    const Attribute* key = parent->Find(entity.parent_key);
    if (key == nullptr) {
      lookup_.Complain(
          entity.place,
          fmt::format(
              "{} has no attribute '{}' to be named by{}", parent->name, entity.parent_key,
              SuggestOrEnd(entity.parent_key, NamesOf(parent->attributes, &Attribute::name))));
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

  void CheckPair(const Entity& entity, const KeyPair& key) {
    lookup_.NeedTemplate(entity, key.partition);
    lookup_.NeedTemplate(entity, key.sort);
    if (!key.when) return;
    const auto* attribute = lookup_.NeedAttribute(entity, key.when->place, key.when->attribute);
    if (attribute != nullptr) lookup_.NeedValue(*attribute, key.when->value, key.when->place);
  }

  void CheckKeys(const Entity& entity) {
    const bool has_sort = !model_.FindTable(entity.table)->sort_key.empty();
    const auto check_row = [&](const KeyPair& key) {
      CheckPair(entity, key);
      lookup_.NeedSides(key, has_sort, entity.table);
    };
    for (const auto& key : entity.keys) check_row(key);
    for (const auto& copy : entity.copies) {
      check_row(copy.key);
      for (const auto& name : copy.attributes) lookup_.NeedAttribute(entity, copy.key.place, name);
    }
    for (const auto& guard : entity.guards) check_row(guard);
    for (const auto& entry : entity.entries) CheckEntry(entity, entry);
    for (const auto& skew : entity.skews) lookup_.NeedAttribute(entity, skew.place, skew.attribute);
    for (const auto& name : entity.identity) lookup_.NeedAttribute(entity, entity.place, name);
  }

  void CheckEntry(const Entity& entity, const IndexEntry& entry) {
    const auto named = std::ranges::find(model_.indexes, entry.index, &Index::name);
    if (named == model_.indexes.end()) {
      lookup_.Complain(
          entry.key.place,
          fmt::format("'{}' is no index, and neither attr, key, copy, unique, identity nor skew{}",
                      entry.index,
                      SuggestOrEnd(entry.index, NamesOf(model_.indexes, &Index::name))));
      return;
    }
    const Index* index = lookup_.NeedIndex(entity, entry.key.place, entry.index);
    if (index == nullptr) return;
    CheckPair(entity, entry.key);
    if (index->hash.size() > 1 || index->range.size() > 1) {
      lookup_.Complain(
          entry.key.place,
          fmt::format("{} has a multi-attribute key, which is made of attributes as they are.",
                      index->name));
    } else if (index->local) {
      lookup_.NeedSides(entry.key, false,
                        index->name + ", a local index, has the table's partition key and");
    } else {
      lookup_.NeedSides(entry.key, !index->range.empty(), index->name);
    }
  }

  Model& model_;
  Lookup lookup_;
  std::set<std::string> complete_;
};

}  // namespace

void Resolve(Model& model, std::vector<Complaint>& complaints) {
  Resolver(model, complaints).Run();
}

}  // namespace stator::model
