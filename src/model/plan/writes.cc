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

// Whether the key's value, or its presence, follows from one of the attributes.
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

  // Adds the rows; or says why the item cannot be addressed.
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

  // Adds what a stream's consumer writes, who knows the item before and after.
  void AddFollowing(WritePlan& plan) {
    if (action_.verb == Verb::kCheck) return;
    for (const auto& access : accesses_) {
      if (!IsSecondary(access) || !FollowsStream(access)) continue;
      std::ignore = AddSecondary(access, plan, MadeOf(access, WrittenBy(action_)));
    }
  }

 private:
  // A put knows all attributes; the others must be told those of the key.
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

  // What must be known to say the row's key: its attributes, and of which of several keys it is.
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

  // The entry for an index, or another one of the same item for it, is made of what is written. An
  // item has one value for each key attribute, so that its entries are written anew together.
  bool Concerns(const RowWrite& row, const StoredRow& entry) const {
    return std::ranges::any_of(accesses_, [&](const StoredRow& other) {
      return other.index == entry.index && other.IsOf(row.access) && MadeOf(other, row.attributes);
    });
  }

  // Index keys that are attributes themselves follow by themselves; texts must be written anew.
  void AddRewritten(RowWrite& row) {
    for (const auto& access : accesses_) {
      if (access.InTable() || !access.IsOf(row.access) || !Concerns(row, access)) continue;
      // Nothing said is nothing done: a program that is not told to rewrite a key leaves it.
      const bool said = access.FollowsByItself() || RewritesAll() ||
                        (action_.rewrites && Contains(*action_.rewrites, access.index->name));
      if (said) {
        row.rewritten.push_back(access);
      } else if (MadeOf(access, row.attributes)) {
        row.stale.push_back(access);
      }
    }
  }

  // The first reason is told.
  static void Secondary(std::string reason, WritePlan& plan) {
    if (plan.secondary_reason.empty()) plan.secondary_reason = std::move(reason);
  }

  // What is counted, or lengthened, by the database: nobody else knows what becomes of it.
  bool IsCounted(const std::string& name) const {
    return Contains(action_.adds, name) || Contains(action_.appends, name);
  }

  // A text made of what is counted cannot be written in the same update.
  std::string NotCounted(const RowWrite& item) const {
    for (const auto& access : item.rewritten) {
      if (access.FollowsByItself()) continue;
      auto counted = PlacedBy(access);
      std::erase_if(counted, [&](const std::string& name) { return !IsCounted(name); });
      if (counted.empty()) continue;
      return fmt::format("its key in {} is written anew, and only the database knows {} then",
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

  // Where rows lay that are to go is told by what was read: it must still be so.
  void AddCompared(RowWrite& item) const {
    for (const auto& access : accesses_) {
      if (!IsSecondary(access) || FollowsStream(access) || !Moves(access)) continue;
      for (const auto& name : PlacedBy(access)) {
        const bool written = Contains(item.attributes, name);
        if (written && !Contains(item.conditions, name)) item.conditions.push_back(name);
      }
    }
  }

  // What decides where the row lies, and whether there is one.
  static std::vector<std::string> PlacedBy(const StoredRow& access) {
    auto names = FieldsOf(access.key);
    for (const auto& condition : access.conditions) {
      if (!Contains(names, condition.attribute)) names.push_back(condition.attribute);
    }
    return names;
  }

  // A row whose key changes is deleted and put anew, which takes all that is in it. Says what is
  // not known of that.
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

  // What the row is put with.
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

  // What must be known to say the key of a row that there is not always: the condition says what
  // its own attribute has to be.
  std::vector<std::string> MissingForSparse(const StoredRow& access) const {
    auto missing = FieldsOf(access.key);
    std::erase_if(missing, [&](const std::string& name) {
      return Bound(action_, name) || std::ranges::any_of(access.conditions, [&](const auto& when) {
               return when.attribute == name;
             });
    });
    return missing;
  }

  // Says why the row cannot be addressed.
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
