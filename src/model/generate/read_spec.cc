#include "model/generate/read_spec.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/generate/functions.h"
#include "model/generate/keys.h"
#include "model/layout/rows.h"

namespace stator::model::generate {
namespace {

class ReadSpec {
 public:
  ReadSpec(const Model& model, const Pattern& pattern, const ReadPlan& plan, Tree begun)
      : model_(model),
        pattern_(pattern),
        entity_(*model.FindEntity(pattern.target.entity)),
        plan_(plan),
        spec_(std::move(begun)) {}

  Tree Run() {
    AddPlace();
    AddConditions();
    AddOrder();
    AddShown();
    AddShapes();
    return std::move(spec_);
  }

 private:
  void AddPlace() {
    spec_.Add("table", Tree::Text(plan_.table->name));
    if (plan_.index != nullptr) spec_.Add("index", Tree::Text(plan_.index->name));
    if (plan_.operation == Operation::kScan) return;
    spec_.Add("partition",
              Tree::List("Key", KeysOf(entity_, PartitionNames(*plan_.table, plan_.index),
                                       plan_.partition)));
  }

  Tree Compare(Tree key, const char* how) {
    return Tree::Object("Compare", {{"key", std::move(key)}, {"how", Tree::Text(how)}});
  }

  void AddConditions() {
    Tree sort = Tree::List("Compare");
    const auto& range = plan_.sort;
    const auto names = SortNames(*plan_.table, plan_.index);
    const bool between = range.type == SortRange::Type::kBetween;
    if (range.prefix.natural) {
      for (auto& key : KeysOf(entity_, names, range.prefix)) {
        sort.elements.push_back(Compare(std::move(key), "equals"));
      }
      if (between) {
        const Template next{.parts = {*range.between}, .natural = true};
        sort.elements.push_back(Compare(KeysOf(entity_, names, next).front(), "between"));
      }
    } else if (range.type != SortRange::Type::kAny) {
      Tree key = Tree::Object("Key", {{"name", Tree::Text(names.front())}});
      Tree pieces = Tree::List("Piece");
      for (const auto& part : range.prefix.parts) pieces.elements.push_back(PieceOf(entity_, part));
      key.AddUnlessEmpty("pieces", std::move(pieces));
      const bool equals = range.type == SortRange::Type::kEquals;
      Tree compare = Compare(std::move(key), between ? "between" : (equals ? "equals" : "begins"));
      if (between) compare.Add("piece", PieceOf(entity_, *range.between));
      compare.AddUnlessEmpty("end", Tree::Text(range.end));
      sort.elements.push_back(std::move(compare));
    }
    spec_.AddUnlessEmpty("sort", std::move(sort));
    AddFilters();
  }

  void AddFilters() {
    Tree filters = Tree::List("Filter");
    for (const auto& name : plan_.filtered) {
      Tree filter = Tree::Object("Filter", {{"attribute", Tree::Text(name)}});
      filter.AddUnlessEmpty("range", Tree::Truth(name == pattern_.range));
      filters.elements.push_back(std::move(filter));
    }
    if (RangeIsRough()) {
      filters.elements.push_back(Tree::Object(
          "Filter", {{"attribute", Tree::Text(pattern_.range)}, {"range", Tree::Truth(true)}}));
    }
    spec_.AddUnlessEmpty("filters", std::move(filters));
  }

  // Texts with a letter before the delimiter, such as a space, lie elsewhere in the keys than in
  // their own order, so the range of keys has more than the range of values.
  bool RangeIsRough() const {
    const auto& range = plan_.sort;
    if (range.type != SortRange::Type::kBetween || range.end.empty()) return false;
    const Attribute& attribute = *entity_.Find(range.between->text);
    return ValueTypeOf(attribute) == ValueType::kText && attribute.values.empty();
  }

  // The one whose order and limit are asked for: the target, or the last of the children.
  const Wanted& Ordered() const {
    return pattern_.children.empty() ? pattern_.target : pattern_.children.back();
  }

  void AddOrder() {
    const Wanted& wanted = Ordered();
    // Behind a filter the item that is wanted need not be the first of the range.
    const bool is_first = pattern_.verb == Verb::kGet && plan_.filtered.empty();
    std::int64_t limit = is_first ? 1 : plan_.limit;
    if (!plan_.ordered && !pattern_.children.empty() && wanted.limit > 0) limit = wanted.limit + 1;
    spec_.AddUnlessEmpty("backward", Tree::Truth(plan_.backward));
    spec_.AddUnlessEmpty("limit", Tree::Number(limit));
    spec_.AddUnlessEmpty("strong", Tree::Truth(pattern_.strong));
    if (plan_.operation == Operation::kQuery) {
      spec_.AddUnlessEmpty("order", Tree::Texts(SortNames(*plan_.table, plan_.index)));
    }
    const bool sorted_here =
        !wanted.order.empty() && (!plan_.ordered || plan_.operation == Operation::kScan);
    if (sorted_here) {
      spec_.Add("sort_by", Tree::Text(wanted.order));
      spec_.AddUnlessEmpty("sort_descending", Tree::Truth(wanted.descending));
    }
    if (plan_.second_read) {
      auto names = PartitionNames(*plan_.table, nullptr);
      for (auto& name : SortNames(*plan_.table, nullptr)) names.push_back(std::move(name));
      spec_.Add("refetch", Tree::Texts(names));
    }
  }

  // What the pattern shows, and what rows are recognised, filtered and ordered by.
  void AddShown() {
    // A local index gives what it lacks only to those who name it.
    if (pattern_.shows.empty() && !plan_.fetches_rest) return;
    std::vector<std::string> shown;
    const auto add = [&](const std::string& name) {
      if (CanBeAsked(name) && !Contains(shown, name)) shown.push_back(name);
    };
    const auto add_all = [&](const std::vector<std::string>& names) {
      std::ranges::for_each(names, add);
    };
    add_all(pattern_.shows);
    if (pattern_.shows.empty()) AddAttributes(entity_, shown);
    add_all(entity_.identity);
    add_all(plan_.filtered);
    if (!Ordered().order.empty()) add(Ordered().order);
    // They are the target's; of the children everything is wanted.
    for (const auto& child : pattern_.children) {
      AddAttributes(*model_.FindEntity(child.entity), shown);
    }
    add_all(KeyNames());
    add(kTypeAttribute);
    spec_.Add("shown", Tree::Texts(shown));
  }

  void AddAttributes(const Entity& entity, std::vector<std::string>& shown) const {
    for (const auto& attribute : entity.attributes) {
      if (CanBeAsked(attribute.name) && !Contains(shown, attribute.name)) {
        shown.push_back(attribute.name);
      }
    }
  }

  // Of the table, and of the index that is read.
  std::vector<std::string> KeyNames() const {
    auto names = PartitionNames(*plan_.table, nullptr);
    const auto add = [&](const std::vector<std::string>& more) {
      names.insert(names.end(), more.begin(), more.end());
    };
    add(SortNames(*plan_.table, nullptr));
    if (plan_.index == nullptr) return names;
    add(plan_.index->hash);
    add(plan_.index->range);
    return names;
  }

  // DynamoDB refuses to read from a global index what that does not have.
  bool CanBeAsked(const std::string& name) const {
    const bool whole = plan_.index == nullptr || plan_.second_read || plan_.fetches_rest ||
                       plan_.index->projection == Projection::kAll;
    return whole || Contains(KeyNames(), name) || Contains(plan_.index->include, name);
  }

  // Rows are recognised by the table's key; an index gives its own besides.
  Tree ShapeOf(const StoredRow& access) const {
    Tree shape = Tree::Object("Shape", {{"type", Tree::Text(access.entity->name)}});
    Tree keys = Tree::List("Key");
    const auto add = [&](std::vector<Tree> more) {
      for (auto& key : more) {
        if (key.members.back().first != "attribute") keys.elements.push_back(std::move(key));
      }
    };
    if (access.index != nullptr) add(KeysOf(TableAccess(access)));
    for (auto& key : KeysOf(access)) {
      const bool again = std::ranges::any_of(keys.elements, [&](const Tree& other) {
        return other.members.front().second.text == key.members.front().second.text;
      });
      if (!again) add({std::move(key)});
    }
    shape.AddUnlessEmpty("keys", std::move(keys));
    return shape;
  }

  // The same row as the table holds it; of one that may have several keys there, what these have in
  // common.
  StoredRow TableAccess(const StoredRow& access) const {
    std::optional<StoredRow> common;
    for (auto& row : StoredRowsOf(model_, *access.entity)) {
      if (!row.InTable() || !access.IsOf(row)) continue;
      if (!common) {
        common = std::move(row);
        continue;
      }
      auto& key = common->key;
      if (key.partition.parts != row.key.partition.parts) key.partition = {};
      if (key.sort.parts != row.key.sort.parts) key.sort = {};
    }
    return common.value_or(access);
  }

  void AddShapes() {
    Tree shapes = Tree::List("Shape");
    for (const auto& access : plan_.wanted) shapes.elements.push_back(ShapeOf(access));
    spec_.Add("shapes", std::move(shapes));
  }

  const Model& model_;
  const Pattern& pattern_;
  const Entity& entity_;
  const ReadPlan& plan_;
  Tree spec_;
};

}  // namespace

Tree ReadSpecOf(const Model& model, const Pattern& pattern, const ReadPlan& plan, Tree begun) {
  return ReadSpec(model, pattern, plan, std::move(begun)).Run();
}

}  // namespace stator::model::generate
