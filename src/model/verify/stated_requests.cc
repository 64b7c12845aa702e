#include <optional>
#include <utility>

#include <fmt/format.h>

#include "model/language/expression.h"
#include "model/layout/render.h"
#include "model/verify/key_condition.h"
#include "model/verify/read_requests.h"

namespace stator::model {
namespace {

using client::Value;

bool IsJustAttribute(const Part& part) {
  return part.type == Part::Type::kField && part.bucket == Bucket::kNone && !part.descending;
}

// Turns what a program was stated to ask into a request: templates become values.
class Statement {
 public:
  Statement(const Model& model, const Pattern& pattern, const Arguments& arguments)
      : pattern_(pattern),
        stated_(*pattern.stated),
        arguments_(arguments),
        entity_(*model.FindEntity(pattern.target.entity)),
        index_(model.FindIndex(entity_.table, stated_.index)),
        table_(*model.FindTable(entity_.table)) {}

  ReadRequests Run() {
    const auto clauses = ParseKeyCondition(stated_.expression, stated_.place);
    if (!clauses) return {.fault = clauses.error()};
    ReadRequests requests{.backward = Backward(), .limit = pattern_.target.limit};
    client::QueryRequest query{.table = table_.name,
                               .index = stated_.index,
                               .key_condition = "",
                               .scan_index_forward = !requests.backward,
                               .consistent_read = pattern_.strong,
                               .return_capacity = client::ReturnConsumedCapacity::kTotal};
    if (requests.limit > 0) query.limit = requests.limit;
    ConditionText condition(query.names, query.values);
    for (const auto& clause : *clauses) Add(clause, condition);
    query.key_condition = condition.text();
    requests.fault = fault_;
    requests.queries.push_back(std::move(query));
    return requests;
  }

 private:
  // What is stated says nothing of the direction: it follows the order that is wanted.
  bool Backward() const {
    if (!pattern_.children.empty()) return pattern_.children.back().descending;
    return pattern_.target.descending;
  }

  void Add(const KeyClause& clause, ConditionText& condition) {
    auto value = Rendered(clause.attribute, clause.value);
    switch (clause.type) {
      case KeyClause::Type::kEquals:
        return condition.Equals(clause.attribute, std::move(value));
      case KeyClause::Type::kPrefix:
        if (!value.is(Value::Type::kString)) {
          fault_ = fmt::format("{} is no text, and begins with nothing", clause.attribute);
          return;
        }
        return condition.BeginsWith(clause.attribute, value.string());
      case KeyClause::Type::kBetween:
        return condition.Between(clause.attribute, std::move(value),
                                 Rendered(clause.attribute, clause.end));
      case KeyClause::Type::kCompare: {
        const auto name = condition.Name(clause.attribute);
        condition.Add(
            fmt::format("{} {} {}", name, clause.comparator, condition.Value(std::move(value))));
        return;
      }
    }
  }

  Value Rendered(const std::string& compared, const Template& text) {
    // An attribute as it is, compared with one of its own type.
    if (text.parts.size() == 1 && entity_.Find(compared) != nullptr) {
      const Part& part = text.parts.front();
      if (part.type == Part::Type::kLiteral) return ValueOf(*entity_.Find(compared), part.text);
      const auto known = IsJustAttribute(part) ? Known(part) : std::nullopt;
      if (known) return *known->value;
    }
    std::string all;
    for (const auto& part : text.parts) all += PartOf(part);
    return Value::String(std::move(all));
  }

  struct KnownValue {
    std::string attribute;
    const Value* value;
  };

  // {a.from} and {a.to} are the ends of the range over a.
  std::optional<KnownValue> Known(const Part& part) const {
    if (part.type == Part::Type::kLiteral || part.type == Part::Type::kRandom) return std::nullopt;
    if (part.text == pattern_.range + ".from" && arguments_.from) {
      return KnownValue{pattern_.range, &*arguments_.from};
    }
    if (part.text == pattern_.range + ".to" && arguments_.to) {
      return KnownValue{pattern_.range, &*arguments_.to};
    }
    const Value* bound = client::Find(arguments_.bound, part.text);
    if (bound == nullptr) return std::nullopt;
    return KnownValue{part.text, bound};
  }

  std::string PartOf(const Part& part) {
    if (part.type == Part::Type::kLiteral) return part.text;
    const auto known = Known(part);
    if (!known) {
      fault_ = fmt::format("it needs {}, which the caller does not know", TextOf(part));
      return "";
    }
    Part of_attribute = part;
    of_attribute.text = known->attribute;
    return PartText(entity_, of_attribute, {{known->attribute, *known->value}}, 0).value_or("");
  }

  const Pattern& pattern_;
  const Stated& stated_;
  const Arguments& arguments_;
  const Entity& entity_;
  const Index* index_;
  const Table& table_;
  std::string fault_;
};

// The attribute itself, in its own type, or a text that is made.
std::optional<Value> KeyValue(const Entity& entity, const std::string& name, const Template& text,
                              const client::Item& values) {
  const bool natural = text.parts.size() == 1 && IsJustAttribute(text.parts.front()) &&
                       text.parts.front().text == name;
  if (natural) {
    const Value* value = client::Find(values, name);
    return value == nullptr ? std::nullopt : std::optional(*value);
  }
  auto made = TemplateText(entity, text, values, 0);
  return made ? std::optional(Value::String(std::move(*made))) : std::nullopt;
}

ReadRequests KeyRequests(const Model& model, const Pattern& pattern, const Arguments& arguments) {
  const Entity& entity = *model.FindEntity(pattern.target.entity);
  const Table& table = *model.FindTable(entity.table);
  const auto key = StatedKey(table, entity, *pattern.stated->key, arguments.bound);
  if (!key) return {.fault = "the stated key cannot be made of what the caller knows"};
  if (pattern.verb == Verb::kGet && (key->size() == 2 || table.sort_key.empty())) {
    return {.get =
                client::GetItemRequest{.table = table.name,
                                       .key = *key,
                                       .consistent_read = pattern.strong,
                                       .return_capacity = client::ReturnConsumedCapacity::kTotal}};
  }
  client::QueryRequest query{.table = table.name,
                             .key_condition = "",
                             .consistent_read = pattern.strong,
                             .return_capacity = client::ReturnConsumedCapacity::kTotal};
  ConditionText condition(query.names, query.values);
  for (const auto& [name, value] : *key) condition.Equals(name, value);
  query.key_condition = condition.text();
  ReadRequests requests;
  requests.queries.push_back(std::move(query));
  return requests;
}

}  // namespace

std::optional<client::Item> StatedKey(const Table& table, const Entity& entity, const KeyPair& key,
                                      const client::Item& values) {
  client::Item made;
  auto partition = KeyValue(entity, table.partition_key, key.partition, values);
  if (!partition) return std::nullopt;
  made.emplace(table.partition_key, std::move(*partition));
  if (key.sort.empty() || table.sort_key.empty()) return made;
  auto sort = KeyValue(entity, table.sort_key, key.sort, values);
  if (!sort) return std::nullopt;
  made.emplace(table.sort_key, std::move(*sort));
  return made;
}

ReadRequests StatedRequests(const Model& model, const Pattern& pattern,
                            const Arguments& arguments) {
  if (pattern.stated->key) return KeyRequests(model, pattern, arguments);
  return Statement(model, pattern, arguments).Run();
}

}  // namespace stator::model
