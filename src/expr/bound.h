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

// What the numbered placeholders of a tree stand for. Owns all of it.
class Slots {
 public:
  Slots() = default;
  Slots(const ast::Expression& expression, Bindings& bindings);

  // Takes a literal that no text names and gives the slot it is in.
  std::uint32_t AddValue(const item::ValueView& value);

  // nullopt: the request defines no such placeholder. A bound expression has none of those.
  const std::optional<std::string>& name(std::uint32_t slot) const { return names_[slot]; }
  std::optional<item::ValueView> value(std::uint32_t slot) const;

  // The attribute a step names. REQUIRES: not kIndex, and defined.
  std::string_view NameOf(const ast::Step& step) const {
    return step.kind == ast::Step::Kind::kName ? std::string_view(step.name) : *names_[step.number];
  }
  // REQUIRES: defined.
  item::ValueView ValueOf(const ast::Literal& literal) const { return *value(literal.slot); }

 private:
  static constexpr std::size_t kUndefined = static_cast<std::size_t>(-1);

  std::vector<std::optional<std::string>> names_;
  Bytes values_;                       // encoded, one after another
  std::vector<std::size_t> value_at_;  // where in `values_`, or kUndefined
};

// A tree and what its placeholders stand for: all that evaluating needs.
struct Bound {
  std::shared_ptr<const ast::Expression> expression;
  Slots slots;
  // Updates and projections: their paths by number in order of the text, sorted as ComparePaths
  // does (paths.h), so that paths with a common beginning are neighbours.
  std::vector<std::uint16_t> order;
};

// Parses and fills in the placeholders, whether or not they are defined.
Result<std::shared_ptr<Bound>> Fill(Cache& cache, Kind kind, std::string_view text,
                                    Bindings& bindings);

// Puts "Invalid <Kind>: " before an error's text.
Result<> Prefixed(Kind kind, Result<> result);

// Notes placeholders that the request does not define.
void NoteUndefined(const ast::Expression& expression, const Slots& slots, const ast::Path& path,
                   Faults& faults);

}  // namespace stator::expr
