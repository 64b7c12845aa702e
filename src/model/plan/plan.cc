#include "model/plan/plan.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/stable_order.h"
#include "model/language/bucket.h"
#include "model/layout/overlap.h"
#include "model/plan/fetch_parts.h"

namespace stator::model {
namespace {

const Binding* FindBinding(const std::vector<Binding>& bindings, std::string_view attribute) {
  const auto found = std::ranges::find(bindings, attribute, &Binding::attribute);
  return found == bindings.end() ? nullptr : &*found;
}

// Whether the pattern asks only for items of which the condition holds.
bool Implies(const std::vector<Binding>& bindings, const Condition& condition) {
  const Binding* binding = FindBinding(bindings, condition.attribute);
  return binding != nullptr && binding->value == condition.value;
}

// How far a sort key is known: its literals and bound attributes up to the first that is not.
struct Known {
  Template prefix;
  const Part* next = nullptr;  // nullptr: all of it
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

// What two sort keys begin with alike.
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

// Tries one access as the way to serve a pattern.
class Attempt {
 public:
  Attempt(const Pattern& pattern, const StoredRow& access, const std::vector<StoredRow>& all)
      : pattern_(pattern), access_(access), all_(all) {}

  // nullopt: it cannot; why() says so.
  std::optional<ReadPlan> Run() {
    plan_.table = access_.table;
    plan_.index = access_.index;
    plan_.wanted = {access_};
    plan_.partition = access_.key.partition;
    plan_.limit = pattern_.target.limit;
    for (const auto& binding : pattern_.bindings) {
      left_.push_back(binding.attribute);
      if (binding.value) plan_.constants.push_back({binding.attribute, *binding.value, {}});
    }
    if (!TakeConditions() || !TakePartition() || !TakeSort() || !TakeChildren())
      return std::nullopt;
    plan_.filtered = std::move(left_);
    ChooseOperation();
    AddOverRead();
    if (!ComesFirst()) return std::nullopt;
    const bool lacking = !HoldsWhatIsNeeded();
    const bool local = access_.index != nullptr && access_.index->local;
    plan_.second_read = lacking && !local;
    plan_.fetches_rest = lacking && local;
    return std::move(plan_);
  }

  const std::string& why() const { return why_; }

 private:
  bool Fail(std::string why) {
    why_ = std::move(why);
    return false;
  }

  void Use(std::string_view attribute) { std::erase(left_, attribute); }

  bool TakeConditions() {
    for (const auto& condition : access_.conditions) {
      if (!Implies(pattern_.bindings, condition)) {
        return Fail(
            fmt::format("it holds only items with {}={}", condition.attribute, condition.value));
      }
      Use(condition.attribute);
    }
    return true;
  }

  bool TakePartition() {
    const auto flat = Flattened(access_.key.partition);
    return std::ranges::all_of(flat.parts,
                               [&](const Part& part) { return TakePartitionPart(part); });
  }

  bool TakePartitionPart(const Part& part) {
    if (part.type == Part::Type::kLiteral) return true;
    const bool bound =
        part.type != Part::Type::kRandom && FindBinding(pattern_.bindings, part.text) != nullptr;
    if (part.type != Part::Type::kField) {
      if (!bound) plan_.shards *= part.shards;
      return CanBeAsked();
    }
    if (part.bucket == Bucket::kNone) {
      if (!bound) return Fail(fmt::format("its partition key needs {}", part.text));
      Use(part.text);
      return true;
    }
    if (bound) {
      if (IsWhole(part)) Use(part.text);
      return true;
    }
    if (pattern_.range != part.text || !pattern_.range_seconds) {
      return Fail(fmt::format("its partition key needs {} or a range over it, such as range {} 24h",
                              part.text, part.text));
    }
    const auto length = SecondsAtLeast(part.bucket);
    // Of two buckets of one time the shorter says which the longer is.
    if (plan_.bucket && SecondsAtLeast(*plan_.bucket) <= length) return true;
    // A window begins anywhere within its first bucket.
    plan_.buckets = (*pattern_.range_seconds + length - 1) / length + 1;
    plan_.bucket = part.bucket;
    plan_.bucket_attribute = part.text;
    return CanBeAsked();
  }

  // Within the bounds of who carries it out.
  bool CanBeAsked() {
    if (plan_.partitions() <= static_cast<std::int64_t>(kFanOutMax)) return true;
    return Fail(fmt::format("it asks more than {} partition keys", kFanOutMax));
  }

  // A date's day is the date itself.
  bool IsWhole(const Part& part) const {
    return part.bucket == Bucket::kDay && access_.entity->Find(part.text)->kind == Kind::kDate;
  }

  bool TakeSort() {
    const auto& sort = access_.key.sort;
    const auto known = KnownOf(sort, pattern_.bindings);
    for (const auto& part : Flattened(known.prefix).parts) {
      if (part.type == Part::Type::kField && part.bucket == Bucket::kNone) Use(part.text);
    }
    plan_.sort.prefix = known.prefix;
    if (known.next == nullptr) {
      plan_.sort.type = sort.empty() ? SortRange::Type::kAny : SortRange::Type::kEquals;
    } else if (!pattern_.range.empty() && known.next->text == pattern_.range &&
               known.next->type == Part::Type::kField && known.next->bucket == Bucket::kNone) {
      plan_.sort.type = SortRange::Type::kBetween;
      plan_.sort.between = *known.next;
      if (!known.last && !sort.natural) plan_.sort.end = EndBehind(sort, *known.next);
    } else {
      plan_.sort.type = known.prefix.empty() ? SortRange::Type::kAny : SortRange::Type::kPrefix;
      plan_.sort.unterminated = EndsOpen(*access_.entity, known.prefix);
    }
    if (!pattern_.range.empty() && plan_.sort.type != SortRange::Type::kBetween &&
        !FindBinding(pattern_.bindings, pattern_.range)) {
      left_.push_back(pattern_.range);
    }
    TakeOrder(pattern_.target, known.next);
    return true;
  }

  // The text behind the last value of a range over the part. REQUIRES: another part follows.
  std::string EndBehind(const Template& sort, const Part& part) const {
    constexpr char kGreatest = '~';
    const Part& next = sort.parts[static_cast<std::size_t>(&part - sort.parts.data()) + 1];
    const bool delimited = next.type == Part::Type::kLiteral && next.text.front() >= ' ' &&
                           next.text.front() < kGreatest;
    if (!delimited || !EndsOpen(*access_.entity, {.parts = {part}})) {
      return std::string(1, kGreatest);
    }
    return std::string(1, static_cast<char>(next.text.front() + 1));
  }

  void TakeOrder(const Wanted& wanted, const Part* next) {
    if (wanted.order.empty() || FindBinding(pattern_.bindings, wanted.order) != nullptr) return;
    if (plan_.sort.type == SortRange::Type::kEquals) return;
    const bool by_it = next != nullptr && next->type == Part::Type::kField &&
                       next->bucket == Bucket::kNone && next->text == wanted.order;
    plan_.ordered = by_it;
    if (by_it) plan_.backward = wanted.descending != next->descending;
  }

  // Children lie under the same partition key, in the range that covers all.
  bool TakeChildren() {
    if (pattern_.children.empty()) return true;
    for (const auto& child : pattern_.children) {
      const StoredRow* found = FindChild(child.entity);
      if (found == nullptr) return Fail(NotThere(child.entity));
      Widen(*found);
      plan_.wanted.push_back(*found);
    }
    for (const auto& rows : plan_.wanted) {
      if (!HoldsTogether(rows)) return Fail(AmongOthers(rows));
    }
    return TakeLimitedChild();
  }

  // What is known of these rows tells them from those of other parents in the range that is asked.
  bool HoldsTogether(const StoredRow& rows) const {
    const bool target = rows.entity == access_.entity;
    const auto& identity = rows.entity->identity;
    auto needed = target && !identity.empty() ? identity : ExactFieldsOf(rows.key);
    if (!target && !rows.entity->parent_key.empty()) needed.push_back(rows.entity->parent_key);
    const auto asked = ExactFieldsOf({.partition = plan_.partition, .sort = plan_.sort.prefix});
    return std::ranges::all_of(needed, [&](const std::string& name) {
      return FindBinding(pattern_.bindings, name) == nullptr || Contains(asked, name);
    });
  }

  std::string AmongOthers(const StoredRow& rows) const {
    return fmt::format(
        "{} that are not asked for lie in the range that has {} and what is "
        "fetched with it",
        rows.entity->name, access_.entity->name);
  }

  std::string NotThere(const std::string& entity) const {
    const auto rows = std::ranges::find_if(
        all_, [&](const StoredRow& access) { return access.entity->name == entity; });
    if (rows != all_.end() && rows->table != access_.table) {
      return fmt::format("{} lies in the table {}, and a request reads one table", entity,
                         rows->table->name);
    }
    return fmt::format("{} does not lie under {} there", entity, TextOf(access_.key.partition));
  }

  const StoredRow* FindChild(const std::string& entity) const {
    for (const auto& access : all_) {
      if (access.entity->name == entity && access.row != StoredRow::Row::kGuard &&
          access.table == access_.table && access.index == access_.index &&
          access.key.partition.parts == access_.key.partition.parts &&
          std::ranges::all_of(access.conditions, [&](const Condition& condition) {
            return Implies(pattern_.bindings, condition);
          })) {
        return &access;
      }
    }
    return nullptr;
  }

  void Widen(const StoredRow& child) {
    const auto known = KnownOf(child.key.sort, pattern_.bindings);
    auto& sort = plan_.sort;
    sort.prefix = CommonPrefix(sort.prefix, known.prefix);
    sort.type = sort.prefix.empty() ? SortRange::Type::kAny : SortRange::Type::kPrefix;
    sort.between.reset();
    sort.unterminated = EndsOpen(*access_.entity, sort.prefix);
  }

  // A parent with its last five children is one Query only if the parent comes first in the order
  // in which the children are wanted.
  bool TakeLimitedChild() {
    const Wanted& child = pattern_.children.back();
    if (child.limit == 0 && child.order.empty()) return true;
    if (pattern_.children.size() > 1) {
      return Fail("only one kind of children may be ordered or limited in one request");
    }
    const StoredRow& rows = plan_.wanted.back();
    const auto known = KnownOf(rows.key.sort, pattern_.bindings);
    TakeOrder(child, known.next);
    if (!plan_.ordered) return true;
    const auto first =
        plan_.backward
            ? SortsBefore(*rows.entity, rows.key.sort, *access_.entity, access_.key.sort)
            : SortsBefore(*access_.entity, access_.key.sort, *rows.entity, rows.key.sort);
    if (child.limit > 0 && !first.value_or(false)) {
      return Fail(
          fmt::format("{} ({}) does not come before its {} ({}) in {} order, so a limited "
                      "Query misses it",
                      access_.entity->name, TextOf(access_.key.sort), child.entity,
                      TextOf(rows.key.sort), plan_.backward ? "descending" : "ascending"));
    }
    if (child.limit > 0) plan_.limit = child.limit + 1;
    return true;
  }

  // Other rows must lie behind the children, or a limited Query gets them instead.
  bool ComesFirst() {
    if (pattern_.children.empty() || pattern_.children.back().limit == 0 || !plan_.ordered) {
      return true;
    }
    const StoredRow& rows = plan_.wanted.back();
    for (const auto& other : plan_.over_read) {
      const auto behind =
          plan_.backward ? SortsBefore(*other.entity, other.key.sort, *rows.entity, rows.key.sort)
                         : SortsBefore(*rows.entity, rows.key.sort, *other.entity, other.key.sort);
      if (behind.value_or(false)) continue;
      return Fail(
          fmt::format("{} ({}) may come before {} ({}) in {} order, so a limited Query gets "
                      "it instead",
                      other.entity->name, TextOf(other.key.sort), rows.entity->name,
                      TextOf(rows.key.sort), plan_.backward ? "descending" : "ascending"));
    }
    return true;
  }

  void ChooseOperation() {
    const bool whole = plan_.sort.type == SortRange::Type::kEquals || access_.key.sort.empty();
    const bool one = pattern_.verb == Verb::kGet && whole && access_.InTable() &&
                     plan_.partitions() == 1 && plan_.filtered.empty();
    if (one) plan_.limit = 0;
    plan_.operation = one ? Operation::kGetItem : Operation::kQuery;
  }

  void AddOverRead() {
    if (plan_.operation != Operation::kQuery) return;
    for (const auto& other : all_) {
      if (other.table != access_.table || other.index != access_.index || IsWanted(other)) continue;
      if (!MayBeEqual(*other.entity, other.key.partition, *access_.entity, access_.key.partition)) {
        continue;
      }
      if (InRange(other)) plan_.over_read.push_back(other);
    }
  }

  bool IsWanted(const StoredRow& other) const {
    return std::ranges::any_of(plan_.wanted, [&](const StoredRow& access) {
      return access.entity == other.entity && access.row == other.row &&
             access.number == other.number;
    });
  }

  bool InRange(const StoredRow& other) const {
    Template begin = plan_.sort.prefix;
    if (plan_.sort.type == SortRange::Type::kEquals) {
      return MayBeEqual(*other.entity, other.key.sort, *access_.entity, begin);
    }
    if (plan_.sort.between) begin.parts.push_back(*plan_.sort.between);
    return MayBeginWith(*other.entity, other.key.sort, *access_.entity, begin);
  }

  bool HoldsWhatIsNeeded() const {
    if (!pattern_.shows.empty()) {
      return std::ranges::all_of(pattern_.shows,
                                 [&](const std::string& name) { return access_.Holds(name); });
    }
    // One item is wanted whole. Of several, what the index was given must do, if it was given any.
    if (pattern_.verb == Verb::kGet) return access_.HoldsAll();
    if (access_.index == nullptr || access_.index->projection == Projection::kAll) return true;
    const auto has = [&](const std::string& name) { return access_.entity->Find(name) != nullptr; };
    return std::ranges::any_of(access_.index->include, has) || access_.HoldsAll();
  }

  const Pattern& pattern_;
  const StoredRow& access_;
  const std::vector<StoredRow>& all_;
  ReadPlan plan_;
  std::vector<std::string> left_;  // bound attributes that no key has taken yet
  std::string why_;
};

// Less is better.
auto RankOf(const Pattern& pattern, const ReadPlan& plan) {
  const bool too_weak = pattern.strong && plan.index != nullptr && !plan.index->local;
  const auto fields = plan.sort.prefix.parts.size();
  return std::tuple(plan.filtered.size(), !plan.ordered, too_weak, plan.second_read,
                    plan.fetches_rest, plan.partitions(), plan.over_read.size(),
                    plan.sort.unterminated, plan.operation != Operation::kGetItem,
                    plan.index != nullptr, plan.wanted.front().row != StoredRow::Row::kItem,
                    -static_cast<std::int64_t>(fields));
}

std::string PlaceText(const StoredRow& access) {
  return fmt::format("{} ({} / {})", access.index == nullptr ? "table" : access.index->name,
                     TextOf(access.key.partition), TextOf(access.key.sort));
}

// The pattern says where it is to be served, or how it is.
bool Pinned(const Pattern& pattern, const StoredRow& access) {
  const std::string index = access.index == nullptr ? "" : access.index->name;
  if (pattern.stated && !pattern.stated->key) return pattern.stated->index == index;
  if (pattern.via.empty()) return true;
  return pattern.via == (index.empty() ? "table" : index);
}

ReadPlan WholeTable(const Model& model, const std::vector<StoredRow>& all, const Pattern& pattern,
                    Operation operation) {
  ReadPlan plan{.operation = operation};
  const Entity* entity = model.FindEntity(pattern.target.entity);
  plan.table = model.FindTable(entity->table);
  for (const auto& access : all) {
    if (access.table != plan.table || !access.InTable()) continue;
    const bool wanted = access.entity == entity && access.row == StoredRow::Row::kItem;
    (wanted ? plan.wanted : plan.over_read).push_back(access);
  }
  for (const auto& binding : pattern.bindings) plan.filtered.push_back(binding.attribute);
  return plan;
}

struct Tried {
  std::vector<ReadPlan> plans;
  std::string why;  // none could
};

Tried Try(const std::vector<StoredRow>& all, const Pattern& pattern) {
  Tried tried;
  for (const auto& access : all) {
    if (access.entity->name != pattern.target.entity || access.row == StoredRow::Row::kGuard)
      continue;
    if (!Pinned(pattern, access)) continue;
    Attempt attempt(pattern, access, all);
    if (auto plan = attempt.Run()) {
      tried.plans.push_back(std::move(*plan));
    } else {
      tried.why +=
          fmt::format("{}{}: {}", tried.why.empty() ? "" : "; ", PlaceText(access), attempt.why());
    }
  }
  StableSortBy(tried.plans, [&](const ReadPlan& plan) { return RankOf(pattern, plan); });
  return tried;
}

// Nothing is left to do with what it gets.
bool ServesAlone(const ReadPlan& plan) {
  const bool keyed = plan.operation == Operation::kGetItem || plan.operation == Operation::kQuery;
  return keyed && plan.filtered.empty() && plan.ordered && !plan.second_read &&
         !plan.sort.unterminated && plan.over_read.empty();
}

bool LiesBeside(const ReadPlan& plan, const ReadPlan& parent) {
  return plan.table == parent.table && plan.index == parent.index;
}

const Template& SortOf(const ReadPlan& plan) { return plan.wanted.front().key.sort; }

ReadPlan CannotMerge(const Pattern& child, const Template& one, const Template& other) {
  return {
      .reason = fmt::format("the keys of {} have different sort keys, {} and {}, so what lies "
                            "under them cannot be merged",
                            child.target.entity, TextOf(one), TextOf(other)),
      .cure = fmt::format("Give the keys of {} one sort key, or fetch them in patterns of their "
                          "own.",
                          child.target.entity)};
}

// Children under one of several keys are asked for under each of them. These must have one order.
ReadPlan PlanUnderEachKey(const Model& model, const std::vector<StoredRow>& all,
                          const Pattern& child, const ReadPlan& parent) {
  std::vector<ReadPlan> plans;
  for (const auto& key : model.FindEntity(child.target.entity)->keys) {
    if (!key.when) return {};
    Pattern under = child;
    under.bindings.push_back({.attribute = key.when->attribute, .value = key.when->value});
    plans.push_back(PlanRead(model, all, under));
    if (!LiesBeside(plans.back(), parent)) return {};
  }
  if (plans.empty()) return {};
  for (const auto& own : plans) {
    if (SortOf(own).parts == SortOf(plans.front()).parts) continue;
    return CannotMerge(child, SortOf(plans.front()), SortOf(own));
  }
  if (!std::ranges::all_of(plans, ServesAlone)) return {};
  ReadPlan first = std::move(plans.front());
  first.others.assign(std::move_iterator(plans.begin() + 1), std::move_iterator(plans.end()));
  return first;
}

ReadPlan PlanBeside(const Model& model, const std::vector<StoredRow>& all, const Pattern& child,
                    const ReadPlan& parent) {
  auto own = PlanRead(model, all, child);
  if (ServesAlone(own) && LiesBeside(own, parent)) return own;
  return PlanUnderEachKey(model, all, child, parent);
}

// The parent with those children that lie under its key, in any order; else by itself.
ReadPlan PlanTogether(const Model& model, const std::vector<StoredRow>& all, const Pattern& fetch) {
  const auto apart = [&](const Wanted& child) {
    if (!child.order.empty() || child.limit > 0) return true;
    Pattern one = fetch;
    one.children = {child};
    return Try(all, one).plans.empty();
  };
  Pattern together = fetch;
  std::erase_if(together.children, apart);
  if (!together.children.empty()) {
    auto tried = Try(all, together);
    if (!tried.plans.empty() && ServesAlone(tried.plans.front())) {
      return std::move(tried.plans.front());
    }
  }
  return PlanRead(model, all, ParentOf(fetch));
}

bool Gets(const ReadPlan& plan, const Wanted& child) {
  return std::any_of(plan.wanted.begin() + 1, plan.wanted.end(),
                     [&](const StoredRow& access) { return access.entity->name == child.entity; });
}

// The parent under its own key, children in shards beside it. kNone: it cannot be; a reason is
// given only where this is the way to serve it, but for that.
ReadPlan PlanOverShards(const Model& model, const std::vector<StoredRow>& all,
                        const Pattern& fetch) {
  if (fetch.verb != Verb::kFetch || fetch.stated) return {};
  auto plan = PlanTogether(model, all, fetch);
  if (!ServesAlone(plan) || plan.partitions() > 1) return {};
  bool sharded = false;
  for (const auto& child : fetch.children) {
    if (Gets(plan, child)) continue;
    auto own = PlanBeside(model, all, ChildOf(model, fetch, child), plan);
    if (own.operation == Operation::kNone) return own;
    sharded = sharded || own.shards > 1 || !own.others.empty();
    plan.children.push_back(std::move(own));
  }
  if (!sharded) return {};
  // Who carries it out bounds the sum.
  if (plan.all_partitions() - plan.partitions() > static_cast<std::int64_t>(kFanOutMax)) {
    return {.reason = fmt::format("they ask more than {} partition keys", kFanOutMax),
            .cure = "Use fewer shards, or fetch the children in patterns of their own."};
  }
  return plan;
}

}  // namespace

std::int64_t ReadPlan::all_partitions() const {
  std::int64_t sum = partitions();
  for (const auto& child : children) {
    for (const ReadPlan* read : child.alternatives()) sum += read->partitions();
  }
  return sum;
}

std::vector<const ReadPlan*> ReadPlan::alternatives() const {
  std::vector<const ReadPlan*> all{this};
  for (const auto& other : others) all.push_back(&other);
  return all;
}

const StoredRow& ReadPlan::last_wanted() const {
  return children.empty() ? wanted.back() : children.back().wanted.back();
}

std::vector<ReadPlan> WaysToRead(const Model& model, const Pattern& pattern) {
  return Try(AllStoredRows(model), pattern).plans;
}

ReadPlan PlanRead(const Model& model, const Pattern& pattern) {
  return PlanRead(model, AllStoredRows(model), pattern);
}

ReadPlan PlanRead(const Model& model, const std::vector<StoredRow>& all, const Pattern& pattern) {
  if (pattern.verb == Verb::kScan) return WholeTable(model, all, pattern, Operation::kScan);
  if (pattern.verb == Verb::kExport) return WholeTable(model, all, pattern, Operation::kExport);
  auto tried = Try(all, pattern);
  if (!tried.plans.empty()) return std::move(tried.plans.front());
  auto apart = PlanOverShards(model, all, pattern);
  if (apart.operation != Operation::kNone) return apart;
  if (!apart.reason.empty()) tried.why += "; several Queries do not either: " + apart.reason;
  if (!tried.why.empty()) return {.reason = std::move(tried.why), .cure = std::move(apart.cure)};
  return {.reason = pattern.via.empty()
                        ? fmt::format("{} has no key", pattern.target.entity)
                        : fmt::format("{} is not in {}", pattern.target.entity, pattern.via)};
}

}  // namespace stator::model
