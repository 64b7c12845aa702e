#include "model/exchange/infer_copies.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace stator::model {
namespace {

using ByValue = std::map<std::string, const SampledItem*>;

// Maps items by the attribute's value. nullopt: two items have the same value, or one has none.
std::optional<ByValue> IndexBy(const std::vector<SampledItem>& items, const std::string& name) {
  ByValue by_value;
  for (const auto& item : items) {
    const auto found = item.find(name);
    const bool scalar =
        found != item.end() && (found->second.type == "S" || found->second.type == "N");
    if (!scalar || !by_value.emplace(found->second.text, &item).second) return std::nullopt;
  }
  return by_value;
}

bool IsSame(const SampledValue& left, const SampledValue& right) {
  return left.type == right.type && left.text == right.text && left.elements == right.elements;
}

class CopyTest {
 public:
  CopyTest(const std::set<std::string>& keys, const ItemGroup& group, const ItemGroup& copy)
      : keys_(keys), group_(group), copy_(copy) {}

  bool Run() const {
    if (group_.said != copy_.said) return false;
    const auto own = NamesOf(group_);
    const auto copied = NamesOf(copy_);
    // If the items name their kind, the identity alone proves a copy. Otherwise another attribute
    // must match, too.
    const std::size_t shared_min = group_.said.empty() ? 2 : 1;
    if (copied.size() < shared_min || !std::ranges::includes(own, copied)) return false;
    return std::ranges::any_of(copied, [&](const std::string& name) { return Repeats(name); });
  }

 private:
  // Returns the names of the attributes that are in no key.
  std::set<std::string> NamesOf(const ItemGroup& group) const {
    std::set<std::string> names;
    for (const auto& item : group.items) {
      for (const auto& [name, value] : item) {
        if (!keys_.contains(name)) names.insert(name);
      }
    }
    return names;
  }

  // Tolerates misses: a sample may lack some originals, and some may have changed in the meantime.
  bool Repeats(const std::string& identity) const {
    constexpr std::size_t kHalf = 2;
    const auto originals = IndexBy(group_.items, identity);
    const auto copies = IndexBy(copy_.items, identity);
    if (!originals || !copies) return false;
    std::size_t met = 0;
    std::size_t same = 0;
    for (const auto& [value, copy] : *copies) {
      const auto original = originals->find(value);
      if (original == originals->end()) continue;
      ++met;
      if (SaysTheSame(*original->second, *copy)) ++same;
    }
    constexpr std::size_t kNearlyAll = 10;  // nine of ten
    return met > 0 && met * kHalf >= copies->size() && same * kNearlyAll >= met * (kNearlyAll - 1);
  }

  bool SaysTheSame(const SampledItem& original, const SampledItem& copy) const {
    return std::ranges::all_of(copy, [&](const auto& attribute) {
      const auto& [name, value] = attribute;
      if (keys_.contains(name)) return true;
      const auto found = original.find(name);
      return found != original.end() && IsSame(found->second, value);
    });
  }

  const std::set<std::string>& keys_;
  const ItemGroup& group_;
  const ItemGroup& copy_;
};

// Measures how complete a group's items are. The more complete of two groups is the original.
std::size_t WordsOf(const ItemGroup& group) {
  std::size_t most = 0;
  for (const auto& item : group.items) most = std::max(most, item.size());
  return most;
}

}  // namespace

std::vector<ItemGroup> FindCopies(const std::set<std::string>& keys,
                                  std::vector<ItemGroup> groups) {
  for (auto& copy : groups) {
    for (auto& group : groups) {
      if (&group == &copy || group.items.empty() || copy.items.empty()) continue;
      const auto words = WordsOf(group);
      const bool more = words > WordsOf(copy) || (words == WordsOf(copy) && &group < &copy);
      if (!more || !CopyTest(keys, group, copy).Run()) continue;
      group.copies.push_back(std::move(copy.items));
      for (auto& each : copy.copies) group.copies.push_back(std::move(each));
      for (auto& each : copy.guards) group.guards.push_back(std::move(each));
      copy.guards.clear();
      copy.items.clear();
      copy.copies.clear();
      break;
    }
  }
  std::erase_if(groups, [](const ItemGroup& group) { return group.items.empty(); });
  return groups;
}

}  // namespace stator::model
