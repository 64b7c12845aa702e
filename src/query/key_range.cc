#include "query/key_range.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/check.h"
#include "base/limits.h"
#include "base/texts.h"
#include "base/utf8.h"
#include "item/key.h"
#include "item/number.h"

namespace stator::query {
namespace {

using catalog::KeyAttribute;
using item::Type;
using item::ValueView;
using Operator = KeyTerm::Operator;

Bytes EndOf(BytesView prefix) {
  auto end = item::PrefixEnd(prefix);
  CHECK(end);  // every key component ends in a byte below ff
  return std::move(*end);
}

Bytes WithComponent(BytesView prefix, ValueView value) {
  Bytes key(prefix);
  item::AppendKeyComponent(value, key);
  return key;
}

const KeyTerm* FindTerm(std::span<const KeyTerm> terms, std::string_view attribute) {
  const auto found = std::ranges::find(terms, attribute, &KeyTerm::attribute);
  return found == terms.end() ? nullptr : &*found;
}

Result<> CheckNotEmpty(const KeyAttribute& key, ValueView value) {
  if (value.type() == Type::kNumber || !value.scalar().empty()) return {};
  const auto* word = key.type == Type::kString ? "string" : "binary";
  return FailInvalid(fmt::format(texts::kKeyEmpty, word, key.name));
}

Result<> CheckValues(const KeyAttribute& key, const KeyTerm& term) {
  if (term.value.type() != key.type) return FailInvalid(texts::kConditionType);
  TRY(CheckNotEmpty(key, term.value));
  if (term.op != Operator::kBetween) return {};
  if (term.high.type() != key.type) return FailInvalid(texts::kConditionType);
  return CheckNotEmpty(key, term.high);
}

std::size_t SizeOf(const KeyTerm& term) {
  const auto low = term.value.scalar().size();
  return term.op == Operator::kBetween ? std::max(low, term.high.scalar().size()) : low;
}

// A key condition may have one condition for each key attribute.
Result<> CheckCount(const Source& source, std::span<const KeyTerm> terms) {
  const auto keys = source.hash_keys().size() + source.range_keys().size();
  if (terms.size() > std::max<std::size_t>(2, keys)) {
    return FailInvalid(fmt::format(texts::kTooManyKeyConditions, terms.size(), keys));
  }
  return {};
}

// Returns the values of the HASH attributes, all of which the condition must fix.
Result<std::vector<ValueView>> HashValues(const Source& source, std::span<const KeyTerm> terms) {
  std::vector<ValueView> values;
  std::size_t bytes = 0;
  for (const auto& key : source.hash_keys()) {
    const auto* term = FindTerm(terms, key.name);
    if (term == nullptr) return FailInvalid(fmt::format(texts::kMissedKeyElement, key.name));
    TRY(CheckValues(key, *term));
    if (term->op != Operator::kEqual) return FailInvalid(texts::kKeyConditionUnsupported);
    values.push_back(term->value);
    bytes += term->value.scalar().size();
  }
  if (bytes > limits::kPartitionKeyBytesMax) return FailInvalid(texts::kPartitionKeyTooLarge);
  return values;
}

// Returns the conditions on RANGE attributes from left to right: equalities, then at most one other
// condition.
Result<std::vector<const KeyTerm*>> RangeTerms(const Source& source,
                                               std::span<const KeyTerm> terms) {
  std::vector<const KeyTerm*> used;
  const KeyAttribute* open = nullptr;  // the first attribute that no equality fixes
  std::size_t bytes = 0;
  for (const auto& key : source.range_keys()) {
    const auto* term = FindTerm(terms, key.name);
    if (term != nullptr) {
      if (open != nullptr) {
        return FailInvalid(fmt::format(texts::kRangeKeyGap, open->name, key.name));
      }
      TRY(CheckValues(key, *term));
      bytes += SizeOf(*term);
      used.push_back(term);
    }
    if (open == nullptr && (term == nullptr || term->op != Operator::kEqual)) open = &key;
  }
  if (bytes > limits::kSortKeyBytesMax) return FailInvalid(texts::kSortKeyTooLarge);
  return used;
}

// Fails unless RangeOf has used every condition, because each must be on a key attribute.
Result<> CheckAllUsed(const Source& source, std::size_t used, std::size_t given) {
  if (used == given) return {};
  const auto range_keys = source.range_keys();
  if (range_keys.empty() || used == source.hash_keys().size() + range_keys.size()) {
    return FailInvalid(texts::kKeyConditionUnsupported);
  }
  const auto missed = used - source.hash_keys().size();
  return FailInvalid(fmt::format(texts::kMissedKeyElement, range_keys[missed].name));
}

// Narrows `range`, which holds the keys that begin with `prefix`, to the keys whose next component
// meets the condition.
void Narrow(const KeyTerm& term, const Bytes& prefix, KeyRange& range) {
  switch (term.op) {
    case Operator::kEqual:
      range.begin = WithComponent(prefix, term.value);
      range.end = EndOf(range.begin);
      return;
    case Operator::kLess:
      range.end = WithComponent(prefix, term.value);
      return;
    case Operator::kLessOrEqual:
      range.end = EndOf(WithComponent(prefix, term.value));
      return;
    case Operator::kGreater:
      range.begin = EndOf(WithComponent(prefix, term.value));
      return;
    case Operator::kGreaterOrEqual:
      range.begin = WithComponent(prefix, term.value);
      return;
    case Operator::kBetween:
      range.begin = WithComponent(prefix, term.value);
      range.end = EndOf(WithComponent(prefix, term.high));
      return;
    case Operator::kBeginsWith:
      range.begin = prefix;
      item::AppendKeyPrefix(term.value, range.begin);
      range.end = EndOf(range.begin);
      return;
  }
  std::unreachable();
}

std::string_view OperatorText(Operator op) {
  constexpr std::array<std::string_view, 7> kTexts = {"=",  "<",       "<=",         ">",
                                                      ">=", "BETWEEN", "begins_with"};
  return kTexts[static_cast<std::size_t>(op)];
}

std::string Shown(ValueView value) {
  constexpr std::size_t kShownBytesMax = 128;
  std::string text;
  if (value.type() == Type::kNumber) {
    item::AppendNumberText(value.scalar(), text);
    return text;
  }
  if (value.type() == Type::kBinary) {
    AppendBase64(value.scalar().substr(0, kShownBytesMax), text);
  } else {
    text = CutUtf8(value.scalar(), kShownBytesMax);
  }
  return fmt::format("\"{}\"", text);
}

}  // namespace

Result<KeyRange> RangeOf(const Source& source, std::span<const KeyTerm> terms) {
  TRY(CheckCount(source, terms));
  const auto hash = TRY(HashValues(source, terms));
  const auto range_terms = TRY(RangeTerms(source, terms));
  TRY(CheckAllUsed(source, hash.size() + range_terms.size(), terms.size()));

  KeyRange range;
  const auto route = item::RouteOf(hash);
  range.partition.append(route.data(), route.size());
  for (const auto value : hash) item::AppendKeyComponent(value, range.partition);
  range.begin = range.partition;
  range.end = EndOf(range.partition);
  for (const auto* term : range_terms) {
    const Bytes prefix = range.begin;
    Narrow(*term, prefix, range);
  }
  return range;
}

bool MeetsSortCondition(const Source& source, const KeyRange& range, item::ItemView position,
                        BytesView key) {
  std::vector<ValueView> hash;
  for (const auto& attribute : source.hash_keys()) hash.push_back(*position.Find(attribute.name));
  Bytes own;
  const auto route = item::RouteOf(hash);
  own.append(route.data(), route.size());
  for (const auto value : hash) item::AppendKeyComponent(value, own);
  const Bytes moved = range.partition + Bytes(key.substr(own.size()));
  return moved >= range.begin && moved < range.end;
}

std::string RangeText(std::span<const KeyTerm> terms) {
  std::string text;
  for (const auto& term : terms) {
    if (!text.empty()) text += " AND ";
    text += fmt::format("{} {} {}", term.attribute, OperatorText(term.op), Shown(term.value));
    if (term.op == Operator::kBetween) text += fmt::format(" AND {}", Shown(term.high));
  }
  return text;
}

}  // namespace stator::query
