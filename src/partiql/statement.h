#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "expr/ast.h"
#include "partiql/literal.h"

// The tree of a statement's text alone, so that one tree serves every request with the text.
//
// Conditions, paths and updates are the trees of expr/, which also evaluates them. These things
// differ from expressions (facts 10.2, 10.6), and the parser resolves all of them:
//   - `a IS NULL` is attribute_type(a, "NULL"), so it is false for a missing attribute.
//   - `a IS MISSING` is attribute_not_exists(a); `a IS STRING` and the like test the type.
//   - `f(x) = true` is f(x), and `f(x) = false` is NOT f(x).
//   - SET a = set_add(a, v) is ADD, and SET a = set_delete(a, v) is DELETE.
//   - Parentheses are never redundant, and every clause may be repeated.
// The planner adds the rest: INSERT never replaces an item, and UPDATE never creates one.
namespace stator::partiql {

// A value of set_add or set_delete that parameters decide. It must be a set.
struct SetArgument {
  std::uint32_t slot;
  std::string fault;  // AWS's text if it is none
};

// A tree of expr/ with its literals. ast::Literal::slot counts them.
struct Expression {
  std::shared_ptr<const expr::ast::Expression> tree;
  std::vector<Slot> slots;
  std::vector<SetArgument> set_arguments;
};

// One term of ORDER BY.
struct OrderTerm {
  std::string attribute;
  bool descending = false;
};

// RETURNING ALL OLD * and its kin.
enum class Returning : std::uint8_t { kAllOld, kAllNew, kModifiedOld, kModifiedNew };

// A statement. Members that its kind does not have are empty.
struct Statement {
  enum class Kind : std::uint8_t { kSelect, kInsert, kUpdate, kDelete };
  Kind kind = Kind::kSelect;
  bool exists = false;  // EXISTS(SELECT …)
  std::string table;
  std::string index;  // empty: none
  bool all = false;   // SELECT *
  std::vector<expr::ast::Path> projection;
  std::optional<Slot> item;           // INSERT
  std::optional<Expression> changes;  // UPDATE
  std::optional<Expression> where;
  std::vector<OrderTerm> order;
  std::optional<Returning> returning;
  std::size_t parameters = 0;
  // The text with `?` for every literal, so that statements that differ in values are alike. The
  // names in the item of INSERT stay.
  std::string pattern;
  // Differs for statements of one pattern whose literals differ; 0: the text has none.
  std::size_t literals_hash = 0;
};

}  // namespace stator::partiql
