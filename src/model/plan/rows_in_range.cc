#include "model/plan/rows_in_range.h"

#include <algorithm>
#include <string>
#include <vector>

#include "model/language/bucket.h"
#include "model/layout/sizes.h"
#include "model/plan/estimate.h"

namespace stator::model {
namespace {

constexpr double kShareMin = 0.001;  // of a value whose stated share is nothing

// The share of an attribute's instances that has the value that the pattern states; nullopt: it
// states none, or the attribute has no shares.
std::optional<double> StatedShare(const Pattern& pattern, const Attribute& attribute) {
  const auto binding = std::ranges::find(pattern.bindings, attribute.name, &Binding::attribute);
  if (binding == pattern.bindings.end() || !binding->value) return std::nullopt;
  const auto share = std::ranges::find(attribute.values, *binding->value, &Share::value);
  if (share == attribute.values.end()) return std::nullopt;
  return std::max(kShareMin, share->percent / 100);
}

class Range {
 public:
  Range(const Model& model, const Pattern& pattern, const ReadPlan& plan, const StoredRow& rows)
      : model_(model), pattern_(pattern), plan_(plan), rows_(rows), entity_(*rows.entity) {
    for (const auto& condition : rows.conditions) told_.push_back(condition.attribute);
  }

  RowsInRange Run() {
    TakePartition();
    TakeSort();
    const double count = std::max(1.0, static_cast<double>(entity_.count));
    const double present = count * PresenceOf(rows_) * window_;
    RowsInRange range{.rows = present / std::min(keys_, count),
                      .known = known_,
                      .rows_max = present / std::min(known_keys_, count)};
    const bool whole_key = plan_.sort.type == SortRange::Type::kEquals || rows_.key.sort.empty();
    if (rows_.InTable() && whole_key) {  // one row has one key
      const auto most = static_cast<double>(plan_.partitions());
      range = {std::min(range.rows, most), range.known, std::min(range.rows_max, most)};
    }
    return range;
  }

 private:
  void TakePartition() {
    const auto text = Flattened(rows_.key.partition);
    for (const auto& part : text.parts) {
      if (!TellsMore(text, part)) continue;
      if (part.type == Part::Type::kField) {
        part.bucket == Bucket::kNone ? TakeField(part, true) : TakeBucket(part);
      } else if (part.type == Part::Type::kShard && Binds(part.text)) {
        Divide(static_cast<double>(part.shards));
      }  // else every shard is asked
    }
  }

  // As far as the range's beginning and the rows' sort key have the same form.
  void TakeSort() {
    const auto own = Flattened(rows_.key.sort).parts;
    const auto asked = Flattened(plan_.sort.prefix).parts;
    std::size_t i = 0;
    for (; i < std::min(own.size(), asked.size()); ++i) {
      if (own[i] != asked[i]) return;
      if (own[i].type == Part::Type::kField) TakeField(own[i], false);
    }
    if (plan_.sort.between && i < own.size() && own[i] == *plan_.sort.between) TakeWindow();
  }

  bool Binds(const std::string& attribute) const {
    return std::ranges::find(pattern_.bindings, attribute, &Binding::attribute) !=
           pattern_.bindings.end();
  }

  // The range has one value of the field.
  void TakeField(const Part& part, bool partition) {
    const Attribute* attribute = entity_.Find(part.text);
    if (attribute == nullptr || Contains(told_, part.text)) return;
    told_.push_back(part.text);
    if (const auto share = StatedShare(pattern_, *attribute)) return Divide(1 / *share);
    if (const auto values = KnownValues(model_, entity_, part)) return Divide(*values);
    known_ = false;
    if (partition) keys_ *= std::max(1.0, static_cast<double>(entity_.count));
  }

  void Divide(double values) {
    keys_ *= values;
    known_keys_ *= values;
  }

  // One bucket of time, or those that a window touches. A range over the sort key narrows these
  // to the window itself.
  void TakeBucket(const Part& part) {
    const bool ranged = !plan_.bucket_attribute.empty() && plan_.bucket_attribute == part.text;
    if (!ranged) return TakeField(part, true);
    const bool narrowed = plan_.sort.between && plan_.sort.between->text == part.text;
    if (narrowed) return;
    Narrow(static_cast<double>(plan_.buckets * SecondsOf(*plan_.bucket)));
  }

  void TakeWindow() {
    const Attribute* attribute = entity_.Find(plan_.sort.between->text);
    const bool timed =
        attribute != nullptr && (attribute->kind == Kind::kTime || attribute->kind == Kind::kDate);
    if (timed && pattern_.range_seconds) {
      Narrow(static_cast<double>(*pattern_.range_seconds));
    } else {
      known_ = false;
    }
  }

  void Narrow(double seconds) { window_ = std::min(1.0, seconds / SpanSeconds(model_, entity_)); }

  const Model& model_;
  const Pattern& pattern_;
  const ReadPlan& plan_;
  const StoredRow& rows_;
  const Entity& entity_;
  std::vector<std::string> told_;  // attributes that are counted, or whose share is
  double keys_ = 1;                // by which the instances are divided
  double known_keys_ = 1;          // of these, by what the model says
  double window_ = 1;              // share of the time
  bool known_ = true;
};

// The share of the rows that one attribute's part of a filter keeps.
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
  // An id keeps one instance and tells nothing of how many lie in the range.
  const bool is_own = values && *values >= static_cast<double>(entity.count);
  return values && !is_own ? 1 / *values : kGuess;
}

}  // namespace

RowsInRange CountInRange(const Model& model, const Pattern& pattern, const ReadPlan& plan,
                         const StoredRow& rows) {
  return Range(model, pattern, plan, rows).Run();
}

double FilterShare(const Model& model, const Pattern& pattern, const ReadPlan& plan) {
  double share = 1;
  for (const auto& name : plan.filtered) {
    share *= KeptBy(model, pattern, *plan.wanted.front().entity, name);
  }
  return share;
}

}  // namespace stator::model
