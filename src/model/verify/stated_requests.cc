#include "model/verify/stated_requests.h"

#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/language/expression.h"
#include "model/layout/render.h"
#include "store/expression.h"

namespace stator::model {
namespace {

using client::Value;

bool IsJustAttribute(const Part& part) {
  return part.type == Part::Type::kField && part.bucket == Bucket::kNone && !part.descending;
}

// Turns a stated expression into a request: templates become values.
class Statement {
 public:
  Statement(const Model& model, const Pattern& pattern, const Arguments& arguments)
      : pattern_(pattern),
        stated_(*pattern.stated),
        arguments_(arguments),
        entity_(*model.FindEntity(pattern.target.entity)),
        table_(*model.FindTable(entity_.table)) {}

  StatedRequest Run() {
    const auto clauses = ParseKeyCondition(stated_.expression, stated_.place);
    if (!clauses) return {.query = {}, .fault = clauses.error()};
    store::Expression expression;
    std::vector<std::string> terms;
    for (const auto& clause : *clauses) terms.push_back(TermOf(clause, expression));
    client::QueryRequest query{.table = table_.name,
                               .index = stated_.index,
                               .key_condition = store::Joined(terms, " AND "),
                               .names = std::move(expression.names),
                               .values = std::move(expression.values),
                               .scan_index_forward = !Backward(),
                               .consistent_read = pattern_.strong};
    if (pattern_.target.limit > 0) query.limit = pattern_.target.limit;
    return {.query = std::move(query), .fault = fault_};
  }

 private:
  // A stated request has no direction. It follows the order that the pattern wants.
  bool Backward() const {
    if (!pattern_.children.empty()) return pattern_.children.back().descending;
    return pattern_.target.descending;
  }

  std::string TermOf(const KeyClause& clause, store::Expression& expression) {
    auto value = Rendered(clause.attribute, clause.value);
    switch (clause.type) {
      case KeyClause::Type::kEquals:
        return expression.Equals(clause.attribute, std::move(value));
      case KeyClause::Type::kPrefix:
        if (!value.is(Value::Type::kString)) {
          fault_ = fmt::format("{} is no text, and begins with nothing", clause.attribute);
          return "";
        }
        return expression.BeginsWith(clause.attribute, std::move(value));
      case KeyClause::Type::kBetween:
        return expression.Between(clause.attribute, std::move(value),
                                  Rendered(clause.attribute, clause.end));
      case KeyClause::Type::kCompare:
        break;
    }
    const auto name = expression.Name(clause.attribute);
    return fmt::format("{} {} {}", name, clause.comparator, expression.Literal(std::move(value)));
  }

  Value Rendered(const std::string& compared, const Template& text) {
    // A natural attribute is compared with a value of its own type.
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

  // Returns the value of a part; {a.from} and {a.to} are the ends of the range over `a`.
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
  const Table& table_;
  std::string fault_;
};

// Returns the attribute itself in its own type, or the text that the template makes.
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

StatedRequest KeyRequest(const Model& model, const Pattern& pattern, const Arguments& arguments) {
  const Entity& entity = *model.FindEntity(pattern.target.entity);
  const Table& table = *model.FindTable(entity.table);
  const auto key = StatedKey(table, entity, *pattern.stated->key, arguments.bound);
  if (!key) {
    return {.query = {}, .fault = "the stated key cannot be made of what the caller knows"};
  }
  if (pattern.verb == Verb::kGet && (key->size() == 2 || table.sort_key.empty())) {
    return {.get =
                client::GetItemRequest{
                    .table = table.name, .key = *key, .consistent_read = pattern.strong},
            .query = {}};
  }
  store::Expression expression;
  std::vector<std::string> terms;
  for (const auto& [name, value] : *key) terms.push_back(expression.Equals(name, value));
  return {.query = {.table = table.name,
                    .key_condition = store::Joined(terms, " AND "),
                    .names = std::move(expression.names),
                    .values = std::move(expression.values),
                    .consistent_read = pattern.strong}};
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

StatedRequest StatedRequestOf(const Model& model, const Pattern& pattern,
                              const Arguments& arguments) {
  if (pattern.stated->key) return KeyRequest(model, pattern, arguments);
  return Statement(model, pattern, arguments).Run();
}

}  // namespace stator::model
