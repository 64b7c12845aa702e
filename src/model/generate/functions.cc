#include "model/generate/functions.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "model/generate/function_writes.h"
#include "model/generate/infrastructure.h"
#include "model/generate/keys.h"
#include "model/generate/names.h"
#include "model/generate/read_spec.h"
#include "model/generate/shared_keys.h"
#include "model/generate/signature.h"
#include "model/plan/fetch_parts.h"

namespace stator::model::generate {
namespace {

Record RecordOf(const Entity& entity) {
  Record record{.name = entity.name};
  const auto is_identity = [&](const Attribute& attribute) {
    return std::ranges::find(entity.identity, attribute.name) != entity.identity.end();
  };
  for (const bool required : {true, false}) {
    for (const auto& attribute : entity.attributes) {
      if (is_identity(attribute) != required) continue;
      record.fields.push_back({.name = attribute.name,
                               .type = ValueTypeOf(attribute),
                               .required = required,
                               .values = ValuesOf(attribute)});
    }
  }
  return record;
}

class ReadFunction {
 public:
  ReadFunction(const Model& model, const Pattern& pattern)
      : model_(model),
        pattern_(pattern),
        entity_(*model.FindEntity(pattern.target.entity)),
        plan_(PlanRead(model, pattern)) {}

  Result<Function> Run() {
    if (plan_.operation == Operation::kNone) {
      return FailInvalid(fmt::format("{}: {}", pattern_.id, Describe(plan_)));
    }
    call_.operation = plan_.operation;
    TRY(AddParameters());
    AddRequest();
    AddResults();
    Function function{.name = pattern_.id, .read = std::move(call_)};
    if (!pattern_.text.empty()) function.text.push_back(pattern_.text);
    function.text.push_back(Describe(plan_));
    function.parameters = signature_.Take();
    return function;
  }

 private:
  Result<> AddParameters() {
    for (const auto& binding : pattern_.bindings) {
      call_.values.push_back(TRY(signature_.Bind(pattern_.id, entity_, binding)));
    }
    if (pattern_.range.empty()) {
      AddRules();
      return {};
    }
    const auto type = ValueTypeOf(*entity_.Find(pattern_.range));
    call_.from = signature_.Add({.name = pattern_.range + " from", .type = type}, entity_.name);
    call_.to = signature_.Add({.name = pattern_.range + " to", .type = type}, entity_.name);
    spec_.Add("window", Tree::Text(pattern_.range));
    AddRules();
    return {};
  }

  void AddRules() {
    Tree rules = Tree::List("Rule");
    std::vector<const Entity*> entities = {&entity_};
    for (const auto& child : pattern_.children) entities.push_back(model_.FindEntity(child.entity));
    const auto add = [&](const std::string& name) {
      auto rule = RuleOf(model_, entities, *entity_.Find(name));
      if (rule) rules.elements.push_back(*std::move(rule));
    };
    for (const auto& given : call_.values) {
      if (given.parameter && given.attribute != pattern_.range) add(given.attribute);
    }
    if (!pattern_.range.empty()) add(pattern_.range);
    spec_.AddUnlessEmpty("rules", std::move(rules));
  }

  // Children that do not lie with the parent are read by themselves, each kind under all its keys.
  void AddRequest() {
    if (plan_.children.empty()) {
      call_.spec = ReadSpecOf(model_, pattern_, plan_, std::move(spec_));
      return;
    }
    call_.apart = true;
    call_.spec = ReadSpecOf(model_, TogetherOf(model_, pattern_, plan_), plan_, std::move(spec_));
    Tree reads = Tree::List("Read");
    for (const auto& apart : plan_.children) {
      const auto child = ChildOf(model_, pattern_, apart);
      for (const ReadPlan* read : apart.alternatives()) {
        Tree spec = ReadSpecOf(model_, child, *read, Tree::Object("Read"));
        const auto part = static_cast<std::int64_t>(ShapeOf(child.target.entity));
        spec.Add("part", Tree::Number(part));
        reads.elements.push_back(std::move(spec));
      }
    }
    call_.spec.Add("children", std::move(reads));
  }

  // The number of a child's rows: those that lie with the parent come first, as they are wanted.
  std::size_t ShapeOf(const std::string& child) const {
    std::size_t shape = 1;
    while (shape < plan_.wanted.size() && plan_.wanted[shape].entity->name != child) ++shape;
    if (shape < plan_.wanted.size()) return shape;
    for (const auto& apart : plan_.children) {
      if (apart.wanted.front().entity->name == child) break;
      ++shape;
    }
    return shape;
  }

  void AddResults() {
    const bool one = pattern_.verb == Verb::kGet || pattern_.verb == Verb::kFetch;
    call_.results.push_back({.name = one ? entity_.name : Plural(entity_.name),
                             .record = entity_.name,
                             .shape = 0,
                             .many = !one});
    for (const auto& child : pattern_.children) {
      // One row more is read, for the parent; where there is none, it is a child too many.
      call_.results.push_back({.name = Plural(child.entity),
                               .record = child.entity,
                               .shape = ShapeOf(child.entity),
                               .many = true,
                               .limit = child.limit});
    }
  }

  const Model& model_;
  const Pattern& pattern_;
  const Entity& entity_;
  ReadPlan plan_;
  ReadCall call_;
  Tree spec_ = Tree::Object("Read");
  Signature signature_;
};

// Ids may differ in what languages spell alike, or be called like an entity.
void GiveOwnNames(Program& program) {
  std::set<std::string> taken;
  for (const auto& record : program.records) taken.insert(SnakeCase(TypeNameOf(record.name)));
  program.store = OwnName(program.name + " store", taken);
  for (auto& function : program.functions) function.name = OwnName(function.name, taken);
  for (auto& function : program.functions) {
    for (auto& action : function.actions) {
      if (!action.rows) continue;
      action.row.name = OwnName(fmt::format("{} {} row", function.name, action.name), taken);
      function.parameters[*action.rows].record = action.row.name;
    }
  }
}

}  // namespace

// 15 digits fit a double, 18 an integer of 64 bits.
constexpr int kIntegerDigitsMax = 15;
constexpr int kLongDigitsMax = 18;

ValueType ValueTypeOf(const Attribute& attribute) {
  switch (attribute.kind) {
    case Kind::kNumber:
      if (attribute.width > kLongDigitsMax || attribute.width == 0) return ValueType::kNumber;
      return attribute.width > kIntegerDigitsMax ? ValueType::kLong : ValueType::kInteger;
    case Kind::kCounter:
    case Kind::kVersion:
    case Kind::kExpiry:
      return ValueType::kInteger;
    case Kind::kDate:
      return ValueType::kDate;
    case Kind::kTime:
      return ValueType::kTime;
    case Kind::kBool:
      return ValueType::kTruth;
    case Kind::kBlob:
      return ValueType::kBytes;
    case Kind::kMap:
      return ValueType::kMap;
    case Kind::kList:
      return ValueType::kList;
    default:
      return ValueType::kText;
  }
}

std::vector<std::string> ValuesOf(const Attribute& attribute) {
  std::vector<std::string> values;
  for (const auto& share : attribute.values) values.push_back(share.value);
  return values;
}

Result<Program> ProgramOf(const Model& model, std::string_view target) {
  Program program{.name = model.name, .origin = OriginOf(model, target)};
  for (const auto& entity : model.entities) program.records.push_back(RecordOf(entity));
  for (const auto& pattern : model.patterns) {
    if (pattern.verb == Verb::kExport) continue;
    auto function =
        pattern.reads() ? ReadFunction(model, pattern).Run() : WriteFunctionOf(model, pattern);
    if (function) {
      program.functions.push_back(*std::move(function));
    } else {
      program.left_out.push_back(function.error().message);
    }
  }
  if (program.functions.empty() && !program.left_out.empty()) {
    return FailInvalid(program.left_out.front());
  }
  GiveOwnNames(program);
  ShareKeys(program);
  return program;
}

std::vector<std::string> FieldNames(const Record& row, std::string (*spell)(std::string_view),
                                    const std::set<std::string_view>& keywords) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const auto& field : row.fields) names.push_back(Free(spell(field.name), keywords, taken));
  return names;
}

std::vector<std::string> PartNames(const ReadCall& read, std::string (*spell)(std::string_view),
                                   const std::set<std::string_view>& keywords) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const auto& part : read.results) names.push_back(Free(spell(part.name), keywords, taken));
  return names;
}

std::vector<std::string> SourcesOf(const ActionCall& action,
                                   const std::vector<std::string>& parameters,
                                   std::vector<std::string> fields) {
  if (!action.rows) return parameters;
  for (auto& field : fields) field.insert(0, "each.");
  return fields;
}

}  // namespace stator::model::generate
