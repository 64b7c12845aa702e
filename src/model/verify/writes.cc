#include "model/verify/writes.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <variant>

#include "base/clock.h"
#include "base/durations.h"
#include "base/result.h"
#include "model/verify/stated_requests.h"
#include "model/verify/tally.h"

namespace stator::model {
namespace {

using client::Item;
using client::Value;

// Returns the elements that `after` has beyond `before`.
Value AppendedTo(const Value& before, const Value& after) {
  client::ValueList more;
  for (std::size_t i = before.list().size(); i < after.list().size(); ++i) {
    more.push_back(after.list()[i]);
  }
  return Value::List(std::move(more));
}

Value AddedTo(const Value& before, const Value& after) {
  return Value::Number(after.integer().value_or(0) - before.integer().value_or(0));
}

// Returns the value that the caller of a generated function passes for the step.
Value ValueGiven(const GivenValue& given, const Step& step) {
  const auto& name = given.attribute;
  switch (given.source) {
    case GivenValue::Source::kNew:
      return step.after->values.at(name);
    case GivenValue::Source::kAdded:
      return AddedTo(step.before->values.at(name), step.after->values.at(name));
    case GivenValue::Source::kAppended:
      return AppendedTo(step.before->values.at(name), step.after->values.at(name));
    case GivenValue::Source::kBound:
    case GivenValue::Source::kStored:
    case GivenValue::Source::kExpected:
      break;
  }
  return step.before->values.at(name);
}

// Makes the writes of one row for one step.
class StepWrites {
 public:
  StepWrites(const std::vector<StoredRow>& accesses, const Pattern& pattern,
             const LoweredAction& action, const LoweredRow& row, const Step& step)
      : accesses_(accesses),
        pattern_(pattern),
        action_(action),
        row_(row),
        step_(step),
        access_(&row.row->access) {
    if (row.row->access.row == StoredRow::Row::kItem) ChooseKey();
  }

  client::Expected<store::Writes> Make() const {
    const bool put = row_.row->type == RowWrite::Type::kPut;
    if (!put && !IsKnown()) return store::Writes{};
    store::ActionSpec spec = action_.spec;
    spec.rules.clear();  // the sample breaks them on purpose
    spec.writes = row_.writes;
    for (auto& write : spec.writes) write.expect = Compared(write);
    DropUnsaidRaises(spec);
    const store::Surroundings surroundings{.random = [this] { return instance().random; },
                                           .now_seconds = [] { return MachineNow() / kSecond; }};
    auto writes = TRY(store::WritesOf(spec, ValuesGiven(action_, step_),
                                      ExpectedGiven(action_, step_), surroundings));
    if (const auto key = put ? std::nullopt : OtherKey()) {
      for (auto& write : writes) Readdress(*key, write);
    }
    return writes;
  }

 private:
  const Instance& instance() const { return step_.before ? *step_.before : *step_.after; }

  // An entity with several keys has the key whose condition holds.
  void ChooseKey() {
    for (const auto& access : accesses_) {
      if (access.entity == row_.row->access.entity && access.InTable() &&
          access.row == StoredRow::Row::kItem && KeyOf(access, instance())) {
        access_ = &access;
        return;
      }
    }
  }

  // Returns the key that the program states for the write; nullopt if it states none.
  std::optional<Item> Stated() const {
    if (!pattern_.stated || !pattern_.stated->key) return std::nullopt;
    return StatedKey(*access_->table, *access_->entity, *pattern_.stated->key, instance().values);
  }

  bool IsRow(const Item& key) const {
    return std::ranges::any_of(accesses_, [&](const StoredRow& access) {
      return access.entity == access_->entity && access.InTable() &&
             KeyOf(access, instance()) == key;
    });
  }

  // Returns the key that replaces the spec's: a stated key that no row has or, in an entity with
  // several keys, the instance's own key. nullopt: the spec's key is right.
  std::optional<Item> OtherKey() const {
    if (access_->row != StoredRow::Row::kItem) return std::nullopt;
    auto stated = Stated();
    if (stated && !IsRow(*stated)) return stated;
    if (KeyOf(row_.row->access, instance())) return std::nullopt;
    return KeyOf(*access_, instance());
  }

  static void Readdress(const Item& key, client::TransactWrite& write) {
    std::visit(
        [&](auto& request) {
          if constexpr (requires { request.key; }) request.key = key;
        },
        write);
  }

  // Whether the program knows the row's key. It does if the pattern binds the attributes of a
  // copy's or unique row's key, or if the row's conditions fix their values. The program learns
  // only by trying whether a conditional row exists; if it does, the condition's attribute has the
  // condition's value.
  bool IsKnown() const {
    if (access_->row == StoredRow::Row::kItem) return true;
    const auto& bindings = step_.action->bindings;
    return std::ranges::all_of(FieldsOf(access_->key), [&](const std::string& name) {
      return std::ranges::find(bindings, name, &Binding::attribute) != bindings.end() ||
             std::ranges::find(access_->conditions, name, &Condition::attribute) !=
                 access_->conditions.end();
    });
  }

  // Drops raises that the model does not state. A generated function raises a version that it
  // compares, but other programs do only what the model states and lose the update. Verify tries
  // the latter.
  void DropUnsaidRaises(store::ActionSpec& spec) const {
    if (step_.action->verb != Verb::kUpdate) return;
    const auto said = WrittenBy(*step_.action);
    const auto is_raised = [&](const std::string& name) { return Contains(spec.raises, name); };
    for (auto& write : spec.writes) {
      std::erase_if(write.set, [&](const std::string& name) {
        return is_raised(name) && !Contains(said, name);
      });
    }
    std::erase_if(spec.raises, [&](const std::string& name) { return !Contains(said, name); });
  }

  // Returns the attributes that the write compares: none for an instance that is put for the first
  // time. A program that states the key of a row compares on that row.
  std::vector<std::string> Compared(const store::WriteSpec& write) const {
    if (!step_.before) return {};
    const auto stated = Stated();
    if (row_.row->moved || !stated || !IsRow(*stated)) return write.expect;
    if (KeyOf(*access_, instance()) != stated) return {};
    return step_.action->conditions;
  }

  const std::vector<StoredRow>& accesses_;
  const Pattern& pattern_;
  const LoweredAction& action_;
  const LoweredRow& row_;
  const Step& step_;
  const StoredRow* access_;
};

bool HasReason(const client::Error& error, std::string_view code) {
  return std::ranges::any_of(
      error.reasons, [&](const client::CancellationReason& reason) { return reason.code == code; });
}

void NoteError(const client::Error& error, WriteOutcome& outcome) {
  outcome.error = SentenceOf(error);
  outcome.conflict = error.Is("TransactionConflictException") ||
                     error.Is("TransactionInProgressException") ||
                     HasReason(error, "TransactionConflict");
  outcome.refused = outcome.conflict || error.Is("ConditionalCheckFailedException") ||
                    HasReason(error, "ConditionalCheckFailed");
}

client::Expected<void> Commit(const store::Store& store, bool transaction,
                              const store::Writes& writes) {
  if (transaction) return store.CommitTogether(writes);
  for (const auto& write : writes) TRY(store.CommitOne(write));
  return {};
}

}  // namespace

PlannedWrite::PlannedWrite(const Model& model, const Pattern& written)
    : pattern(written), plan(PlanWrite(model, written)) {
  for (const auto& action : pattern.actions) actions.push_back(LowerAction(model, action, plan));
}

std::string PlannedWrite::reason() const {
  if (!plan.reason.empty()) return plan.reason;
  for (const auto& action : actions) {
    if (!action.fault.empty()) return action.fault;
  }
  return "";
}

Item ValuesGiven(const LoweredAction& action, const Step& step) {
  if (action.action->verb == Verb::kPut) return step.after->values;
  Item values;
  for (const auto& given : action.values) values[given.attribute] = ValueGiven(given, step);
  return values;
}

Item ExpectedGiven(const LoweredAction& action, const Step& step) {
  Item expected;
  if (!step.before) return expected;
  for (const auto& given : action.expected) expected[given.attribute] = ValueGiven(given, step);
  return expected;
}

client::Expected<store::Writes> WritesOf(const std::vector<StoredRow>& accesses,
                                         const PlannedWrite& planned,
                                         const std::vector<Step>& steps) {
  store::Writes all;
  for (const auto& row : planned.plan.rows) {
    const auto action = std::ranges::find(planned.actions, row.action, &LoweredAction::action);
    const auto lowered = std::ranges::find(action->rows, &row, &LoweredRow::row);
    for (const auto& step : steps) {
      if (step.action != row.action) continue;
      auto writes = TRY(StepWrites(accesses, planned.pattern, *action, *lowered, step).Make());
      std::ranges::move(writes, std::back_inserter(all));
    }
  }
  return all;
}

WriteOutcome RunWrites(client::Connection& database, bool transaction,
                       const store::Writes& writes) {
  Tally tally;
  const auto done = Commit(TalliedStore(database, tally), transaction, writes);
  WriteOutcome outcome{.requests = tally.requests, .units = tally.units};
  if (!done) NoteError(done.error(), outcome);
  return outcome;
}

}  // namespace stator::model
