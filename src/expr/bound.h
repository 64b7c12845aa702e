#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "expr/ast.h"
#include "expr/bindings.h"
#include "expr/cache.h"
#include "expr/faults.h"
#include "expr/kind.h"
#include "item/value.h"

namespace stator::expr {

// The meanings of a tree's numbered placeholders. Owns copies of them.
class Slots {
 public:
  Slots() = default;
  // Copies the meanings of the expression's placeholders and marks them as used.
  Slots(const ast::Expression& expression, Bindings& bindings);

  // Adds a literal that has no placeholder and returns its slot.
  std::uint32_t AddValue(const item::ValueView& value);

  // Return the meaning of a placeholder; nullopt if the request does not define it. In a checked
  // expression every placeholder is defined.
  const std::optional<std::string>& name(std::uint32_t slot) const { return names_[slot]; }
  std::optional<item::ValueView> value(std::uint32_t slot) const;

  // Returns the attribute that a step names. REQUIRES: the step is no index and its placeholder is
  // defined.
  std::string_view NameOf(const ast::Step& step) const {
    return step.kind == ast::Step::Kind::kName ? std::string_view(step.name) : *names_[step.number];
  }
  // REQUIRES: the placeholder is defined.
  item::ValueView ValueOf(const ast::Literal& literal) const { return *value(literal.slot); }

 private:
  static constexpr std::size_t kUndefined = static_cast<std::size_t>(-1);

  std::vector<std::optional<std::string>> names_;
  Bytes values_;                       // encoded, one after another
  std::vector<std::size_t> value_at_;  // position in `values_`, or kUndefined
};

// A tree with the meanings of its placeholders: everything that evaluation needs.
struct Bound {
  std::shared_ptr<const ast::Expression> expression;
  Slots slots;
  // For updates and projections: the indices of their paths (in the order of the text), sorted by
  // ComparePaths (paths.h), so that paths with a common prefix are neighbours.
  std::vector<std::uint16_t> order;
};

// Parses an expression and fills in its placeholders. Undefined placeholders are no error here.
Result<std::shared_ptr<Bound>> Fill(Cache& cache, Kind kind, std::string_view text,
                                    Bindings& bindings);

// Puts "Invalid <Kind>: " before an error's text.
Result<> Prefixed(Kind kind, Result<> result);

// Notes the path's placeholders that the request does not define.
void NoteUndefined(const ast::Expression& expression, const Slots& slots, const ast::Path& path,
                   Faults& faults);

}  // namespace stator::expr
