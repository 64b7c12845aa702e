#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "model/language/attribute_type.h"
#include "model/language/cursor.h"
#include "model/language/lookup.h"
#include "model/language/templates.h"

namespace stator::model {
namespace {

using Type = client::Value::Type;

std::string_view NameOf(Type type) {
  if (type == Type::kNumber) return "a number";
  return type == Type::kBinary ? "binary" : "a text";
}

// A key line's template for one key attribute.
struct Written {
  Template* text = nullptr;
  std::string attribute;
  const std::string* of = nullptr;  // the table's or index's name
  bool beside_item = false;         // the row also carries the entity's attributes
};

// Returns why the attribute cannot stand in a key's text; empty if it can.
std::string_view FormOf(const Attribute& attribute) {
  if (attribute.kind == Kind::kMap) return "a map";
  if (attribute.kind == Kind::kList) return "a list";
  return attribute.kind == Kind::kBlob ? "binary" : "";
}

// Whether the template is nothing but the attribute itself.
bool IsJust(const Template& text, const std::string& attribute) {
  return text.parts == std::vector<Part>{{.type = Part::Type::kField, .text = attribute}};
}

class KeyAttributes {
 public:
  KeyAttributes(Model& model, Lookup& lookup) : model_(model), lookup_(lookup) {}

  void Run() {
    for (auto& entity : model_.entities) {
      for (const auto& written : WrittenBy(entity)) {
        CheckOneValue(entity, written);
        CheckParts(entity, written);
      }
      for (const auto& entry : entity.entries) {
        CheckSparse(entity, entry);
        CheckOwn(entity, entry);
      }
    }
    for (const auto& table : model_.tables) {
      for (const auto& name : KeyNames(table)) CheckType(table, name);
    }
    for (const auto& index : model_.indexes) CheckIncluded(index);
  }

 private:
  std::vector<Written> WrittenBy(Entity& entity) const {
    std::vector<Written> all;
    const Table& table = *model_.FindTable(entity.table);
    const auto add = [&](KeyPair& key, bool beside_partition, bool beside_sort) {
      all.push_back({&key.partition, table.partition_key, &table.name, beside_partition});
      if (table.sort_key.empty()) return;
      all.push_back({&key.sort, table.sort_key, &table.name, beside_sort});
    };
    for (auto& key : entity.keys) add(key, true, true);
    for (auto& copy : entity.copies) {
      const auto has = [&](const std::string& name) {
        return std::ranges::find(copy.attributes, name) != copy.attributes.end();
      };
      add(copy.key, has(table.partition_key), has(table.sort_key));
    }
    for (auto& guard : entity.guards) add(guard, false, false);
    for (auto& entry : entity.entries) AddEntry(entity, entry, all);
    return all;
  }

  void AddEntry(const Entity& entity, IndexEntry& entry, std::vector<Written>& all) const {
    const Index* index = model_.FindIndex(entity.table, entry.index);
    if (index == nullptr || index->hash.size() > 1 || index->range.size() > 1) return;
    if (index->local) {  // a local index's line has only one side
      all.push_back({&entry.key.partition, index->range.front(), &index->name, true});
      return;
    }
    all.push_back({&entry.key.partition, index->hash.front(), &index->name, true});
    if (index->range.empty()) return;
    all.push_back({&entry.key.sort, index->range.front(), &index->name, true});
  }

  void CheckOneValue(const Entity& entity, const Written& written) {
    if (entity.Find(written.attribute) == nullptr || written.text->empty()) return;
    written.text->natural = IsJust(*written.text, written.attribute);
    if (written.text->natural || !written.beside_item) return;
    lookup_.Complain(
        written.text->place,
        fmt::format("{0} is an attribute of {1} and of the key of {2}; it cannot be {3} as well. "
                    "Leave the line out to have {0} itself as the key, or give {2} a key "
                    "attribute of its own.",
                    written.attribute, entity.name, *written.of, TextOf(*written.text)));
  }

  void CheckParts(const Entity& entity, const Written& written) {
    if (written.text->natural) return;
    for (const auto& part : written.text->parts) {
      const bool made = part.type == Part::Type::kField || part.type == Part::Type::kShard;
      const Attribute* attribute = made ? entity.Find(part.text) : nullptr;
      if (attribute == nullptr) continue;
      const auto form = FormOf(*attribute);
      if (form.empty()) continue;
      lookup_.Complain(written.text->place,
                       fmt::format("{} is {}, and a key cannot be made of it.", part.text, form));
    }
  }

  // DynamoDB indexes every item that has all attributes of the index's key. A condition on a key of
  // such attributes has no effect, so complain.
  void CheckSparse(const Entity& entity, const IndexEntry& entry) {
    const Index* index = model_.FindIndex(entity.table, entry.index);
    if (index == nullptr || !entry.key.when) return;
    const Table& table = *model_.FindTable(entity.table);
    const bool has_hash =
        entry.key.partition.natural || (!index->local && table.HasKey(index->hash));
    const bool has_range =
        entry.key.sort.empty() || entry.key.sort.natural || table.HasKey(index->range);
    if (!has_hash || !has_range) return;
    lookup_.Complain(
        entry.key.when->place,
        fmt::format("Every {} has the attributes of {}'s key, so every one is in it. For a sparse "
                    "index, make the key of an attribute of its own.",
                    entity.name, entry.index));
  }

  // An attribute of the table's key has one value in an item, in the index too. Complain if the
  // index's line makes another.
  void CheckOwn(const Entity& entity, const IndexEntry& entry) {
    const Index* index = model_.FindIndex(entity.table, entry.index);
    if (index == nullptr || index->local || entity.keys.empty()) return;
    const Table& table = *model_.FindTable(entity.table);
    for (const auto& [names, text] : {std::pair(&index->hash, &entry.key.partition),
                                      std::pair(&index->range, &entry.key.sort)}) {
      if (!table.HasKey(*names)) continue;
      const bool partition = names->front() == table.partition_key;
      const bool same = std::ranges::any_of(entity.keys, [&](const KeyPair& key) {
        return (partition ? key.partition : key.sort).parts == text->parts;
      });
      if (same) continue;
      const auto& key = entity.keys.front();
      lookup_.Complain(
          text->place,
          fmt::format("{} is part of the key of {}, and {} in {}; leave the line out, "
                      "and that is in {}.",
                      names->front(), table.name, TextOf(partition ? key.partition : key.sort),
                      entity.name, index->name));
    }
  }

  std::set<std::string> KeyNames(const Table& table) const {
    std::set<std::string> names = {table.partition_key};
    if (!table.sort_key.empty()) names.insert(table.sort_key);
    for (const auto& index : model_.indexes) {
      if (index.table != table.name) continue;
      names.insert(index.hash.begin(), index.hash.end());
      names.insert(index.range.begin(), index.range.end());
    }
    return names;
  }

  // DynamoDB refuses an item whose key attribute, of the table or an index, has another type.
  void CheckType(const Table& table, const std::string& name) {
    std::map<Type, std::string> types;
    for (auto& entity : model_.entities) {
      if (entity.table != table.name) continue;
      Place place = entity.place;
      std::set<Type> own;
      if (const Attribute* attribute = entity.Find(name)) {
        place = attribute->place;
        own.insert(TypeOf(*attribute));
      }
      for (const auto& written : WrittenBy(entity)) {
        const bool made = written.attribute == name && !written.text->natural;
        if (made && !written.text->empty()) own.insert(Type::kString);
      }
      for (const Type type : own) {
        if (!CheckKind(type, name, place)) return;
        types.emplace(type, entity.name);
      }
      if (types.size() > 1) return ComplainOfTypes(types, name, place);
    }
  }

  bool CheckKind(Type type, const std::string& name, Place place) {
    if (type == Type::kString || type == Type::kNumber || type == Type::kBinary) return true;
    lookup_.Complain(
        place, fmt::format("{} is part of a key, and keys are texts, numbers or binaries.", name));
    return false;
  }

  void ComplainOfTypes(const std::map<Type, std::string>& types, const std::string& name,
                       Place place) {
    const auto& [one, first] = *types.begin();
    const auto& [other, second] = *std::next(types.begin());
    lookup_.Complain(place, fmt::format("{}, part of a key, is {} in {} and {} in {}; it can only "
                                        "have one type.",
                                        name, NameOf(one), first, NameOf(other), second));
  }

  void CheckIncluded(const Index& index) {
    const auto key_names = KeyNames(*model_.FindTable(index.table));
    std::vector<std::string_view> names(key_names.begin(), key_names.end());
    for (const auto& entity : model_.entities) {
      if (entity.table != index.table) continue;
      for (const auto& attribute : entity.attributes) names.push_back(attribute.name);
    }
    for (const auto& name : index.include) {
      if (std::ranges::find(names, name) != names.end()) continue;
      // A model need not name every attribute of its items. Complain only if the name looks like a
      // typo.
      const auto hint = Suggest(name, names);
      if (hint.empty()) continue;
      lookup_.Complain(index.place, fmt::format("{} includes '{}', which no entity of {} has{}",
                                                index.name, name, index.table, hint));
    }
  }

  Model& model_;
  Lookup& lookup_;
};

}  // namespace

void ResolveKeyAttributes(Model& model, Lookup& lookup) { KeyAttributes(model, lookup).Run(); }

}  // namespace stator::model
