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

// Which items are of one kind.
namespace stator::model {
namespace {

constexpr std::size_t kKindsMax = 100;

const std::string* TextOf(const SampledItem& item, const std::string& name) {
  const auto found = item.find(name);
  return found == item.end() || found->second.type != "S" ? nullptr : &found->second.text;
}

// An attribute by which nearly all items say what they are.
std::optional<std::string> KindAttribute(const std::vector<SampledItem>& items) {
  constexpr std::array<std::string_view, 11> kNames{
      "_type", "type",       "Type", "entityType", "EntityType", "entity",
      "_et",   "__typename", "kind", "__edb_e__",  "itemType"};
  constexpr double kNearlyAll = 0.9;
  for (const auto name : kNames) {
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

// The words of a key with a mark for each value: "DEPT#*#TEAM#*".
std::string FormOf(const std::string* key) {
  if (key == nullptr) return "";
  const auto segments = SplitKey(*key);
  std::string form;
  for (std::size_t i = 0; i < segments.parts.size(); ++i) {
    if (i > 0) form += '#';
    // The first of several parts names the kind, however it is written.
    const bool word = IsKindWord(segments.parts[i]) || (i == 0 && segments.parts.size() > 1);
    form += word ? segments.parts[i] : "*";
  }
  return form;
}

// The last word that is followed by a value, or else the last there is.
std::string WordOf(const std::string& form) {
  const auto parts = SplitKey(form).parts;
  std::string word;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool valued = i + 1 < parts.size() && parts[i + 1] == "*";
    if (parts[i] != "*" && (valued || word.empty())) word = parts[i];
  }
  return word;
}

// A sort key with a value tells the kind; one without (PROFILE) leaves it to the partition key.
std::string NameOf(const std::string& partition, const std::string& sort, const Table& table) {
  const bool telling = sort.find('*') != std::string::npos && !WordOf(sort).empty();
  const auto word = telling ? WordOf(sort) : WordOf(partition);
  return EntityNameOf(word.empty() ? table.name : word);
}

// How many parts, and what the first says: what items of one kind have in common, whatever their
// values look like.
std::string RoughFormOf(const std::string* key) {
  if (key == nullptr) return "";
  const auto segments = SplitKey(*key);
  const bool word = segments.parts.size() > 1 || IsKindWord(segments.parts.front());
  return fmt::format("{} {}", segments.parts.size(), word ? segments.parts.front() : "*");
}

// What is left are kinds: of one name those that say the same are one.
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
  std::map<std::string, ItemGroup> groups;
  for (auto& item : items) {
    std::string group;
    std::string name;
    const auto* said = kind ? TextOf(item, *kind) : nullptr;
    const auto* partition_key = TextOf(item, sampled.table.partition_key);
    const auto* sort_key = TextOf(item, sampled.table.sort_key);
    if (said != nullptr) {
      group = fmt::format("={}\n{}\n{}", *said, RoughFormOf(partition_key), RoughFormOf(sort_key));
      name = EntityNameOf(*said);
    } else {
      const auto partition = FormOf(partition_key);
      const auto sort = FormOf(sort_key);
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
  return EntitiesOf(FindCopies(KeyNamesOf(sampled), FindGuards(sampled, std::move(all))));
}

}  // namespace stator::model
