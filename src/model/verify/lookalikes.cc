#include "model/verify/lookalikes.h"

#include <algorithm>
#include <string>
#include <utility>

#include "model/layout/render.h"

namespace stator::model {
namespace {

using client::Value;

constexpr char kDelimiter = '#';

bool IsPlain(const Part& part) {
  return part.type == Part::Type::kField && part.bucket == Bucket::kNone && !part.descending;
}

bool IsText(Kind kind) { return kind == Kind::kString || kind == Kind::kId || kind == Kind::kFree; }

bool IsFree(const Entity& entity, const Part& part) {
  return IsPlain(part) && entity.Find(part.text)->kind == Kind::kFree;
}

void AddAmbiguities(const StoredRow& access, const Template& text, std::vector<Ambiguity>& found) {
  if (text.natural) return;
  std::optional<std::size_t> before;
  for (std::size_t i = 0; i < text.parts.size(); ++i) {
    if (!IsFree(*access.entity, text.parts[i])) continue;
    if (before && text.parts[*before].text != text.parts[i].text) {
      found.push_back({&access, &text, *before, i});
    }
    before = i;
  }
}

// Adds the values that the row's conditions require.
void AddConditions(const StoredRow& access, client::Item& values) {
  for (const auto& condition : access.conditions) {
    values.insert_or_assign(condition.attribute,
                            ValueOf(*access.entity->Find(condition.attribute), condition.value));
  }
}

bool SameForm(const Part& one, const Part& other) {
  if (one.type == Part::Type::kLiteral || other.type == Part::Type::kLiteral) return one == other;
  return one.type == Part::Type::kField && other.type == Part::Type::kField &&
         one.bucket == other.bucket && one.descending == other.descending;
}

bool SameForm(const Template& one, const Template& other) {
  return !one.natural && !other.natural &&
         std::ranges::equal(one.parts, other.parts, [](const Part& left, const Part& right) {
           return SameForm(left, right);
         });
}

// Whether the attribute may have a value of the other attribute.
bool Accepts(const Attribute& attribute, const Attribute& other, const Value& value) {
  if (IsText(attribute.kind)) {
    return IsText(other.kind) &&
           (attribute.kind == Kind::kFree || !value.string().contains(kDelimiter));
  }
  if (attribute.kind != other.kind || attribute.width != other.width) return false;
  return attribute.values.empty() || std::ranges::any_of(attribute.values, [&](const Share& share) {
           return ValueOf(attribute, share.value) == value;
         });
}

bool AddValuesToMeet(const Entity& entity, const Template& text, const Template& other,
                     const Instance& met, client::Item& values) {
  for (std::size_t i = 0; i < text.parts.size(); ++i) {
    if (text.parts[i].type != Part::Type::kField) continue;
    const auto& name = text.parts[i].text;
    const auto& value = met.values.at(other.parts[i].text);
    if (!Accepts(*entity.Find(name), *met.entity->Find(other.parts[i].text), value)) return false;
    const auto [at, added] = values.try_emplace(name, value);
    if (!added && at->second != value) return false;
  }
  return true;
}

}  // namespace

std::vector<Ambiguity> AmbiguitiesOf(const std::vector<StoredRow>& accesses) {
  std::vector<Ambiguity> found;
  for (const auto& access : accesses) {
    AddAmbiguities(access, access.key.partition, found);
    AddAmbiguities(access, access.key.sort, found);
  }
  return found;
}

std::optional<Lookalikes> LookalikesOf(const Ambiguity& ambiguity, const Instance& like) {
  const auto& [access, text, first, second] = ambiguity;
  std::string between;
  for (std::size_t i = first + 1; i < second; ++i) {
    const auto part = PartText(*like.entity, text->parts[i], like.values, like.random);
    if (!part) return std::nullopt;
    between += *part;
  }
  client::Item alike;
  for (const auto& name : FieldsOf(access->key.partition)) {
    alike.emplace(name, like.values.at(name));
  }
  // Equal beginnings of the sort keys are enough: a read by that prefix gets both rows.
  Template beginning = *text;
  beginning.parts.resize(second);
  for (const auto& name : FieldsOf(beginning)) alike.emplace(name, like.values.at(name));
  AddConditions(*access, alike);
  const auto& one_name = text->parts[first].text;
  const auto& other_name = text->parts[second].text;
  const auto begin = one_name + "-1";
  const auto end = other_name + "-1";
  Lookalikes made{alike, alike};
  made.one.insert_or_assign(one_name, Value::String(begin + between + "middle"));
  made.one.insert_or_assign(other_name, Value::String(end));
  made.other.insert_or_assign(one_name, Value::String(begin));
  made.other.insert_or_assign(other_name, Value::String("middle" + between + end));
  return made;
}

bool MayMeet(const StoredRow& access, const StoredRow& other) {
  return access.entity != other.entity && access.table == other.table &&
         access.index == other.index && SameForm(access.key.partition, other.key.partition) &&
         access.key.partition.parts != other.key.partition.parts;
}

std::optional<client::Item> ValuesToMeet(const StoredRow& access, const StoredRow& other,
                                         const Instance& met) {
  if (!KeyOf(other, met)) return std::nullopt;
  client::Item values;
  const auto& sort = access.key.sort;
  if (!AddValuesToMeet(*access.entity, access.key.partition, other.key.partition, met, values)) {
    return std::nullopt;
  }
  if (SameForm(sort, other.key.sort)) {
    auto all = values;
    if (AddValuesToMeet(*access.entity, sort, other.key.sort, met, all)) values = std::move(all);
  }
  for (const auto& condition : access.conditions) {
    const auto wanted = ValueOf(*access.entity->Find(condition.attribute), condition.value);
    const auto [at, added] = values.try_emplace(condition.attribute, wanted);
    if (!added && at->second != wanted) return std::nullopt;
  }
  return values;
}

}  // namespace stator::model
