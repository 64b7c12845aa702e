#include "model/plan/statement_rows.h"

#include <algorithm>
#include <optional>

#include "model/layout/overlap.h"
#include "model/layout/sizes.h"
#include "model/plan/estimate.h"

namespace stator::model {
namespace {

using Operator = query::KeyTerm::Operator;

double InstancesOf(const StoredRow& row) {
  return static_cast<double>(row.entity->count) * PresenceOf(row);
}

}  // namespace

StatementRows::StatementRows(const Model& model, const std::vector<StoredRow>& all,
                             const Table& table, const Index* index, const Entity& entity,
                             const StatementValues& values)
    : model_(model), entity_(entity), values_(values) {
  for (const auto& row : all) {
    if (row.table == &table && row.index == index) rows_.push_back(row);
  }
}

std::vector<MetRows> StatementRows::Everything() const {
  std::vector<MetRows> met;
  for (const auto& row : rows_) met.push_back({&row, InstancesOf(row)});
  return met;
}

// A key of attributes as they are has any value of its type.
bool StatementRows::MayMeet(const StoredRow& row, const query::KeyTerm& term,
                            const Template& key) const {
  if (key.empty() || key.natural) return true;
  const auto value = values_.TemplateOf(term.value);
  const Entity& own = *row.entity;
  switch (term.op) {
    case Operator::kEqual:
      return MayBeEqual(own, key, entity_, value);
    case Operator::kBeginsWith:
      return MayBeginWith(own, key, entity_, value);
    case Operator::kLess:
    case Operator::kLessOrEqual:
      return SortsBefore(entity_, value, own, key) != true;
    case Operator::kGreater:
    case Operator::kGreaterOrEqual:
      return SortsBefore(own, key, entity_, value) != true;
    case Operator::kBetween:
      return SortsBefore(own, key, entity_, value) != true &&
             SortsBefore(entity_, values_.TemplateOf(term.high), own, key) != true;
  }
  return true;
}

// Returns how many of the rows have one partition key. The share of an enum's value is known if the
// statement states the value.
double StatementRows::PerKey(const StoredRow& row, const query::KeyTerm& hash) const {
  const auto& key = row.key.partition;
  const bool one = key.natural && key.parts.size() == 1;
  const Attribute* attribute = one ? row.entity->Find(key.parts.front().text) : nullptr;
  if (attribute != nullptr && !attribute->values.empty() && values_.Find(hash.value) == nullptr) {
    const auto share = std::ranges::find(attribute->values, ScalarText(hash.value), &Share::value);
    if (share == attribute->values.end()) return 0;
    return static_cast<double>(row.entity->count) * share->percent / 100;
  }
  return InstancesPerKey(model_, row) * PresenceOf(row);
}

std::vector<MetRows> StatementRows::Under(const std::vector<query::KeyTerm>& terms) const {
  std::vector<MetRows> met;
  for (const auto& row : rows_) {
    double count = PerKey(row, terms.front());
    bool meets = MayMeet(row, terms.front(), row.key.partition);
    for (const auto& term : terms) {
      if (term.attribute == terms.front().attribute) continue;
      meets = meets && MayMeet(row, term, row.key.sort);
      if (term.op == Operator::kEqual) count = std::min(count, 1.0);
    }
    if (meets && count > 0) met.push_back({&row, count});
  }
  return met;
}

}  // namespace stator::model
