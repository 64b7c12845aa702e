#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/describe/pattern_requests.h"
#include "model/language/lookup.h"
#include "model/plan/lower.h"
#include "model/plan/plan.h"

namespace stator::model {
namespace {

using generate::Tree;
using store::WriteKind;
using store::WriteSpec;

// One write of a request, and how it is called there and by itself.
struct DescribedWrite {
  std::string_view member;     // in TransactItems
  std::string_view operation;  // by itself; empty: only in a transaction
  std::string table;
  Tree input;
  std::vector<PlacedValue> values;
};

std::string_view MemberOf(WriteKind kind) {
  switch (kind) {
    case WriteKind::kPut:
      return "Put";
    case WriteKind::kUpdate:
      return "Update";
    case WriteKind::kDelete:
      return "Delete";
    case WriteKind::kCheck:
      return "ConditionCheck";
  }
  std::unreachable();
}

std::string_view OperationOf(WriteKind kind) {
  switch (kind) {
    case WriteKind::kPut:
      return "PutItem";
    case WriteKind::kUpdate:
      return "UpdateItem";
    case WriteKind::kDelete:
      return "DeleteItem";
    case WriteKind::kCheck:
      return "";
  }
  std::unreachable();
}

// Describes the writes of one action of a pattern.
class ActionDescription {
 public:
  ActionDescription(const Entity& entity, const LoweredAction& lowered,
                    std::vector<DescribedArgument>& arguments)
      : entity_(entity), lowered_(lowered), arguments_(arguments) {
    for (const auto& value : lowered.values) {
      if (value.binding != nullptr && value.binding->value) {
        constants_.push_back({value.attribute, *value.binding->value});
      }
    }
    for (const auto& value : lowered.expected) {
      if (value.binding != nullptr && value.binding->value) {
        old_constants_.push_back({value.attribute, *value.binding->value});
      }
    }
  }

  DescribedWrite Run(const WriteSpec& write, std::vector<std::string> path) {
    path.emplace_back(MemberOf(write.kind));
    InputBuilder input(write.table, alone_ ? std::vector<std::string>{} : std::move(path));
    old_keys_ = write.moved && write.kind == WriteKind::kDelete;
    for (const auto& key : KeysOf(write)) input.AddTo(KeyMember(write), key);
    if (write.kind == WriteKind::kPut) AddItem(write, input);
    if (write.kind == WriteKind::kUpdate) AddUpdate(write, input);
    AddCondition(write, input);
    DescribedWrite made{
        .member = MemberOf(write.kind), .operation = OperationOf(write.kind), .table = write.table};
    made.input = input.Finish(made.values);
    return made;
  }

  // The write is a request of its own, not a part of a transaction.
  void BeAlone() { alone_ = true; }

 private:
  static std::string KeyMember(const WriteSpec& write) {
    return write.kind == WriteKind::kPut ? "Item" : "Key";
  }

  std::vector<ValueTemplate> KeysOf(const WriteSpec& write) {
    std::vector<ValueTemplate> keys;
    for (const auto& key : write.keys) keys.push_back(Filled(key));
    return keys;
  }

  void AddItem(const WriteSpec& write, InputBuilder& input) {
    std::set<std::string> keys;
    for (const auto& key : write.keys) keys.insert(key.name);
    const auto add = [&](const std::string& name) {
      if (!keys.contains(name)) input.AddTo("Item", Current(name));
    };
    if (write.whole) {
      for (const auto& attribute : entity_.attributes) add(attribute.name);
    }
    for (const auto& name : write.attributes) add(name);
    for (const auto& derived : DerivedOf(write)) {
      input.Under(OpenOf(derived->when));
      input.AddTo("Item", Filled(derived->key));
    }
    input.Under({});
    input.AddTo("Item",
                {.attribute = kTypeAttribute, .type = "S", .parts = {{.literal = write.type}}});
  }

  // The first of several entries that exclude each other stands for all of them. An entry whose
  // condition a constant contradicts is left out.
  std::vector<const store::DerivedKey*> DerivedOf(const WriteSpec& write) const {
    std::vector<const store::DerivedKey*> all;
    for (const auto& derived : write.derived) {
      const bool again = std::ranges::any_of(
          all, [&](const auto* other) { return other->key.name == derived.key.name; });
      if (!again && !Contradicts(derived.when)) all.push_back(&derived);
    }
    return all;
  }

  // Returns the conditions that depend on arguments.
  std::vector<DescribedCondition> OpenOf(const std::vector<store::When>& when) {
    std::vector<DescribedCondition> open;
    for (const auto& each : when) {
      const auto part = PartFor(each.attribute, false);
      if (part.attribute) open.push_back({*part.attribute, each.value});
    }
    return open;
  }

  bool Contradicts(const std::vector<store::When>& when) const {
    return std::ranges::any_of(when, [&](const store::When& each) {
      const auto found = std::ranges::find(constants_, each.attribute, &Constant::attribute);
      return found != constants_.end() && found->value != each.value;
    });
  }

  void AddUpdate(const WriteSpec& write, InputBuilder& input) {
    std::vector<std::string> sets;
    std::vector<std::string> adds;
    for (const auto& name : write.set) sets.push_back(input.Equals(Current(name)));
    for (const auto& name : write.append) {
      const auto place = input.Name(name);
      const auto none = input.Literal(Tree::Object("", {{"L", Tree::List("")}}));
      sets.push_back(fmt::format("{0} = list_append(if_not_exists({0}, {1}), {2})", place, none,
                                 input.Value(Current(name))));
    }
    for (const auto& name : write.attributes) sets.push_back(input.Equals(Current(name)));
    if (!write.attributes.empty()) {
      sets.push_back(
          fmt::format("{} = {}", input.Name(kTypeAttribute), input.Literal(TextValue(write.type))));
    }
    for (const auto& derived : DerivedOf(write)) {
      input.Under(OpenOf(derived->when));
      sets.push_back(input.Equals(Filled(derived->key)));
    }
    input.Under({});
    for (const auto& name : write.add) {
      const auto place = input.Name(name);
      adds.push_back(fmt::format("{} {}", place, input.Value(Current(name))));
    }
    std::vector<std::string> clauses;
    if (!sets.empty()) clauses.push_back(fmt::format("SET {}", fmt::join(sets, ", ")));
    if (!adds.empty()) clauses.push_back(fmt::format("ADD {}", fmt::join(adds, ", ")));
    input.tree().Add("UpdateExpression", Tree::Text(fmt::format("{}", fmt::join(clauses, " "))));
  }

  void AddCondition(const WriteSpec& write, InputBuilder& input) {
    std::vector<std::string> terms;
    const auto& first = write.keys.front().name;
    if (write.absent) terms.push_back(fmt::format("attribute_not_exists({})", input.Name(first)));
    if (write.present) terms.push_back(fmt::format("attribute_exists({})", input.Name(first)));
    for (const auto& name : write.expect) terms.push_back(input.Equals(Old(name)));
    for (const auto& name : write.guard) terms.push_back(input.Equals(Current(name)));
    if (terms.empty()) return;
    input.tree().Add("ConditionExpression",
                     Tree::Text(fmt::format("{}", fmt::join(terms, " AND "))));
  }

  ValueTemplate Filled(const store::KeySpec& key) {
    return TemplateOf(entity_, key, [this](const store::Piece& piece, KeyPart part) {
      if (!part.attribute) return part;
      auto whole = PartFor(*part.attribute, old_keys_);
      if (whole.literal && !piece.shards) return whole;
      part.attribute = whole.attribute ? whole.attribute : part.attribute;
      part.plus = whole.plus;
      return part;
    });
  }

  ValueTemplate Current(const std::string& name) { return Whole(name, false); }
  ValueTemplate Old(const std::string& name) { return Whole(name, true); }

  ValueTemplate Whole(const std::string& name, bool old) {
    const Attribute* attribute = entity_.Find(name);
    return {.attribute = name,
            .type = attribute == nullptr ? "S" : TypeNameOf(*attribute),
            .parts = {PartFor(name, old)}};
  }

  // Returns the value of an attribute: a constant, or an argument.
  KeyPart PartFor(const std::string& name, bool old) {
    const auto& constants = old && IsExpected(name) ? old_constants_ : constants_;
    const auto found = std::ranges::find(constants, name, &Constant::attribute);
    if (found != constants.end()) return {.literal = found->value};
    const auto& raises = lowered_.spec.raises;
    if (Contains(raises, name)) {
      KeyPart part{.attribute = Argument("expected " + name, name)};
      if (!old) part.plus = 1;
      return part;
    }
    const auto& versions = lowered_.spec.versions;
    if (!old && Contains(versions, name)) return {.literal = "1"};
    return {.attribute = Argument(old && IsExpected(name) ? "expected " + name : name, name)};
  }

  bool IsExpected(const std::string& name) const {
    return std::ranges::find(lowered_.expected, name, &GivenValue::attribute) !=
           lowered_.expected.end();
  }

  // Adds the argument unless it is there. Two entities share an argument if one of them inherits
  // the attribute or it identifies either.
  std::string Argument(const std::string& name, const std::string& attribute) {
    const Attribute* wanted = entity_.Find(attribute);
    const auto found = std::ranges::find(arguments_, name, &DescribedArgument::name);
    if (found == arguments_.end()) {
      arguments_.push_back({name, &entity_, wanted});
      return name;
    }
    if (found->entity == &entity_ || IsShared(*found, attribute)) return name;
    const auto own = fmt::format("{} {}", entity_.name, name);
    if (std::ranges::find(arguments_, own, &DescribedArgument::name) == arguments_.end()) {
      arguments_.push_back({own, &entity_, wanted});
    }
    return own;
  }

  bool IsShared(const DescribedArgument& other, const std::string& attribute) const {
    return Contains(entity_.identity, attribute) || entity_.parent_key == attribute ||
           Contains(other.entity->identity, attribute) || other.entity->parent_key == attribute;
  }

  struct Constant {
    std::string attribute;
    std::string value;
  };

  const Entity& entity_;
  const LoweredAction& lowered_;
  std::vector<DescribedArgument>& arguments_;
  std::vector<Constant> constants_;
  std::vector<Constant> old_constants_;
  bool alone_ = false;
  bool old_keys_ = false;
};

DescribedRequest AloneOf(DescribedWrite write) {
  return {.operation = write.operation,
          .table = std::move(write.table),
          .input = {std::move(write.input)},
          .values = std::move(write.values)};
}

DescribedRequest TogetherOf(std::vector<DescribedWrite> writes) {
  DescribedRequest request{.operation = OperationOf(Verb::kTransaction),
                           .table = writes.front().table};
  Tree items = Tree::List("");
  for (auto& write : writes) {
    items.elements.push_back(
        Tree::Object("", {{std::string(write.member), std::move(write.input)}}));
    std::ranges::move(write.values, std::back_inserter(request.values));
  }
  request.input.tree = Tree::Object("", {{"TransactItems", std::move(items)}});
  return request;
}

}  // namespace

PatternRequests RequestsOfWrite(const Model& model, const Pattern& pattern) {
  const auto plan = PlanWrite(model, pattern);
  if (!plan.reason.empty()) return {.reason = plan.reason};
  PatternRequests made;
  std::vector<LoweredAction> actions;
  std::size_t count = 0;
  bool checks = false;
  for (const auto& action : pattern.actions) {
    actions.push_back(LowerAction(model, action, plan));
    if (!actions.back().fault.empty()) return {.reason = actions.back().fault};
    count += actions.back().spec.writes.size();
    checks = checks || action.verb == Verb::kCheck;
  }
  const bool alone = count == 1 && !plan.transaction && !checks;
  std::vector<DescribedWrite> writes;
  for (const auto& lowered : actions) {
    ActionDescription action(*model.FindEntity(lowered.action->entity), lowered, made.arguments);
    if (alone) action.BeAlone();
    for (const auto& write : lowered.spec.writes) {
      writes.push_back(action.Run(write, {"TransactItems", std::to_string(writes.size())}));
    }
  }
  if (writes.empty()) return made;
  made.requests.push_back(alone ? AloneOf(std::move(writes.front()))
                                : TogetherOf(std::move(writes)));
  return made;
}

}  // namespace stator::model
