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

// A value an action puts into the item: one that exists already, in the old item or in a literal,
// or one it computed. The former leans on them.
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

// What an action puts at its path, given the item before the update; nullopt: nothing is to be
// there afterwards. Whether the path leads anywhere is not its business. Errors as of Apply
// (update.h); `mismatch` is the text for ADD or DELETE with a value of another type.
Result<std::optional<NewValue>> ValueOf(const ast::Action& action, const Slots& slots,
                                        const item::ItemView& old, const char* mismatch);

}  // namespace stator::expr
