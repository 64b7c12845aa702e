#include "model/verify/read_check.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "model/verify/argument_choices.h"

namespace stator::model {
namespace {

constexpr std::size_t kNamed = 5;

// Returns "a, b and 3 more".
std::string Listed(const std::vector<std::string>& names) {
  const auto shown = std::min(names.size(), kNamed);
  auto text = fmt::format(
      "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

class Comparison {
 public:
  Comparison(const Pattern& pattern, const ReadPlace& place, const ExpectedItems& expected,
             const RowMap& rows, const ReadOutcome& outcome)
      : pattern_(pattern), place_(place), expected_(expected), rows_(rows), outcome_(outcome) {}

  std::vector<std::string> Faults() {
    for (const auto& item : outcome_.items) Place(item);
    for (const auto& group : expected_) CheckGroup(group);
    Say("not asked for", unasked_);
    Say("of nothing that exists", unknown_);
    Say("twice", twice_);
    Say("missing", missing_);
    Say("out of order", disordered_);
    Say("wrong", wrong_);
    return std::move(faults_);
  }

 private:
  void Say(std::string_view what, const std::vector<std::string>& names) {
    if (names.empty()) return;
    faults_.push_back(fmt::format("expected {}, got {}; {}: {}",
                                  Counted(CountOf(expected_), "item"), outcome_.items.size(), what,
                                  Listed(names)));
  }

  void Place(const client::Item& item) {
    const auto* row = rows_.Find(place_.table->name, item);
    if (row == nullptr) {
      unknown_.push_back(rows_.KeyTextOf(place_.table->name, item));
      return;
    }
    const auto name = NameOf(*row->instance);
    if (!IsMatching(*row->instance) || row->access->row == StoredRow::Row::kGuard) {
      unasked_.push_back(name);
      return;
    }
    if (!seen_.insert(row->instance).second) {
      twice_.push_back(name);
      return;
    }
    got_[row->instance->entity->name].push_back(row->instance);
    CheckContent(name, item, *row);
  }

  bool IsMatching(const Instance& instance) const {
    return std::ranges::any_of(expected_, [&](const ExpectedGroup& group) {
      return std::ranges::find(group.matching, &instance) != group.matching.end();
    });
  }

  // Compares the attributes that the caller reads. Key attributes that templates make are not the
  // caller's.
  void CheckContent(const std::string& name, const client::Item& item, const RowMap::Row& row) {
    client::Item attributes;
    for (const auto& [attribute, value] : item) {
      if (row.instance->values.contains(attribute)) attributes.emplace(attribute, value);
    }
    if (const auto difference = DifferenceOf(attributes, row.item); !difference.empty()) {
      wrong_.push_back(fmt::format("{} ({})", name, difference));
    }
    for (const auto& shown : pattern_.shows) {
      if (row.instance->values.contains(shown) && !item.contains(shown) &&
          !InKey(*row.instance->entity, shown)) {
        wrong_.push_back(fmt::format("{} (has no {})", name, shown));
      }
    }
  }

  // Whether the caller can read the value off a key that comes with the item.
  bool InKey(const Entity& entity, const std::string& attribute) const {
    const auto shows = [&](const Template& text) {
      return std::ranges::any_of(text.parts, [&](const Part& part) {
        return part.type == Part::Type::kField && part.bucket == Bucket::kNone &&
               part.text == attribute;
      });
    };
    return std::ranges::any_of(*place_.accesses, [&](const StoredRow& access) {
      const bool comes = access.InTable() || access.index->name == place_.index;
      return access.entity == &entity && comes &&
             (shows(access.key.partition) || shows(access.key.sort));
    });
  }

  void CheckGroup(const ExpectedGroup& group) {
    const auto& got = got_[group.wanted->entity];
    const bool all = group.count == group.matching.size();
    if (all) {
      for (const Instance* instance : group.matching) {
        if (!seen_.contains(instance)) missing_.push_back(NameOf(*instance));
      }
    } else if (got.size() < group.count) {
      missing_.push_back(fmt::format("{} of {}", group.count - got.size(), group.wanted->entity));
    } else if (got.size() > group.count) {
      unasked_.push_back(
          fmt::format("{} of {} beyond the limit", got.size() - group.count, group.wanted->entity));
    }
    // If items are missing or superfluous, differences of order say nothing more.
    if (!group.wanted->order.empty() && missing_.empty() && unasked_.empty()) {
      CheckOrder(group, got);
    }
  }

  // Checks the order. Items with equal values may come in any order, and a limit may cut off any of
  // them.
  void CheckOrder(const ExpectedGroup& group, const std::vector<const Instance*>& got) {
    const auto& by = group.wanted->order;
    for (std::size_t i = 0; i < std::min(got.size(), group.count); ++i) {
      const auto& value = got[i]->values.at(by);
      const auto& wanted = group.matching[i]->values.at(by);
      if (Compare(value, wanted) == 0) continue;
      disordered_.push_back(fmt::format("{} with {}={} where {}={} belongs", NameOf(*got[i]), by,
                                        TextOf(value), by, TextOf(wanted)));
    }
  }

  const Pattern& pattern_;
  const ReadPlace& place_;
  const ExpectedItems& expected_;
  const RowMap& rows_;
  const ReadOutcome& outcome_;
  std::set<const Instance*> seen_;
  std::map<std::string, std::vector<const Instance*>> got_;
  std::vector<std::string> unasked_, unknown_, twice_, missing_, disordered_, wrong_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> FaultsOf(const Pattern& pattern, const ReadPlace& place,
                                  const ExpectedItems& expected, const RowMap& rows,
                                  const ReadOutcome& outcome) {
  if (!outcome.error.empty()) return {outcome.error};
  return Comparison(pattern, place, expected, rows, outcome).Faults();
}

std::string DifferenceOf(const client::Item& got, const client::Item& wanted) {
  for (const auto& [name, value] : got) {
    const auto* right = client::Find(wanted, name);
    if (right == nullptr) return fmt::format("has {}={}, which must not be", name, TextOf(value));
    if (*right != value) {
      return fmt::format("{} is {}, must be {}", name, TextOf(value), TextOf(*right));
    }
  }
  return "";
}

}  // namespace stator::model
