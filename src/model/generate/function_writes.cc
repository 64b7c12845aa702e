#include "model/generate/function_writes.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "model/generate/keys.h"
#include "model/generate/names.h"
#include "model/generate/signature.h"

namespace stator::model::generate {
namespace {

using Names = std::vector<std::string>;

void AddOnce(Names& names, const std::string& name) {
  if (!Contains(names, name)) names.push_back(name);
}

// One action of a pattern: its parameters and the rows it writes.
class ActionWriter {
 public:
  ActionWriter(const Model& model, const Pattern& pattern, const Action& action,
               const WritePlan& plan, Signature& signature, bool apart)
      : model_(model),
        pattern_(pattern),
        action_(action),
        entity_(*model.FindEntity(action.entity)),
        plan_(plan),
        signature_(signature),
        apart_(apart),
        many_(action.times > 1 && action.verb != Verb::kPut) {}

  Result<ActionCall> Run() {
    FindRaised();
    FindCompared();
    if (action_.verb == Verb::kPut) {
      TRY(AddRecord());
      AddExpected();
    } else {
      TRY(AddBindings());
      TRY(AddStored());
      AddChanges();
      if (many_) TRY(AddRows());
    }
    Tree writes = Tree::List("Write");
    for (const auto& row : plan_.rows) {
      if (row.action == &action_) AddRow(row, writes);
    }
    Tree spec = Tree::Object("Action");
    AddRules(spec);
    if (action_.verb == Verb::kPut) AddDefaults(spec);
    spec.AddUnlessEmpty("raises", Tree::Texts(raised_));
    call_.spec = std::move(spec.Add("writes", std::move(writes)));
    call_.name = entity_.name;
    return std::move(call_);
  }

 private:
  // Versions that are compared are raised, wherever they are kept. Any other number, such as a
  // balance, becomes what the caller says.
  void FindRaised() {
    if (action_.verb != Verb::kUpdate && action_.verb != Verb::kPut) return;
    for (const auto& name : action_.conditions) {
      if (entity_.Find(name)->kind == Kind::kVersion) raised_.push_back(name);
    }
  }

  // What the item must still have: the model's conditions, and where rows lay that move.
  void FindCompared() {
    for (const auto& row : plan_.rows) {
      if (row.action != &action_ || row.access.row != StoredRow::Row::kItem) continue;
      for (const auto& name : row.conditions) AddOnce(compared_, name);
    }
  }

  bool IsGiven(const std::string& name) const {
    return Contains(action_.sets, name) || Contains(action_.modifies, name);
  }

  Result<> AddRecord() {
    const bool many = action_.times > 1;
    if (many && !compared_.empty()) {
      return FailInvalid(fmt::format("{}: what each of x{} of {} is compared with has no place",
                                     pattern_.id, action_.times, entity_.name));
    }
    call_.record = signature_.Add(
        {.name = many ? Plural(entity_.name) : entity_.name, .record = entity_.name, .many = many},
        "new");
    return {};
  }

  Result<> AddBindings() {
    for (const auto& binding : action_.bindings) {
      AddOnce(known_, binding.attribute);
      // The old value of what is replaced is what is expected, if anything is of it.
      const bool old = IsGiven(binding.attribute);
      if (old && (!binding.value || !Contains(compared_, binding.attribute))) continue;
      auto given = TRY(Own().Bind(pattern_.id, entity_, binding, apart_ && !many_));
      (old ? call_.expected : call_.values).push_back(std::move(given));
    }
    return {};
  }

  bool IsExpected(const std::string& name) const {
    return std::ranges::find(call_.expected, name, &Given::attribute) != call_.expected.end();
  }

  // Where the values come from: the function's parameters, or the fields of each of its rows.
  Signature& Own() { return many_ ? row_ : signature_; }

  std::size_t NewParameter(const std::string& name, const std::string& attribute) {
    const Attribute& of = *entity_.Find(attribute);
    return Own().Add({.name = name, .type = ValueTypeOf(of), .values = ValuesOf(of)}, entity_.name);
  }

  Result<> AddRows() {
    for (auto& field : row_.Take()) {
      call_.row.fields.push_back({.name = std::move(field.name),
                                  .type = field.type,
                                  .required = true,
                                  .values = std::move(field.values)});
    }
    if (call_.row.fields.empty()) {
      return FailInvalid(fmt::format("{}: x{} of {}, but nothing tells one from another",
                                     pattern_.id, action_.times, entity_.name));
    }
    call_.rows =
        signature_.Add({.name = Plural(entity_.name), .record = entity_.name, .many = true},
                       std::string(NameOf(action_.verb)));
    return {};
  }

  // What rows and keys are made of besides: the caller must know it, and it must still be so.
  Result<> AddStored() {
    for (const auto& name : action_.sets) AddOnce(known_, name);
    for (const auto& name : action_.modifies) AddOnce(known_, name);
    for (const auto& name : NeededNames()) {
      if (Contains(action_.adds, name) || Contains(action_.appends, name)) {
        return FailInvalid(
            fmt::format("{}: a key or copy is made of {}, whose new value only the "
                        "database knows; modify it instead",
                        pattern_.id, name));
      }
      if (Contains(known_, name)) {
        if (MayBeWrong(name)) guarded_.push_back(name);
        continue;
      }
      const std::size_t parameter = NewParameter("stored " + name, name);
      call_.values.push_back({.attribute = name, .parameter = parameter});
      guarded_.push_back(name);
      known_.push_back(name);
    }
    return {};
  }

  // A bound value that does not address the item: nothing else would tell that it is not the stored
  // one, and rows of another item would be written.
  bool MayBeWrong(const std::string& name) const {
    if (IsGiven(name)) return false;
    return std::ranges::none_of(plan_.rows, [&](const RowWrite& row) {
      return row.action == &action_ && row.access.row == StoredRow::Row::kItem &&
             Contains(FieldsOf(row.access.key), name);
    });
  }

  Names NeededNames() const {
    Names names;
    const auto need = [&](const StoredRow& access) {
      for (const auto& name : FieldsOf(access.key)) AddOnce(names, name);
      for (const auto& condition : access.conditions) AddOnce(names, condition.attribute);
    };
    for (const auto& row : plan_.rows) {
      if (row.action != &action_ || LeftAsItIs(row)) continue;
      for (const auto& name : FieldsOf(row.access.key)) AddOnce(names, name);
      if (row.access.row != StoredRow::Row::kItem) need(row.access);
      if (row.moved) {
        for (const auto& name : CopiedNames(row.access)) AddOnce(names, name);
      }
      for (const auto& access : row.rewritten) {
        const auto changed = ChangedSides(row, access);
        if (!DerivedOf(changed).empty()) need(changed);
      }
    }
    return names;
  }

  // A side of an index key that is made of nothing the update writes is left as it is, unless
  // whether the item has it at all, or which of its entries it is of, may change.
  static StoredRow ChangedSides(const RowWrite& row, StoredRow access) {
    const auto same_index = [&](const StoredRow& other) { return other.index == access.index; };
    if (!access.conditions.empty() || std::ranges::count_if(row.rewritten, same_index) > 1) {
      return access;
    }
    const auto written = [&](const std::string& name) { return Contains(row.attributes, name); };
    for (auto* side : {&access.key.partition, &access.key.sort}) {
      if (std::ranges::none_of(FieldsOf(*side), written)) *side = {};
    }
    return access;
  }

  void AddChanges() {
    const auto give = [&](const std::string& name, const std::string& attribute) {
      call_.values.push_back({.attribute = attribute, .parameter = NewParameter(name, attribute)});
    };
    for (const auto* list : {&action_.sets, &action_.modifies}) {
      for (const auto& name : *list) {
        if (!Contains(raised_, name)) give(name, name);
      }
    }
    for (const auto& name : action_.adds) give("add " + name, name);
    for (const auto& name : action_.appends) give("append " + name, name);
    AddExpected();
  }

  void AddExpected() {
    for (const auto& name : compared_) {
      if (IsExpected(name)) continue;
      const auto parameter = NewParameter("expected " + name, name);
      call_.expected.push_back({.attribute = name, .parameter = parameter});
    }
  }

  // Of what the caller gives; what is added to a number is none.
  void AddRules(Tree& spec) const {
    Tree rules = Tree::List("Rule");
    for (const auto& attribute : entity_.attributes) {
      const auto given = std::ranges::any_of(call_.values, [&](const Given& value) {
        return value.attribute == attribute.name && value.parameter;
      });
      if (action_.verb != Verb::kPut && (!given || Contains(action_.adds, attribute.name)))
        continue;
      if (auto rule = RuleOf(model_, {&entity_}, attribute)) {
        rules.elements.push_back(*std::move(rule));
      }
    }
    spec.AddUnlessEmpty("rules", std::move(rules));
  }

  void AddDefaults(Tree& spec) const {
    Names versions;
    Tree lifetimes = Tree::List("Lifetime");
    for (const auto& attribute : entity_.attributes) {
      if (attribute.kind == Kind::kVersion) versions.push_back(attribute.name);
      if (attribute.kind != Kind::kExpiry || attribute.lifetime_seconds == 0) continue;
      lifetimes.elements.push_back(
          Tree::Object("Lifetime", {{"attribute", Tree::Text(attribute.name)},
                                    {"seconds", Tree::Number(attribute.lifetime_seconds)}}));
    }
    spec.AddUnlessEmpty("versions", Tree::Texts(versions));
    spec.AddUnlessEmpty("lifetimes", std::move(lifetimes));
  }

  // A copy or guard whose own key would change: the model does not say where it lay.
  static bool LeftAsItIs(const RowWrite& row) {
    return row.type == RowWrite::Type::kUpdate && row.access.row != StoredRow::Row::kItem &&
           !row.stale.empty();
  }

  void AddRow(const RowWrite& row, Tree& writes) {
    if (LeftAsItIs(row)) return;
    if (row.type == RowWrite::Type::kPut && row.access.row == StoredRow::Row::kItem) {
      AddItemPuts(row, writes);
      return;
    }
    Tree write = Begin(row, row.access);
    if (row.type == RowWrite::Type::kUpdate) {
      AddUpdate(row, write);
    } else if (row.type == RowWrite::Type::kPut) {
      write.AddUnlessEmpty("attributes", Tree::Texts(CopiedNames(row.access)));
      write.AddUnlessEmpty("absent", Tree::Truth(row.if_absent));
    } else {
      AddConditions(row, write);
    }
    writes.elements.push_back(std::move(write));
  }

  Tree Begin(const RowWrite& row, const StoredRow& access) const {
    const bool guard = access.row == StoredRow::Row::kGuard;
    Tree write =
        Tree::Object("Write", {{"kind", Tree::Text(std::string(NameOf(VerbOf(row))))},
                               {"table", Tree::Text(access.table->name)},
                               {"type", Tree::Text(entity_.name + (guard ? ".unique" : ""))},
                               {"keys", Tree::List("Key", KeysOf(access))}});
    const bool told = row.type == RowWrite::Type::kPut || access.row != StoredRow::Row::kItem;
    if (told) write.AddUnlessEmpty("when", WhenOf(access.conditions));
    write.AddUnlessEmpty("moved", Tree::Truth(row.moved));
    return write;
  }

  // An entity may lie under one of several keys, by its attributes.
  void AddItemPuts(const RowWrite& row, Tree& writes) {
    const auto accesses = StoredRowsOf(model_, entity_);
    for (const auto& item : accesses) {
      if (!item.InTable() || item.row != StoredRow::Row::kItem) continue;
      Tree write = Begin(row, item);
      write.Add("whole", Tree::Truth(true));
      Tree derived = Tree::List("Derived");
      for (const auto& access : accesses) {
        if (!access.IsOf(item)) continue;
        for (auto& key : DerivedOf(access)) derived.elements.push_back(std::move(key));
      }
      write.AddUnlessEmpty("derived", std::move(derived));
      write.AddUnlessEmpty("absent", Tree::Truth(row.if_absent));
      AddComparisons(row, write);
      writes.elements.push_back(std::move(write));
    }
  }

  Names CopiedNames(const StoredRow& access) const {
    Names names;
    if (access.row != StoredRow::Row::kCopy) return names;
    for (const auto& name : entity_.copies[access.number].attributes) AddOnce(names, name);
    for (const auto& name : FieldsOf(access.key)) AddOnce(names, name);
    return names;
  }

  // What the key is made of, but for attributes that are the key.
  static Names KeptNames(const StoredRow& access) {
    Names names;
    for (const auto* text : {&access.key.partition, &access.key.sort}) {
      if (text->natural) continue;
      for (const auto& name : FieldsOf(*text)) AddOnce(names, name);
    }
    return names;
  }

  void AddUpdate(const RowWrite& row, Tree& write) {
    Names attributes = row.attributes;
    for (const auto& name : raised_) {
      if (row.access.Holds(name)) AddOnce(attributes, name);
    }
    Names set;
    Names add;
    Names append;
    for (const auto& name : attributes) {
      const bool added = Contains(action_.adds, name);
      (added ? add : (Contains(action_.appends, name) ? append : set)).push_back(name);
    }
    Tree derived = Tree::List("Derived");
    for (const auto& access : row.rewritten) {
      for (auto& key : DerivedOf(ChangedSides(row, access))) {
        derived.elements.push_back(std::move(key));
      }
    }
    const bool item = row.access.row == StoredRow::Row::kItem;
    // A counter may begin with its first addition; anything else changes only what is there.
    const bool begins = item && set.empty() && action_.conditions.empty() && guarded_.empty();
    if (begins) write.AddUnlessEmpty("attributes", Tree::Texts(KeptNames(row.access)));
    write.AddUnlessEmpty("derived", std::move(derived));
    write.AddUnlessEmpty("absent", Tree::Truth(row.if_absent));
    write.AddUnlessEmpty("present", Tree::Truth(!begins && !row.if_absent));
    AddComparisons(row, write);
    write.AddUnlessEmpty("set", Tree::Texts(set));
    write.AddUnlessEmpty("add", Tree::Texts(add));
    write.AddUnlessEmpty("append", Tree::Texts(append));
  }

  // A delete of nothing is no error, but a check of nothing is.
  void AddConditions(const RowWrite& row, Tree& write) {
    write.AddUnlessEmpty("absent", Tree::Truth(row.if_absent));
    write.AddUnlessEmpty("present",
                         Tree::Truth(row.type == RowWrite::Type::kCheck && !row.if_absent));
    AddComparisons(row, write);
  }

  void AddComparisons(const RowWrite& row, Tree& write) {
    write.AddUnlessEmpty("expect", Tree::Texts(row.conditions));
    if (row.access.row == StoredRow::Row::kItem)
      write.AddUnlessEmpty("guard", Tree::Texts(guarded_));
  }

  const Model& model_;
  const Pattern& pattern_;
  const Action& action_;
  const Entity& entity_;
  const WritePlan& plan_;
  Signature& signature_;
  bool apart_;
  bool many_;
  Signature row_;
  ActionCall call_;
  Names raised_;
  Names compared_;
  Names known_;
  Names guarded_;
};

bool IsRandom(const StoredRow& access) {
  const auto random = [](const Part& part) { return part.type == Part::Type::kRandom; };
  return std::ranges::any_of(access.key.partition.parts, random) ||
         std::ranges::any_of(access.key.sort.parts, random);
}

// What is only added to may be added to any of the shards: who reads asks all of them.
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
    ActionWriter writer(model, pattern, action, plan, signature, apart);
    function.actions.push_back(TRY(writer.Run()));
  }
  function.parameters = signature.Take();
  return function;
}

}  // namespace stator::model::generate
