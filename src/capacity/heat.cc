#include "capacity/heat.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include "catalog/partitions.h"
#include "item/key.h"

namespace stator::capacity {
namespace {

constexpr std::size_t kRouteBytes = sizeof(item::Route);
// Sort keys are called growing if at least this percentage of changes goes upwards.
constexpr std::size_t kGrowingPercent = 90;

// Returns the prefix that the key shares with its item collection; the whole key if it is
// malformed.
BytesView CollectionOf(BytesView key, const KeyOrder& order) {
  if (key.size() < kRouteBytes) return key;
  BytesView rest = key.substr(kRouteBytes);
  Bytes value;
  for (const auto type : order.partition_key) {
    if (!item::DecodeKeyComponent(type, rest, value)) return key;
  }
  return key.substr(0, key.size() - rest.size());
}

std::size_t Percent(std::size_t part, std::size_t whole) { return part * 100 / whole; }

struct Heaviest {
  BytesView key;
  std::size_t count = 0;
};

// Returns the most frequent key. REQUIRES: `sorted` is sorted and not empty.
Heaviest HeaviestOf(const std::vector<BytesView>& sorted) {
  Heaviest heaviest;
  for (auto at = sorted.begin(); at != sorted.end();) {
    const auto next = std::upper_bound(at, sorted.end(), *at);
    const auto count = static_cast<std::size_t>(next - at);
    if (count > heaviest.count) heaviest = {*at, count};
    at = next;
  }
  return heaviest;
}

std::vector<BytesView> SortedCollections(const std::vector<Bytes>& samples, const KeyOrder& order) {
  std::vector<BytesView> sorted;
  sorted.reserve(samples.size());
  for (const auto& key : samples) sorted.push_back(CollectionOf(key, order));
  std::ranges::sort(sorted);
  return sorted;
}

// Whether most of the heat is in one collection whose new keys follow all earlier ones. Wherever
// such a collection is cut, the heat stays in the upper part.
bool OnlyGrows(const std::vector<Bytes>& samples, const KeyOrder& order) {
  const auto heaviest = HeaviestOf(SortedCollections(samples, order));
  if (2 * heaviest.count < samples.size()) return false;
  BytesView last;
  std::size_t grown = 0;
  std::size_t changed = 0;
  for (const auto& key : samples) {
    if (CollectionOf(key, order) != heaviest.key || key == last) continue;
    ++changed;
    if (last < BytesView(key)) ++grown;
    last = key;
  }
  // A few rows may arrive in key order by chance.
  return changed >= kHeatSamplesMin / 2 && Percent(grown, changed) >= kGrowingPercent;
}

Bytes After(BytesView key, bool whole_collection) {
  if (whole_collection) {
    // Only a collection at the very end has no PrefixEnd. No key follows it, and no caller needs
    // one.
    if (auto end = item::PrefixEnd(key)) return *std::move(end);
  }
  return Bytes(key) + '\0';
}

// Cuts off the keys before `key` first, then those after it. nullopt: the key is already alone.
std::optional<Bytes> Isolate(const KeyRange& range, BytesView key, bool whole_collection) {
  if (BytesView(range.begin) < key) return Bytes(key);
  auto after = After(key, whole_collection);
  if (range.end && *range.end <= after) return std::nullopt;
  return after;
}

// Returns how far a split before `key` is from two halves, in samples.
std::size_t Imbalance(const std::vector<BytesView>& sorted, BytesView key) {
  const auto below = static_cast<std::size_t>(
      std::distance(sorted.begin(), std::lower_bound(sorted.begin(), sorted.end(), key)));
  const auto above = sorted.size() - below;
  return below > above ? below - above : above - below;
}

// Splits between two collections if that leaves at least a quarter of the heat on either side.
// Otherwise splits at half of the heat.
std::optional<Bytes> Halve(const KeyRange& range, const KeyOrder& order,
                           const std::vector<BytesView>& sorted) {
  const auto middle = sorted[sorted.size() / 2];
  const Bytes collection(CollectionOf(middle, order));
  std::optional<Bytes> best;
  auto least = sorted.size() / 2;
  for (auto candidate : {collection, After(collection, true)}) {
    const auto imbalance = Imbalance(sorted, candidate);
    if (candidate <= range.begin || (range.end && *range.end <= candidate)) continue;
    if (imbalance > least || (best && imbalance == least)) continue;
    least = imbalance;
    best = std::move(candidate);
  }
  if (best) return best;
  const auto beyond = std::ranges::find_if(
      sorted, [&](BytesView key) { return key >= middle && key > BytesView(range.begin); });
  if (beyond == sorted.end()) return std::nullopt;
  return Bytes(*beyond);
}

}  // namespace

void HeatHistory::Pass(std::int64_t seconds, bool hot) {
  const auto rest = std::min<std::int64_t>(seconds - 1, kHeatWindowSeconds);
  hot_ <<= 1;
  hot_[0] = hot;
  hot_ <<= static_cast<std::size_t>(rest);
}

HeatSample::HeatSample(table::HalfUnits per_second, std::uint64_t seed)
    : gap_(per_second * kMinuteSeconds / static_cast<std::int64_t>(kHeatSamplesMax)),
      random_(seed | 1U) {
  until_next_ = NextGap();
}

table::HalfUnits HeatSample::NextGap() {
  // Random gaps: with fixed gaps, traffic that takes turns would always be sampled at the same
  // turn.
  random_ ^= random_ << 13U;
  random_ ^= random_ >> 7U;
  random_ ^= random_ << 17U;
  return 1 + static_cast<table::HalfUnits>(random_ % static_cast<std::uint64_t>(2 * gap_));
}

void HeatSample::Add(BytesView key, table::HalfUnits units) {
  until_next_ -= units;
  for (std::size_t i = 0; until_next_ <= 0 && i < kHeatSamplesMax; ++i) {
    until_next_ += NextGap();
    if (keys_.size() < kHeatSamplesMax) {
      keys_.emplace_back(key);
      continue;
    }
    keys_[oldest_].assign(key);
    oldest_ = (oldest_ + 1) % kHeatSamplesMax;
  }
  until_next_ = std::max<table::HalfUnits>(until_next_, 1);
}

std::vector<Bytes> HeatSample::OldestFirst() const {
  auto keys = keys_;
  std::ranges::rotate(keys, keys.begin() + static_cast<std::ptrdiff_t>(oldest_));
  return keys;
}

std::optional<Bytes> SplitForHeat(const KeyRange& range, const KeyOrder& order,
                                  std::vector<Bytes> samples) {
  std::erase_if(samples, [&](const Bytes& key) {
    return key < range.begin || (range.end && *range.end <= key);
  });
  if (samples.size() < kHeatSamplesMin) return std::nullopt;
  const bool whole = !order.splits_inside || OnlyGrows(samples, order);
  std::vector<BytesView> sorted(samples.begin(), samples.end());
  if (whole) sorted = SortedCollections(samples, order);
  std::ranges::sort(sorted);
  const auto heaviest = HeaviestOf(sorted);
  if (2 * heaviest.count >= sorted.size()) {
    // A read that finds no row of a collection is charged at the collection's own key.
    const bool bare = CollectionOf(heaviest.key, order) == heaviest.key;
    return Isolate(range, heaviest.key, whole || bare);
  }
  return Halve(range, order, sorted);
}

std::uint64_t RoutesOf(const KeyRange& range) {
  const auto begin = catalog::RouteIn(range.begin);
  if (range.end) return catalog::RouteIn(*range.end) - begin;
  return begin == 0 ? std::numeric_limits<std::uint64_t>::max() : 0 - begin;
}

std::uint64_t FirstRouteOf(const KeyRange& range) { return catalog::RouteIn(range.begin); }

}  // namespace stator::capacity
