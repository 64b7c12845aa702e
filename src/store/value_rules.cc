#include "store/value_rules.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/result.h"
#include "store/key_text.h"
#include "store/partition_keys.h"

namespace stator::store {
namespace {

constexpr std::string_view kDigits = "0123456789";

// Whether digits stand where the form has a 0, and the form's other letters where they are.
bool HasForm(std::string_view text, std::string_view form) {
  if (text.size() != form.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (form[i] == '0' ? !digit : text[i] != form[i]) return false;
  }
  return true;
}

bool IsTime(std::string_view text, bool date_only) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00.000Z";
  if (!HasForm(text, date_only ? kForm.substr(0, 10) : kForm)) return false;
  const auto within = [&](std::size_t at, int least, int most) {
    const int number = (text[at] - '0') * 10 + (text[at + 1] - '0');
    return number >= least && number <= most;
  };
  if (!within(5, 1, 12) || !within(8, 1, 31)) return false;
  return date_only || (within(11, 0, 23) && within(14, 0, 59) && within(17, 0, 59));
}

// REQUIRES: the text is as PlainNumber writes numbers.
bool IsPlainNumber(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of(".0123456789") == text.npos;
}

bool Follows(const ValueRule& rule, const std::string& text) {
  if (rule.filled) {
    return !text.empty() && std::ranges::none_of(rule.without, [&](const std::string& delimiter) {
      return text.contains(delimiter);
    });
  }
  if (!rule.values.empty()) return std::ranges::find(rule.values, text) != rule.values.end();
  if (rule.form == "number") return IsPlainNumber(text);
  if (rule.width == 0) return IsTime(text, rule.form == "date");
  return !text.empty() && text.size() <= static_cast<std::size_t>(rule.width) &&
         text.find_first_not_of(kDigits) == text.npos;
}

std::string DemandOf(const ValueRule& rule) {
  if (rule.width > 0) return fmt::format("a whole number of at most {} digits", rule.width);
  if (rule.form == "number") return "a number such as 12.5";
  if (rule.form == "date") return "a date such as 2026-11-15";
  if (rule.form == "time") return "a time such as 2026-11-15T10:30:00.000Z";
  if (!rule.filled) return fmt::format("one of {}", fmt::join(rule.values, ", "));
  if (rule.without.empty()) return "a text of at least one character";
  return fmt::format("a text of at least one character without {}",
                     fmt::join(rule.without, " or "));
}

client::Expected<void> CheckRule(const ValueRule& rule, const Value& value) {
  const auto text = TextOf(value);
  if (Follows(rule, text)) return {};
  return Refuse(fmt::format("{} must be {}, not {}", rule.attribute, DemandOf(rule), text));
}

}  // namespace

client::Expected<void> CheckRules(const std::vector<ValueRule>& rules, const Item& values) {
  for (const auto& rule : rules) {
    if (const Value* value = client::Find(values, rule.attribute)) TRY(CheckRule(rule, *value));
  }
  return {};
}

client::Expected<void> CheckRules(const ReadSpec& read, const Item& values, const Window& window) {
  TRY(CheckRules(read.rules, values));
  if (!window) return {};
  for (const auto& rule : read.rules) {
    if (rule.attribute != read.window) continue;
    TRY(CheckRule(rule, window->first));
    TRY(CheckRule(rule, window->second));
  }
  return {};
}

}  // namespace stator::store
