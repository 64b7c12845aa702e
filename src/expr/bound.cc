#include "expr/bound.h"

#include <utility>

#include <fmt/format.h>

#include "base/texts.h"

namespace stator::expr {

Slots::Slots(const ast::Expression& expression, Bindings& bindings) {
  names_.reserve(expression.names.size());
  for (const std::string& placeholder : expression.names) {
    const std::optional<std::string_view> name = bindings.UseName(placeholder);
    names_.push_back(name ? std::optional<std::string>(*name) : std::nullopt);
  }
  value_at_.reserve(expression.values.size());
  for (const std::string& placeholder : expression.values) {
    const std::optional<item::ValueView> value = bindings.UseValue(placeholder);
    value_at_.push_back(value ? values_.size() : kUndefined);
    if (value) values_.append(value->bytes());
  }
}

std::uint32_t Slots::AddValue(const item::ValueView& value) {
  const auto slot = static_cast<std::uint32_t>(value_at_.size());
  value_at_.push_back(values_.size());
  values_.append(value.bytes());
  return slot;
}

std::optional<item::ValueView> Slots::value(std::uint32_t slot) const {
  if (value_at_[slot] == kUndefined) return std::nullopt;
  return item::ValueView(BytesView(values_).substr(value_at_[slot]));
}

Result<std::shared_ptr<Bound>> Fill(Cache& cache, Kind kind, std::string_view text,
                                    Bindings& bindings) {
  auto bound = std::make_shared<Bound>();
  bound->expression = TRY(cache.Parse(kind, text));
  bound->slots = Slots(*bound->expression, bindings);
  return bound;
}

Result<> Prefixed(Kind kind, Result<> result) {
  if (result) return {};
  return Fail(result.error().code,
              fmt::format(texts::kInvalidExpression, KindName(kind), result.error().message));
}

void NoteUndefined(const ast::Expression& expression, const Slots& slots, const ast::Path& path,
                   Faults& faults) {
  for (const ast::Step& step : path.steps) {
    if (step.kind != ast::Step::Kind::kPlaceholder || slots.name(step.number)) continue;
    faults.Note(Fault::kUndefinedName,
                fmt::format(texts::kUndefinedName, expression.names[step.number]));
  }
}

}  // namespace stator::expr
