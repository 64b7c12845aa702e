#include "model/exchange/infer_attributes.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "model/exchange/key_text.h"
#include "model/language/print.h"

namespace stator::model {
namespace {

constexpr std::size_t kLongText = 256;

struct Seen {
  std::vector<const SampledValue*> values;
  std::size_t bytes_max = 0;
  std::size_t bytes = 0;
  std::size_t elements_max = 0;
};

Seen See(const std::vector<SampledItem>& items, const std::string& name) {
  Seen seen;
  for (const auto& item : items) {
    const auto found = item.find(name);
    if (found == item.end() || found->second.type == "NULL") continue;
    seen.values.push_back(&found->second);
    seen.bytes += found->second.bytes;
    seen.bytes_max = std::max(seen.bytes_max, found->second.bytes);
    seen.elements_max = std::max(seen.elements_max, found->second.elements);
  }
  return seen;
}

template <class Test>
bool All(const Seen& seen, Test test) {
  return !seen.values.empty() && std::ranges::all_of(seen.values, [&](const SampledValue* value) {
    return test(std::string_view(value->text));
  });
}

// Makes the attribute an enum if it has few values that repeat often. Shares are whole percentages.
bool TakeEnum(const Seen& seen, Attribute& attribute) {
  constexpr std::size_t kValuesMax = 8;
  constexpr std::size_t kEachMin = 3;
  std::map<std::string, std::size_t> counts;
  for (const auto* value : seen.values) {
    if (!IsWord(value->text)) return false;
    ++counts[value->text];
    if (counts.size() > kValuesMax) return false;
  }
  if (counts.size() < 2 || seen.values.size() < kEachMin * counts.size()) return false;
  int left = 100;
  for (const auto& [text, count] : counts) {
    const auto percent = std::max<std::size_t>(1, 100 * count / seen.values.size());
    attribute.values.push_back({text, static_cast<double>(percent)});
    left -= static_cast<int>(percent);
  }
  std::ranges::max_element(attribute.values, {}, &Share::percent)->percent += left;
  attribute.kind = Kind::kEnum;
  attribute.distinct = static_cast<std::int64_t>(attribute.values.size());
  return true;
}

bool IsOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

void TakeText(const Seen& seen, Attribute& attribute) {
  if (All(seen, IsTime)) {
    attribute.kind = Kind::kTime;
  } else if (All(seen, IsDate)) {
    attribute.kind = Kind::kDate;
  } else if (seen.bytes_max > kLongText) {
    attribute.kind = Kind::kText;
    attribute.bytes = static_cast<std::int64_t>(seen.bytes / seen.values.size());
  } else {
    TakeEnum(seen, attribute);
  }
}

void TakeSized(const Seen& seen, Kind kind, Attribute& attribute) {
  constexpr std::size_t kUnseenBytes = 100;
  attribute.kind = kind;
  const auto average = seen.values.empty() ? kUnseenBytes : seen.bytes / seen.values.size();
  attribute.bytes = static_cast<std::int64_t>(std::max<std::size_t>(1, average));
  if (kind != Kind::kList || seen.elements_max == 0) return;
  attribute.elements_max = static_cast<std::int64_t>(seen.elements_max);
  attribute.bytes = std::max<std::int64_t>(1, attribute.bytes / attribute.elements_max);
}

void TakeNumber(std::string_view name, Attribute& attribute) {
  attribute.kind = Kind::kNumber;
  if (IsOneOf(name, {"version", "Version", "_v", "_version"})) attribute.kind = Kind::kVersion;
  if (IsOneOf(name, {"ttl", "TTL", "expires", "expiresAt", "expireAt", "expiry", "_ttl"})) {
    attribute.kind = Kind::kExpiry;
  }
}

}  // namespace

Attribute InferAttribute(const std::vector<SampledItem>& items, const std::string& name,
                         const std::string& declared) {
  const auto seen = See(items, name);
  Attribute attribute{.name = CleanName(name)};
  const auto type = seen.values.empty() ? declared : seen.values.front()->type;
  if (type == "N") {
    TakeNumber(name, attribute);
  } else if (type == "BOOL") {
    attribute.kind = Kind::kBool;
    attribute.values = {{"true", 50}, {"false", 50}};
  } else if (type == "B") {
    TakeSized(seen, Kind::kBlob, attribute);
  } else if (type == "M") {
    TakeSized(seen, Kind::kMap, attribute);
  } else if (IsOneOf(type, {"L", "SS", "NS", "BS"})) {
    TakeSized(seen, Kind::kList, attribute);
  } else if (!seen.values.empty()) {
    TakeText(seen, attribute);
  }
  return attribute;
}

std::size_t BytesOf(const SampledItem& item) {
  std::size_t bytes = 0;
  for (const auto& [name, value] : item) bytes += name.size() + value.bytes;
  return bytes;
}

}  // namespace stator::model
