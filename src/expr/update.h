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

// An UpdateExpression with its placeholders filled in. An immutable value, cheap to copy, that
// leans on nothing of the request it came from; reading it is safe from any thread.
class Update {
 public:
  explicit Update(std::shared_ptr<const Bound> bound) : bound_(std::move(bound)) {}
  const Bound& bound() const { return *bound_; }

  // Where an action writes: the top-level attribute, and whether the path leads inside it.
  struct Target {
    std::string_view attribute;
    bool nested;
    bool writes;                             // SET or ADD; otherwise REMOVE or DELETE
    std::optional<item::ValueView> literal;  // what is written or added, if known from the text
  };
  // One per action, in order of the text. The names lean on this update.
  std::vector<Target> Targets() const;

 private:
  std::shared_ptr<const Bound> bound_;
};

// For its errors see condition.h.
Result<Update> BindUpdate(Cache& cache, std::string_view text, Bindings& bindings);

struct UpdateOutcome {
  // The whole new item, key attributes included. nullopt: there is no item and there will be none,
  // since REMOVE and DELETE alone create nothing.
  std::optional<item::Item> image;
};

// What the update makes of `stored` (nullptr: no item). Every operand is read from the item as it
// was before the update; a missing item has the attributes of `key` and no others. Does not check
// keys or sizes: its caller knows the table.
//
// Errors, bare: a path that leads nowhere, an operand that is missing or of the wrong type, a
// number out of range, nesting beyond limits::kItemNestingMax (facts 3.6).
Result<UpdateOutcome> Apply(const Update& update, const item::ItemView* stored,
                            const item::ItemView& key);

// ReturnValues UPDATED_OLD and UPDATED_NEW: what the old or new image holds at the paths of the
// update's actions. A nested path gives its leaf inside its parents. A removed element of a list
// gives the one that took its place. Nothing there: an item without attributes, for which no
// Attributes are sent.
item::Item PickUpdated(const Update& update, const item::ItemView& image);

}  // namespace stator::expr
