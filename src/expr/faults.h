#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

#include "base/result.h"

namespace stator::expr {

// AWS reads a whole expression and then reports the gravest kind of fault, not the first in the
// text (facts 3.4). Which kind is graver depends on the grammar.
enum class Fault : std::uint8_t {
  kParentheses,
  kFunctionName,
  kFunctionPlace,
  kReservedWord,
  kSection,
  kLimit,
  // Known once the placeholders are.
  kUndefinedName,
  kUndefinedValue,
  kOperandCount,
  kDistinct,
  kOverlap,
  kConflict,
  kActionOperand,
  kOperandType,
};

// The first fault of each kind.
class Faults {
 public:
  void Note(Fault fault, std::string text) {
    auto& first = texts_[static_cast<std::size_t>(fault)];
    if (!first) first = std::move(text);
  }

  // The first kind of `order` that has a fault fails.
  Result<> Report(std::initializer_list<Fault> order) {
    for (const Fault fault : order) {
      if (auto& text = texts_[static_cast<std::size_t>(fault)])
        return FailInvalid(*std::move(text));
    }
    return {};
  }

 private:
  std::array<std::optional<std::string>, static_cast<std::size_t>(Fault::kOperandType) + 1> texts_;
};

}  // namespace stator::expr
