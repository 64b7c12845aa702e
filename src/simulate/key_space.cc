#include "simulate/key_space.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "item/key.h"
#include "item/tree.h"
#include "model/layout/sizes.h"

namespace stator::simulate {
namespace {

using model::Kind;
using model::Part;

// Returns the exponent at which the most frequent of `keys` values has the share.
double ExponentFor(double keys, double share) {
  constexpr int kSteps = 30;
  constexpr double kExponentMax = 20;
  double low = 0;
  double high = kExponentMax;
  for (int i = 0; i < kSteps; ++i) {
    const double middle = (low + high) / 2;
    (model::ZipfShare(keys, middle) < share ? low : high) = middle;
  }
  return (low + high) / 2;
}

Bytes PrefixOf(const std::string& partition_key) {
  const auto item = item::EncodeItem({{"k", item::Tree{partition_key}}});
  const auto value = *item.view().Find("k");
  const auto route = item::RouteOf({{value}});
  Bytes prefix(route.begin(), route.end());
  item::AppendKeyComponent(value, prefix);
  return prefix;
}

std::string Ordinal(std::size_t rank) {
  const auto tens = rank / 10 % 10;
  const auto ones = tens == 1 ? 0 : rank % 10;
  return fmt::format("{}{}", rank, ones == 1 ? "st" : ones == 2 ? "nd" : ones == 3 ? "rd" : "th");
}

bool FollowsTime(const model::StoredRow& access) {
  for (const auto& part : Flattened(access.key.sort).parts) {
    if (part.type == Part::Type::kLiteral) continue;
    if (part.type != Part::Type::kField || part.descending) return false;
    const auto* attribute = access.entity->Find(part.text);
    return attribute != nullptr &&
           (attribute->kind == Kind::kTime || attribute->kind == Kind::kDate);
  }
  return false;
}

SortOrder SortOf(const model::Model& model, const model::StoredRow& access, bool inserts) {
  const bool index = access.index != nullptr && !access.index->local;
  if (access.key.sort.empty() && !index) return SortOrder::kOne;
  if (model::InstancesPerKey(model, access) <= 1) return SortOrder::kOne;
  return inserts && FollowsTime(access) ? SortOrder::kGrowing : SortOrder::kAny;
}

}  // namespace

KeySpace EvenKeys() { return {}; }

KeySpace KeysOf(const model::Model& model, const model::StoredRow& access, bool inserts) {
  KeySpace space{.sort = SortOf(model, access, inserts)};
  const auto& partition = access.key.partition;
  const double keys = std::max(1.0, model::DistinctKeys(model, *access.entity, partition));
  const double largest =
      std::clamp(model::LargestShare(model, *access.entity, partition), 1 / keys, 1.0);
  const double exponent = keys > 1 && largest < 1 ? ExponentFor(keys, largest) : 0;
  const auto name = model::TextOf(partition);
  const bool few = keys <= static_cast<double>(kBusyKeysMax);
  for (std::size_t rank = 1; rank <= kBusyKeysMax && static_cast<double>(rank) <= keys; ++rank) {
    const double share =
        std::min(space.others, largest * std::pow(static_cast<double>(rank), -exponent));
    if (share <= 0 || (!few && share < kBusyShareMin)) break;
    auto key = keys > 1 ? fmt::format("{} ({})", name, Ordinal(rank)) : name;
    auto prefix = PrefixOf(key);
    space.busy.push_back({.name = std::move(key), .prefix = std::move(prefix), .share = share});
    space.others -= share;
  }
  // All keys are busy, so the rest comes from rounding.
  if (few && space.others > 0 && !space.busy.empty()) {
    space.busy.front().share += space.others;
    space.others = 0;
  }
  return space;
}

}  // namespace stator::simulate
