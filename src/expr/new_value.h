#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "base/bytes.h"
#include "base/result.h"
#include "expr/ast.h"
#include "expr/bound.h"
#include "item/value.h"

namespace stator::expr {

// A value that an action writes into the item: an existing one, from the old item or a literal, or
// a computed one. Lifetime: an existing value is a view.
class NewValue {
 public:
  explicit NewValue(item::ValueView existing) : value_(existing) {}
  explicit NewValue(Bytes computed) : value_(std::move(computed)) {}

  item::ValueView view() const {
    if (const auto* computed = std::get_if<Bytes>(&value_)) return item::ValueView(*computed);
    return std::get<item::ValueView>(value_);
  }

 private:
  std::variant<item::ValueView, Bytes> value_;
};

// Returns the value that an action writes at its path, given the item before the update. nullopt:
// the path will hold nothing. The function does not check whether the path exists. Errors: those of
// Apply (update.h); `mismatch` is the text for ADD or DELETE with a value of another type.
Result<std::optional<NewValue>> ValueOf(const ast::Action& action, const Slots& slots,
                                        const item::ItemView& old, const char* mismatch);

}  // namespace stator::expr
