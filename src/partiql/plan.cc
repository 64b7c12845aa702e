#include "partiql/plan.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/partiql_texts.h"
#include "expr/ast.h"
#include "expr/bound.h"
#include "item/encoder.h"
#include "partiql/key_conditions.h"
#include "query/key_range.h"

namespace stator::partiql {
namespace {

namespace ast = expr::ast;
using query::KeyTerm;
using Terms = std::vector<KeyTerm>;
using Operator = KeyTerm::Operator;

// The branches of a condition. An item that meets the condition meets all terms of a branch.
struct Expansion {
  std::vector<Terms> branches;
  bool exact = true;  // the reverse holds, too
};

// A value of a key's type.
Bytes AnyValueOf(item::Type type) {
  Bytes value;
  item::Encoder encoder(value);
  if (type == item::Type::kNumber) {
    encoder.Number(item::Number());
  } else if (type == item::Type::kString) {
    encoder.String("a");
  } else {
    encoder.Binary("a");
  }
  return value;
}

// Collects the narrowest terms of many that AND joins.
class NarrowestTerms {
 public:
  NarrowestTerms(const query::Source& source, const KeyConditions& keys)
      : source_(source), keys_(keys), any_hash_(AnyValueOf(source.hash_keys().front().type)) {}

  Result<> Add(const KeyTerm& term) {
    if (term.attribute == keys_.hash()) {
      AddHash(term);
      return {};
    }
    // The partition does not matter to the order of ranges within it.
    const std::array both{KeyTerm{keys_.hash(), Operator::kEqual, item::ValueView(any_hash_), {}},
                          term};
    const query::KeyRange range = TRY(query::RangeOf(source_, both));
    // An equality fixes the item, so it wins over a comparison that means the same.
    const bool equal = term.op == Operator::kEqual;
    if (!low_ || low_range_.begin < range.begin || (equal && low_range_.begin == range.begin)) {
      low_ = term;
      low_range_ = range;
    }
    if (!high_ || range.end < high_range_.end || (equal && range.end == high_range_.end)) {
      high_ = term;
      high_range_ = range;
    }
    return {};
  }

  Terms Take() const {
    Terms terms;
    for (const auto& term : {hash_, other_hash_, open_hash_}) {
      if (term) terms.push_back(*term);
    }
    const bool low_is_both = low_ && low_range_.end == high_range_.end;
    const bool high_is_both = low_ && high_range_.begin == low_range_.begin;
    if (low_ && (low_is_both || !high_is_both)) terms.push_back(*low_);
    if (high_ && !low_is_both) terms.push_back(*high_);
    return terms;
  }

 private:
  // Two different values are a contradiction, and a third one changes nothing.
  void AddHash(const KeyTerm& term) {
    if (term.op != Operator::kEqual) {
      open_hash_ = term;
    } else if (!hash_) {
      hash_ = term;
    } else if (!(hash_->value == term.value)) {
      other_hash_ = term;
    }
  }

  const query::Source& source_;
  const KeyConditions& keys_;
  Bytes any_hash_;
  std::optional<KeyTerm> hash_;
  std::optional<KeyTerm> other_hash_;
  std::optional<KeyTerm> open_hash_;  // no equality, so a filter
  std::optional<KeyTerm> low_;        // with the greatest begin
  std::optional<KeyTerm> high_;       // with the least end
  query::KeyRange low_range_;
  query::KeyRange high_range_;
};

// Returns terms that mean the same as all of these. A long condition then costs each branch no more
// than a short one.
Result<Terms> Narrowest(const query::Source& source, const KeyConditions& keys, Terms terms) {
  constexpr std::size_t kFew = 3;
  if (terms.size() <= kFew) return terms;
  NarrowestTerms narrowest(source, keys);
  for (const KeyTerm& term : terms) TRY(narrowest.Add(term));
  return narrowest.Take();
}

// Spreads a condition into branches over its key terms. A condition without key terms is one
// branch without terms. The parser bounds the recursion.
class Expander {
 public:
  Expander(const query::Source& source, const KeyConditions& keys) : source_(source), keys_(keys) {}

  Result<Expansion> Expand(const ast::Condition& condition) const {
    if (const auto* all = std::get_if<ast::All>(&condition.node)) return ExpandAll(*all);
    if (const auto* any = std::get_if<ast::Any>(&condition.node)) return ExpandAny(*any);
    Expansion expansion;
    for (const KeyTerm& term : keys_.TermsIn(condition)) {
      TRY(keys_.CheckType(term));
      expansion.branches.push_back({term});
    }
    if (expansion.branches.empty()) return Anything();
    TRY(CheckCount(expansion.branches.size()));
    return expansion;
  }

 private:
  static Expansion Anything() { return {{Terms()}, false}; }

  static Result<> CheckCount(std::size_t branches) {
    if (branches <= limits::kStatementBranchesMax) return {};
    return FailInvalid(texts::kTooManyReads);
  }

  Result<Expansion> ExpandAll(const ast::All& all) const {
    Expansion product{{Terms()}, true};
    Terms common;  // of all branches
    for (const ast::Condition& term : all.terms) {
      Expansion factor = TRY(Expand(term));
      product.exact = product.exact && factor.exact;
      if (factor.branches.size() == 1) {
        std::ranges::move(factor.branches.front(), std::back_inserter(common));
        continue;
      }
      TRY(CheckCount(product.branches.size() * factor.branches.size()));
      Multiply(product.branches, factor.branches);
    }
    const Terms narrowest = TRY(Narrowest(source_, keys_, std::move(common)));
    for (Terms& branch : product.branches) {
      branch.insert(branch.end(), narrowest.begin(), narrowest.end());
    }
    return product;
  }

  static void Multiply(std::vector<Terms>& branches, const std::vector<Terms>& factors) {
    const std::vector<Terms> before = std::exchange(branches, {});
    for (const Terms& branch : before) {
      for (const Terms& factor : factors) {
        Terms& both = branches.emplace_back(branch);
        both.insert(both.end(), factor.begin(), factor.end());
      }
    }
  }

  Result<Expansion> ExpandAny(const ast::Any& any) const {
    Expansion sum;
    for (const ast::Condition& term : any.terms) {
      Expansion part = TRY(Expand(term));
      // A part without key terms allows every key, so the other parts narrow nothing.
      if (std::ranges::any_of(part.branches, &Terms::empty)) return Anything();
      sum.exact = sum.exact && part.exact;
      TRY(CheckCount(sum.branches.size() + part.branches.size()));
      std::ranges::move(part.branches, std::back_inserter(sum.branches));
    }
    return sum;
  }

  const query::Source& source_;
  const KeyConditions& keys_;
};

// Makes reads of branches.
class BranchMaker {
 public:
  BranchMaker(const query::Source& source, const KeyConditions& keys)
      : source_(source), keys_(keys) {}

  // Returns the read of a branch; nullopt if its terms contradict each other. Clears `exact` if the
  // read does not express all terms.
  Result<std::optional<Branch>> Make(const Terms& terms, bool& exact) const {
    Branch branch{.access = Access::kQuery};
    const KeyTerm* hash = nullptr;
    for (const KeyTerm& term : terms) {
      if (term.attribute != keys_.hash()) continue;
      if (term.op != Operator::kEqual) {
        exact = false;
      } else if (hash == nullptr) {
        hash = &term;
      } else if (!(hash->value == term.value)) {
        return std::nullopt;
      }
    }
    if (hash == nullptr) return FailInvalid(texts::kKeyEqualityMissing);
    branch.terms.push_back(*hash);
    TRY(Intersect({hash, 1}, branch));
    for (const KeyTerm& term : terms) {
      if (term.attribute == keys_.hash()) continue;
      const std::array both{*hash, term};
      TRY(Intersect(both, branch));
      branch.terms.push_back(term);
    }
    if (branch.begin >= branch.end) return std::nullopt;
    if (HasWholeKey(branch)) branch.access = Access::kGet;
    return branch;
  }

 private:
  Result<> Intersect(std::span<const KeyTerm> terms, Branch& branch) const {
    auto range = TRY(query::RangeOf(source_, terms));
    if (branch.begin < range.begin) branch.begin = std::move(range.begin);
    if (branch.end.empty() || range.end < branch.end) branch.end = std::move(range.end);
    return {};
  }

  bool HasWholeKey(const Branch& branch) const {
    if (source_.index != nullptr) return false;
    if (keys_.range().empty()) return true;
    return std::ranges::any_of(branch.terms, [&](const KeyTerm& term) {
      return term.attribute == keys_.range() && term.op == Operator::kEqual;
    });
  }

  const query::Source& source_;
  const KeyConditions& keys_;
};

// Adds a branch unless a branch of the same partition covers it. Errors: two branches that overlap
// in part.
Result<> AddBranch(std::vector<Branch>& branches, Branch branch) {
  const auto covers = [](const Branch& outer, const Branch& inner) {
    return outer.begin <= inner.begin && inner.end <= outer.end &&
           (outer.terms.size() == 1 || (outer.begin == inner.begin && outer.end == inner.end));
  };
  for (const Branch& other : branches) {
    if (covers(other, branch)) return {};
  }
  std::erase_if(branches, [&](const Branch& other) { return covers(branch, other); });
  for (const Branch& other : branches) {
    if (branch.begin < other.end && other.begin < branch.end) {
      return FailInvalid(texts::kRangesOverlap);
    }
  }
  branches.push_back(std::move(branch));
  return {};
}

ReadPlan PlanScan(const query::Source& source, bool filtered) {
  ReadPlan plan;
  plan.branches.push_back({.access = Access::kScan});
  plan.filtered = filtered;
  plan.missing_key = source.hash_keys().front().name;
  return plan;
}

const ast::Condition& RootOf(const expr::Condition& condition) {
  return std::get<ast::Condition>(condition.bound().expression->root);
}

// Calls `use` with each term that AND joins at the top of the condition.
template <class Use>
Result<> EachTerm(const ast::Condition& condition, Use& use) {
  const auto* all = std::get_if<ast::All>(&condition.node);
  if (all == nullptr) return use(condition);
  for (const ast::Condition& term : all->terms) TRY(EachTerm(term, use));
  return {};
}

// Collects the equalities that fix one item.
class KeyCollector {
 public:
  explicit KeyCollector(const KeyConditions& keys) : keys_(keys) {}

  Result<> operator()(const ast::Condition& condition) {
    const Terms terms = keys_.TermsIn(condition);
    if (terms.empty() || terms.front().op != Operator::kEqual) {
      filtered_ = true;
      return {};
    }
    const std::string_view attribute = terms.front().attribute;
    auto& place = attribute == keys_.hash() ? hash_ : range_;
    if (terms.size() > 1 || place) {
      several_ = true;
      return FailInvalid(fmt::format(texts::kSeveralKeys, attribute));
    }
    TRY(keys_.CheckType(terms.front()));
    place = terms.front().value;
    return {};
  }

  bool complete() const { return hash_ && (range_ || keys_.range().empty()); }
  // Whether a key attribute has several values.
  bool several() const { return several_; }

  KeyPlan Take() const {
    Bytes bytes;
    item::Encoder encoder(bytes);
    std::vector<std::pair<std::string_view, item::ValueView>> attributes{{keys_.hash(), *hash_}};
    if (range_) attributes.emplace_back(keys_.range(), *range_);
    std::ranges::sort(attributes, {}, &std::pair<std::string_view, item::ValueView>::first);
    encoder.BeginItem(attributes.size());
    for (const auto& [name, value] : attributes) {
      encoder.Name(name);
      encoder.Copy(value);
    }
    return {item::Item(std::move(bytes)), filtered_};
  }

 private:
  const KeyConditions& keys_;
  std::optional<item::ValueView> hash_;
  std::optional<item::ValueView> range_;
  bool filtered_ = false;
  bool several_ = false;
};

}  // namespace

Result<ReadPlan> PlanRead(const query::Source& source,
                          const std::optional<expr::Condition>& where) {
  if (!where) return PlanScan(source, false);
  const KeyConditions keys(source, where->bound().slots);
  const ast::Condition& root = RootOf(*where);
  if (!keys.FixesHash(root)) return PlanScan(source, true);
  const Expansion expansion = TRY(Expander(source, keys).Expand(root));
  bool exact = expansion.exact;
  ReadPlan plan;
  const BranchMaker maker(source, keys);
  for (const Terms& terms : expansion.branches) {
    auto branch = TRY(maker.Make(terms, exact));
    if (branch) TRY(AddBranch(plan.branches, *std::move(branch)));
  }
  plan.filtered = !exact;
  return plan;
}

Result<std::optional<KeyPlan>> PlanKey(const query::Source& table,
                                       const std::optional<expr::Condition>& where,
                                       Purpose purpose) {
  const auto missing = [&]() -> Result<std::optional<KeyPlan>> {
    if (purpose == Purpose::kRead) return std::nullopt;
    return FailInvalid(texts::kKeyEqualityMissing);
  };
  if (!where) return missing();
  const KeyConditions keys(table, where->bound().slots);
  KeyCollector collector(keys);
  auto collected = EachTerm(RootOf(*where), collector);
  if (collector.several() && purpose == Purpose::kRead) return std::nullopt;
  TRY(std::move(collected));
  if (collector.complete()) return collector.Take();
  // OR over several partition keys names several items.
  if (purpose == Purpose::kWrite && keys.FixesHash(RootOf(*where)) &&
      std::holds_alternative<ast::Any>(RootOf(*where).node)) {
    return FailInvalid(fmt::format(texts::kSeveralKeys, keys.hash()));
  }
  return missing();
}

}  // namespace stator::partiql
