#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "expr/bindings.h"
#include "expr/cache.h"
#include "item/value.h"

namespace stator::expr {

struct Bound;

// An UpdateExpression with its placeholders filled in. An immutable value that is cheap to copy.
// Lifetime: independent of the request. Threads: any thread may read it.
class Update {
 public:
  explicit Update(std::shared_ptr<const Bound> bound) : bound_(std::move(bound)) {}
  const Bound& bound() const { return *bound_; }

  // The place that an action writes to: its top-level attribute, and whether the path leads inside
  // it.
  struct Target {
    std::string_view attribute;
    bool nested;
    bool writes;  // SET or ADD; otherwise REMOVE or DELETE
    // The value written or added, if the text alone determines it.
    std::optional<item::ValueView> literal;
  };
  // Returns one target per action, in the order of the text. Lifetime: the names are views into
  // this update.
  std::vector<Target> Targets() const;

 private:
  std::shared_ptr<const Bound> bound_;
};

// Parses and binds an UpdateExpression. Errors: see condition.h.
Result<Update> BindUpdate(Cache& cache, std::string_view text, Bindings& bindings);

// The result of Apply.
struct UpdateOutcome {
  // The complete new item with its key attributes. nullopt: no item existed and none is created,
  // because REMOVE and DELETE alone create nothing.
  std::optional<item::Item> image;
};

// Applies the update to `stored` (nullptr: no item). Every operand is read from the item before the
// update; a missing item has only the attributes of `key`. The caller, which knows the table,
// checks keys and sizes.
//
// Errors, without a prefix: a path that leads nowhere, an operand that is missing or of the wrong
// type, a number out of range, nesting beyond limits::kItemNestingMax (facts 3.6).
Result<UpdateOutcome> Apply(const Update& update, const item::ItemView* stored,
                            const item::ItemView& key);

// Returns the attributes for ReturnValues UPDATED_OLD or UPDATED_NEW: the values of the old or new
// image at the paths of the update's actions. A nested path gives its leaf inside its parents. A
// removed list element gives the element that took its place. If nothing is there the result has no
// attributes, and the answer omits Attributes.
item::Item PickUpdated(const Update& update, const item::ItemView& image);

}  // namespace stator::expr
