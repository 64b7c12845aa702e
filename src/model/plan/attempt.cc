#include "model/plan/attempt.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/result.h"
#include "model/language/bucket.h"
#include "model/language/templates.h"
#include "model/layout/overlap.h"

namespace stator::model {
namespace {

// The result of a step: success, or why the row cannot serve the pattern.
using Fit = std::expected<void, std::string>;

// The state that the steps of an attempt share; PlanFrom gives their order.
struct Attempt {
  const Pattern& pattern;
  const StoredRow& row;
  const std::vector<StoredRow>& all;
  ReadPlan plan;
  std::vector<std::string> left;  // bound attributes that no part of a key uses yet
};

std::unexpected<std::string> Misfit(std::string why) { return std::unexpected(std::move(why)); }

void Use(std::string_view attribute, Attempt& attempt) { std::erase(attempt.left, attribute); }

const Binding* FindBinding(const std::vector<Binding>& bindings, std::string_view attribute) {
  const auto found = std::ranges::find(bindings, attribute, &Binding::attribute);
  return found == bindings.end() ? nullptr : &*found;
}

bool IsBound(const Attempt& attempt, std::string_view attribute) {
  return FindBinding(attempt.pattern.bindings, attribute) != nullptr;
}

// Whether the pattern asks only for items that meet the condition.
bool Implies(const std::vector<Binding>& bindings, const Condition& condition) {
  const Binding* binding = FindBinding(bindings, condition.attribute);
  return binding != nullptr && binding->value == condition.value;
}

// The part of a sort key that a request can state: its literals and bound attributes, up to the
// first unknown part.
struct Known {
  Template prefix;
  const Part* next = nullptr;  // the first unknown part; nullptr: all parts are known
  bool last = false;           // nothing follows `next`
};

bool IsKnown(const Part& part, const std::vector<Binding>& bindings) {
  if (part.type == Part::Type::kLiteral) return true;
  if (part.type == Part::Type::kRandom) return false;
  if (part.type != Part::Type::kMade) return FindBinding(bindings, part.text) != nullptr;
  return std::ranges::all_of(part.made, [&](const Part& each) { return IsKnown(each, bindings); });
}

Known KnownOf(const Template& sort, const std::vector<Binding>& bindings) {
  Known known{.prefix = {.natural = sort.natural, .place = sort.place}};
  for (const auto& part : sort.parts) {
    if (!IsKnown(part, bindings)) {
      known.next = &part;
      known.last = &part == &sort.parts.back();
      return known;
    }
    known.prefix.parts.push_back(part);
  }
  return known;
}

// Returns the longest template with which both sort keys begin.
Template CommonPrefix(const Template& left, const Template& right) {
  Template common{.natural = left.natural, .place = left.place};
  for (std::size_t i = 0; i < std::min(left.parts.size(), right.parts.size()); ++i) {
    const Part& one = left.parts[i];
    const Part& other = right.parts[i];
    if (one == other) {
      common.parts.push_back(one);
      continue;
    }
    if (one.type == Part::Type::kLiteral && other.type == Part::Type::kLiteral) {
      const auto end = std::ranges::mismatch(one.text, other.text).in1;
      Part part{.text = std::string(one.text.begin(), end)};
      if (!part.text.empty()) common.parts.push_back(std::move(part));
    }
    break;
  }
  return common;
}

// A sparse index, or one of several keys, holds only some of the items. Serve the pattern only if
// it asks for no others.
Fit UseConditions(Attempt& attempt) {
  for (const auto& condition : attempt.row.conditions) {
    if (!Implies(attempt.pattern.bindings, condition)) {
      return Misfit(
          fmt::format("it holds only items with {}={}", condition.attribute, condition.value));
    }
    Use(condition.attribute, attempt);
  }
  return {};
}

// Bounds the partition keys, because the executor of a read refuses more.
Fit CheckFanOut(const Attempt& attempt) {
  if (attempt.plan.partitions() <= static_cast<std::int64_t>(kFanOutMax)) return {};
  return Misfit(fmt::format("it reads more than {} partition keys", kFanOutMax));
}

// {at:hour} without a bound time: the read asks each bucket of the pattern's range.
Fit UseBucket(const Part& part, Attempt& attempt) {
  ReadPlan& plan = attempt.plan;
  const Pattern& pattern = attempt.pattern;
  if (IsBound(attempt, part.text)) {
    // For a date, the day is the whole value, so the key shows all of it.
    const bool whole =
        part.bucket == Bucket::kDay && attempt.row.entity->Find(part.text)->kind == Kind::kDate;
    if (whole) Use(part.text, attempt);
    return {};
  }
  if (pattern.range != part.text || !pattern.range_seconds) {
    return Misfit(fmt::format("its partition key needs {} or a range over it, such as range {} 24h",
                              part.text, part.text));
  }
  const auto length = SecondsAtLeast(part.bucket);
  // If a key has two buckets of one time, the shorter determines the longer.
  if (plan.bucket && SecondsAtLeast(*plan.bucket) <= length) return {};
  // The range begins anywhere within its first bucket, so it may meet one bucket more than its
  // length.
  plan.buckets = (*pattern.range_seconds + length - 1) / length + 1;
  plan.bucket = part.bucket;
  plan.bucket_attribute = part.text;
  return CheckFanOut(attempt);
}

Fit UsePartitionPart(const Part& part, Attempt& attempt) {
  switch (part.type) {
    case Part::Type::kField:
      if (part.bucket != Bucket::kNone) return UseBucket(part, attempt);
      if (!IsBound(attempt, part.text)) {
        return Misfit(fmt::format("its partition key needs {}", part.text));
      }
      Use(part.text, attempt);
      return {};
    case Part::Type::kShard:
      if (!IsBound(attempt, part.text)) attempt.plan.shards *= part.shards;
      return CheckFanOut(attempt);
    case Part::Type::kRandom:
      attempt.plan.shards *= part.shards;
      return CheckFanOut(attempt);
    case Part::Type::kLiteral:
    case Part::Type::kMade:  // no such part: the key is flattened
      break;
  }
  return {};
}

Fit UsePartition(Attempt& attempt) {
  for (const auto& part : Flattened(attempt.row.key.partition).parts) {
    TRY(UsePartitionPart(part, attempt));
  }
  return {};
}

// The rows come in the wanted order if the first varying part of the sort key is the wanted
// attribute.
void UseOrder(const Wanted& wanted, const Part* next, Attempt& attempt) {
  if (wanted.order.empty() || IsBound(attempt, wanted.order)) return;
  if (attempt.plan.sort.type == SortRange::Type::kEquals) return;
  const bool by_it = next != nullptr && next->type == Part::Type::kField &&
                     next->bucket == Bucket::kNone && next->text == wanted.order;
  attempt.plan.ordered = by_it;
  if (by_it) attempt.plan.backward = wanted.descending != next->descending;
}

// Returns a text that sorts behind every key whose part has the range's last value. REQUIRES:
// another part follows.
std::string EndBehind(const Entity& entity, const Template& sort, const Part& part) {
  constexpr char kGreatest = '~';
  const Part& next = sort.parts[static_cast<std::size_t>(&part - sort.parts.data()) + 1];
  const bool delimited = next.type == Part::Type::kLiteral && next.text.front() >= ' ' &&
                         next.text.front() < kGreatest;
  if (!delimited || !EndsOpen(entity, {.parts = {part}})) return std::string(1, kGreatest);
  return std::string(1, static_cast<char>(next.text.front() + 1));
}

void UseSort(Attempt& attempt) {
  const Pattern& pattern = attempt.pattern;
  const Entity& entity = *attempt.row.entity;
  const Template& sort = attempt.row.key.sort;
  SortRange& range = attempt.plan.sort;
  const auto known = KnownOf(sort, pattern.bindings);
  for (const auto& part : Flattened(known.prefix).parts) {
    if (part.type == Part::Type::kField && part.bucket == Bucket::kNone) Use(part.text, attempt);
  }
  range.prefix = known.prefix;
  if (known.next == nullptr) {
    range.type = sort.empty() ? SortRange::Type::kAny : SortRange::Type::kEquals;
  } else if (!pattern.range.empty() && known.next->text == pattern.range &&
             known.next->type == Part::Type::kField && known.next->bucket == Bucket::kNone) {
    range.type = SortRange::Type::kBetween;
    range.between = *known.next;
    if (!known.last && !sort.natural) range.end = EndBehind(entity, sort, *known.next);
  } else {
    range.type = known.prefix.empty() ? SortRange::Type::kAny : SortRange::Type::kPrefix;
    range.unterminated = EndsOpen(entity, known.prefix);
  }
  if (!pattern.range.empty() && range.type != SortRange::Type::kBetween &&
      !IsBound(attempt, pattern.range)) {
    attempt.left.push_back(pattern.range);
  }
  UseOrder(pattern.target, known.next, attempt);
}

// Returns the child's rows under the target's partition key; nullptr if there are none.
const StoredRow* FindChild(const std::string& entity, const Attempt& attempt) {
  const StoredRow& target = attempt.row;
  for (const auto& row : attempt.all) {
    if (row.entity->name == entity && row.row != StoredRow::Row::kGuard &&
        row.table == target.table && row.index == target.index &&
        row.key.partition.parts == target.key.partition.parts &&
        std::ranges::all_of(row.conditions, [&](const Condition& condition) {
          return Implies(attempt.pattern.bindings, condition);
        })) {
      return &row;
    }
  }
  return nullptr;
}

std::string WhyNoChild(const std::string& entity, const Attempt& attempt) {
  const auto other = std::ranges::find_if(
      attempt.all, [&](const StoredRow& row) { return row.entity->name == entity; });
  if (other != attempt.all.end() && other->table != attempt.row.table) {
    return fmt::format("{} lies in the table {}, and a request reads one table", entity,
                       other->table->name);
  }
  return fmt::format("{} does not lie under {} there", entity, TextOf(attempt.row.key.partition));
}

// Extends the range so that it includes the child's rows.
void Widen(const StoredRow& child, Attempt& attempt) {
  SortRange& range = attempt.plan.sort;
  const auto known = KnownOf(child.key.sort, attempt.pattern.bindings);
  range.prefix = CommonPrefix(range.prefix, known.prefix);
  range.type = range.prefix.empty() ? SortRange::Type::kAny : SortRange::Type::kPrefix;
  range.between.reset();
  range.unterminated = EndsOpen(*attempt.row.entity, range.prefix);
}

// Whether the range excludes rows of the same entity that belong to other parents.
bool HoldsOnlyWanted(const StoredRow& rows, const Attempt& attempt) {
  const bool target = rows.entity == attempt.row.entity;
  const auto& identity = rows.entity->identity;
  auto needed = target && !identity.empty() ? identity : ExactFieldsOf(rows.key);
  if (!target && !rows.entity->parent_key.empty()) needed.push_back(rows.entity->parent_key);
  const auto asked =
      ExactFieldsOf({.partition = attempt.plan.partition, .sort = attempt.plan.sort.prefix});
  return std::ranges::all_of(needed, [&](const std::string& name) {
    return !IsBound(attempt, name) || Contains(asked, name);
  });
}

std::string SortText(const StoredRow& rows) {
  return fmt::format("{} ({})", rows.entity->name, TextOf(rows.key.sort));
}

// Whether all of `first` come before all of `second` in the order of the read.
bool ComeBefore(const StoredRow& first, const StoredRow& second, bool backward) {
  const auto& [low, high] = backward ? std::tie(second, first) : std::tie(first, second);
  return SortsBefore(*low.entity, low.key.sort, *high.entity, high.key.sort).value_or(false);
}

std::string_view DirectionOf(const ReadPlan& plan) {
  return plan.backward ? "descending" : "ascending";
}

// Checks order and limit of a fetch's children. A parent and its last five children are one Query
// only if the parent comes first in the children's order, because the limit counts the parent too.
Fit UseChildLimit(Attempt& attempt) {
  ReadPlan& plan = attempt.plan;
  const auto& children = attempt.pattern.children;
  const Wanted& child = children.back();
  if (child.limit == 0 && child.order.empty()) return {};
  if (children.size() > 1) {
    return Misfit("only one kind of children may be ordered or limited in one request");
  }
  const StoredRow& rows = plan.wanted.back();
  UseOrder(child, KnownOf(rows.key.sort, attempt.pattern.bindings).next, attempt);
  if (!plan.ordered || child.limit == 0) return {};
  if (!ComeBefore(attempt.row, rows, plan.backward)) {
    return Misfit(
        fmt::format("{} does not come before its {} in {} order, so a limited Query misses it",
                    SortText(attempt.row), SortText(rows), DirectionOf(plan)));
  }
  plan.limit = child.limit + 1;
  return {};
}

// Adds the children's rows to the Query. They must lie under the same partition key.
Fit UseChildren(Attempt& attempt) {
  const auto& children = attempt.pattern.children;
  if (children.empty()) return {};
  for (const auto& child : children) {
    const StoredRow* found = FindChild(child.entity, attempt);
    if (found == nullptr) return Misfit(WhyNoChild(child.entity, attempt));
    Widen(*found, attempt);
    attempt.plan.wanted.push_back(*found);
  }
  for (const auto& rows : attempt.plan.wanted) {
    if (HoldsOnlyWanted(rows, attempt)) continue;
    return Misfit(fmt::format("other {} lie in the range of {} and its children", rows.entity->name,
                              attempt.row.entity->name));
  }
  return UseChildLimit(attempt);
}

void ChooseOperation(Attempt& attempt) {
  ReadPlan& plan = attempt.plan;
  const bool whole = plan.sort.type == SortRange::Type::kEquals || attempt.row.key.sort.empty();
  const bool one = attempt.pattern.verb == Verb::kGet && whole && attempt.row.InTable() &&
                   plan.partitions() == 1 && plan.filtered.empty();
  if (one) plan.limit = 0;
  plan.operation = one ? Operation::kGetItem : Operation::kQuery;
}

bool IsWanted(const StoredRow& other, const ReadPlan& plan) {
  return std::ranges::any_of(plan.wanted, [&](const StoredRow& row) {
    return row.entity == other.entity && row.row == other.row && row.number == other.number;
  });
}

bool LiesInRange(const StoredRow& other, const Attempt& attempt) {
  const SortRange& range = attempt.plan.sort;
  const Entity& entity = *attempt.row.entity;
  Template begin = range.prefix;
  if (range.type == SortRange::Type::kEquals) {
    return MayBeEqual(*other.entity, other.key.sort, entity, begin);
  }
  if (range.between) begin.parts.push_back(*range.between);
  return MayBeginWith(*other.entity, other.key.sort, entity, begin);
}

// Adds the rows of other entities that the Query reads along with the wanted ones.
void AddOverRead(Attempt& attempt) {
  ReadPlan& plan = attempt.plan;
  if (plan.operation != Operation::kQuery) return;
  const StoredRow& row = attempt.row;
  for (const auto& other : attempt.all) {
    if (other.table != row.table || other.index != row.index || IsWanted(other, plan)) continue;
    if (!MayBeEqual(*other.entity, other.key.partition, *row.entity, row.key.partition)) continue;
    if (LiesInRange(other, attempt)) plan.over_read.push_back(other);
  }
}

// Refuses a limited Query if other rows may come before the children, because it returns those
// instead.
Fit CheckOverRead(const Attempt& attempt) {
  const ReadPlan& plan = attempt.plan;
  const auto& children = attempt.pattern.children;
  if (children.empty() || children.back().limit == 0 || !plan.ordered) return {};
  const StoredRow& rows = plan.wanted.back();
  for (const auto& other : plan.over_read) {
    if (ComeBefore(rows, other, plan.backward)) continue;
    return Misfit(
        fmt::format("{} may come before {} in {} order, so a limited Query gets it instead",
                    SortText(other), SortText(rows), DirectionOf(plan)));
  }
  return {};
}

bool HoldsWhatIsNeeded(const Attempt& attempt) {
  const StoredRow& row = attempt.row;
  const auto& shows = attempt.pattern.shows;
  if (!shows.empty()) {
    return std::ranges::all_of(shows, [&](const std::string& name) { return row.Holds(name); });
  }
  // A get wants the whole item. A list accepts the attributes that the index includes, if there are
  // any.
  if (attempt.pattern.verb == Verb::kGet) return row.HoldsAll();
  if (row.index == nullptr || row.index->projection == Projection::kAll) return true;
  const auto has = [&](const std::string& name) { return row.entity->Find(name) != nullptr; };
  return std::ranges::any_of(row.index->include, has) || row.HoldsAll();
}

// Decides how the read gets attributes that the index lacks. A local index fetches them from the
// table; any other index needs a second read.
void AddMissing(Attempt& attempt) {
  const bool lacking = !HoldsWhatIsNeeded(attempt);
  const bool local = attempt.row.index != nullptr && attempt.row.index->local;
  attempt.plan.second_read = lacking && !local;
  attempt.plan.fetches_rest = lacking && local;
}

Attempt Begin(const StoredRow& row, const Pattern& pattern, const std::vector<StoredRow>& all) {
  Attempt attempt{.pattern = pattern, .row = row, .all = all, .plan = {}, .left = {}};
  ReadPlan& plan = attempt.plan;
  plan.table = row.table;
  plan.index = row.index;
  plan.wanted = {row};
  plan.partition = row.key.partition;
  plan.limit = pattern.target.limit;
  for (const auto& binding : pattern.bindings) {
    attempt.left.push_back(binding.attribute);
    if (binding.value) plan.constants.push_back({binding.attribute, *binding.value, {}});
  }
  return attempt;
}

}  // namespace

std::expected<ReadPlan, std::string> PlanFrom(const StoredRow& row, const Pattern& pattern,
                                              const std::vector<StoredRow>& all) {
  Attempt attempt = Begin(row, pattern, all);
  // These four steps use bound attributes. They narrow the sort key's range, or widen it for
  // children.
  TRY(UseConditions(attempt));
  TRY(UsePartition(attempt));
  UseSort(attempt);
  TRY(UseChildren(attempt));
  attempt.plan.filtered = std::move(attempt.left);
  // The range is final now. Each of these steps uses the results of the steps before it.
  ChooseOperation(attempt);
  AddOverRead(attempt);
  TRY(CheckOverRead(attempt));
  AddMissing(attempt);
  return std::move(attempt.plan);
}

}  // namespace stator::model
