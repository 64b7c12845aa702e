#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/check/check.h"
#include "model/check/finding.h"
#include "model/language/expression.h"
#include "model/layout/overlap.h"
#include "model/layout/render.h"

namespace stator::model {
namespace {

// Checks the request that a program really makes against the rows that its table really has.
class StatedCheck {
 public:
  StatedCheck(const Model& model, const std::vector<StoredRow>& accesses, const Pattern& pattern,
              std::vector<Finding>& findings)
      : model_(model),
        pattern_(pattern),
        stated_(*pattern.stated),
        entity_(*model.FindEntity(pattern.reads() ? pattern.target.entity
                                                  : pattern.actions.front().entity)),
        findings_(findings) {
    for (const auto& access : accesses) {
      const std::string index = access.index == nullptr ? "" : access.index->name;
      if (access.table->name == entity_.table && index == stated_.index) rows_.push_back(access);
    }
  }

  void Run() { stated_.key ? CheckKey() : CheckQuery(); }

 private:
  void Say(FindingCode code, std::string message, std::string cure) {
    Report(findings_, code, stated_.place, pattern_.id, std::move(message), std::move(cure));
  }

  bool IsWanted(const StoredRow& access) const {
    if (access.entity == &entity_) return true;
    return std::ranges::any_of(pattern_.children, [&](const Wanted& child) {
      return child.entity == access.entity->name;
    });
  }

  void CheckKey() {
    if (!CheckKnown(stated_.key->partition) || !CheckKnown(stated_.key->sort)) return;
    for (const auto& access : rows_) {
      if (access.entity == &entity_ &&
          IsMade(access, access.key.partition, stated_.key->partition) &&
          IsMade(access, access.key.sort, stated_.key->sort)) {
        return;
      }
    }
    Say(FindingCode::kNoSuchRow,
        fmt::format("{} is the key of no row of {}; the request finds nothing.",
                    TextOf(*stated_.key), entity_.name),
        KeysText());
  }

  static std::string TextOf(const KeyPair& key) {
    const auto partition = model::TextOf(key.partition);
    return key.sort.empty() ? partition : partition + " / " + model::TextOf(key.sort);
  }

  // Returns the attribute whose value the part contains: {at.from} and {at.to} are the ends of a
  // range.
  std::string_view AttributeOf(const Part& part) const {
    const auto& range = pattern_.range;
    const bool is_end = part.text == range + ".from" || part.text == range + ".to";
    return is_end ? std::string_view(range) : std::string_view(part.text);
  }

  bool IsKnown(const Part& part) const {
    if (part.type == Part::Type::kLiteral) return true;
    if (!pattern_.reads() && pattern_.actions.front().verb == Verb::kPut) return true;
    if (part.type == Part::Type::kRandom) return false;
    if (AttributeOf(part) != part.text) return true;
    const auto& bindings = pattern_.reads() ? pattern_.bindings : pattern_.actions.front().bindings;
    return std::ranges::find(bindings, part.text, &Binding::attribute) != bindings.end();
  }

  // Complains about values that the caller of the pattern does not have.
  bool CheckKnown(const Template& text) {
    const auto unknown =
        std::ranges::find_if_not(text.parts, [&](const Part& part) { return IsKnown(part); });
    if (unknown == text.parts.end()) return true;
    const bool ranged = !pattern_.range.empty() && unknown->text == pattern_.range;
    Say(FindingCode::kInvalidExpression,
        fmt::format("The caller does not know {}: {} neither binds it nor ranges over it.",
                    model::TextOf(*unknown), pattern_.id),
        ranged
            ? fmt::format("The ends of the range are {{{0}.from}} and {{{0}.to}}.", pattern_.range)
            : "Put it into the brackets of the pattern, or ask without it.");
    return false;
  }

  // Whether a key attribute that `key` makes can have the stated value.
  bool IsMade(const StoredRow& access, const Template& key, const Template& value) const {
    if (!key.natural) return MayBeEqual(*access.entity, key, entity_, value);
    const auto& name = key.parts.front().text;
    if (value.parts.size() != 1) return false;
    const Part& part = value.parts.front();
    if (part.type != Part::Type::kLiteral) return IsValueOf(part, name);
    const auto& values = access.entity->Find(name)->values;
    return values.empty() || std::ranges::find(values, part.text, &Share::value) != values.end();
  }

  bool IsValueOf(const Part& part, std::string_view attribute) const {
    return part.type == Part::Type::kField && part.bucket == Bucket::kNone && !part.descending &&
           AttributeOf(part) == attribute;
  }

  std::string KeysText() const {
    std::vector<std::string> keys;
    for (const auto& access : rows_) {
      if (access.entity == &entity_) {
        keys.push_back(TextOf(access.key));
      }
    }
    if (keys.empty()) return fmt::format("Give {} a key there, or ask elsewhere.", entity_.name);
    return fmt::format("Its keys there are {}; ask by them, or keep a copy under the other key.",
                       fmt::join(keys, ", "));
  }

  void CheckQuery() {
    const auto clauses = ParseKeyCondition(stated_.expression, stated_.place);
    if (!clauses) {
      return Say(FindingCode::kInvalidExpression, clauses.error(),
                 "Write it in DynamoDB's grammar.");
    }
    clauses_ = *clauses;
    if (!CheckShape() || !CheckOrder()) return;
    for (const auto& clause : clauses_) {
      if (!CheckKnown(clause.value) || !CheckKnown(clause.end)) return;
    }
    CheckRows();
    const auto names = SortKey();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (const KeyClause* sort = FindClause(names[i])) CheckSort(*sort, i);
    }
  }

  std::vector<std::string> PartitionKey() const {
    const Index* index = model_.FindIndex(entity_.table, stated_.index);
    if (index != nullptr) return index->hash;
    return {model_.FindTable(entity_.table)->partition_key};
  }

  std::vector<std::string> SortKey() const {
    const Index* index = model_.FindIndex(entity_.table, stated_.index);
    if (index != nullptr) return index->range;
    const auto& name = model_.FindTable(entity_.table)->sort_key;
    return name.empty() ? std::vector<std::string>{} : std::vector{name};
  }

  const KeyClause* FindClause(std::string_view attribute) const {
    const auto found = std::ranges::find(clauses_, attribute, &KeyClause::attribute);
    return found == clauses_.end() ? nullptr : &*found;
  }

  bool Refuse(std::string message, std::string cure) {
    Say(FindingCode::kInvalidExpression, std::move(message), std::move(cure));
    return false;
  }

  bool CheckShape() {
    auto names = PartitionKey();
    for (const auto& name : names) {
      const KeyClause* clause = FindClause(name);
      if (clause != nullptr && clause->type == KeyClause::Type::kEquals) continue;
      return Refuse(
          fmt::format("The partition key {} must be compared with =.", name),
          "A Query reads one partition key. Several partition keys need several Queries, or an "
          "index.");
    }
    std::ranges::copy(SortKey(), std::back_inserter(names));
    for (const auto& clause : clauses_) {
      if (std::ranges::find(names, clause.attribute) == names.end()) {
        return Refuse(fmt::format("{} is no key attribute there.", clause.attribute),
                      "Only the partition and the sort key stand in a key condition.");
      }
      if (std::ranges::count(clauses_, clause.attribute, &KeyClause::attribute) > 1) {
        return Refuse(fmt::format("{} has two conditions.", clause.attribute),
                      "A key attribute has one condition: BETWEEN has two ends.");
      }
      const Attribute* attribute = entity_.Find(clause.attribute);
      const bool number =
          attribute != nullptr && TypeOf(*attribute) == client::Value::Type::kNumber;
      if (number && clause.type == KeyClause::Type::kPrefix) {
        return Refuse(
            fmt::format("{} is a number, so begins_with does not apply.", clause.attribute),
            "Compare numbers by =, <, <=, >, >= or BETWEEN.");
      }
    }
    return true;
  }

  // Checks a multi-attribute sort key: conditions start with the first attribute, and all but the
  // last condition compare with =.
  bool CheckOrder() {
    const auto names = SortKey();
    bool over = false;
    for (const auto& name : names) {
      const KeyClause* clause = FindClause(name);
      if (clause != nullptr && over) {
        return Refuse(
            fmt::format("{} comes after a key attribute that is not compared with =.", name),
            fmt::format("The sort key is {}, from the left.", fmt::join(names, ", ")));
      }
      over = over || clause == nullptr || clause->type != KeyClause::Type::kEquals;
    }
    return true;
  }

  // Returns the template of one attribute of a key side. A natural side has several attributes.
  static Template AttributeTemplate(const Template& side, std::size_t number) {
    if (!side.natural) return side;
    if (side.parts.at(number).type == Part::Type::kMade) return MadeText(side.parts[number]);
    return {.parts = {side.parts.at(number)}, .natural = true, .place = side.place};
  }

  bool Meets(const StoredRow& access, const Template& key, const KeyClause& clause) const {
    if (clause.type == KeyClause::Type::kCompare) return true;
    if (clause.type == KeyClause::Type::kEquals) return IsMade(access, key, clause.value);
    if (!key.natural) return MayBeginWith(*access.entity, key, entity_, clause.value);
    const auto& parts = clause.value.parts;
    return parts.size() != 1 || parts.front().type == Part::Type::kLiteral ||
           IsValueOf(parts.front(), key.parts.front().text);
  }

  bool InRange(const StoredRow& access) const {
    const auto meets = [&](const std::vector<std::string>& names, const Template& side) {
      for (std::size_t i = 0; i < names.size(); ++i) {
        const KeyClause* clause = FindClause(names[i]);
        if (clause != nullptr && !Meets(access, AttributeTemplate(side, i), *clause)) return false;
      }
      return true;
    };
    return meets(PartitionKey(), access.key.partition) && meets(SortKey(), access.key.sort);
  }

  void CheckRows() {
    bool found = false;
    std::set<std::string> others;
    std::set<std::string> missing;
    for (const auto& child : pattern_.children) missing.insert(child.entity);
    for (const auto& access : rows_) {
      if (!InRange(access)) continue;
      if (access.entity == &entity_) found = true;
      missing.erase(access.entity->name);
      if (!IsWanted(access)) others.insert(access.entity->name);
    }
    if (!found || !missing.empty()) {
      return Say(FindingCode::kNoSuchRow,
                 fmt::format("{} lies under no such key; the Query does not find it.",
                             found ? fmt::format("{}", fmt::join(missing, ", ")) : entity_.name),
                 KeysText());
    }
    if (others.empty()) return;
    Say(FindingCode::kOverRead, fmt::format("The Query also returns {}.", fmt::join(others, ", ")),
        "Narrow the key condition, or give them another key.");
  }

  void CheckSort(const KeyClause& sort, std::size_t number) {
    if (sort.type == KeyClause::Type::kPrefix && EndsOpen(entity_, sort.value)) {
      Say(FindingCode::kUnterminatedPrefix,
          fmt::format("begins_with {} also finds longer values: 10 finds 100.",
                      model::TextOf(sort.value)),
          fmt::format("End every value in the key with the delimiter and ask for {}#.",
                      model::TextOf(sort.value)));
    }
    if (sort.type == KeyClause::Type::kBetween) CheckEnd(sort.end, number);
    if (sort.comparator == "<=") CheckEnd(sort.value, number);
  }

  // Checks that the range's end sorts behind everything that can follow its last value in a key.
  void CheckEnd(const Template& end, std::size_t number) {
    Template value = end;
    std::string tail;
    if (!value.empty() && value.parts.back().type == Part::Type::kLiteral) {
      tail = value.parts.back().text;
      value.parts.pop_back();
    }
    if (value.empty()) return;  // only a literal
    const std::size_t size = value.parts.size();
    for (const auto& access : rows_) {
      if (!IsWanted(access) || !InRange(access)) continue;
      const auto key = AttributeTemplate(access.key.sort, number);
      const bool same =
          key.parts.size() > size && key.parts[size - 1].text == AttributeOf(value.parts.back());
      if (!same || Covers(*access.entity, key, size, tail)) continue;
      return Say(
          FindingCode::kRangeEnd,
          fmt::format("Keys continue after {}, so all keys of the last value lie behind the end of "
                      "the range.",
                      model::TextOf(end)),
          fmt::format("Let the range end at {}~.", model::TextOf(value)));
    }
  }

  // Whether `tail` sorts behind every text that the key's parts from `at` on can make.
  static bool Covers(const Entity& entity, const Template& key, std::size_t at,
                     std::string_view tail) {
    for (; at < key.parts.size(); ++at) {
      if (tail.empty()) return false;
      const Part& part = key.parts[at];
      if (part.type != Part::Type::kLiteral) return IsBehind(entity, part, tail);
      const auto differ = std::ranges::mismatch(tail, part.text);
      if (differ.in1 == tail.end() && differ.in2 != part.text.end()) return false;
      if (differ.in2 != part.text.end()) {
        return static_cast<unsigned char>(*differ.in1) > static_cast<unsigned char>(*differ.in2);
      }
      tail.remove_prefix(part.text.size());
    }
    return true;
  }

  // Whether `tail` sorts behind all values of the part: behind digits for dates and numbers, or
  // else behind almost all of ASCII.
  static bool IsBehind(const Entity& entity, const Part& part, std::string_view tail) {
    const auto first = static_cast<unsigned char>(tail.front());
    const Attribute* attribute = entity.Find(part.text);
    if (part.type != Part::Type::kField || attribute == nullptr) return first > '9';
    if (!attribute->values.empty()) {
      return std::ranges::all_of(attribute->values,
                                 [&](const Share& share) { return share.value < tail; });
    }
    const bool digits = attribute->kind == Kind::kDate || attribute->kind == Kind::kTime ||
                        TypeOf(*attribute) == client::Value::Type::kNumber;
    return first > (digits ? '9' : '}');
  }

  const Model& model_;
  const Pattern& pattern_;
  const Stated& stated_;
  const Entity& entity_;
  std::vector<Finding>& findings_;
  std::vector<StoredRow> rows_;
  std::vector<KeyClause> clauses_;
};

}  // namespace

void CheckStated(const Planned& all, std::vector<Finding>& findings) {
  for (const auto& planned : all.patterns) {
    const auto& pattern = *planned.pattern;
    if (!pattern.stated) continue;
    const auto before = findings.size();
    StatedCheck(all.model, all.accesses, pattern, findings).Run();
    const bool query = pattern.reads() && !pattern.stated->expression.empty();
    if (!query || findings.size() > before || planned.read.operation != Operation::kNone) continue;
    Report(findings, FindingCode::kScanNeeded, pattern.place, pattern.id,
           fmt::format("The pattern does not know every attribute of the stated key: {}.",
                       planned.read.reason),
           "Bind the other attributes, or state a query of a known key.");
  }
}

}  // namespace stator::model
