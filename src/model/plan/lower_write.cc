#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "model/plan/key_specs.h"
#include "model/plan/lower.h"

namespace stator::model {
namespace {

using AttributeNames = std::vector<std::string>;
using Source = GivenValue::Source;

void AddOnce(AttributeNames& names, const std::string& name) {
  if (!Contains(names, name)) names.push_back(name);
}

// Whether the row stays unchanged: an update of a copy or guard whose own key would change. The
// model does not state where the old row lies.
bool LeftAsItIs(const RowWrite& row) {
  return row.type == RowWrite::Type::kUpdate && row.access.row != StoredRow::Row::kItem &&
         !row.stale.empty();
}

store::WriteKind WriteKindOf(const RowWrite& row) {
  switch (row.type) {
    case RowWrite::Type::kPut:
      return store::WriteKind::kPut;
    case RowWrite::Type::kUpdate:
      return store::WriteKind::kUpdate;
    case RowWrite::Type::kDelete:
      return store::WriteKind::kDelete;
    case RowWrite::Type::kCheck:
      return store::WriteKind::kCheck;
  }
  std::unreachable();
}

// Drops the sides of an index key that the update cannot change. Both sides stay if the update may
// change whether the item has the key, or which of several entries makes it.
StoredRow ChangedSides(const RowWrite& row, StoredRow access) {
  const auto same_index = [&](const StoredRow& other) { return other.index == access.index; };
  if (!access.conditions.empty() || std::ranges::count_if(row.rewritten, same_index) > 1) {
    return access;
  }
  const auto written = [&](const std::string& name) { return Contains(row.attributes, name); };
  for (auto* side : {&access.key.partition, &access.key.sort}) {
    if (std::ranges::none_of(FieldsOf(*side), written)) *side = {};
  }
  return access;
}

// Returns the attributes that the key is made of, except natural ones.
AttributeNames KeptNames(const StoredRow& access) {
  AttributeNames names;
  for (const auto* text : {&access.key.partition, &access.key.sort}) {
    if (text->natural) continue;
    for (const auto& name : FieldsOf(*text)) AddOnce(names, name);
  }
  return names;
}

// Lowers one action of a pattern, with the rows of the plan that belong to it.
class ActionLowering {
 public:
  ActionLowering(const Model& model, const Action& action, const WritePlan& plan)
      : model_(model), action_(action), entity_(*model.FindEntity(action.entity)), plan_(plan) {}

  LoweredAction Run() {
    lowered_.action = &action_;
    FindRaised();
    FindCompared();
    if (action_.verb != Verb::kPut) {
      AddBound();
      AddStored();
      AddChanges();
    }
    AddExpected();
    for (const auto& row : plan_.rows) {
      if (row.action == &action_) lowered_.rows.push_back({&row, WritesOf(row)});
    }
    auto& spec = lowered_.spec;
    for (const auto& row : lowered_.rows) {
      spec.writes.insert(spec.writes.end(), row.writes.begin(), row.writes.end());
    }
    AddRules();
    if (action_.verb == Verb::kPut) AddDefaults();
    spec.raises = raised_;
    return std::move(lowered_);
  }

 private:
  // The store raises a compared version, whether the action names it or not. The caller passes the
  // new value of any other number, such as a balance.
  void FindRaised() {
    if (action_.verb != Verb::kUpdate && action_.verb != Verb::kPut) return;
    for (const auto& name : action_.conditions) {
      if (entity_.Find(name)->kind == Kind::kVersion) raised_.push_back(name);
    }
  }

  // Finds the attributes that the stored item must still have: those of the model's conditions, and
  // those that place the rows to move.
  void FindCompared() {
    for (const auto& row : plan_.rows) {
      if (row.action != &action_ || row.access.row != StoredRow::Row::kItem) continue;
      for (const auto& name : row.conditions) AddOnce(compared_, name);
    }
  }

  bool IsNew(const std::string& name) const {
    return Contains(action_.sets, name) || Contains(action_.modifies, name);
  }

  bool IsCounted(const std::string& name) const {
    return Contains(action_.adds, name) || Contains(action_.appends, name);
  }

  void AddBound() {
    for (const auto& binding : action_.bindings) {
      const auto& name = binding.attribute;
      AddOnce(known_, name);
      // If the action replaces a bound attribute, its bound value is the expected old one.
      if (!IsNew(name)) {
        lowered_.values.push_back({Source::kBound, name, &binding});
      } else if (binding.value && Contains(compared_, name)) {
        lowered_.expected.push_back({Source::kExpected, name, &binding});
      }
    }
  }

  // Adds further attributes that rows and keys are made of. The caller must know them, and the
  // stored item must still have them.
  void AddStored() {
    for (const auto& name : action_.sets) AddOnce(known_, name);
    for (const auto& name : action_.modifies) AddOnce(known_, name);
    for (const auto& name : NeededNames()) {
      if (IsCounted(name)) {
        if (lowered_.fault.empty()) {
          lowered_.fault = fmt::format(
              "a key or copy is made of {}, whose new value only the database knows; modify it "
              "instead",
              name);
        }
        continue;
      }
      if (Contains(known_, name)) {
        if (MayBeWrong(name)) guarded_.push_back(name);
        continue;
      }
      lowered_.values.push_back({Source::kStored, name});
      guarded_.push_back(name);
      known_.push_back(name);
    }
  }

  // Whether a wrong bound value would go unnoticed. The item's own key does not contain it, so the
  // action would write rows that belong to other values.
  bool MayBeWrong(const std::string& name) const {
    if (IsNew(name)) return false;
    return std::ranges::none_of(plan_.rows, [&](const RowWrite& row) {
      return row.action == &action_ && row.access.row == StoredRow::Row::kItem &&
             Contains(FieldsOf(row.access.key), name);
    });
  }

  AttributeNames NeededNames() const {
    AttributeNames names;
    const auto need = [&](const StoredRow& access) {
      for (const auto& name : FieldsOf(access.key)) AddOnce(names, name);
      for (const auto& condition : access.conditions) AddOnce(names, condition.attribute);
    };
    for (const auto& row : plan_.rows) {
      if (row.action != &action_ || LeftAsItIs(row)) continue;
      for (const auto& name : FieldsOf(row.access.key)) AddOnce(names, name);
      if (row.access.row != StoredRow::Row::kItem) need(row.access);
      if (row.moved) {
        for (const auto& name : CopiedNames(row.access)) AddOnce(names, name);
      }
      for (const auto& access : row.rewritten) {
        const auto changed = ChangedSides(row, access);
        if (!DerivedKeysOf(changed).empty()) need(changed);
      }
    }
    return names;
  }

  void AddChanges() {
    for (const auto* list : {&action_.sets, &action_.modifies}) {
      for (const auto& name : *list) {
        if (!Contains(raised_, name)) lowered_.values.push_back({Source::kNew, name});
      }
    }
    for (const auto& name : action_.adds) lowered_.values.push_back({Source::kAdded, name});
    for (const auto& name : action_.appends) lowered_.values.push_back({Source::kAppended, name});
  }

  void AddExpected() {
    for (const auto& name : compared_) {
      const auto& expected = lowered_.expected;
      const bool known =
          std::ranges::find(expected, name, &GivenValue::attribute) != expected.end();
      if (!known) lowered_.expected.push_back({Source::kExpected, name});
    }
  }

  // Adds rules for the values that the caller passes. A number to add needs no form.
  void AddRules() {
    for (const auto& attribute : entity_.attributes) {
      const auto given = std::ranges::any_of(lowered_.values, [&](const GivenValue& value) {
        const bool constant = value.binding != nullptr && value.binding->value.has_value();
        return value.attribute == attribute.name && !constant;
      });
      const bool checked =
          action_.verb == Verb::kPut || (given && !Contains(action_.adds, attribute.name));
      if (!checked) continue;
      auto rule = ValueRuleOf(model_, {&entity_}, attribute);
      if (rule) lowered_.spec.rules.push_back(*std::move(rule));
    }
  }

  void AddDefaults() {
    for (const auto& attribute : entity_.attributes) {
      if (attribute.kind == Kind::kVersion) lowered_.spec.versions.push_back(attribute.name);
      if (attribute.kind != Kind::kExpiry || attribute.lifetime_seconds == 0) continue;
      lowered_.spec.lifetimes.push_back({attribute.name, attribute.lifetime_seconds});
    }
  }

  std::vector<store::WriteSpec> WritesOf(const RowWrite& row) const {
    if (LeftAsItIs(row)) return {};
    if (row.type == RowWrite::Type::kPut && row.access.row == StoredRow::Row::kItem) {
      return ItemPuts(row);
    }
    auto write = Begun(row, row.access);
    if (row.type == RowWrite::Type::kUpdate) {
      AddUpdate(row, write);
    } else if (row.type == RowWrite::Type::kPut) {
      write.attributes = CopiedNames(row.access);
    } else {
      // A delete of a missing row is no error, but a check of one is.
      write.present = row.type == RowWrite::Type::kCheck && !row.if_absent;
      AddComparisons(row, write);
    }
    return {std::move(write)};
  }

  store::WriteSpec Begun(const RowWrite& row, const StoredRow& access) const {
    const bool guard = access.row == StoredRow::Row::kGuard;
    store::WriteSpec write{.kind = WriteKindOf(row),
                           .table = access.table->name,
                           .type = entity_.name + (guard ? ".unique" : ""),
                           .keys = KeySpecsOf(access),
                           .moved = row.moved,
                           .absent = row.if_absent};
    const bool conditional =
        row.type == RowWrite::Type::kPut || access.row != StoredRow::Row::kItem;
    if (conditional) write.when = WhenOf(access.conditions);
    return write;
  }

  // An entity may have several keys; the item's attributes decide which applies.
  std::vector<store::WriteSpec> ItemPuts(const RowWrite& row) const {
    std::vector<store::WriteSpec> writes;
    const auto accesses = StoredRowsOf(model_, entity_);
    for (const auto& item : accesses) {
      if (!item.InTable() || item.row != StoredRow::Row::kItem) continue;
      auto write = Begun(row, item);
      write.whole = true;
      for (const auto& access : accesses) {
        if (!access.IsOf(item)) continue;
        for (auto& key : DerivedKeysOf(access)) write.derived.push_back(std::move(key));
      }
      AddComparisons(row, write);
      writes.push_back(std::move(write));
    }
    return writes;
  }

  AttributeNames CopiedNames(const StoredRow& access) const {
    AttributeNames names;
    if (access.row != StoredRow::Row::kCopy) return names;
    for (const auto& name : entity_.copies[access.number].attributes) AddOnce(names, name);
    for (const auto& name : FieldsOf(access.key)) AddOnce(names, name);
    return names;
  }

  void AddUpdate(const RowWrite& row, store::WriteSpec& write) const {
    auto attributes = row.attributes;
    for (const auto& name : raised_) {
      if (row.access.Holds(name)) AddOnce(attributes, name);
    }
    for (const auto& name : attributes) {
      const bool added = Contains(action_.adds, name);
      const bool appended = Contains(action_.appends, name);
      (added ? write.add : (appended ? write.append : write.set)).push_back(name);
    }
    for (const auto& access : row.rewritten) {
      for (auto& key : DerivedKeysOf(ChangedSides(row, access))) {
        write.derived.push_back(std::move(key));
      }
    }
    const bool item = row.access.row == StoredRow::Row::kItem;
    // A counter may begin with its first addition. Any other update requires an existing row.
    const bool begins = item && write.set.empty() && action_.conditions.empty() && guarded_.empty();
    if (begins) write.attributes = KeptNames(row.access);
    write.present = !begins && !row.if_absent;
    AddComparisons(row, write);
  }

  void AddComparisons(const RowWrite& row, store::WriteSpec& write) const {
    write.expect = row.conditions;
    if (row.access.row == StoredRow::Row::kItem) write.guard = guarded_;
  }

  const Model& model_;
  const Action& action_;
  const Entity& entity_;
  const WritePlan& plan_;
  AttributeNames raised_;
  AttributeNames compared_;
  AttributeNames known_;
  AttributeNames guarded_;
  LoweredAction lowered_;
};

}  // namespace

LoweredAction LowerAction(const Model& model, const Action& action, const WritePlan& plan) {
  return ActionLowering(model, action, plan).Run();
}

}  // namespace stator::model
