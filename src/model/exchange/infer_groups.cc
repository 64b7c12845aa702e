#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "model/exchange/infer_copies.h"
#include "model/exchange/infer_guards.h"
#include "model/exchange/infer_keys.h"
#include "model/exchange/key_text.h"

// Groups items by their kind.
namespace stator::model {
namespace {

constexpr std::size_t kKindsMax = 100;

const std::string* TextOf(const SampledItem& item, const std::string& name) {
  const auto found = item.find(name);
  return found == item.end() || found->second.type != "S" ? nullptr : &found->second.text;
}

// Attributes that may name an item's kind.
constexpr std::array<std::string_view, 11> kKindNames{
    "_type", "type",       "Type", "entityType", "EntityType", "entity",
    "_et",   "__typename", "kind", "__edb_e__",  "itemType"};

// Returns the attribute by which nearly all items name their kind.
std::optional<std::string> KindAttribute(const std::vector<SampledItem>& items) {
  constexpr double kNearlyAll = 0.9;
  for (const auto name : kKindNames) {
    std::set<std::string> kinds;
    std::size_t having = 0;
    for (const auto& item : items) {
      if (const auto* kind = TextOf(item, std::string(name))) {
        ++having;
        kinds.insert(*kind);
      }
    }
    const bool enough =
        static_cast<double>(having) >= kNearlyAll * static_cast<double>(items.size());
    if (having > 0 && enough && kinds.size() <= kKindsMax && kinds.size() * 2 <= items.size() + 2) {
      return std::string(name);
    }
  }
  return std::nullopt;
}

// Returns true if an attribute of the item has the value `part`. Key attributes and the attribute
// of the kind do not count.
bool IsSaid(const SampledItem& item, const std::set<std::string>& keys, std::string_view part) {
  return std::ranges::any_of(item, [&](const auto& attribute) {
    const auto& [name, value] = attribute;
    return value.type == "S" && value.text == part && !keys.contains(name) &&
           std::ranges::find(kKindNames, name) == kKindNames.end();
  });
}

// Describes the form of an item's keys.
class Forms {
 public:
  explicit Forms(const std::set<std::string>& keys) : keys_(keys) {}

  // Returns the words of a key with a mark for each value: "DEPT#*#TEAM#*".
  std::string Of(const SampledItem& item, const std::string& key) const {
    const auto* text = TextOf(item, key);
    if (text == nullptr) return "";
    const auto parts = SplitKey(*text).parts;
    std::string form;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) form += '#';
      const bool word = i == 0 ? BeginsWithKind(item, parts) : IsKindWord(parts[i]);
      form += word ? parts[i] : "*";
    }
    return form;
  }

  // Returns the number of parts and the kind in the first one. Items of one kind share both,
  // whatever their values look like.
  std::string RoughlyOf(const SampledItem& item, const std::string& key) const {
    const auto* text = TextOf(item, key);
    if (text == nullptr) return "";
    const auto parts = SplitKey(*text).parts;
    return fmt::format("{} {}", parts.size(), BeginsWithKind(item, parts) ? parts.front() : "*");
  }

 private:
  // Returns true if the first part names the kind, in any spelling. A value does not: it equals an
  // attribute, or stands before the word of the kind.
  bool BeginsWithKind(const SampledItem& item, const std::vector<std::string>& parts) const {
    const auto& first = parts.front();
    if (parts.size() == 1) return IsKindWord(first);
    const bool another = IsKindWord(parts[1]);
    if (IsKindWord(first)) return !another || !IsSaid(item, keys_, first);
    return !another && !IsValue(first) && !IsSaid(item, keys_, first);
  }

  const std::set<std::string>& keys_;
};

// Returns the last word with a value behind it, or else the first word.
std::string WordOf(const std::string& form) {
  const auto parts = SplitKey(form).parts;
  std::string word;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool valued = i + 1 < parts.size() && parts[i + 1] == "*";
    if (parts[i] != "*" && (valued || word.empty())) word = parts[i];
  }
  return word;
}

// Names the kind by the sort key if that contains a value. Otherwise (PROFILE) the partition key
// names it.
std::string NameOf(const std::string& partition, const std::string& sort, const Table& table) {
  const bool telling = sort.find('*') != std::string::npos && !WordOf(sort).empty();
  const auto word = telling ? WordOf(sort) : WordOf(partition);
  return EntityNameOf(word.empty() ? table.name : word);
}

// Returns the words of a template with a mark for each field.
std::string FormOf(const Template& text) {
  std::string form;
  for (const auto& part : text.parts) form += part.type == Part::Type::kLiteral ? part.text : "*";
  return form;
}

KeyPair KeyOf(const SampledTable& sampled, const std::vector<SampledItem>& items) {
  const auto keys = KeyNamesOf(sampled);
  KeyPair key;
  for (auto [name, text] : {std::pair(&sampled.table.partition_key, &key.partition),
                            std::pair(&sampled.table.sort_key, &key.sort)}) {
    const auto has = [&](const SampledItem& item) { return item.contains(*name); };
    if (!std::ranges::any_of(items, has)) continue;
    *text = InferKey(items, *name, keys, Sharding::kNo).text;
  }
  return key;
}

// Merges groups whose keys have the same template, unless the items name different kinds. The words
// in which such keys differ are values.
std::vector<ItemGroup> WithoutTwins(const SampledTable& sampled, std::vector<ItemGroup> groups) {
  std::vector<ItemGroup> all;
  std::vector<KeyPair> made;
  for (auto& group : groups) {
    const auto key = KeyOf(sampled, group.items);
    std::size_t twin = 0;
    const auto alike = [&] {
      return all[twin].said.empty() && made[twin].partition.parts == key.partition.parts &&
             made[twin].sort.parts == key.sort.parts;
    };
    while (twin < all.size() && !alike()) ++twin;
    if (twin == all.size() || !group.said.empty()) {
      all.push_back(std::move(group));
      made.push_back(key);
      continue;
    }
    std::ranges::move(group.items, std::back_inserter(all[twin].items));
    all[twin].name = NameOf(FormOf(key.partition), FormOf(key.sort), sampled.table);
  }
  return all;
}

// Turns groups into entities. Groups that name the same kind become one. Other groups with equal
// names get numbers.
std::vector<SampledEntity> EntitiesOf(std::vector<ItemGroup> groups) {
  std::vector<SampledEntity> entities;
  std::vector<std::string> said;
  std::map<std::string, int> used;
  for (auto& group : groups) {
    const auto same = std::ranges::find(said, group.said);
    if (!group.said.empty() && same != said.end()) {
      auto& entity = entities[static_cast<std::size_t>(same - said.begin())];
      std::ranges::move(group.items, std::back_inserter(entity.items));
      std::ranges::move(group.copies, std::back_inserter(entity.copies));
      std::ranges::move(group.guards, std::back_inserter(entity.guards));
      continue;
    }
    if (const int before = used[group.name]++; before > 0) {
      group.name += std::to_string(before + 1);
    }
    said.push_back(group.said);
    entities.push_back({.name = std::move(group.name),
                        .items = std::move(group.items),
                        .copies = std::move(group.copies),
                        .guards = std::move(group.guards)});
  }
  return entities;
}

}  // namespace

std::vector<SampledEntity> GroupItems(const SampledTable& sampled, std::vector<SampledItem> items) {
  const auto kind = KindAttribute(items);
  const auto keys = KeyNamesOf(sampled);
  const Forms forms(keys);
  std::map<std::string, ItemGroup> groups;
  for (auto& item : items) {
    std::string group;
    std::string name;
    const auto* said = kind ? TextOf(item, *kind) : nullptr;
    const auto& partition_key = sampled.table.partition_key;
    const auto& sort_key = sampled.table.sort_key;
    if (said != nullptr) {
      group = fmt::format("={}\n{}\n{}", *said, forms.RoughlyOf(item, partition_key),
                          forms.RoughlyOf(item, sort_key));
      name = EntityNameOf(*said);
    } else {
      const auto partition = forms.Of(item, partition_key);
      const auto sort = forms.Of(item, sort_key);
      group = fmt::format("{}\n{}", partition, sort);
      name = NameOf(partition, sort, sampled.table);
    }
    if (groups.size() >= kKindsMax && !groups.contains(group)) group = name = "Other";
    groups[group].name = name;
    groups[group].said = said != nullptr ? *said : "";
    groups[group].items.push_back(std::move(item));
  }
  std::vector<ItemGroup> all;
  for (auto& [form, group] : groups) all.push_back(std::move(group));
  all = WithoutTwins(sampled, std::move(all));
  return EntitiesOf(FindCopies(keys, FindGuards(sampled, std::move(all))));
}

}  // namespace stator::model
