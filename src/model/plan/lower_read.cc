#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/language/attribute_type.h"
#include "model/layout/rows.h"
#include "model/plan/fetch_parts.h"
#include "model/plan/key_specs.h"
#include "model/plan/lower.h"

namespace stator::model {
namespace {

// Lowers one read: of a pattern, or of one part of a fetch.
class ReadLowering {
 public:
  ReadLowering(const Model& model, const Pattern& pattern, const ReadPlan& plan)
      : model_(model),
        pattern_(pattern),
        entity_(*model.FindEntity(pattern.target.entity)),
        plan_(plan) {}

  store::ReadSpec Run() {
    AddPlace();
    AddSort();
    AddFilters();
    AddOrder();
    AddShown();
    for (const auto& access : plan_.wanted) spec_.shapes.push_back(ShapeOf(access));
    return std::move(spec_);
  }

 private:
  void AddPlace() {
    spec_.table = plan_.table->name;
    if (plan_.index != nullptr) spec_.index = plan_.index->name;
    if (plan_.operation == Operation::kScan) return;
    spec_.partition =
        KeySpecsOf(entity_, PartitionNames(*plan_.table, plan_.index), plan_.partition);
  }

  void AddSort() {
    const auto& range = plan_.sort;
    const auto names = SortNames(*plan_.table, plan_.index);
    if (range.prefix.natural) return AddNaturalSort(names);
    if (range.type == SortRange::Type::kAny) return;
    store::SortSpec sort{.key = {.name = names.front()}, .end = range.end};
    for (const auto& part : range.prefix.parts) sort.key.pieces.push_back(PieceOf(entity_, part));
    if (range.type == SortRange::Type::kPrefix) sort.how = store::Comparison::kBegins;
    if (range.type == SortRange::Type::kBetween) {
      sort.how = store::Comparison::kBetween;
      sort.piece = PieceOf(entity_, *range.between);
    }
    spec_.sort.push_back(std::move(sort));
  }

  // Adds equality on the leading attributes, and perhaps a range over the next one.
  void AddNaturalSort(const std::vector<std::string>& names) {
    const auto& range = plan_.sort;
    for (auto& key : KeySpecsOf(entity_, names, range.prefix)) {
      spec_.sort.push_back({.key = std::move(key)});
    }
    if (range.type != SortRange::Type::kBetween) return;
    const Template next{.parts = {*range.between}, .natural = true};
    spec_.sort.push_back(
        {.key = KeySpecsOf(entity_, names, next).front(), .how = store::Comparison::kBetween});
  }

  void AddFilters() {
    for (const auto& name : plan_.filtered) {
      spec_.filters.push_back({.attribute = name, .range = name == pattern_.range});
    }
    if (RangeIsRough()) spec_.filters.push_back({.attribute = pattern_.range, .range = true});
  }

  // Whether the range of keys contains more than the range of values. A text with a character below
  // the delimiter, such as a space, sorts differently in the key than by its own value.
  bool RangeIsRough() const {
    const auto& range = plan_.sort;
    if (range.type != SortRange::Type::kBetween || range.end.empty()) return false;
    const Attribute& attribute = *entity_.Find(range.between->text);
    return TypeOf(attribute) == client::Value::Type::kString && attribute.kind != Kind::kDate &&
           attribute.kind != Kind::kTime && attribute.values.empty();
  }

  // Returns the entity that order and limit belong to: the target, or the last of the children.
  const Wanted& Ordered() const {
    return pattern_.children.empty() ? pattern_.target : pattern_.children.back();
  }

  void AddOrder() {
    const Wanted& wanted = Ordered();
    // With a filter, the wanted item need not be the first of the range.
    const bool is_first = pattern_.verb == Verb::kGet && plan_.filtered.empty();
    std::int64_t limit = is_first ? 1 : plan_.limit;
    if (!plan_.ordered && !pattern_.children.empty() && wanted.limit > 0) limit = wanted.limit + 1;
    spec_.backward = plan_.backward;
    spec_.limit = limit;
    spec_.strong = pattern_.strong;
    if (plan_.operation == Operation::kQuery) {
      spec_.order = SortNames(*plan_.table, plan_.index);
    }
    const bool sorted_here =
        !wanted.order.empty() && (!plan_.ordered || plan_.operation == Operation::kScan);
    if (sorted_here) {
      spec_.sort_by = wanted.order;
      spec_.sort_descending = wanted.descending;
    }
    if (!plan_.second_read) return;
    spec_.refetch = PartitionNames(*plan_.table, nullptr);
    for (auto& name : SortNames(*plan_.table, nullptr)) spec_.refetch.push_back(std::move(name));
  }

  // Adds the attributes that the pattern shows, and those that identify, filter and order the rows.
  void AddShown() {
    // A local index fetches missing attributes from the table only if the request names them.
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
    // `show` belongs to the target; children are wanted whole.
    for (const auto& child : pattern_.children) {
      AddAttributes(*model_.FindEntity(child.entity), shown);
    }
    add_all(KeyNames());
    add(kTypeAttribute);
    spec_.shown = std::move(shown);
  }

  void AddAttributes(const Entity& entity, std::vector<std::string>& shown) const {
    for (const auto& attribute : entity.attributes) {
      if (CanBeAsked(attribute.name) && !Contains(shown, attribute.name)) {
        shown.push_back(attribute.name);
      }
    }
  }

  // Returns the key attributes of the table and of the index that is read.
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

  // DynamoDB refuses to read attributes from a global index that it does not project.
  bool CanBeAsked(const std::string& name) const {
    const bool whole = plan_.index == nullptr || plan_.second_read || plan_.fetches_rest ||
                       plan_.index->projection == Projection::kAll;
    return whole || Contains(KeyNames(), name) || Contains(plan_.index->include, name);
  }

  // Rows are recognized by the table's key; an index adds its own key.
  store::ShapeSpec ShapeOf(const StoredRow& access) const {
    store::ShapeSpec shape{.type = access.entity->name};
    const auto add = [&](std::vector<store::KeySpec> keys) {
      for (auto& key : keys) {
        const bool again = std::ranges::any_of(
            shape.keys, [&](const store::KeySpec& other) { return other.name == key.name; });
        if (key.attribute.empty() && !again) shape.keys.push_back(std::move(key));
      }
    };
    if (access.index != nullptr) add(KeySpecsOf(TableAccess(access)));
    add(KeySpecsOf(access));
    return shape;
  }

  // Returns the table's row for this row or entry. If the item may have several keys, the result
  // keeps the sides that all of them share.
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

  const Model& model_;
  const Pattern& pattern_;
  const Entity& entity_;
  const ReadPlan& plan_;
  store::ReadSpec spec_;
};

// Returns the shape number of a child's rows. Children that lie with the parent come first, in the
// plan's order.
std::size_t ShapeOfChild(const ReadPlan& plan, const std::string& child) {
  std::size_t shape = 1;
  while (shape < plan.wanted.size() && plan.wanted[shape].entity->name != child) ++shape;
  if (shape < plan.wanted.size()) return shape;
  for (const auto& apart : plan.children) {
    if (apart.wanted.front().entity->name == child) break;
    ++shape;
  }
  return shape;
}

// Lowers a fetch. Children that lie apart from the parent get reads of their own, each kind under
// all its keys.
store::ReadSpec SpecOf(const Model& model, const Pattern& pattern, const ReadPlan& plan) {
  if (plan.children.empty()) return ReadLowering(model, pattern, plan).Run();
  auto spec = ReadLowering(model, TogetherOf(model, pattern, plan), plan).Run();
  for (const auto& apart : plan.children) {
    const auto child = ChildOf(model, pattern, apart);
    for (const ReadPlan* read : apart.alternatives()) {
      auto child_spec = ReadLowering(model, child, *read).Run();
      child_spec.part = ShapeOfChild(plan, child.target.entity);
      spec.children.push_back(std::move(child_spec));
    }
  }
  return spec;
}

std::vector<store::ValueRule> RulesOf(const Model& model, const Pattern& pattern) {
  const Entity& entity = *model.FindEntity(pattern.target.entity);
  std::vector<const Entity*> entities = {&entity};
  for (const auto& child : pattern.children) entities.push_back(model.FindEntity(child.entity));
  std::vector<store::ValueRule> rules;
  const auto add = [&](const std::string& name) {
    auto rule = ValueRuleOf(model, entities, *entity.Find(name));
    if (rule) rules.push_back(*std::move(rule));
  };
  for (const auto& binding : pattern.bindings) {
    if (!binding.value && binding.attribute != pattern.range) add(binding.attribute);
  }
  if (!pattern.range.empty()) add(pattern.range);
  return rules;
}

std::vector<ReadPart> PartsOf(const Pattern& pattern, const ReadPlan& plan) {
  const bool one = pattern.verb == Verb::kGet || pattern.verb == Verb::kFetch;
  std::vector<ReadPart> parts{{.entity = pattern.target.entity, .many = !one}};
  for (const auto& child : pattern.children) {
    // A limited Query asks for one row more, for the parent. If the parent is missing, the extra
    // row is one child too many, so the part has a limit of its own.
    parts.push_back({.entity = child.entity,
                     .shape = ShapeOfChild(plan, child.entity),
                     .many = true,
                     .limit = child.limit});
  }
  return parts;
}

// Returns the parameter under the name by which callers know its value: an end of a range has the
// range's attribute and its end.
store::KeySpec ParameterOf(const Entity& entity, const Parameter& parameter) {
  if (!parameter.text.natural) return KeySpecsOf(entity, {"value"}, parameter.text).front();
  const auto& attribute = parameter.text.parts.front().text;
  switch (parameter.end) {
    case Parameter::End::kFrom:
      return {.name = "value", .attribute = RangeFrom(attribute)};
    case Parameter::End::kTo:
      return {.name = "value", .attribute = RangeTo(attribute)};
    case Parameter::End::kNone:
      break;
  }
  return {.name = "value", .attribute = attribute};
}

store::StatementSpec StatementOf(const Model& model, const Pattern& pattern) {
  const Entity& entity = *model.FindEntity(pattern.target.entity);
  store::StatementSpec spec{.text = pattern.sql->text, .strong = pattern.strong};
  for (const auto& parameter : pattern.sql->parameters) {
    spec.parameters.push_back(ParameterOf(entity, parameter));
  }
  for (auto& rule : RulesOf(model, pattern)) {
    if (rule.attribute != pattern.range) {
      spec.rules.push_back(std::move(rule));
      continue;
    }
    for (const auto& end : {RangeFrom(pattern.range), RangeTo(pattern.range)}) {
      spec.rules.push_back(rule);
      spec.rules.back().attribute = end;
    }
  }
  return spec;
}

}  // namespace

std::string RangeFrom(const std::string& attribute) { return attribute + ".from"; }
std::string RangeTo(const std::string& attribute) { return attribute + ".to"; }

LoweredRead LowerRead(const Model& model, const Pattern& pattern, const ReadPlan& plan) {
  if (plan.statement) {
    return {.operation = plan.operation,
            .spec = {},
            .statement = StatementOf(model, pattern),
            .parts = {}};
  }
  LoweredRead read{.operation = plan.operation,
                   .spec = SpecOf(model, pattern, plan),
                   .statement = {},
                   .parts = PartsOf(pattern, plan)};
  read.spec.window = pattern.range;
  read.spec.rules = RulesOf(model, pattern);
  return read;
}

}  // namespace stator::model
