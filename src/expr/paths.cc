#include "expr/paths.h"

#include <algorithm>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "base/texts.h"

namespace stator::expr {
namespace {

using StepKind = ast::Step::Kind;

std::optional<item::ValueView> Inside(const item::ValueView& value, const ast::Step& step,
                                      const Slots& slots) {
  if (step.kind == StepKind::kIndex) {
    if (value.type() != item::Type::kList) return std::nullopt;
    return value.list().At(step.number);
  }
  if (value.type() != item::Type::kMap) return std::nullopt;
  return value.map().Find(slots.NameOf(step));
}

std::weak_ordering CompareSteps(const ast::Step& a, const ast::Step& b, const Slots& slots) {
  const bool a_index = a.kind == StepKind::kIndex;
  const bool b_index = b.kind == StepKind::kIndex;
  if (a_index != b_index) return a_index <=> b_index;
  if (a_index) return a.number <=> b.number;
  return slots.NameOf(a) <=> slots.NameOf(b);
}

enum class Relation : std::uint8_t { kApart, kOverlap, kConflict };

Relation Relate(const ast::Path& a, const ast::Path& b, const Slots& slots) {
  const std::size_t shorter = std::min(a.steps.size(), b.steps.size());
  for (std::size_t i = 0; i < shorter; ++i) {
    const bool a_index = a.steps[i].kind == StepKind::kIndex;
    const bool b_index = b.steps[i].kind == StepKind::kIndex;
    if (a_index != b_index) return Relation::kConflict;
    if (!SameStep(a.steps[i], b.steps[i], slots)) return Relation::kApart;
  }
  return Relation::kOverlap;
}

// Notes the first two related paths in the order of the text. Tries every pair, which is slow only
// for faulty expressions.
void NoteRelated(std::span<const ast::Path* const> paths, const Slots& slots, Faults& faults) {
  for (std::size_t two = 1; two < paths.size(); ++two) {
    for (std::size_t one = 0; one < two; ++one) {
      const Relation relation = Relate(*paths[one], *paths[two], slots);
      if (relation == Relation::kApart) continue;
      const std::string text_one = PathText(*paths[one], slots);
      const std::string text_two = PathText(*paths[two], slots);
      if (relation == Relation::kConflict) {
        faults.Note(Fault::kConflict, fmt::format(texts::kPathsConflict, text_one, text_two));
      } else {
        faults.Note(Fault::kOverlap, fmt::format(texts::kPathsOverlap, text_one, text_two));
        return;  // an overlap is the gravest fault
      }
    }
  }
}

}  // namespace

std::optional<item::ValueView> Find(const ast::Path& path, const Slots& slots,
                                    const item::ItemView& item) {
  std::optional<item::ValueView> value = item.Find(slots.NameOf(path.steps.front()));
  for (std::size_t i = 1; value && i < path.steps.size(); ++i) {
    value = Inside(*value, path.steps[i], slots);
  }
  return value;
}

std::string PathText(const ast::Path& path, const Slots& slots) {
  std::string text = "[";
  for (const ast::Step& step : path.steps) {
    if (text.size() > 1) text += ", ";
    if (step.kind == StepKind::kIndex) {
      text += fmt::format("[{}]", step.number);
    } else {
      text += slots.NameOf(step);
    }
  }
  return text + "]";
}

bool SameStep(const ast::Step& a, const ast::Step& b, const Slots& slots) {
  return CompareSteps(a, b, slots) == std::weak_ordering::equivalent;
}

bool SamePath(const ast::Path& a, const ast::Path& b, const Slots& slots) {
  return ComparePaths(a, b, slots) == std::weak_ordering::equivalent;
}

std::weak_ordering ComparePaths(const ast::Path& a, const ast::Path& b, const Slots& slots) {
  return std::lexicographical_compare_three_way(
      a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
      [&](const ast::Step& x, const ast::Step& y) { return CompareSteps(x, y, slots); });
}

std::vector<std::uint16_t> OrderPaths(std::span<const ast::Path* const> paths, const Slots& slots,
                                      Faults& faults) {
  std::vector<std::uint16_t> order(paths.size());
  std::iota(order.begin(), order.end(), std::uint16_t{0});
  std::ranges::sort(order, [&](std::uint16_t a, std::uint16_t b) {
    return ComparePaths(*paths[a], *paths[b], slots) == std::weak_ordering::less;
  });
  // If any two paths are related, two neighbours are.
  const auto related = [&](std::uint16_t a, std::uint16_t b) {
    return Relate(*paths[a], *paths[b], slots) != Relation::kApart;
  };
  if (std::ranges::adjacent_find(order, related) != order.end()) NoteRelated(paths, slots, faults);
  return order;
}

}  // namespace stator::expr
