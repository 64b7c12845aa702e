#include "model/exchange/infer_guards.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "model/exchange/infer_keys.h"
#include "model/exchange/key_text.h"
#include "model/layout/rows.h"

namespace stator::model {
namespace {

// the suffix of the kind in rows that this project writes
constexpr std::string_view kSaidSuffix = ".unique";

bool IsScalar(const SampledValue& value) { return value.type == "S" || value.type == "N"; }

// A row and the item whose value it guards.
struct Guarded {
  const SampledItem* row = nullptr;
  const SampledItem* owner = nullptr;
  std::vector<std::string> parts;  // of the row's key
};

class GuardTest {
 public:
  GuardTest(const SampledTable& sampled, const std::set<std::string>& keys, const ItemGroup& owners,
            const ItemGroup& rows)
      : table_(sampled.table), keys_(keys), owners_(owners), rows_(rows) {}

  // Returns the rows with the attributes of their owners. nullopt: the rows do not guard these
  // owners.
  std::optional<std::vector<SampledItem>> Run() const {
    if (!IsBare()) return std::nullopt;
    std::set<std::string> names;
    for (const auto& owner : owners_.items) {
      for (const auto& [name, value] : owner) {
        if (!keys_.contains(name)) names.insert(name);
      }
    }
    for (const auto& name : names) {
      if (auto found = GuardedBy(name)) return Completed(*found);
    }
    return std::nullopt;
  }

 private:
  bool SaysSo() const { return rows_.said.ends_with(kSaidSuffix); }

  // Returns true if the rows have only the table's key, the kind, and at most one more attribute.
  bool IsBare() const {
    const std::size_t least = SaysSo() ? 1 : 2;
    if (rows_.items.size() < least) return false;
    return std::ranges::all_of(rows_.items, [&](const SampledItem& row) {
      const auto more = std::ranges::count_if(row, [&](const auto& attribute) {
        return !IsKey(attribute.first) && !IsKind(attribute);
      });
      return more <= 1 && std::ranges::none_of(row, [&](const auto& attribute) {
               return keys_.contains(attribute.first) && !IsKey(attribute.first);
             });
    });
  }

  bool IsKey(const std::string& name) const {
    return name == table_.partition_key || name == table_.sort_key;
  }

  bool IsKind(const SampledItem::value_type& attribute) const {
    return attribute.first == kTypeAttribute ||
           (!rows_.said.empty() && attribute.second.text == rows_.said);
  }

  std::vector<std::string> PartsOf(const SampledItem& item) const {
    std::vector<std::string> parts;
    for (const auto* name : {&table_.partition_key, &table_.sort_key}) {
      const auto found = item.find(*name);
      if (found == item.end()) continue;
      for (auto& part : SplitKey(found->second.text).parts) parts.push_back(std::move(part));
    }
    return parts;
  }

  // Maps owners by the attribute's value. Empty if two owners have the same value.
  std::map<std::string, const SampledItem*> OwnersBy(const std::string& name) const {
    std::map<std::string, const SampledItem*> by_value;
    for (const auto& owner : owners_.items) {
      const auto found = owner.find(name);
      if (found == owner.end()) continue;
      const bool own =
          IsScalar(found->second) && by_value.emplace(found->second.text, &owner).second;
      if (!own) return {};
    }
    return by_value;
  }

  // Tolerates misses: a sample may lack some owners.
  std::optional<std::vector<Guarded>> GuardedBy(const std::string& name) const {
    constexpr std::size_t kHalf = 2;
    const auto owners = OwnersBy(name);
    std::vector<Guarded> found;
    for (const auto& row : rows_.items) {
      auto parts = PartsOf(row);
      for (const auto& part : parts) {
        const auto owner = owners.find(part);
        if (owner == owners.end()) continue;
        if (!IsOf(row, *owner->second, part)) return std::nullopt;
        found.push_back({&row, owner->second, std::move(parts)});
        break;
      }
    }
    const bool enough = !found.empty() && found.size() * kHalf >= rows_.items.size() &&
                        (found.size() > 1 || SaysSo());
    if (!enough || !AreExplained(found)) return std::nullopt;
    return found;
  }

  // Returns true if `row` can guard the owner's value. A value in the owner's own key needs no
  // guard. All other attributes of the row must identify the owner.
  bool IsOf(const SampledItem& row, const SampledItem& owner, const std::string& value) const {
    const auto own = PartsOf(owner);
    const auto in_key = [&](const std::string& text) {
      return std::ranges::find(own, text) != own.end();
    };
    if (in_key(value)) return false;
    return std::ranges::all_of(row, [&](const auto& attribute) {
      if (IsKey(attribute.first) || IsKind(attribute)) return true;
      const auto same = owner.find(attribute.first);
      return in_key(attribute.second.text) ||
             (same != owner.end() && same->second.text == attribute.second.text);
    });
  }

  // Returns true if each part of the keys is either a common word or a value of the owner.
  bool AreExplained(const std::vector<Guarded>& found) const {
    const auto& first = found.front().parts;
    for (std::size_t i = 0; i < first.size(); ++i) {
      const auto constant = [&](const Guarded& each) {
        return each.parts.size() == first.size() && each.parts[i] == first[i];
      };
      const auto owned = [&](const Guarded& each) {
        return each.parts.size() == first.size() &&
               std::ranges::any_of(*each.owner, [&](const auto& attribute) {
                 return !keys_.contains(attribute.first) && attribute.second.text == each.parts[i];
               });
      };
      if (!std::ranges::all_of(found, constant) && !std::ranges::all_of(found, owned)) return false;
    }
    return true;
  }

  std::vector<SampledItem> Completed(const std::vector<Guarded>& found) const {
    std::vector<SampledItem> rows;
    for (const auto& each : found) {
      rows.push_back(*each.row);
      for (const auto& [name, value] : *each.owner) {
        const bool plain = !keys_.contains(name) && name != kTypeAttribute;
        if (plain && IsScalar(value)) rows.back().emplace(name, value);
      }
    }
    return rows;
  }

  const Table& table_;
  const std::set<std::string>& keys_;
  const ItemGroup& owners_;
  const ItemGroup& rows_;
};

}  // namespace

std::vector<ItemGroup> FindGuards(const SampledTable& sampled, std::vector<ItemGroup> groups) {
  const auto keys = KeyNamesOf(sampled);
  for (auto& rows : groups) {
    for (auto& owners : groups) {
      if (&owners == &rows || owners.items.empty() || rows.items.empty()) continue;
      auto found = GuardTest(sampled, keys, owners, rows).Run();
      if (!found) continue;
      owners.guards.push_back(*std::move(found));
      rows.items.clear();
    }
  }
  std::erase_if(groups, [](const ItemGroup& group) { return group.items.empty(); });
  return groups;
}

}  // namespace stator::model
