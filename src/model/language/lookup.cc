#include "model/language/lookup.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "model/language/cursor.h"

namespace stator::model {

std::string SuggestOrEnd(std::string_view word, const std::vector<std::string_view>& names) {
  auto hint = Suggest(word, names);
  return hint.empty() ? "." : hint;
}

void Lookup::Complain(Place place, std::string message, std::string word) {
  complaints_.push_back({place, std::move(message), std::move(word)});
}

const Entity* Lookup::NeedEntity(Place place, const std::string& name) {
  const Entity* entity = model_.FindEntity(name);
  if (entity == nullptr) {
    Complain(place,
             fmt::format("There is no entity '{}'{}", name,
                         SuggestOrEnd(name, NamesOf(model_.entities, &Entity::name))),
             name);
  }
  return entity;
}

const Index* Lookup::NeedIndex(const Entity& entity, Place place, const std::string& name) {
  if (const Index* index = model_.FindIndex(entity.table, name)) return index;
  const auto other = std::ranges::find(model_.indexes, name, &Index::name);
  if (other != model_.indexes.end()) {
    Complain(place,
             fmt::format("{} is an index of {}; {} lies in {}.", name, other->table, entity.name,
                         entity.table),
             name);
  } else {
    Complain(place,
             fmt::format("There is no index '{}'{}", name,
                         SuggestOrEnd(name, NamesOf(model_.indexes, &Index::name))),
             name);
  }
  return nullptr;
}

const Table* Lookup::NeedTable(Place place, const std::string& name) {
  const Table* table = model_.FindTable(name);
  if (table == nullptr) {
    Complain(place,
             fmt::format("There is no table '{}'{}", name,
                         SuggestOrEnd(name, NamesOf(model_.tables, &Table::name))),
             name);
  }
  return table;
}

const Pattern* Lookup::NeedPattern(Place place, const std::string& id) {
  const Pattern* pattern = model_.FindPattern(id);
  if (pattern == nullptr) {
    Complain(place,
             fmt::format("There is no pattern '{}'{}", id,
                         SuggestOrEnd(id, NamesOf(model_.patterns, &Pattern::id))),
             id);
  }
  return pattern;
}

namespace {

// Returns "; did you mean 'custId'?". If no attribute is near, lists the entity's attributes,
// unless there are too many.
std::string SuggestOrList(std::string_view word, const Entity& entity) {
  constexpr std::size_t kListed = 8;
  const auto names = NamesOf(entity.attributes, &Attribute::name);
  auto hint = Suggest(word, names);
  if (!hint.empty() || names.empty() || names.size() > kListed) return hint.empty() ? "." : hint;
  return fmt::format("; it has {}.", fmt::join(names, ", "));
}

// Returns the attribute that the literal names in another language's notation for a value: <a>, :a,
// or a bare camelCase name.
const Attribute* MeantBy(const Entity& entity, std::string_view literal) {
  constexpr std::string_view kEnds = "#<>:/|";
  for (std::size_t at = 0; at < literal.size();) {
    const auto end = std::min(literal.find_first_of(kEnds, at), literal.size());
    const auto word = literal.substr(at, end - at);
    const bool marked = at > 0 && (literal[at - 1] == '<' || literal[at - 1] == ':');
    const bool camel = !word.empty() && std::islower(static_cast<unsigned char>(word[0])) != 0 &&
                       std::ranges::any_of(word, IsUpper);
    if (const Attribute* attribute = entity.Find(word); attribute != nullptr && (marked || camel)) {
      return attribute;
    }
    at = end + 1;
  }
  return nullptr;
}

}  // namespace

const Attribute* Lookup::NeedAttribute(const Entity& entity, Place place, const std::string& name) {
  const Attribute* attribute = entity.Find(name);
  if (attribute == nullptr) {
    Complain(
        place,
        fmt::format("{} has no attribute '{}'{}", entity.name, name, SuggestOrList(name, entity)),
        name);
  }
  return attribute;
}

void Lookup::NeedValue(const Attribute& attribute, const std::string& value, Place place) {
  const bool word = attribute.kind == Kind::kString || attribute.kind == Kind::kId;
  if (word && value.contains('#')) {
    Complain(place, fmt::format("{} is never '{}': only `free` texts contain the delimiter #.",
                                attribute.name, value));
    return;
  }
  if (attribute.values.empty()) return;
  const auto names = NamesOf(attribute.values, &Share::value);
  if (std::ranges::find(names, value) != names.end()) return;
  Complain(place,
           fmt::format("{} is never '{}'{}", attribute.name, value, SuggestOrEnd(value, names)),
           value);
}

void Lookup::NeedTemplate(const Entity& entity, const Template& text) {
  for (const auto& part : text.parts) {
    if (part.type == Part::Type::kLiteral) {
      const Attribute* meant = MeantBy(entity, part.text);
      if (meant == nullptr) continue;
      Complain(text.place, fmt::format("A value stands in braces: {{{}}}.", meant->name),
               meant->name);
    }
    if (part.text.empty() || part.type == Part::Type::kLiteral) continue;
    const Attribute* attribute = NeedAttribute(entity, text.place, part.text);
    if (attribute == nullptr) continue;
    const bool dated = attribute->kind == Kind::kTime || attribute->kind == Kind::kDate;
    if (part.bucket != Bucket::kNone && !dated) {
      Complain(text.place,
               fmt::format("Only a time or date has buckets; {} is neither.", part.text));
    }
    if (part.descending && !dated && (attribute->kind != Kind::kNumber || attribute->width == 0)) {
      Complain(text.place,
               fmt::format("Only a time, a date or a number(width) can be descending; {} is none "
                           "of them.",
                           part.text));
    }
  }
}

void Lookup::NeedSides(const KeyPair& key, bool has_sort, const std::string& name) {
  if (key.sort.empty() == !has_sort) return;
  Complain(key.place,
           has_sort
               ? fmt::format("{} has a sort key: PARTITION / SORT.", name)
               : fmt::format("{} has no sort key. Remove the '/' and the text after it.", name));
}

}  // namespace stator::model
