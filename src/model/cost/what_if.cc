#include "model/cost/what_if.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/quantity.h"
#include "model/language/cursor.h"
#include "model/plan/plan.h"

namespace stator::model {
namespace {

std::unexpected<Error> NoIndex(const Model& model, std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& index : model.indexes) names.push_back(index.name);
  const auto hint = Suggest(name, names);
  return FailInvalid(fmt::format("There is no index '{}'{}", name, hint.empty() ? "." : hint));
}

// Finds an index by its name, or by its table's name and its own. Returns its position in the
// model.
Result<std::size_t> NumberOf(const Model& model, std::string_view name) {
  std::vector<std::size_t> found;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < model.indexes.size(); ++i) {
    const Index& index = model.indexes[i];
    auto full = index.table + "." + index.name;
    if (name != index.name && name != full) continue;
    found.push_back(i);
    labels.push_back(std::move(full));
  }
  if (found.empty()) return NoIndex(model, name);
  if (found.size() == 1) return found.front();
  return FailInvalid(fmt::format("There are several indexes '{}'; say which: {}.", name,
                                 fmt::join(labels, " or ")));
}

void Forget(const Model& model, const Index& index, Pattern& pattern) {
  const auto is_there = [&](const std::string& entity) {
    return model.FindEntity(entity)->table == index.table;
  };
  const auto& first = pattern.reads() ? pattern.target.entity : pattern.actions.front().entity;
  if (is_there(first)) {
    if (pattern.via == index.name) pattern.via.clear();
    if (pattern.stated && pattern.stated->index == index.name) pattern.stated.reset();
    if (pattern.sql && pattern.sql->index == index.name) pattern.sql->index.clear();
  }
  for (auto& action : pattern.actions) {
    if (action.rewrites && is_there(action.entity)) std::erase(*action.rewrites, index.name);
  }
}

Result<std::vector<std::string>> AttributesOf(const Model& model, std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const auto comma = std::min(list.find(','), list.size());
    const auto name = list.substr(0, comma);
    const bool known = std::ranges::any_of(
        model.entities, [&](const Entity& entity) { return entity.Find(name) != nullptr; });
    if (!known) return FailInvalid(fmt::format("No entity has an attribute '{}'.", name));
    names.emplace_back(name);
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return names;
}

std::int64_t Times(std::int64_t count, double factor) {
  const double scaled = static_cast<double>(count) * factor;
  return std::llround(std::clamp(scaled, 1.0, static_cast<double>(kCountMax)));
}

Part Field(std::string attribute) {
  return {.type = Part::Type::kField, .text = std::move(attribute)};
}

// Returns the pattern as a Query of an index would serve it. The condition of a statement tells
// which attributes the index has.
Pattern AsList(const Model& model, const Pattern& rare) {
  Pattern list = rare;
  list.verb = Verb::kList;
  if (!rare.sql) return list;
  const auto plan = PlanRead(model, rare);
  list.sql.reset();
  list.bindings = plan.statement->equals;
  list.range = plan.statement->range;
  list.shows = plan.statement->shows;
  return list;
}

}  // namespace

Result<Model> WithoutIndex(const Model& model, const std::string& name) {
  const std::size_t number = TRY(NumberOf(model, name));
  const Index& index = model.indexes[number];
  Model changed = model;
  changed.indexes.erase(changed.indexes.begin() + static_cast<std::ptrdiff_t>(number));
  for (auto& entity : changed.entities) {
    if (entity.table != index.table) continue;
    std::erase_if(entity.entries,
                  [&](const IndexEntry& entry) { return entry.index == index.name; });
  }
  for (auto& pattern : changed.patterns) Forget(model, index, pattern);
  return changed;
}

Result<Model> WithProjection(const Model& model, std::string_view change) {
  constexpr std::string_view kInclude = "include:";
  const auto equals = std::min(change.find('='), change.size());
  const auto name = change.substr(0, equals);
  const auto what = change.substr(std::min(equals + 1, change.size()));
  Model changed = model;
  Index* index = &changed.indexes[TRY(NumberOf(model, name))];
  index->include.clear();
  if (what == "all") {
    index->projection = Projection::kAll;
  } else if (what == "keys") {
    index->projection = Projection::kKeysOnly;
  } else if (what.starts_with(kInclude) && what.size() > kInclude.size()) {
    index->projection = Projection::kInclude;
    index->include = TRY(AttributesOf(model, what.substr(kInclude.size())));
  } else {
    return FailInvalid("A projection is written as GSI1=all, GSI1=keys or GSI1=include:a,b.");
  }
  return changed;
}

Result<double> ParseScale(std::string_view text) {
  std::string number(text.ends_with('x') ? text.substr(0, text.size() - 1) : text);
  char* end = nullptr;
  const double factor = std::strtod(number.c_str(), &end);
  if (!number.empty() && *end == '\0' && factor > 0 && factor <= kScaleMax) return factor;
  return FailInvalid(fmt::format("'{}' is not a factor such as 10x, of at most {}.", text,
                                 static_cast<std::int64_t>(kScaleMax)));
}

Result<Model> ScaledBy(const Model& model, double factor) {
  Model changed = model;
  for (auto& entity : changed.entities) entity.count = Times(entity.count, factor);
  for (auto& pattern : changed.patterns) {
    pattern.per_second *= factor;
    pattern.peak_per_second *= factor;
    if (pattern.peak_per_second > kRateMax) {
      return FailInvalid(fmt::format("{} would be more than {} a second.", pattern.id, kRateMax));
    }
  }
  return changed;
}

std::optional<Model> WithIndexFor(const Model& model, const Pattern& rare) {
  const Pattern pattern = AsList(model, rare);
  if (pattern.bindings.empty()) return std::nullopt;
  Model changed = model;
  auto& entity = *std::ranges::find(changed.entities, pattern.target.entity, &Entity::name);
  const std::string name = pattern.id + "-index";
  changed.indexes.push_back(
      {.name = name,
       .table = entity.table,
       .hash = {name + "PK"},
       .range = {name + "SK"},
       .projection = pattern.shows.empty() ? Projection::kAll : Projection::kInclude,
       .include = pattern.shows});
  IndexEntry entry{.index = name};
  for (const auto& binding : pattern.bindings) {
    entry.key.partition.parts.push_back({.text = "#"});
    entry.key.partition.parts.push_back(Field(binding.attribute));
  }
  const auto& order = pattern.range.empty() ? pattern.target.order : pattern.range;
  if (!order.empty()) entry.key.sort.parts = {Field(order), Part{.text = "#"}};
  for (const auto& id : entity.identity) entry.key.sort.parts.push_back(Field(id));
  if (entry.key.sort.empty()) entry.key.sort.parts.push_back({.text = "ITEM"});
  entity.entries.push_back(std::move(entry));
  auto& served = *std::ranges::find(changed.patterns, pattern.id, &Pattern::id);
  served = pattern;
  served.via = name;
  for (auto& other : changed.patterns) {
    for (auto& action : other.actions) {
      if (action.verb == Verb::kUpdate) {
        if (!action.rewrites) action.rewrites.emplace();
        action.rewrites->push_back(name);
      }
    }
  }
  return changed;
}

std::vector<std::string> IndexedBy(const Model& model, const Pattern& pattern) {
  std::vector<std::string> names;
  for (const auto& binding : AsList(model, pattern).bindings) names.push_back(binding.attribute);
  return names;
}

Result<Model> Apply(const Model& model, const WhatIf& what_if) {
  Model changed = model;
  for (const auto& name : what_if.without_indexes) changed = TRY(WithoutIndex(changed, name));
  for (const auto& change : what_if.projections) changed = TRY(WithProjection(changed, change));
  if (!what_if.scale.empty()) {
    changed = TRY(ScaledBy(changed, TRY(ParseScale(what_if.scale))));
  }
  if (what_if.table_per_entity) changed = TablePerEntity(changed);
  return changed;
}

std::string Describe(const WhatIf& what_if) {
  std::vector<std::string> words;
  for (const auto& name : what_if.without_indexes) words.push_back("without " + name);
  for (const auto& change : what_if.projections) words.push_back("with " + change);
  if (!what_if.scale.empty()) words.push_back("scaled " + what_if.scale);
  if (what_if.table_per_entity) words.push_back("one table per entity");
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace stator::model
