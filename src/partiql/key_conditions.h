#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "expr/ast.h"
#include "expr/bound.h"
#include "query/key_terms.h"
#include "query/source.h"

namespace stator::partiql {

// Finds terms on the key of one source in a condition. Lifetime: views into the source and the
// slots.
class KeyConditions {
 public:
  KeyConditions(const query::Source& source, const expr::Slots& slots);

  std::string_view hash() const { return hash_; }
  std::string_view range() const { return range_; }  // empty: none

  // Returns the alternatives of a condition on one key attribute: one term, or one for each choice
  // of IN. Empty: the condition is none.
  std::vector<query::KeyTerm> TermsIn(const expr::ast::Condition& condition) const;

  // Whether every item that meets the condition has one of finitely many partition keys.
  bool FixesHash(const expr::ast::Condition& condition) const;

  // Fails if the term's values cannot be those of its key attribute (facts 10.4).
  Result<> CheckType(const query::KeyTerm& term) const;

 private:
  std::optional<std::string_view> KeyNamed(const expr::ast::Operand& operand) const;
  std::optional<item::ValueView> ValueOf(const expr::ast::Operand& operand) const;
  std::optional<query::KeyTerm> TermOf(const expr::ast::Comparison& comparison) const;

  const query::Source& source_;
  const expr::Slots& slots_;
  std::string_view hash_;
  std::string_view range_;
};

}  // namespace stator::partiql
