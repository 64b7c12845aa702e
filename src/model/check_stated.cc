#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/check.h"
#include "model/expression.h"
#include "model/findings_sink.h"
#include "model/overlap.h"

namespace stator::model {
namespace {

// What a program really asks, against the rows that are really there.
class StatedCheck {
 public:
  StatedCheck(const Model& model, const Pattern& pattern, std::vector<Finding>& findings)
      : model_(model),
        pattern_(pattern),
        stated_(*pattern.stated),
        entity_(*model.FindEntity(pattern.reads() ? pattern.target.entity
                                                  : pattern.actions.front().entity)),
        findings_(findings) {
    for (auto& access : AllAccesses(model)) {
      const std::string index = access.index == nullptr ? "" : access.index->name;
      if (access.table->name == entity_.table && index == stated_.index) {
        rows_.push_back(std::move(access));
      }
    }
  }

  void Run() { stated_.key ? CheckKey() : CheckQuery(); }

 private:
  void Say(std::string_view code, std::string message, std::string cure) {
    Report(findings_, code, stated_.place, pattern_.id, std::move(message), std::move(cure));
  }

  bool IsWanted(const Access& access) const {
    if (access.entity == &entity_) return true;
    return std::ranges::any_of(pattern_.children, [&](const Wanted& child) {
      return child.entity == access.entity->name;
    });
  }

  void CheckKey() {
    for (const auto& access : rows_) {
      if (access.entity == &entity_ &&
          MayBeEqual(entity_, access.key.partition, entity_, stated_.key->partition) &&
          MayBeEqual(entity_, access.key.sort, entity_, stated_.key->sort)) {
        return;
      }
    }
    Say("no-such-row",
        fmt::format("{} / {} is the key of no row of {}; the request finds nothing.",
                    TextOf(stated_.key->partition), TextOf(stated_.key->sort), entity_.name),
        KeysText());
  }

  std::string KeysText() const {
    std::vector<std::string> keys;
    for (const auto& access : rows_) {
      if (access.entity == &entity_) {
        keys.push_back(
            fmt::format("{} / {}", TextOf(access.key.partition), TextOf(access.key.sort)));
      }
    }
    if (keys.empty()) return fmt::format("Give {} a key there, or ask elsewhere.", entity_.name);
    return fmt::format("Its keys there are {}; ask by them, or keep a copy under the other key.",
                       fmt::join(keys, ", "));
  }

  void CheckQuery() {
    const auto clauses = ParseKeyCondition(stated_.expression, stated_.place);
    if (!clauses) {
      return Say("invalid-expression", clauses.error(), "Write it as DynamoDB's grammar has it.");
    }
    const KeyClause* partition = FindClause(*clauses, PartitionKey());
    const KeyClause* sort = FindClause(*clauses, SortKey());
    if (!CheckShape(*clauses, partition)) return;
    CheckRows(*partition, sort);
    if (sort != nullptr) CheckSort(*partition, *sort);
  }

  std::string PartitionKey() const {
    const Index* index = model_.FindIndex(stated_.index);
    return index == nullptr ? model_.FindTable(entity_.table)->partition_key : index->hash.front();
  }

  std::string SortKey() const {
    const Index* index = model_.FindIndex(stated_.index);
    if (index == nullptr) return model_.FindTable(entity_.table)->sort_key;
    return index->range.empty() ? "" : index->range.front();
  }

  static const KeyClause* FindClause(const std::vector<KeyClause>& clauses,
                                     std::string_view attribute) {
    const auto found = std::ranges::find(clauses, attribute, &KeyClause::attribute);
    return found == clauses.end() || attribute.empty() ? nullptr : &*found;
  }

  bool CheckShape(const std::vector<KeyClause>& clauses, const KeyClause* partition) {
    if (partition == nullptr || partition->type != KeyClause::Type::kEquals) {
      Say("invalid-expression",
          fmt::format("The partition key {} must be compared with =.", PartitionKey()),
          "A Query reads one partition key; what goes over several needs several, or an index.");
      return false;
    }
    for (const auto& clause : clauses) {
      if (clause.attribute == PartitionKey() || clause.attribute == SortKey()) continue;
      Say("invalid-expression", fmt::format("{} is no key attribute there.", clause.attribute),
          "Only the partition and the sort key stand in a key condition.");
      return false;
    }
    return true;
  }

  bool InRange(const Access& access, const KeyClause& partition, const KeyClause* sort) const {
    if (!MayBeEqual(*access.entity, access.key.partition, entity_, partition.value)) return false;
    if (sort == nullptr || sort->type == KeyClause::Type::kCompare) return true;
    if (sort->type == KeyClause::Type::kEquals) {
      return MayBeEqual(*access.entity, access.key.sort, entity_, sort->value);
    }
    return MayBeginWith(*access.entity, access.key.sort, entity_, sort->value);
  }

  void CheckRows(const KeyClause& partition, const KeyClause* sort) {
    bool found = false;
    std::set<std::string> others;
    std::set<std::string> missing;
    for (const auto& child : pattern_.children) missing.insert(child.entity);
    for (const auto& access : rows_) {
      if (!InRange(access, partition, sort)) continue;
      if (access.entity == &entity_) found = true;
      missing.erase(access.entity->name);
      if (!IsWanted(access)) others.insert(access.entity->name);
    }
    if (!found || !missing.empty()) {
      return Say("no-such-row",
                 fmt::format("{} lies under no such key; the Query does not find it.",
                             found ? fmt::format("{}", fmt::join(missing, ", ")) : entity_.name),
                 KeysText());
    }
    if (others.empty()) return;
    Say("over-read", fmt::format("The Query also returns {}.", fmt::join(others, ", ")),
        "Narrow the key condition, or give them another key.");
  }

  void CheckSort(const KeyClause& partition, const KeyClause& sort) {
    if (sort.type == KeyClause::Type::kPrefix && EndsOpen(entity_, sort.value)) {
      Say("unterminated-prefix",
          fmt::format("begins_with {} also finds what merely begins like it: 10 finds 100.",
                      TextOf(sort.value)),
          fmt::format("End every value in the key with the delimiter and ask for {}#.",
                      TextOf(sort.value)));
    }
    if (sort.type != KeyClause::Type::kBetween || sort.end.empty()) return;
    if (sort.end.parts.back().type == Part::Type::kLiteral) return;
    for (const auto& access : rows_) {
      if (!IsWanted(access) || !InRange(access, partition, &sort) ||
          access.key.sort.parts.size() <= sort.end.parts.size()) {
        continue;
      }
      return Say(
          "range-end",
          fmt::format("Keys go on behind {}, so everything of the last one lies after the end.",
                      TextOf(sort.end)),
          fmt::format("Let the range end at {}~.", TextOf(sort.end)));
    }
  }

  const Model& model_;
  const Pattern& pattern_;
  const Stated& stated_;
  const Entity& entity_;
  std::vector<Finding>& findings_;
  std::vector<Access> rows_;
};

}  // namespace

void CheckStated(const Model& model, const std::vector<PlannedPattern>& patterns,
                 std::vector<Finding>& findings) {
  for (const auto& planned : patterns) {
    if (planned.pattern->stated) StatedCheck(model, *planned.pattern, findings).Run();
  }
}

}  // namespace stator::model
