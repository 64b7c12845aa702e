#include "api/partiql/order.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/partiql_texts.h"

namespace stator::api {
namespace {

using partiql::Branch;
using partiql::OrderTerm;

const OrderTerm* TermOn(const partiql::Statement& statement, std::string_view attribute) {
  const auto found = std::ranges::find(statement.order, attribute, &OrderTerm::attribute);
  return found == statement.order.end() ? nullptr : &*found;
}

bool SeveralPartitions(const partiql::ReadPlan& plan) {
  return std::ranges::any_of(plan.branches, [&](const Branch& branch) {
    return branch.terms.front().value != plan.branches.front().terms.front().value;
  });
}

bool IsKeyed(const partiql::ReadPlan& plan) {
  return plan.branches.empty() || plan.branches.front().access != partiql::Access::kScan;
}

Result<> Check(const query::Source& source, const partiql::Statement& statement,
               const partiql::ReadPlan& plan) {
  if (!statement.where) return FailInvalid(texts::kOrderWithoutWhere);
  for (const OrderTerm& term : statement.order) {
    if (source.IsKey(term.attribute)) continue;
    return FailInvalid(fmt::format(texts::kOrderNotKey, term.attribute));
  }
  if (!IsKeyed(plan)) return FailInvalid(texts::kOrderWithoutHash);
  if (SeveralPartitions(plan) && TermOn(statement, source.hash_keys().front().name) == nullptr) {
    return FailInvalid(texts::kOrderNeedsHash);
  }
  return {};
}

}  // namespace

Result<bool> ApplyOrder(const query::Source& source, const partiql::Statement& statement,
                        partiql::ReadPlan& plan) {
  if (statement.order.empty()) return false;
  TRY(Check(source, statement, plan));
  const OrderTerm* hash = TermOn(statement, source.hash_keys().front().name);
  const OrderTerm* range =
      source.range_keys().empty() ? nullptr : TermOn(statement, source.range_keys().front().name);
  // AWS returns sort keys in descending order if only the partition key is named, even with ASC.
  const bool backward = range != nullptr ? range->descending : true;
  std::ranges::sort(plan.branches, [&](const Branch& a, const Branch& b) {
    const auto& left = a.terms.front().value;
    const auto& right = b.terms.front().value;
    if (left != right) {
      const bool descending = hash != nullptr && hash->descending;
      return descending ? right.scalar() < left.scalar() : left.scalar() < right.scalar();
    }
    return backward ? b.begin < a.begin : a.begin < b.begin;
  });
  return backward;
}

}  // namespace stator::api
