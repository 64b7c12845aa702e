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
// text (facts 3.4). The order of gravity depends on the grammar.
enum class Fault : std::uint8_t {
  kParentheses,
  kFunctionName,
  kFunctionPlace,
  kReservedWord,
  kSection,
  kLimit,
  // The kinds below are known once the placeholders are filled in.
  kUndefinedName,
  kUndefinedValue,
  kOperandCount,
  kDistinct,
  kOverlap,
  kConflict,
  kActionOperand,
  kOperandType,
};

// Collects the first fault of each kind.
class Faults {
 public:
  // Records a fault. Only the first of each kind is kept.
  void Note(Fault fault, std::string text) {
    auto& first = texts_[static_cast<std::size_t>(fault)];
    if (!first) first = std::move(text);
  }

  // Fails with the first kind in `order` that was noted.
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
