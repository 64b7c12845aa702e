#include "model/language/model.h"

#include <algorithm>

namespace stator::model {
namespace {

template <class Things, class Name>
auto FindNamed(const Things& things, std::string_view wanted, Name name) ->
    typename Things::const_pointer {
  const auto found =
      std::ranges::find_if(things, [&](const auto& thing) { return thing.*name == wanted; });
  return found == things.end() ? nullptr : &*found;
}

}  // namespace

std::string_view NameOf(Verb verb) {
  switch (verb) {
    case Verb::kGet:
      return "get";
    case Verb::kList:
      return "list";
    case Verb::kFetch:
      return "fetch";
    case Verb::kScan:
      return "scan";
    case Verb::kSql:
      return "sql";
    case Verb::kExport:
      return "export";
    case Verb::kPut:
      return "put";
    case Verb::kUpdate:
      return "update";
    case Verb::kDelete:
      return "delete";
    case Verb::kCheck:
      return "check";
    case Verb::kTransaction:
      return "txn";
  }
  return "";
}

const Attribute* Entity::Find(std::string_view attribute) const {
  return FindNamed(attributes, attribute, &Attribute::name);
}

bool Table::HasKey(const std::vector<std::string>& attributes) const {
  return attributes.size() == 1 &&
         (attributes.front() == partition_key || attributes.front() == sort_key);
}

bool Index::Inverts(const Table& of) const {
  return !local && hash == std::vector{of.sort_key} && range == std::vector{of.partition_key};
}

const Table* Model::FindTable(std::string_view wanted) const {
  return FindNamed(tables, wanted, &Table::name);
}

const Index* Model::FindIndex(std::string_view table, std::string_view wanted) const {
  const auto found = std::ranges::find_if(
      indexes, [&](const Index& index) { return index.table == table && index.name == wanted; });
  return found == indexes.end() ? nullptr : &*found;
}

std::string Model::LabelOf(const Index& index) const {
  const bool alone = std::ranges::count(indexes, index.name, &Index::name) < 2;
  return alone ? index.name : index.table + "." + index.name;
}

const Entity* Model::FindEntity(std::string_view wanted) const {
  return FindNamed(entities, wanted, &Entity::name);
}

const Pattern* Model::FindPattern(std::string_view wanted) const {
  return FindNamed(patterns, wanted, &Pattern::id);
}

Projection ProjectionNeeded(const Table& table, const Index& index) {
  const bool includes = index.projection == Projection::kInclude;
  return includes && IncludedOf(table, index).empty() ? Projection::kKeysOnly : index.projection;
}

std::vector<std::string> IncludedOf(const Table& table, const Index& index) {
  std::vector<std::string> included;
  for (const auto& name : index.include) {
    const bool key = name == table.partition_key || name == table.sort_key ||
                     std::ranges::find(index.hash, name) != index.hash.end() ||
                     std::ranges::find(index.range, name) != index.range.end();
    if (!key) included.push_back(name);
  }
  return included;
}

bool Contains(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace stator::model
