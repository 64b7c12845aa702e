#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "expr/condition.h"
#include "expr/projection.h"
#include "item/value.h"
#include "partiql/statement.h"
#include "query/source.h"

namespace stator::api {

// The list of a SELECT. A path answers an attribute that is named by its last element: `a.b` as
// `b`, and `l[0]` as `l[0]` (facts 10.3).
class Projected {
 public:
  explicit Projected(const partiql::Statement& statement);

  // The projection for a reader; nullopt: whole items, which Rename then cuts.
  const std::optional<expr::Projection>& direct() const { return direct_; }

  // Returns the part of a whole item that the list names. Does nothing to what `direct` made.
  item::Item Rename(item::Item item) const;

  // Whether a page of the source must take the items from the table. Errors: a global index lacks
  // attributes of the list.
  Result<bool> NeedsFetch(const query::Source& source) const;

 private:
  std::vector<std::string_view> UnheldBy(const query::Source& source) const;

  const partiql::Statement& statement_;
  std::optional<expr::Projection> direct_;
  std::vector<std::string> names_;  // of the statement's paths; empty if `direct_` serves
};

// Refuses a keyed read of an index that lacks attributes of the condition.
Result<> CheckFilterHeld(const query::Source& source, const expr::Condition& where);

}  // namespace stator::api
