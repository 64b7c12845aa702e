#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "model/exchange/infer.h"
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

}  // namespace

std::vector<SampledEntity> GroupItems(const SampledTable& sampled, std::vector<SampledItem> items) {
  const auto kind = KindAttribute(items);
  std::map<std::string, std::vector<SampledItem>> groups;
  std::map<std::string, std::string> names;
  for (auto& item : items) {
    std::string group;
    std::string name;
    const auto* said = kind ? TextOf(item, *kind) : nullptr;
    if (said != nullptr) {
      group = "=" + *said;
      name = EntityNameOf(*said);
    } else {
      const auto partition = FormOf(TextOf(item, sampled.table.partition_key));
      const auto sort = FormOf(TextOf(item, sampled.table.sort_key));
      group = fmt::format("{}\n{}", partition, sort);
      name = NameOf(partition, sort, sampled.table);
    }
    if (groups.size() >= kKindsMax && !groups.contains(group)) group = name = "Other";
    names.emplace(group, name);
    groups[group].push_back(std::move(item));
  }
  std::vector<SampledEntity> entities;
  std::map<std::string, int> used;
  for (auto& [group, members] : groups) {
    auto name = names[group];
    if (const int before = used[name]++; before > 0) name += std::to_string(before + 1);
    entities.push_back({.name = std::move(name), .items = std::move(members)});
  }
  return entities;
}

}  // namespace stator::model
