#include "model/generate/functions.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "model/generate/function_writes.h"
#include "model/generate/infrastructure.h"
#include "model/generate/names.h"
#include "model/generate/shared_keys.h"
#include "model/generate/signature.h"
#include "model/generate/spec_tree.h"
#include "model/plan/lower.h"

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

// Returns the function of a pattern with a statement. It returns items as they are, because a
// SELECT may return rows of any entity, and rename their attributes.
Result<Function> StatementFunction(const Model& model, const Pattern& pattern,
                                   const ReadPlan& plan) {
  const Entity& entity = *model.FindEntity(pattern.target.entity);
  ReadCall call{.operation = plan.operation,
                .spec = TreeOf(LowerRead(model, pattern, plan).statement)};
  Signature signature;
  for (const auto& binding : pattern.bindings) {
    call.values.push_back(TRY(signature.Bind(pattern.id, entity, binding)));
  }
  if (!pattern.range.empty()) {
    const auto type = ValueTypeOf(*entity.Find(pattern.range));
    const auto add = [&](const std::string& name, std::string attribute) {
      const auto number = signature.Add({.name = pattern.range + name, .type = type}, entity.name);
      call.values.push_back(
          {.attribute = std::move(attribute), .parameter = number, .constant = {}});
    };
    add(" from", RangeFrom(pattern.range));
    add(" to", RangeTo(pattern.range));
  }
  Function function{.name = pattern.id, .read = std::move(call)};
  if (!pattern.text.empty()) function.text.push_back(pattern.text);
  function.text.push_back(Describe(plan));
  function.parameters = signature.Take();
  return function;
}

Result<Function> ReadFunction(const Model& model, const Pattern& pattern) {
  const auto plan = PlanRead(model, pattern);
  if (plan.operation == Operation::kNone) {
    return FailInvalid(fmt::format("{}: {}", pattern.id, Describe(plan)));
  }
  if (plan.statement) return StatementFunction(model, pattern, plan);
  const Entity& entity = *model.FindEntity(pattern.target.entity);
  auto lowered = LowerRead(model, pattern, plan);
  ReadCall call{.operation = lowered.operation,
                .spec = TreeOf(lowered.spec),
                .apart = !lowered.spec.children.empty()};
  Signature signature;
  for (const auto& binding : pattern.bindings) {
    call.values.push_back(TRY(signature.Bind(pattern.id, entity, binding)));
  }
  if (!pattern.range.empty()) {
    const auto type = ValueTypeOf(*entity.Find(pattern.range));
    call.from = signature.Add({.name = pattern.range + " from", .type = type}, entity.name);
    call.to = signature.Add({.name = pattern.range + " to", .type = type}, entity.name);
  }
  for (auto& part : lowered.parts) {
    call.results.push_back({.name = part.many ? Plural(part.entity) : part.entity,
                            .record = std::move(part.entity),
                            .shape = part.shape,
                            .many = part.many,
                            .limit = part.limit});
  }
  Function function{.name = pattern.id, .read = std::move(call)};
  if (!pattern.text.empty()) function.text.push_back(pattern.text);
  function.text.push_back(Describe(plan));
  function.parameters = signature.Take();
  return function;
}

// Makes all names unique. Ids may become equal in a language's spelling, or equal an entity's name.
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

// A double holds 15 digits, a 64-bit integer 18.
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
        pattern.reads() ? ReadFunction(model, pattern) : WriteFunctionOf(model, pattern);
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
