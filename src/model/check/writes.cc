#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/limits.h"
#include "model/check/check.h"
#include "model/check/finding.h"
#include "model/layout/sizes.h"

namespace stator::model {
namespace {

constexpr std::string_view kMove =
    "Delete the row and put it anew in the same transaction: say `rewrite keys`.";

std::string RowText(const StoredRow& access) {
  const auto key = fmt::format("{} / {}", TextOf(access.key.partition), TextOf(access.key.sort));
  if (access.index != nullptr) return access.index->name + " (" + key + ")";
  return (access.row == StoredRow::Row::kGuard ? "The unique row " : "The copy ") + key;
}

class WriteCheck {
 public:
  WriteCheck(const Model& model, const PlannedPattern& planned, std::vector<Finding>& findings)
      : model_(model), pattern_(*planned.pattern), plan_(planned.write), findings_(findings) {}

  void Run() {
    if (!LeaksTenants() && !plan_.reason.empty()) {
      Say(FindingCode::kNoSuchRow, fmt::format("The item cannot be addressed: {}.", plan_.reason),
          "Bind every attribute of its key, or look the item up first.");
    }
    if (!plan_.secondary_reason.empty()) {
      Say(FindingCode::kNoSuchRow,
          fmt::format("The bound attributes do not address all rows: {}.", plan_.secondary_reason),
          CureOfSecondary());
    }
    for (const auto& row : plan_.rows) {
      Stale(row);
      Replaced(row);
      if (row.access.row == StoredRow::Row::kItem) SmallUpdate(row);
    }
    for (const auto& action : pattern_.actions) Blind(action);
    Apart();
    TooLarge();
  }

 private:
  void Say(FindingCode code, std::string message, std::string cure) {
    Report(findings_, code, pattern_.place, pattern_.id, std::move(message), std::move(cure));
  }

  bool LeaksTenants() {
    if (!model_.tenant) return false;
    const auto& attribute = model_.tenant->attribute;
    for (const auto& action : pattern_.actions) {
      if (action.verb == Verb::kPut || model_.FindEntity(action.entity)->shared) continue;
      const auto bound = std::ranges::find(action.bindings, attribute, &Binding::attribute);
      if (bound != action.bindings.end()) continue;
      Say(FindingCode::kTenantLeak,
          fmt::format("The write of {} does not name the tenant: {} is not known.", action.entity,
                      attribute),
          fmt::format("Bind it: {}[{}, …].", action.entity, attribute));
      return true;
    }
    return false;
  }

  // Returns a cure. If the write rewrites an index key that contains an attribute it adds to, the
  // cure is about that index.
  std::string CureOfSecondary() const {
    for (const auto& row : plan_.rows) {
      for (const auto& access : row.rewritten) {
        const auto counted = CountedIn(row, access);
        if (!counted.empty()) return CureOfCounted(access, counted.front());
      }
    }
    return "Read the item first and bind that, too, or leave the attribute out of the key.";
  }

  static std::vector<std::string> CountedIn(const RowWrite& row, const StoredRow& access) {
    auto names = FieldsOf(access.key);
    std::erase_if(names,
                  [&](const std::string& name) { return !Contains(row.action->adds, name); });
    return names;
  }

  // An index on the attribute itself needs no text of the sum, which only the database knows.
  static std::string CureOfCounted(const StoredRow& access, const std::string& counted) {
    const auto hash = FieldsOf(access.key.partition);
    const auto key = hash.empty() ? counted : fmt::format("{}, {}", fmt::join(hash, "+"), counted);
    return fmt::format(
        "Key an index by the attributes themselves, which DynamoDB keeps: `index {} ({})`. Or read "
        "the item, compute {} and `modify` it.",
        access.index->name, key, counted);
  }

  void Stale(const RowWrite& row) {
    ChangedKey(row);
    for (const auto& access : row.stale) {
      std::vector<std::string> made_of;
      for (const auto& name : FieldsOf(access.key)) {
        if (Contains(row.action->sets, name) || Contains(row.action->modifies, name) ||
            Contains(row.action->adds, name)) {
          made_of.push_back(name);
        }
      }
      if (made_of.empty()) {
        Say(FindingCode::kSparseKeyKept,
            fmt::format("{} holds only items with {}={}. The update changes {} without removing "
                        "the key, so the items stay in the index.",
                        RowText(access), access.conditions.back().attribute,
                        access.conditions.back().value, access.conditions.back().attribute),
            access.index == nullptr ? std::string(kMove)
                                    : "REMOVE the key's attributes in the same update: say "
                                      "`rewrite " +
                                          access.index->name + "`.");
        continue;
      }
      Say(FindingCode::kStaleDerivedKey,
          fmt::format("{} is made of {}, and the update leaves the key unchanged. Reads by it find "
                      "the item under its old value, or not at all.",
                      RowText(access), fmt::join(made_of, ", ")),
          CureOfStale(row, access));
    }
  }

  static std::string CureOfStale(const RowWrite& row, const StoredRow& access) {
    if (access.index == nullptr) return std::string(kMove);
    const auto counted = CountedIn(row, access);
    if (!counted.empty()) return CureOfCounted(access, counted.front());
    return fmt::format(
        "Write the key's attributes in the same update: say `rewrite {}`, or `rewrite keys` for "
        "all.",
        access.index->name);
  }

  // Reports an update of the item's own key, which DynamoDB does not allow.
  void ChangedKey(const RowWrite& row) {
    if (row.type != RowWrite::Type::kUpdate || row.access.row != StoredRow::Row::kItem) return;
    auto made_of = FieldsOf(row.access.key);
    for (const auto& condition : row.access.conditions) made_of.push_back(condition.attribute);
    for (const auto& name : made_of) {
      if (!Contains(row.attributes, name)) continue;
      Say(FindingCode::kStaleDerivedKey,
          fmt::format("The item's own key is made of {}, which an update cannot change.", name),
          "Delete the item and put it under its new key in one transaction, or leave the attribute "
          "out of the key.");
    }
  }

  // Reports rows that a replacing put leaves behind. The put knows only the new values, so a row
  // whose key contains other attributes than the item's key is put beside the old one.
  void Replaced(const RowWrite& row) {
    if (row.action->verb != Verb::kPut || row.action->conditions.empty()) return;
    if (row.access.row == StoredRow::Row::kItem) return;
    const auto& entity = *row.access.entity;
    auto made_of = FieldsOf(row.access.key);
    for (const auto& condition : row.access.conditions) made_of.push_back(condition.attribute);
    for (const auto& own : entity.keys) {
      std::erase_if(made_of, [fields = FieldsOf(own)](const std::string& name) {
        return Contains(fields, name);
      });
    }
    if (made_of.empty()) return;
    Say(FindingCode::kStaleDerivedKey,
        fmt::format("{} is made of {}. A put does not know the old value, so the old row stays.",
                    RowText(row.access), fmt::join(made_of, ", ")),
        fmt::format("`update {}[…] set … rewrite keys` has the old values in its brackets; an item "
                    "that is not there yet is put `if new`.",
                    entity.name));
  }

  void SmallUpdate(const RowWrite& row) {
    constexpr std::int64_t kLargeItem = 4096;
    constexpr std::int64_t kSmallChange = 512;
    constexpr double kUnitsWorthMentioning = 10;  // a second
    const auto& entity = *row.access.entity;
    if (row.type != RowWrite::Type::kUpdate || entity.bytes < kLargeItem) return;
    std::int64_t changed = 0;
    for (const auto& name : row.attributes) changed += ValueBytes(*entity.Find(name));
    const std::int64_t units = (entity.bytes + 1023) / 1024;
    const double saved = pattern_.per_second * static_cast<double>(units - 1);
    if (changed > kSmallChange || saved < kUnitsWorthMentioning) return;
    Say(FindingCode::kHotSmallUpdate,
        fmt::format(
            "The update changes {} bytes ({}). Each of {:.0f} updates a second pays for the whole "
            "item of {} bytes.",
            changed, fmt::join(row.attributes, ", "), pattern_.per_second, entity.bytes),
        fmt::format("Keep the attributes that change often in an item of their own. That saves "
                    "{:.0f} write units a second.",
                    saved));
  }

  void Blind(const Action& action) {
    const auto& entity = *model_.FindEntity(action.entity);
    std::string computed = fmt::format("{}", fmt::join(action.modifies, ", "));
    for (const auto& attribute : entity.attributes) {
      if (attribute.kind == Kind::kVersion && Contains(action.sets, attribute.name)) {
        computed = attribute.name;
      }
    }
    for (const auto& name : action.conditions) {
      const bool raised = Contains(WrittenBy(action), name);
      if (action.verb != Verb::kUpdate || entity.Find(name)->kind != Kind::kVersion || raised) {
        continue;
      }
      return Say(
          FindingCode::kUnconditionalModify,
          fmt::format("{} is compared but never raised, so a second writer with the same version "
                      "also succeeds.",
                      name),
          fmt::format("Raise it in the same update: `set {}` or `add {}`.", name, name));
    }
    if (computed.empty()) return;
    if (!action.conditions.empty()) return Compared(action, computed);
    Say(FindingCode::kUnconditionalModify,
        fmt::format("{} is computed from an earlier read. If two writers do so at once, one update "
                    "is lost.",
                    computed),
        "Compare the version: `set version if version`. Or let DynamoDB count: `add`.");
  }

  // Reports a comparison that stops no second writer, because the first leaves the compared value
  // unchanged.
  void Compared(const Action& action, const std::string& computed) {
    const auto written = WrittenBy(action);
    const auto changes = [&](const std::string& name) { return Contains(written, name); };
    if (action.verb != Verb::kUpdate || std::ranges::any_of(action.conditions, changes)) return;
    Say(FindingCode::kUnconditionalModify,
        fmt::format("{} is computed from an earlier read, and {} is compared but not changed. If "
                    "two writers do so at once, one update is lost.",
                    computed, fmt::join(action.conditions, ", ")),
        fmt::format("Compare the changed attribute, too: `if {}`. Or compare a version that the "
                    "update raises.",
                    computed));
  }

  // Reports copies and guards that are not written in one transaction with their item.
  void Apart() {
    if (plan_.transaction) return;
    const auto rows = std::ranges::count_if(
        plan_.rows, [](const RowWrite& row) { return row.access.row != StoredRow::Row::kItem; });
    if (rows == 0) return;
    Say(FindingCode::kCopyNotInTransaction,
        fmt::format("{} has {} more row{} to write; a failure between two writes leaves them "
                    "different.",
                    plan_.rows.front().access.entity->name, rows, rows == 1 ? "" : "s"),
        "Write them in one `txn`, or keep the copy `via stream`.");
  }

  void TooLarge() {
    constexpr auto kItemsMax = static_cast<std::int64_t>(limits::kTransactionActionsMax);
    constexpr auto kBytesMax = static_cast<std::int64_t>(limits::kTransactionBytesMax);
    if (!plan_.transaction) return;
    std::int64_t items = 0;
    std::int64_t bytes = 0;
    for (const auto& row : plan_.rows) {
      items += row.times;
      bytes += row.times * RowBytes(model_, row.access);
    }
    if (items > kItemsMax) {
      Say(FindingCode::kTransactionTooLarge,
          fmt::format("The transaction writes {} rows, and the limit is {}.", items, kItemsMax),
          "Write the parts that must be seen together in one transaction, the others after it.");
    } else if (bytes > kBytesMax) {
      Say(FindingCode::kTransactionTooLarge,
          fmt::format("The transaction writes {} KB, and the limit is 4 MB.", bytes / 1024),
          "Keep large attributes out of it, or in smaller items.");
    }
  }

  const Model& model_;
  const Pattern& pattern_;
  const WritePlan& plan_;
  std::vector<Finding>& findings_;
};

}  // namespace

void CheckWrites(const Planned& all, std::vector<Finding>& findings) {
  for (const auto& planned : all.patterns) {
    if (!planned.pattern->reads()) WriteCheck(all.model, planned, findings).Run();
  }
}

}  // namespace stator::model
