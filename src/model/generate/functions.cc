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
#include "model/generate/shared_keys.h"
#include "model/generate/signature.h"
#include "model/rows.h"

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
      record.fields.push_back(
          {.name = attribute.name, .type = ValueTypeOf(attribute), .required = required});
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
    if (!plan_.children.empty()) {
      return FailInvalid(
          fmt::format("{}: the children lie in shards; write a pattern for the parent and one for "
                      "each kind of children",
                      pattern_.id));
    }
    call_.operation = plan_.operation;
    TRY(AddParameters());
    AddPlace();
    AddConditions();
    AddOrder();
    AddShown();
    AddShapes();
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
    const auto add = [&](const std::string& name) {
      if (auto rule = RuleOf(*entity_.Find(name))) rules.elements.push_back(*std::move(rule));
    };
    for (const auto& given : call_.values) {
      if (given.parameter && given.attribute != pattern_.range) add(given.attribute);
    }
    if (!pattern_.range.empty()) add(pattern_.range);
    spec_.AddUnlessEmpty("rules", std::move(rules));
  }

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
      compare.AddUnlessEmpty("open", Tree::Truth(range.more_follows));
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
    spec_.AddUnlessEmpty("filters", std::move(filters));
  }

  // The one whose order and limit are asked for: the target, or the last of the children.
  const Wanted& Ordered() const {
    return pattern_.children.empty() ? pattern_.target : pattern_.children.back();
  }

  void AddOrder() {
    const Wanted& wanted = Ordered();
    std::int64_t limit = pattern_.verb == Verb::kGet ? 1 : plan_.limit;
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
    if (pattern_.shows.empty()) return;
    std::vector<std::string> shown;
    const auto add = [&](const std::string& name) {
      if (CanBeAsked(name) && !Contains(shown, name)) shown.push_back(name);
    };
    const auto add_all = [&](const std::vector<std::string>& names) {
      std::ranges::for_each(names, add);
    };
    add_all(pattern_.shows);
    add_all(entity_.identity);
    add_all(plan_.filtered);
    if (!Ordered().order.empty()) add(Ordered().order);
    // They are the target's; of the children everything is wanted.
    for (const auto& child : pattern_.children) {
      for (const auto& attribute : model_.FindEntity(child.entity)->attributes) add(attribute.name);
    }
    add_all(KeyNames());
    add(kTypeAttribute);
    spec_.Add("shown", Tree::Texts(shown));
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

  // DynamoDB refuses to read from an index what that does not have.
  bool CanBeAsked(const std::string& name) const {
    const bool whole =
        plan_.index == nullptr || plan_.second_read || plan_.index->projection == Projection::kAll;
    return whole || Contains(KeyNames(), name) || Contains(plan_.index->include, name);
  }

  // Rows are recognised by the table's key; an index gives its own besides.
  Tree ShapeOf(const Access& access) const {
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
  Access TableAccess(const Access& access) const {
    std::optional<Access> common;
    for (auto& row : AccessesOf(model_, *access.entity)) {
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
    call_.spec = std::move(spec_);
  }

  void AddResults() {
    const bool one = pattern_.verb == Verb::kGet || pattern_.verb == Verb::kFetch;
    call_.results.push_back({.name = one ? entity_.name : Plural(entity_.name),
                             .record = entity_.name,
                             .shape = 0,
                             .many = !one});
    for (std::size_t i = 0; i < pattern_.children.size(); ++i) {
      const auto& child = pattern_.children[i];
      // One row more is read, for the parent; where there is none, it is a child too many.
      call_.results.push_back({.name = Plural(child.entity),
                               .record = child.entity,
                               .shape = i + 1,
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

ValueType ValueTypeOf(const Attribute& attribute) {
  switch (attribute.kind) {
    case Kind::kNumber:
      return attribute.width > 0 ? ValueType::kInteger : ValueType::kNumber;
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
