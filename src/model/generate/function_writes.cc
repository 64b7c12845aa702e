#include "model/generate/function_writes.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "model/generate/names.h"
#include "model/generate/signature.h"
#include "model/generate/spec_tree.h"
#include "model/plan/lower.h"

namespace stator::model::generate {
namespace {

// Returns the parameter's name, as words.
std::string ParameterName(const GivenValue& value) {
  switch (value.source) {
    case GivenValue::Source::kStored:
      return "stored " + value.attribute;
    case GivenValue::Source::kAdded:
      return "add " + value.attribute;
    case GivenValue::Source::kAppended:
      return "append " + value.attribute;
    case GivenValue::Source::kExpected:
      return "expected " + value.attribute;
    case GivenValue::Source::kBound:
    case GivenValue::Source::kNew:
      break;
  }
  return value.attribute;
}

// Assigns parameters to the values of one action. If the action changes several rows, the values
// become fields of a row.
class ActionSignature {
 public:
  ActionSignature(const Model& model, const Pattern& pattern, const Action& action,
                  Signature& signature, bool apart)
      : pattern_(pattern),
        action_(action),
        entity_(*model.FindEntity(action.entity)),
        signature_(signature),
        many_(action.times > 1 && action.verb != Verb::kPut),
        apart_(apart && !many_) {}

  Result<ActionCall> Run(const LoweredAction& lowered) {
    if (!lowered.fault.empty()) {
      return FailInvalid(fmt::format("{}: {}", pattern_.id, lowered.fault));
    }
    ActionCall call{.name = entity_.name, .spec = TreeOf(lowered.spec)};
    if (action_.verb == Verb::kPut) call.record = TRY(AddRecord(lowered));
    for (const auto& value : lowered.values) call.values.push_back(TRY(GivenOf(value)));
    for (const auto& value : lowered.expected) call.expected.push_back(TRY(GivenOf(value)));
    if (many_) TRY(AddRows(call));
    return call;
  }

 private:
  Result<std::size_t> AddRecord(const LoweredAction& lowered) {
    const bool many = action_.times > 1;
    if (many && !lowered.expected.empty()) {
      return FailInvalid(fmt::format("{}: what each of x{} of {} is compared with has no place",
                                     pattern_.id, action_.times, entity_.name));
    }
    return signature_.Add(
        {.name = many ? Plural(entity_.name) : entity_.name, .record = entity_.name, .many = many},
        "new");
  }

  Result<Given> GivenOf(const GivenValue& value) {
    Signature& own = many_ ? row_ : signature_;
    if (value.binding != nullptr) return own.Bind(pattern_.id, entity_, *value.binding, apart_);
    const Attribute& attribute = *entity_.Find(value.attribute);
    const auto parameter = own.Add({.name = ParameterName(value),
                                    .type = ValueTypeOf(attribute),
                                    .values = ValuesOf(attribute)},
                                   entity_.name);
    return Given{.attribute = value.attribute, .parameter = parameter};
  }

  Result<> AddRows(ActionCall& call) {
    for (auto& field : row_.Take()) {
      call.row.fields.push_back({.name = std::move(field.name),
                                 .type = field.type,
                                 .required = true,
                                 .values = std::move(field.values)});
    }
    if (call.row.fields.empty()) {
      return FailInvalid(fmt::format("{}: x{} of {}, but nothing tells one from another",
                                     pattern_.id, action_.times, entity_.name));
    }
    call.rows = signature_.Add({.name = Plural(entity_.name), .record = entity_.name, .many = true},
                               std::string(NameOf(action_.verb)));
    return {};
  }

  const Pattern& pattern_;
  const Action& action_;
  const Entity& entity_;
  Signature& signature_;
  bool many_;
  bool apart_;
  Signature row_;
};

bool IsRandom(const StoredRow& access) {
  const auto random = [](const Part& part) { return part.type == Part::Type::kRandom; };
  return std::ranges::any_of(access.key.partition.parts, random) ||
         std::ranges::any_of(access.key.sort.parts, random);
}

// Returns true if the write may go to any of the shards. That is safe for pure additions, because
// reads ask all shards.
bool AnyWillDo(const RowWrite& row) {
  const Action& action = *row.action;
  return row.type == RowWrite::Type::kUpdate && row.access.row == StoredRow::Row::kItem &&
         action.sets.empty() && action.modifies.empty() && row.conditions.empty();
}

Result<> CheckAddressed(const Pattern& pattern, const WritePlan& plan) {
  if (!plan.reason.empty()) return FailInvalid(fmt::format("{}: {}", pattern.id, plan.reason));
  for (const auto& row : plan.rows) {
    if (row.type == RowWrite::Type::kPut || !IsRandom(row.access) || AnyWillDo(row)) continue;
    return FailInvalid(fmt::format("{}: a row of {} lies under a random key and cannot be found",
                                   pattern.id, row.access.entity->name));
  }
  return {};
}

std::string PlaceOf(const StoredRow& access) {
  return access.index == nullptr
             ? "the row " + TextOf(access.key.partition) + " / " + TextOf(access.key.sort)
             : access.index->name;
}

void AddText(const Pattern& pattern, const WritePlan& plan, Function& function) {
  if (!pattern.text.empty()) function.text.push_back(pattern.text);
  for (const auto& row : plan.rows) {
    for (const auto& stale : row.stale) {
      function.text.push_back(
          fmt::format("Leaves {} as it was: the model does not rewrite it.", PlaceOf(stale)));
    }
  }
}

}  // namespace

Result<Function> WriteFunctionOf(const Model& model, const Pattern& pattern) {
  const auto plan = PlanWrite(model, pattern);
  TRY(CheckAddressed(pattern, plan));
  Function function{.name = pattern.id};
  AddText(pattern, plan, function);
  Signature signature;
  std::set<std::string> entities;
  for (const auto& action : pattern.actions) {
    const bool apart = !entities.insert(action.entity).second;
    ActionSignature own(model, pattern, action, signature, apart);
    function.actions.push_back(TRY(own.Run(LowerAction(model, action, plan))));
  }
  function.parameters = signature.Take();
  return function;
}

}  // namespace stator::model::generate
