#include "wire/rules.h"

#include <limits>

#include "base/utf8.h"

namespace stator::wire {
namespace {

bool Between(std::int64_t value, const Rules& rules) {
  return (!rules.min || value >= *rules.min) && (!rules.max || value <= *rules.max);
}

}  // namespace

bool TextFits(std::string_view text, const Rules& rules) {
  if (rules.pattern != nullptr && !rules.pattern->fits(text)) return false;
  const std::size_t length = rules.length == Length::kBytes ? text.size() : Utf16Units(text);
  return Between(static_cast<std::int64_t>(length), rules);
}

bool CountFits(std::size_t count, const Rules& rules) {
  return count <= rules.members_max && Between(static_cast<std::int64_t>(count), rules);
}

bool LongFits(std::int64_t number, const Rules& rules) { return Between(number, rules); }

bool IntegerFits(std::int64_t number, const Rules& rules) {
  using Int = std::numeric_limits<std::int32_t>;
  return number >= Int::min() && number <= Int::max() && Between(number, rules);
}

}  // namespace stator::wire
