#include "database/partition_sizes.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>
#include <utility>

#include "base/endian.h"
#include "base/limits.h"
#include "catalog/partitions.h"
#include "storage/range_sizes.h"

namespace stator::database {
namespace {

using catalog::Index;
using catalog::PartitionRange;
using catalog::Table;
using storage::KeyRange;
using storage::RangeSizes;

constexpr std::size_t kRouteBytes = 8;
// Engines estimate small sizes poorly, so smaller spaces are read and counted.
constexpr std::int64_t kCountedBytesMax = 8LL * 1024 * 1024;

const std::vector<PartitionRange>& PartitionsOf(const Table& table, const Index* index) {
  return index == nullptr ? table->partitions : index->partitions;
}

storage::Space SpaceOf(const Table& table, const Index* index) {
  return index == nullptr ? table->rows : index->space;
}

KeyRange RangeOf(std::span<const PartitionRange> partitions, std::size_t place) {
  return {.begin = partitions[place].begin, .end = Bytes(catalog::EndOf(partitions, place))};
}

// The sizes of ranges in a small space, which was read completely.
class CountedSizes final : public RangeSizes {
 public:
  Result<> Read(storage::Engine& engine, storage::Space space) {
    KeyRange rest;
    while (ends_.size() < limits::kSizedEntriesMax) {
      const auto page = TRY(engine.Read(space, rest, {}));
      for (const auto& entry : page.entries) {
        bytes_ += entry.key.size() + entry.value.size();
        ends_.emplace_back(entry.key, bytes_);
      }
      if (!page.more || page.entries.empty()) break;
      rest.begin = page.entries.back().key + '\0';
    }
    return {};
  }

  Result<std::vector<std::uint64_t>> SizesOf(storage::Space /*space*/,
                                             std::span<const KeyRange> ranges) const override {
    std::vector<std::uint64_t> sizes;
    for (const auto& range : ranges) {
      const auto end = range.end.empty() ? bytes_ : Before(range.end);
      sizes.push_back(end - std::min(end, Before(range.begin)));
    }
    return sizes;
  }

 private:
  std::uint64_t Before(const Bytes& key) const {
    const auto at =
        std::ranges::lower_bound(ends_, key, {}, &std::pair<Bytes, std::uint64_t>::first);
    return at == ends_.begin() ? 0 : std::prev(at)->second;
  }

  // Each key with the bytes up to and including its entry.
  std::vector<std::pair<Bytes, std::uint64_t>> ends_;
  std::uint64_t bytes_ = 0;
};

// Selects how to size a space: by counting, by the engine's estimate, or not at all.
class Sizes {
 public:
  Result<const RangeSizes*> Of(storage::Engine& engine, storage::Space space,
                               const catalog::SpaceStatistics& counts) {
    const bool is_small =
        counts.bytes <= kCountedBytesMax && std::cmp_less(counts.entries, limits::kSizedEntriesMax);
    if (!is_small) return storage::FindRangeSizes(engine);
    counted_ = {};
    TRY(counted_.Read(engine, space));
    return &counted_;
  }

 private:
  CountedSizes counted_;
};

// Divides `total` in the proportions of `parts`, without a remainder.
std::vector<std::int64_t> Divide(std::int64_t total, const std::vector<std::uint64_t>& parts) {
  double sum = 0;
  for (const auto part : parts) sum += static_cast<double>(part);
  std::vector<std::int64_t> shares(parts.size(), 0);
  double before = 0;
  std::int64_t given = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    before += static_cast<double>(parts[i]);
    // If the engine reports no bytes at all, all partitions get the same share.
    const double share =
        sum > 0 ? before / sum : static_cast<double>(i + 1) / static_cast<double>(parts.size());
    const auto up_to = std::clamp<std::int64_t>(std::llround(static_cast<double>(total) * share),
                                                given, std::max(total, given));
    shares[i] = (i + 1 == parts.size() ? std::max(total, given) : up_to) - given;
    given += shares[i];
  }
  return shares;
}

// Adds the sizes of one space. Returns false if the engine has no sizes.
Result<bool> AddSpace(storage::Engine& engine, storage::Space space,
                      const catalog::SpaceStatistics& counts, std::span<const KeyRange> ranges,
                      std::vector<PartSize>& sizes) {
  Sizes of;
  const auto* known = TRY(of.Of(engine, space, counts));
  if (known == nullptr) return false;
  const auto parts = TRY(known->SizesOf(space, ranges));
  const auto bytes = Divide(counts.bytes, parts);
  const auto entries = Divide(counts.entries, parts);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    sizes[i].bytes += bytes[i];
    sizes[i].entries += entries[i];
  }
  return true;
}

// Searches for the key that has half of a range before it, eight bytes of the key at a time.
class Bisection {
 public:
  Bisection(const RangeSizes& sizes, storage::Space space, KeyRange range)
      : sizes_(sizes), space_(space), range_(std::move(range)) {}

  Result<Bytes> Run() {
    half_ = TRY(SizeBefore(range_.end)) / 2;
    Bytes prefix;
    // A key is its route and then its values. Keys that differ only below this depth count as
    // equal.
    for (std::size_t depth = 0; depth < kDepthMax; ++depth) {
      const auto window = TRY(FirstBeyondHalf(prefix));
      auto before = Key(prefix, window);
      // If the data under this window is most of the range, the middle lies inside the window.
      const auto up_to = TRY(SizeBefore(before));
      if (window == ~std::uint64_t{0} || up_to + up_to / 2 >= half_) return before;
      prefix = std::move(before);
    }
    return prefix;
  }

 private:
  static constexpr std::size_t kDepthMax = 16;

  static Bytes Key(const Bytes& prefix, std::uint64_t window) {
    Bytes key = prefix;
    AppendBigEndian64(window, key);
    return key;
  }

  Result<std::uint64_t> SizeBefore(const Bytes& key) const {
    if (!key.empty() && key <= range_.begin) return 0;
    const bool beyond = !range_.end.empty() && key > range_.end;
    const KeyRange before{.begin = range_.begin, .end = beyond ? range_.end : key};
    return TRY(sizes_.SizesOf(space_, {&before, 1})).front();
  }

  // Returns the greatest window with at most half of the data before it.
  Result<std::uint64_t> FirstBeyondHalf(const Bytes& prefix) const {
    std::uint64_t low = 0;
    std::uint64_t high = ~std::uint64_t{0};
    while (low < high) {
      const auto middle = low + (high - low) / 2 + 1;
      if (TRY(SizeBefore(Key(prefix, middle))) <= half_) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  const RangeSizes& sizes_;
  const storage::Space space_;
  const KeyRange range_;
  std::uint64_t half_ = 0;
};

bool IsWithin(const KeyRange& range, const Bytes& key) {
  return key > range.begin && (range.end.empty() || key < range.end);
}

// Returns the route after the route of `key`.
std::optional<Bytes> NextRoute(BytesView key) {
  const auto route = ReadBigEndian64(key);
  if (route == ~std::uint64_t{0}) return std::nullopt;
  Bytes next;
  AppendBigEndian64(route + 1, next);
  return next;
}

}  // namespace

Result<std::vector<PartSize>> PartitionSizes(storage::Engine& engine,
                                             const catalog::Catalog& catalog, const Table& table,
                                             const Index* index) {
  const auto& partitions = PartitionsOf(table, index);
  std::vector<KeyRange> ranges;
  for (std::size_t i = 0; i < partitions.size(); ++i) ranges.push_back(RangeOf(partitions, i));
  std::vector<PartSize> sizes(partitions.size());
  const auto space = SpaceOf(table, index);
  if (!TRY(AddSpace(engine, space, catalog.StatisticsOf(table, space), ranges, sizes))) {
    return std::vector<PartSize>();
  }
  if (index != nullptr) return sizes;
  for (const auto& local : table->indexes) {
    if (local.kind != catalog::IndexKind::kLocal) continue;
    const auto counts = catalog.StatisticsOf(table, local.space);
    std::vector<PartSize> entries(sizes.size());
    std::ignore = TRY(AddSpace(engine, local.space, counts, ranges, entries));
    // Only the table's items count as entries.
    for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i].bytes += entries[i].bytes;
  }
  return sizes;
}

Result<std::optional<Bytes>> MiddleOf(storage::Engine& engine, const catalog::Catalog& catalog,
                                      const Table& table, const Index* index, std::size_t place) {
  const auto range = RangeOf(PartitionsOf(table, index), place);
  const auto space = SpaceOf(table, index);
  Sizes of;
  const auto* known = TRY(of.Of(engine, space, catalog.StatisticsOf(table, space)));
  if (known == nullptr) return std::nullopt;
  const auto near = TRY(Bisection(*known, space, range).Run());
  const KeyRange after{.begin = std::max(near, range.begin), .end = range.end};
  const auto page = TRY(engine.Read(space, after, {.entries_max = 1}));
  if (page.entries.empty() || page.entries[0].key.size() < kRouteBytes) return std::nullopt;
  const auto& key = page.entries[0].key;
  // Splits between two collections if the entry is the first of its collection.
  Bytes route(key.substr(0, kRouteBytes));
  const KeyRange collection{.begin = std::max(route, range.begin), .end = key};
  const auto earlier = TRY(engine.Read(space, collection, {.entries_max = 1}));
  if (earlier.entries.empty() && IsWithin(range, route)) return route;
  const bool whole = index == nullptr && table->collections != 0;
  if (!whole && IsWithin(range, key)) return key;
  auto next = NextRoute(key);
  if (next && IsWithin(range, *next)) return next;
  if (IsWithin(range, route)) return route;
  return std::nullopt;
}

}  // namespace stator::database
