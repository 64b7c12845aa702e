#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "model/key_condition.h"
#include "model/read_requests.h"
#include "model/render.h"
#include "model/template_parser.h"

namespace stator::model {
namespace {

using client::Value;

constexpr std::array<std::string_view, 9> kWords{
    "and", "between", "begins_with", "or", "not", "in", "contains", "size", "attribute_type"};

bool IsWord(std::string_view token) {
  std::string lower(token);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char letter) { return std::tolower(letter); });
  return std::ranges::find(kWords, lower) != kWords.end();
}

// Signs that stand for themselves, outside braces.
bool IsSign(char character) {
  return std::string_view("=<>(),").find(character) != std::string_view::npos;
}

// The expression cut into words, signs and templates.
std::vector<std::string> TokensOf(std::string_view text) {
  std::vector<std::string> tokens(1);
  int braces = 0;
  for (const char character : text) {
    if (character == '{') ++braces;
    if (character == '}') --braces;
    const bool outside = braces <= 0 && character != '}';
    if (outside && (character == ' ' || IsSign(character))) {
      if (!tokens.back().empty()) tokens.emplace_back();
      if (character == ' ') continue;
      tokens.back() = character;
      tokens.emplace_back();
      continue;
    }
    tokens.back() += character;
  }
  if (tokens.back().empty()) tokens.pop_back();
  return tokens;
}

// Turns what a program was stated to ask into a request: templates become values.
class Statement {
 public:
  Statement(const Model& model, const Pattern& pattern, const Arguments& arguments)
      : pattern_(pattern),
        stated_(*pattern.stated),
        arguments_(arguments),
        entity_(*model.FindEntity(pattern.target.entity)),
        index_(model.FindIndex(stated_.index)),
        table_(*model.FindTable(index_ == nullptr ? entity_.table : index_->table)) {}

  ReadRequests Run() {
    ReadRequests requests{.backward = Backward(), .limit = pattern_.target.limit};
    client::QueryRequest query{.table = table_.name,
                               .index = stated_.index,
                               .key_condition = "",
                               .scan_index_forward = !requests.backward,
                               .consistent_read = pattern_.strong,
                               .return_capacity = client::ReturnConsumedCapacity::kTotal};
    if (requests.limit > 0) query.limit = requests.limit;
    ConditionText condition(query.names, query.values);
    for (const auto& token : TokensOf(stated_.expression)) {
      if (!text_.empty() && token != "," && token != ")") text_ += ' ';
      text_ += Translated(token, condition);
    }
    query.key_condition = text_;
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

  bool IsName(const std::string& token) const {
    if (token == table_.partition_key || token == table_.sort_key) return true;
    if (entity_.Find(token) != nullptr) return true;
    const auto in = [&](const std::vector<std::string>& names) {
      return std::ranges::find(names, token) != names.end();
    };
    return index_ != nullptr && (in(index_->hash) || in(index_->range));
  }

  std::string Translated(const std::string& token, ConditionText& condition) {
    if (IsWord(token) || token.starts_with(':') || token.starts_with('#') ||
        (token.size() == 1 && IsSign(token.front()))) {
      return token;
    }
    if (IsName(token)) {
      compared_ = token;
      return condition.Name(token);
    }
    return condition.Value(Rendered(token));
  }

  Value Rendered(const std::string& token) {
    std::string_view text = token;
    if (text.size() >= 2 && text.starts_with('\'') && text.ends_with('\'')) {
      text = text.substr(1, text.size() - 2);
    }
    const auto parsed = ParseTemplate(text, stated_.place);
    if (!parsed) {
      fault_ = parsed.error().message;
      return Value::String(token);
    }
    // An attribute as it is, compared with one of its own type.
    if (parsed->parts.size() == 1 && entity_.Find(compared_) != nullptr) {
      if (const Value* value = Known(parsed->parts.front())) return *value;
    }
    std::string all;
    for (const auto& part : parsed->parts) all += PartOf(part);
    return Value::String(std::move(all));
  }

  // {from} and {to} are the ends of the range.
  const Value* Known(const Part& part) const {
    if (part.type != Part::Type::kField) return nullptr;
    if (entity_.Find(part.text) == nullptr) {
      if (part.text == "from" && arguments_.from) return &*arguments_.from;
      if (part.text == "to" && arguments_.to) return &*arguments_.to;
    }
    return client::Find(arguments_.bound, part.text);
  }

  std::string PartOf(const Part& part) {
    const Value* value = Known(part);
    if (value != nullptr && entity_.Find(part.text) == nullptr) {
      Part of_range = part;
      of_range.text = pattern_.range;
      return PartText(entity_, of_range, {{pattern_.range, *value}}, 0).value_or("");
    }
    auto text = PartText(entity_, part, arguments_.bound, 0);
    if (!text) fault_ = fmt::format("it needs {}, which the caller does not know", TextOf(part));
    return text.value_or("");
  }

  const Pattern& pattern_;
  const Stated& stated_;
  const Arguments& arguments_;
  const Entity& entity_;
  const Index* index_;
  const Table& table_;
  std::string text_;
  std::string compared_;  // the name before the value
  std::string fault_;
};

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
  const auto partition = TemplateText(entity, key.partition, values, 0);
  if (!partition) return std::nullopt;
  made.emplace(table.partition_key, Value::String(*partition));
  if (key.sort.empty() || table.sort_key.empty()) return made;
  const auto sort = TemplateText(entity, key.sort, values, 0);
  if (!sort) return std::nullopt;
  made.emplace(table.sort_key, Value::String(*sort));
  return made;
}

ReadRequests StatedRequests(const Model& model, const Pattern& pattern,
                            const Arguments& arguments) {
  if (pattern.stated->key) return KeyRequests(model, pattern, arguments);
  return Statement(model, pattern, arguments).Run();
}

}  // namespace stator::model
