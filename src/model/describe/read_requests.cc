#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/describe/pattern_requests.h"
#include "model/layout/render.h"
#include "model/plan/key_specs.h"
#include "model/plan/lower.h"
#include "model/plan/plan.h"
#include "store/key_text.h"

namespace stator::model {
namespace {

using generate::Tree;

std::string FirstOf(const std::string& attribute) { return attribute + " from"; }
std::string LastOf(const std::string& attribute) { return attribute + " to"; }

// Describes the requests of one read.
class ReadDescription {
 public:
  ReadDescription(const Model& model, const Pattern& pattern)
      : model_(model), pattern_(pattern), entity_(*model.FindEntity(pattern.target.entity)) {
    for (const auto& binding : pattern.bindings) {
      if (!binding.value) continue;
      constants_.insert_or_assign(binding.attribute,
                                  ValueOf(*entity_.Find(binding.attribute), *binding.value));
    }
  }

  PatternRequests Run() {
    const auto plan = PlanRead(model_, pattern_);
    if (plan.operation == Operation::kNone) return {.reason = plan.reason};
    AddArguments();
    if (plan.operation == Operation::kExport) {
      made_.reason = "An export of the whole table serves it.";
      return std::move(made_);
    }
    if (plan.statement) {
      AddStatement(plan);
      return std::move(made_);
    }
    const auto lowered = LowerRead(model_, pattern_, plan);
    Add(lowered.operation, lowered.spec);
    AddChildren(plan, lowered.spec);
    AddPartitions(plan);
    return std::move(made_);
  }

 private:
  void AddArguments() {
    for (const auto& binding : pattern_.bindings) {
      if (!binding.value) AddArgument(binding.attribute, binding.attribute);
    }
    if (pattern_.range.empty()) return;
    AddArgument(FirstOf(pattern_.range), pattern_.range);
    AddArgument(LastOf(pattern_.range), pattern_.range);
  }

  void AddStatement(const ReadPlan& plan) {
    DescribedRequest request{.operation = NameOf(plan.operation), .table = plan.table->name};
    if (plan.index != nullptr) request.index = plan.index->name;
    InputBuilder input(plan.table->name);
    input.tree() = Tree::Object("", {{"Statement", Tree::Text(pattern_.sql->text)}});
    for (const auto& parameter : pattern_.sql->parameters) {
      input.AddParameter(TemplateOfParameter(parameter));
    }
    if (pattern_.strong) input.tree().Add("ConsistentRead", Tree::Truth(true));
    request.input.tree = input.Finish(request.values);
    made_.requests.push_back(std::move(request));
  }

  ValueTemplate TemplateOfParameter(const Parameter& parameter) const {
    if (!parameter.text.natural) {
      return Filled(KeySpecsOf(entity_, {"value"}, parameter.text).front());
    }
    auto name = parameter.text.parts.front().text;
    const auto type = TypeNameOf(*entity_.Find(name));
    if (parameter.end == Parameter::End::kFrom) name = FirstOf(name);
    if (parameter.end == Parameter::End::kTo) name = LastOf(name);
    return {.attribute = name, .type = type, .parts = {{.attribute = name}}};
  }

  void AddArgument(const std::string& name, const std::string& attribute) {
    made_.arguments.push_back({name, &entity_, entity_.Find(attribute)});
  }

  bool IsArgument(const std::string& name) const {
    return std::ranges::find(made_.arguments, name, &DescribedArgument::name) !=
           made_.arguments.end();
  }

  void AddChildren(const ReadPlan& plan, const store::ReadSpec& spec) {
    std::size_t next = 0;
    for (const auto& apart : plan.children) {
      for (const ReadPlan* read : apart.alternatives()) {
        if (next < spec.children.size()) Add(read->operation, spec.children[next++]);
      }
    }
  }

  // The first request's own plan, and those of other keys, fan out alike in the units that
  // `stator model check` reports.
  void AddPartitions(const ReadPlan& plan) {
    if (plan.partitions() > 1 && !made_.requests.empty()) {
      made_.requests.front().partitions = plan.partitions();
    }
  }

  void Add(Operation operation, const store::ReadSpec& spec) {
    DescribedRequest request{.operation = NameOf(operation), .table = spec.table};
    if (!spec.index.empty()) request.index = spec.index;
    InputBuilder input(spec.table);
    switch (operation) {
      case Operation::kGetItem:
        AddKey(spec, input);
        break;
      case Operation::kScan:
        AddTypes(spec, input);
        break;
      default:
        AddKeyCondition(spec, input);
        break;
    }
    if (spec.refetch.empty()) input.Project(spec.shown);
    if (spec.strong) input.tree().Add("ConsistentRead", Tree::Truth(true));
    request.input.tree = input.Finish(request.values);
    std::vector<std::string> filters;
    for (const auto& filter : spec.filters) filters.push_back(filter.attribute);
    if (!filters.empty()) request.filters = std::move(filters);
    made_.requests.push_back(std::move(request));
    if (!spec.refetch.empty()) AddRefetch(spec);
  }

  // An index without the wanted attributes gives keys, and a GetItem each of the items.
  void AddRefetch(const store::ReadSpec& spec) {
    DescribedRequest request{
        .operation = NameOf(Operation::kGetItem), .table = spec.table, .for_each_item = true};
    InputBuilder input(spec.table);
    for (const auto& name : spec.refetch) {
      input.AddTo("Key", {.attribute = name, .type = "S", .parts = {{.attribute = name}}});
    }
    input.Project(spec.shown);
    request.input.tree = input.Finish(request.values);
    made_.requests.push_back(std::move(request));
  }

  void AddKey(const store::ReadSpec& spec, InputBuilder& input) const {
    for (const auto& key : spec.partition) input.AddTo("Key", Filled(key));
    for (const auto& sort : spec.sort) input.AddTo("Key", Filled(sort.key));
  }

  static void AddTypes(const store::ReadSpec& spec, InputBuilder& input) {
    std::vector<std::string> types;
    for (const auto& shape : spec.shapes) types.push_back(input.Literal(TextValue(shape.type)));
    const auto name = input.Name(kTypeAttribute);
    input.tree().Add("FilterExpression",
                     Tree::Text(fmt::format("{} IN ({})", name, fmt::join(types, ", "))));
  }

  void AddKeyCondition(const store::ReadSpec& spec, InputBuilder& input) const {
    if (!spec.index.empty()) input.tree().Add("IndexName", Tree::Text(spec.index));
    std::vector<std::string> terms;
    for (const auto& key : spec.partition) terms.push_back(input.Equals(Filled(key)));
    for (const auto& sort : spec.sort) terms.push_back(SortTerm(sort, input));
    input.tree().Add("KeyConditionExpression",
                     Tree::Text(fmt::format("{}", fmt::join(terms, " AND "))));
    if (spec.backward) input.tree().Add("ScanIndexForward", Tree::Truth(false));
    if (spec.limit > 0 && spec.sort_by.empty()) {
      input.tree().Add("Limit", Tree::Number(spec.limit));
    }
  }

  std::string SortTerm(const store::SortSpec& sort, InputBuilder& input) const {
    if (sort.how == store::Comparison::kEquals) return input.Equals(Filled(sort.key));
    const auto name = input.Name(sort.key.name);
    if (sort.how == store::Comparison::kBegins) {
      return fmt::format("begins_with({}, {})", name, input.Value(Filled(sort.key)));
    }
    auto [first, last] = EndsOf(sort);
    const auto from = input.Value(first);
    return fmt::format("{} BETWEEN {} AND {}", name, from, input.Value(last));
  }

  // Returns both ends of a range over a sort key.
  std::pair<ValueTemplate, ValueTemplate> EndsOf(const store::SortSpec& sort) const {
    auto first = Filled(sort.key);
    auto last = first;
    const bool whole = !sort.key.attribute.empty();
    if (whole) {
      first.parts.clear();
      last.parts.clear();
    }
    auto part = whole ? KeyPart{} : PartOf(sort.piece);
    part.attribute = FirstOf(pattern_.range);
    first.parts.push_back(part);
    part.attribute = LastOf(pattern_.range);
    last.parts.push_back(part);
    if (sort.piece.descending) std::swap(first.parts, last.parts);
    if (!sort.end.empty()) last.parts.push_back({.literal = sort.end});
    return {std::move(first), std::move(last)};
  }

  ValueTemplate Filled(const store::KeySpec& key) const {
    return TemplateOf(entity_, key, [this](const store::Piece& piece, KeyPart part) {
      return Filled(piece, std::move(part));
    });
  }

  KeyPart Filled(const store::Piece& piece, KeyPart part) const {
    if (!part.attribute) return part;
    if (const auto* constant = client::Find(constants_, *part.attribute)) {
      return {.literal = store::PieceText(piece, *constant)};
    }
    if (IsArgument(*part.attribute)) return part;
    if (part.shards) return {.shards = part.shards};
    if (*part.attribute == pattern_.range) part.attribute = FirstOf(pattern_.range);
    return part;
  }

  const Model& model_;
  const Pattern& pattern_;
  const Entity& entity_;
  client::Item constants_;
  PatternRequests made_;
};

}  // namespace

PatternRequests RequestsOfRead(const Model& model, const Pattern& pattern) {
  return ReadDescription(model, pattern).Run();
}

}  // namespace stator::model
