#include "expr/bindings.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/text.h"
#include "base/texts.h"

namespace stator::expr {
namespace {

constexpr std::string_view kNames = "ExpressionAttributeNames";
constexpr std::string_view kValues = "ExpressionAttributeValues";

bool IsPlaceholder(char sign, std::string_view text) {
  const auto allowed = [](char c) { return IsLetterOrDigit(c) || c == '_'; };
  return text.size() >= 2 && text.size() <= limits::kPlaceholderBytesMax && text.front() == sign &&
         std::ranges::all_of(text.substr(1), allowed);
}

template <class Entries>
Result<> CheckPlaceholders(std::string_view parameter, char sign, bool given,
                           const Entries& entries) {
  if (given && entries.empty()) {
    return FailInvalid(fmt::format(texts::kPlaceholdersEmpty, parameter));
  }
  for (const auto& entry : entries) {
    if (IsPlaceholder(sign, entry.placeholder)) continue;
    return FailInvalid(fmt::format(texts::kPlaceholderSyntax, parameter, entry.placeholder));
  }
  return {};
}

Result<> CheckName(std::string_view placeholder, std::string_view name) {
  if (!name.empty() && name.size() <= limits::kAttributeNameBytesMax) return {};
  return FailInvalid(fmt::format(
      texts::kPlaceholderMeaning, kNames,
      name.empty() ? texts::kAttributeNameEmpty : texts::kAttributeNameLength, placeholder));
}

template <class Entries>
Result<> CheckUsed(std::string_view parameter, const Entries& entries) {
  std::string unused;
  for (const auto& entry : entries) {
    if (entry.used) continue;
    if (!unused.empty()) unused += ", ";
    unused += entry.placeholder;
  }
  if (unused.empty()) return {};
  return FailInvalid(fmt::format(texts::kPlaceholdersUnused, parameter, unused));
}

template <class Entries>
auto Use(Entries& entries, std::string_view placeholder) {
  const auto at = std::ranges::lower_bound(entries, placeholder, {},
                                           [](const auto& entry) { return entry.placeholder; });
  using Meaning = decltype(at->meaning);
  if (at == entries.end() || at->placeholder != placeholder) return std::optional<Meaning>();
  at->used = true;
  return std::optional<Meaning>(at->meaning);
}

}  // namespace

Bindings::Bindings(const std::map<std::string, std::string>* names, const item::ItemView* values)
    : names_given_(names != nullptr), values_given_(values != nullptr) {
  if (names != nullptr) {
    names_.reserve(names->size());
    for (const auto& [placeholder, name] : *names) names_.push_back({placeholder, name});
  }
  if (values != nullptr) {
    values_.reserve(values->count());
    for (const item::Attribute& attribute : *values) {
      values_.push_back({attribute.name, attribute.value});
    }
  }
}

Result<> Bindings::Check() const {
  TRY(CheckPlaceholders(kNames, '#', names_given_, names_));
  std::size_t bytes = 0;
  for (const auto& entry : names_) {
    TRY(CheckName(entry.placeholder, entry.meaning));
    bytes += entry.placeholder.size() + entry.meaning.size();
  }
  TRY(CheckPlaceholders(kValues, ':', values_given_, values_));
  for (const auto& entry : values_)
    bytes += entry.placeholder.size() + entry.meaning.bytes().size();
  if (bytes > limits::kPlaceholdersBytesMax) return FailInvalid(texts::kPlaceholdersTooLarge);
  return {};
}

Result<> Bindings::CheckAllUsed() const {
  TRY(CheckUsed(kNames, names_));
  return CheckUsed(kValues, values_);
}

std::optional<std::string_view> Bindings::UseName(std::string_view placeholder) {
  return Use(names_, placeholder);
}

std::optional<item::ValueView> Bindings::UseValue(std::string_view placeholder) {
  return Use(values_, placeholder);
}

}  // namespace stator::expr
