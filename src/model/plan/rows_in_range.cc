#include "model/plan/rows_in_range.h"

#include <algorithm>
#include <string>
#include <vector>

#include "model/language/bucket.h"
#include "model/layout/sizes.h"
#include "model/plan/estimate.h"

namespace stator::model {
namespace {

constexpr double kShareMin = 0.001;  // of a value whose stated share is 0

// Returns the share of instances that have the constant that the pattern states for the attribute.
// nullopt: the pattern states none, or the attribute has no shares.
std::optional<double> StatedShare(const Pattern& pattern, const Attribute& attribute) {
  const auto binding = std::ranges::find(pattern.bindings, attribute.name, &Binding::attribute);
  if (binding == pattern.bindings.end() || !binding->value) return std::nullopt;
  const auto share = std::ranges::find(attribute.values, *binding->value, &Share::value);
  if (share == attribute.values.end()) return std::nullopt;
  return std::max(kShareMin, share->percent / 100);
}

// Counts how a read narrows the instances of an entity; the steps of CountInRange share it.
struct RangeCount {
  const Model& model;
  const Pattern& pattern;
  const ReadPlan& plan;
  const Entity& entity;
  std::vector<std::string> told;  // attributes that are counted already
  double keys = 1;                // divides the instances
  double known_keys = 1;          // the part of `keys` that the model states
  double window = 1;              // share of the entity's time span
  bool known = true;              // the model states all of `keys`
};

void Divide(double values, RangeCount& count) {
  count.keys *= values;
  count.known_keys *= values;
}

void Narrow(double seconds, RangeCount& count) {
  count.window = std::min(1.0, seconds / SpanSeconds(count.model, count.entity));
}

// The range has one value of the field.
void CountField(const Part& part, bool partition, RangeCount& count) {
  const Entity& entity = count.entity;
  const Attribute* attribute = entity.Find(part.text);
  if (attribute == nullptr || Contains(count.told, part.text)) return;
  count.told.push_back(part.text);
  if (const auto share = StatedShare(count.pattern, *attribute)) return Divide(1 / *share, count);
  if (const auto values = KnownValues(count.model, entity, part)) return Divide(*values, count);
  count.known = false;
  if (partition) count.keys *= std::max(1.0, static_cast<double>(entity.count));
}

// The range has one bucket of time, or the buckets that a window meets. A range over the sort key
// narrows these to the window itself.
void CountBucket(const Part& part, RangeCount& count) {
  const ReadPlan& plan = count.plan;
  const bool ranged = !plan.bucket_attribute.empty() && plan.bucket_attribute == part.text;
  if (!ranged) return CountField(part, true, count);
  const bool narrowed = plan.sort.between && plan.sort.between->text == part.text;
  if (!narrowed) Narrow(static_cast<double>(plan.buckets * SecondsOf(*plan.bucket)), count);
}

void CountPartition(const StoredRow& rows, RangeCount& count) {
  const auto& bindings = count.pattern.bindings;
  const auto text = Flattened(rows.key.partition);
  for (const auto& part : text.parts) {
    if (!TellsMore(text, part)) continue;
    if (part.type == Part::Type::kField) {
      part.bucket == Bucket::kNone ? CountField(part, true, count) : CountBucket(part, count);
    } else if (part.type == Part::Type::kShard &&
               std::ranges::find(bindings, part.text, &Binding::attribute) != bindings.end()) {
      Divide(static_cast<double>(part.shards), count);
    }  // else the read asks every shard
  }
}

void CountWindow(RangeCount& count) {
  const Attribute* attribute = count.entity.Find(count.plan.sort.between->text);
  const bool timed =
      attribute != nullptr && (attribute->kind == Kind::kTime || attribute->kind == Kind::kDate);
  if (timed && count.pattern.range_seconds) {
    Narrow(static_cast<double>(*count.pattern.range_seconds), count);
  } else {
    count.known = false;
  }
}

// Counts parts as long as the range's prefix and the rows' sort key have the same form.
void CountSort(const StoredRow& rows, RangeCount& count) {
  const auto own = Flattened(rows.key.sort).parts;
  const auto asked = Flattened(count.plan.sort.prefix).parts;
  std::size_t i = 0;
  for (; i < std::min(own.size(), asked.size()); ++i) {
    if (own[i] != asked[i]) return;
    if (own[i].type == Part::Type::kField) CountField(own[i], false, count);
  }
  const auto& between = count.plan.sort.between;
  if (between && i < own.size() && own[i] == *between) CountWindow(count);
}

// Returns the share of the rows that one filtered attribute keeps.
double KeptBy(const Model& model, const Pattern& pattern, const Entity& entity,
              const std::string& name) {
  constexpr double kGuess = 0.1;
  const Attribute* attribute = entity.Find(name);
  if (attribute == nullptr) return 1;
  if (name == pattern.range) {
    const bool timed = attribute->kind == Kind::kTime || attribute->kind == Kind::kDate;
    if (!timed || !pattern.range_seconds) return kGuess;
    return std::min(1.0, static_cast<double>(*pattern.range_seconds) / SpanSeconds(model, entity));
  }
  if (const auto share = StatedShare(pattern, *attribute)) return *share;
  const auto values = KnownValues(model, entity, {.type = Part::Type::kField, .text = name});
  // An id keeps one instance, which says nothing about how many rows lie in the range.
  const bool is_own = values && *values >= static_cast<double>(entity.count);
  return values && !is_own ? 1 / *values : kGuess;
}

}  // namespace

RowsInRange CountInRange(const Model& model, const Pattern& pattern, const ReadPlan& plan,
                         const StoredRow& rows) {
  const Entity& entity = *rows.entity;
  RangeCount count{.model = model, .pattern = pattern, .plan = plan, .entity = entity, .told = {}};
  for (const auto& condition : rows.conditions) count.told.push_back(condition.attribute);
  CountPartition(rows, count);
  CountSort(rows, count);
  const double all = std::max(1.0, static_cast<double>(entity.count));
  const double present = all * PresenceOf(rows) * count.window;
  const RowsInRange range{.rows = present / std::min(count.keys, all),
                          .known = count.known,
                          .rows_max = present / std::min(count.known_keys, all)};
  const bool whole_key = plan.sort.type == SortRange::Type::kEquals || rows.key.sort.empty();
  if (!rows.InTable() || !whole_key) return range;
  const auto most = static_cast<double>(plan.partitions());  // one row has one key
  return {std::min(range.rows, most), range.known, std::min(range.rows_max, most)};
}

double FilterShare(const Model& model, const Pattern& pattern, const ReadPlan& plan) {
  double share = 1;
  for (const auto& name : plan.filtered) {
    share *= KeptBy(model, pattern, *plan.wanted.front().entity, name);
  }
  return share;
}

}  // namespace stator::model
