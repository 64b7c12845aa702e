#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/plan/plan.h"

namespace stator::model {
namespace {

bool Bound(const Action& action, std::string_view attribute) {
  return std::ranges::find(action.bindings, attribute, &Binding::attribute) !=
         action.bindings.end();
}

// Whether the row's key, or its existence, depends on one of the attributes.
bool MadeOf(const StoredRow& access, const std::vector<std::string>& attributes) {
  const auto written = [&](const std::string& name) { return Contains(attributes, name); };
  if (std::ranges::any_of(FieldsOf(access.key), written)) return true;
  return std::ranges::any_of(
      access.conditions, [&](const Condition& condition) { return written(condition.attribute); });
}

class Writes {
 public:
  Writes(const Model& model, const Action& action)
      : action_(action),
        entity_(*model.FindEntity(action.entity)),
        accesses_(StoredRowsOf(model, entity_)) {}

  // Adds the action's rows to the plan. Returns why the item cannot be addressed; empty if it can.
  std::string AddTo(WritePlan& plan) {
    const StoredRow* item = FindItem();
    if (item == nullptr) return NotAddressed();
    plan.rows.push_back(ItemWrite(*item));
    if (action_.verb == Verb::kCheck) return "";
    Secondary(NotCounted(plan.rows.back()), plan);
    for (const auto& access : accesses_) {
      if (!IsSecondary(access) || FollowsStream(access)) continue;
      Secondary(AddSecondary(access, plan, Moves(access)), plan);
    }
    return "";
  }

  // Adds the rows that a stream's consumer writes. The consumer knows the item before and after.
  void AddFollowing(WritePlan& plan) {
    if (action_.verb == Verb::kCheck) return;
    for (const auto& access : accesses_) {
      if (!IsSecondary(access) || !FollowsStream(access)) continue;
      std::ignore = AddSecondary(access, plan, MadeOf(access, WrittenBy(action_)));
    }
  }

 private:
  // Returns the item row that the action addresses. A put knows all attributes; any other action
  // must bind those of the key.
  const StoredRow* FindItem() const {
    const StoredRow* first = nullptr;
    for (const auto& access : accesses_) {
      if (!access.InTable() || access.row != StoredRow::Row::kItem) continue;
      if (!Addresses(access)) continue;
      if (first == nullptr) first = &access;
    }
    return first;
  }

  bool Addresses(const StoredRow& access) const {
    return action_.verb == Verb::kPut || MissingFor(access).empty();
  }

  // Returns the bindings that the row's key still needs: its attributes, and the values that select
  // one of several keys.
  std::vector<std::string> MissingFor(const StoredRow& access) const {
    std::vector<std::string> missing;
    for (auto& name : FieldsOf(access.key)) {
      if (!Bound(action_, name)) missing.push_back(std::move(name));
    }
    for (const auto& condition : access.conditions) {
      const auto found =
          std::ranges::find(action_.bindings, condition.attribute, &Binding::attribute);
      if (found == action_.bindings.end() || !found->value) {
        missing.push_back(condition.attribute + "=" + condition.value);
      } else if (*found->value != condition.value) {
        missing.push_back("another value of " + condition.attribute);
      }
    }
    return missing;
  }

  std::string NotAddressed() const {
    std::vector<std::string> missing;
    for (const auto& access : accesses_) {
      if (!access.InTable() || access.row != StoredRow::Row::kItem) continue;
      missing = MissingFor(access);
      break;
    }
    if (missing.empty()) return fmt::format("{} has no key", entity_.name);
    return fmt::format("the key of {} also needs {}", entity_.name, fmt::join(missing, ", "));
  }

  RowWrite ItemWrite(const StoredRow& item) {
    RowWrite row{.access = item, .times = action_.times, .action = &action_};
    row.if_absent = action_.if_new;
    row.conditions = action_.conditions;
    switch (action_.verb) {
      case Verb::kUpdate:
        row.type = RowWrite::Type::kUpdate;
        row.attributes = WrittenBy(action_);
        AddRewritten(row);
        AddCompared(row);
        break;
      case Verb::kDelete:
        row.type = RowWrite::Type::kDelete;
        break;
      case Verb::kCheck:
        row.type = RowWrite::Type::kCheck;
        break;
      default:
        break;
    }
    return row;
  }

  // Whether the update changes this entry, or another entry of the same item in the same index. An
  // item has one value for each key attribute, so all its entries in an index are rewritten
  // together.
  bool Concerns(const RowWrite& row, const StoredRow& entry) const {
    return std::ranges::any_of(accesses_, [&](const StoredRow& other) {
      return other.index == entry.index && other.IsOf(row.access) && MadeOf(other, row.attributes);
    });
  }

  // Adds the index keys that the update rewrites. Keys of natural attributes follow by themselves;
  // texts of templates must be rewritten.
  void AddRewritten(RowWrite& row) {
    for (const auto& access : accesses_) {
      if (access.InTable() || !access.IsOf(row.access) || !Concerns(row, access)) continue;
      // A program leaves a key unchanged unless the pattern tells it to rewrite the key.
      const bool said = access.FollowsByItself() || RewritesAll() ||
                        (action_.rewrites && Contains(*action_.rewrites, access.index->name));
      if (said) {
        row.rewritten.push_back(access);
      } else if (MadeOf(access, row.attributes)) {
        row.stale.push_back(access);
      }
    }
  }

  // Keeps the first reason.
  static void Secondary(std::string reason, WritePlan& plan) {
    if (plan.secondary_reason.empty()) plan.secondary_reason = std::move(reason);
  }

  // Whether the database computes the attribute's new value, by adding or appending. No other
  // program knows that value.
  bool IsCounted(const std::string& name) const {
    return Contains(action_.adds, name) || Contains(action_.appends, name);
  }

  // Refuses to rewrite a key that contains a counted attribute, since the update cannot know its
  // value.
  std::string NotCounted(const RowWrite& item) const {
    for (const auto& access : item.rewritten) {
      if (access.FollowsByItself()) continue;
      auto counted = PlacedBy(access);
      std::erase_if(counted, [&](const std::string& name) { return !IsCounted(name); });
      if (counted.empty()) continue;
      return fmt::format("its key in {} changes, and only the database knows {} then",
                         access.index->name, fmt::join(counted, ", "));
    }
    return "";
  }

  static bool IsSecondary(const StoredRow& access) {
    return access.InTable() && access.row != StoredRow::Row::kItem;
  }

  bool FollowsStream(const StoredRow& access) const {
    return access.row == StoredRow::Row::kCopy && entity_.copies[access.number].via_stream;
  }

  bool RewritesAll() const { return action_.rewrites && Contains(*action_.rewrites, "*"); }

  bool Moves(const StoredRow& access) const {
    return RewritesAll() && MadeOf(access, WrittenBy(action_));
  }

  // The caller's values place the rows to delete. Compare them, so that the update fails if the
  // item has changed.
  void AddCompared(RowWrite& item) const {
    for (const auto& access : accesses_) {
      if (!IsSecondary(access) || FollowsStream(access) || !Moves(access)) continue;
      for (const auto& name : PlacedBy(access)) {
        const bool written = Contains(item.attributes, name);
        if (written && !Contains(item.conditions, name)) item.conditions.push_back(name);
      }
    }
  }

  // Returns the attributes that decide where the row lies, and whether it exists.
  static std::vector<std::string> PlacedBy(const StoredRow& access) {
    auto names = FieldsOf(access.key);
    for (const auto& condition : access.conditions) {
      if (!Contains(names, condition.attribute)) names.push_back(condition.attribute);
    }
    return names;
  }

  // Deletes and puts a row whose key changes. The put needs all attributes of the row; returns why
  // some are unknown.
  std::string AddMoved(const StoredRow& access, WritePlan& plan) const {
    RowWrite row{.type = RowWrite::Type::kDelete,
                 .access = access,
                 .moved = true,
                 .times = action_.times,
                 .action = &action_};
    plan.rows.push_back(row);
    row.type = RowWrite::Type::kPut;
    row.if_absent = access.row == StoredRow::Row::kGuard;
    plan.rows.push_back(std::move(row));
    auto needed = PlacedBy(access);
    std::erase_if(needed, [&](const std::string& name) { return Bound(action_, name); });
    std::vector<std::string> counted;
    for (const auto& name : HeldBy(access)) {
      const bool given = Contains(action_.sets, name) || Contains(action_.modifies, name);
      if (IsCounted(name)) {
        counted.push_back(name);
      } else if (!given && !Bound(action_, name) && !Contains(needed, name)) {
        needed.push_back(name);
      }
    }
    if (!needed.empty()) return NotKnown(access, "is put anew and", needed);
    if (counted.empty()) return "";
    return fmt::format("{} is put anew, and only the database knows {} then", NameOf(access),
                       fmt::join(counted, ", "));
  }

  // Returns the attributes that the row is put with.
  std::vector<std::string> HeldBy(const StoredRow& access) const {
    auto names = PlacedBy(access);
    if (access.row != StoredRow::Row::kCopy) return names;
    const auto& attributes = entity_.copies[access.number].attributes;
    names.insert(names.end(), attributes.begin(), attributes.end());
    return names;
  }

  static std::string NameOf(const StoredRow& access) {
    return fmt::format("its {} {} / {}",
                       access.row == StoredRow::Row::kCopy ? "copy" : "unique row",
                       TextOf(access.key.partition), TextOf(access.key.sort));
  }

  static std::string NotKnown(const StoredRow& access, std::string_view how,
                              const std::vector<std::string>& missing) {
    return fmt::format("{} {}{}also needs {}", NameOf(access), how, how.empty() ? "" : " ",
                       fmt::join(missing, ", "));
  }

  // Returns the bindings that a sparse row's key needs. The condition fixes the value of its own
  // attribute.
  std::vector<std::string> MissingForSparse(const StoredRow& access) const {
    auto missing = FieldsOf(access.key);
    std::erase_if(missing, [&](const std::string& name) {
      return Bound(action_, name) || std::ranges::any_of(access.conditions, [&](const auto& when) {
               return when.attribute == name;
             });
    });
    return missing;
  }

  // Adds a copy or unique row. Returns why it cannot be addressed; empty if it can.
  std::string AddSecondary(const StoredRow& access, WritePlan& plan, bool moves) {
    RowWrite row{.access = access, .times = action_.times, .action = &action_};
    switch (action_.verb) {
      case Verb::kPut:
        row.if_absent = access.row == StoredRow::Row::kGuard || action_.if_new;
        break;
      case Verb::kDelete:
        row.type = RowWrite::Type::kDelete;
        break;
      default:
        if (moves) return AddMoved(access, plan);
        if (!UpdateOf(access, row)) return "";
        break;
    }
    plan.rows.push_back(std::move(row));
    if (action_.verb == Verb::kPut) return "";
    const auto missing = MissingForSparse(access);
    if (missing.empty()) return "";
    return NotKnown(access, "", missing);
  }

  bool UpdateOf(const StoredRow& access, RowWrite& row) const {
    row.type = RowWrite::Type::kUpdate;
    row.attributes = WrittenTo(access, action_);
    if (MadeOf(access, WrittenBy(action_))) row.stale.push_back(access);
    const auto written = [&](const std::string& name) { return Contains(row.attributes, name); };
    for (const auto& entry : accesses_) {
      if (entry.InTable() || !entry.IsOf(access) || !entry.FollowsByItself()) continue;
      if (std::ranges::any_of(FieldsOf(entry.key), written)) row.rewritten.push_back(entry);
    }
    return !row.attributes.empty() || !row.stale.empty();
  }

  const Action& action_;
  const Entity& entity_;
  std::vector<StoredRow> accesses_;
};

}  // namespace

std::vector<std::string> WrittenBy(const Action& action) {
  std::vector<std::string> names;
  for (const auto* list : {&action.sets, &action.adds, &action.modifies, &action.appends}) {
    names.insert(names.end(), list->begin(), list->end());
  }
  return names;
}

std::vector<std::string> WrittenTo(const StoredRow& access, const Action& action) {
  auto names = WrittenBy(action);
  std::erase_if(names, [&](const std::string& name) { return !access.Holds(name); });
  return names;
}

Verb VerbOf(const RowWrite& row) {
  if (!row.moved) return row.action->verb;
  return row.type == RowWrite::Type::kPut ? Verb::kPut : Verb::kDelete;
}

WritePlan StreamCopiesOf(const Model& model, const Pattern& pattern) {
  WritePlan plan;
  for (const auto& action : pattern.actions) Writes(model, action).AddFollowing(plan);
  return plan;
}

WritePlan PlanWrite(const Model& model, const Pattern& pattern) {
  WritePlan plan{.transaction = pattern.verb == Verb::kTransaction};
  for (const auto& action : pattern.actions) {
    auto reason = Writes(model, action).AddTo(plan);
    if (reason.empty() || !plan.reason.empty()) continue;
    plan.reason = std::move(reason);
    plan.reason_place = action.place;
  }
  return plan;
}

}  // namespace stator::model
