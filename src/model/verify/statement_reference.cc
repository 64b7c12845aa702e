#include "model/verify/statement_reference.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "api/partiql/projected.h"
#include "base/bytes.h"
#include "base/text.h"
#include "client/api_values.h"
#include "expr/condition.h"
#include "expr/projection.h"
#include "model/layout/render.h"
#include "model/verify/argument_choices.h"
#include "partiql/bind.h"
#include "partiql/parser.h"

namespace stator::model {
namespace {

using client::Item;
using client::Value;

// Encodes an item as tables hold it. nullopt: no table can hold it.
std::optional<item::Item> EncodedOf(const Item& item) {
  api::AttributeMap map;
  client::JsonBound bound;
  if (!client::Fill(item, map, bound)) return std::nullopt;
  return std::move(map.item);
}

// Returns the values of the statement's parameters under the names 000, 001, …
Item ParametersOf(const Model& model, const Pattern& pattern, const Arguments& arguments) {
  const Entity& entity = *model.FindEntity(pattern.target.entity);
  Item values;
  for (const auto& parameter : pattern.sql->parameters) {
    const auto name = fmt::format("{:03}", values.size());
    const auto& attribute = parameter.text.parts.front().text;
    if (!parameter.text.natural) {
      values[name] =
          Value::String(TemplateText(entity, parameter.text, arguments.bound, 0).value_or(""));
    } else if (parameter.end == Parameter::End::kNone) {
      values[name] = arguments.bound.at(attribute);
    } else {
      values[name] = parameter.end == Parameter::End::kFrom ? *arguments.from : *arguments.to;
    }
  }
  return values;
}

// Returns the items of `some` that are not among `others`, each as often as it is missing there.
std::vector<Item> Without(const std::vector<Item>& some, const std::vector<Item>& others) {
  std::map<std::string, std::ptrdiff_t> left;
  const auto key = [](const Item& item) {
    const auto encoded = EncodedOf(item);
    return encoded ? std::string(encoded->view().bytes()) : std::string();
  };
  for (const auto& item : others) ++left[key(item)];
  std::vector<Item> missing;
  for (const auto& item : some) {
    if (left[key(item)]-- <= 0) missing.push_back(item);
  }
  return missing;
}

std::string NamesOf(const std::vector<Item>& items) {
  constexpr std::size_t kNamed = 3;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(kNamed, items.size()); ++i) {
    names.push_back("(" + TextOf(Arguments{.bound = items[i], .from = {}, .to = {}}) + ")");
  }
  auto text = fmt::format("{}", fmt::join(names, ", "));
  if (items.size() > kNamed) text += fmt::format(" and {} more", items.size() - kNamed);
  return text;
}

}  // namespace

StatementReference::StatementReference(const Model& model, const Pattern& pattern,
                                       const RowMap& rows)
    : model_(model),
      pattern_(pattern),
      table_(*model.FindTable(pattern.sql->table)),
      index_(pattern.sql->index.empty() ? nullptr
                                        : model.FindIndex(table_.name, pattern.sql->index)) {
  auto parsed = partiql::Parse(pattern.sql->text);
  if (!parsed) {
    fault_ = parsed.error().message;
    return;
  }
  statement_ = std::make_shared<const partiql::Statement>(*std::move(parsed));
  for (const auto& [key, row] : rows.Of(table_.name)) Add(row.item);
}

// Adds the row if it is in the table or index.
void StatementReference::Add(const Item& row) {
  if (index_ != nullptr) {
    const auto has = [&](const std::string& name) { return row.contains(name); };
    if (!std::ranges::all_of(index_->hash, has) || !std::ranges::all_of(index_->range, has)) return;
  }
  auto whole = EncodedOf(row);
  auto held = EncodedOf(Held(row));
  if (whole && held) {
    rows_.push_back({*std::move(whole), *std::move(held)});
  } else {
    fault_ = "a row cannot be encoded";
  }
}

bool StatementReference::Holds(const std::string& name) const {
  if (index_ == nullptr || index_->projection == Projection::kAll) return true;
  const auto is_among = [&name](const std::vector<std::string>& names) {
    return std::ranges::find(names, name) != names.end();
  };
  return name == table_.partition_key || name == table_.sort_key || is_among(index_->hash) ||
         is_among(index_->range) ||
         (index_->projection == Projection::kInclude && is_among(index_->include));
}

// Returns the attributes that the table or index holds of the row.
Item StatementReference::Held(const Item& row) const {
  Item held;
  for (const auto& [name, value] : row) {
    if (Holds(name)) held.emplace(name, value);
  }
  return held;
}

// Whether a read takes whole items from the table: a local index lacks attributes of the list.
bool StatementReference::Fetches() const {
  if (index_ == nullptr || !index_->local) return false;
  return std::ranges::any_of(statement_->projection, [this](const expr::ast::Path& path) {
    return !Holds(path.steps.front().name);
  });
}

std::vector<Item> StatementReference::AnswerTo(const partiql::BoundStatement& bound) const {
  const api::Projected projected(*statement_);
  const auto& direct = projected.direct();
  const bool fetches = Fetches();
  std::vector<Item> answer;
  for (const auto& row : rows_) {
    const auto& source = fetches ? row.whole : row.held;
    if (bound.where && !expr::Holds(*bound.where, source.view())) continue;
    const auto shown = direct ? expr::Project(*direct, source.view()) : projected.Rename(source);
    answer.push_back(client::ItemOf(shown.view()));
  }
  return answer;
}

// Whether the items have the order that the statement states. A term on the partition key counts
// before a term on the sort key.
bool StatementReference::IsOrdered(const std::vector<Item>& items) const {
  const auto& hash = index_ == nullptr ? table_.partition_key : index_->hash.front();
  std::vector<partiql::OrderTerm> by;
  for (const bool partition : {true, false}) {
    for (const auto& term : statement_->order) {
      if ((term.attribute == hash) == partition) by.push_back(term);
    }
  }
  for (std::size_t i = 1; i < items.size(); ++i) {
    for (const auto& term : by) {
      const Value* left = client::Find(items[i - 1], term.attribute);
      const Value* right = client::Find(items[i], term.attribute);
      if (left == nullptr || right == nullptr) return true;  // the list leaves it out
      const int order = Compare(*left, *right);
      if (order == 0) continue;
      if (term.descending ? order < 0 : order > 0) return false;
      break;
    }
  }
  return true;
}

std::vector<std::string> StatementReference::FaultsOf(const Arguments& arguments,
                                                      const std::vector<Item>& answer) const {
  if (!fault_.empty()) return {fault_};
  const auto parameters = EncodedOf(ParametersOf(model_, pattern_, arguments));
  if (!parameters) return {"a parameter cannot be encoded"};
  std::vector<item::ValueView> values;
  for (const auto& parameter : parameters->view()) values.push_back(parameter.value);
  const auto bound = partiql::Bind(statement_, values);
  if (!bound) return {bound.error().message};
  const auto expected = AnswerTo(*bound);
  std::vector<std::string> faults;
  const auto say = [&](std::string_view what, const std::vector<Item>& items) {
    if (items.empty()) return;
    faults.push_back(fmt::format("expected {}, got {}; {}: {}", Counted(expected.size(), "item"),
                                 answer.size(), what, NamesOf(items)));
  };
  say("not asked for", Without(answer, expected));
  say("missing", Without(expected, answer));
  if (faults.empty() && !IsOrdered(answer)) {
    faults.emplace_back("the items do not come in the statement's order");
  }
  return faults;
}

}  // namespace stator::model
