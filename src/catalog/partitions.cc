#include "catalog/partitions.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/check.h"
#include "base/endian.h"
#include "base/limits.h"

namespace stator::catalog {
namespace {

struct Routes {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  std::uint64_t width() const { return last - first; }
};

// The routes of the keys from `begin` up to `end`. An empty `end` is the end of the key order.
Routes RoutesIn(BytesView begin, BytesView end) {
  return {RouteIn(begin), end.empty() ? ~std::uint64_t{0} : RouteIn(end)};
}

Routes RoutesOf(std::span<const PartitionRange> partitions, std::size_t place) {
  return RoutesIn(partitions[place].begin, EndOf(partitions, place));
}

Bytes RouteKey(std::uint64_t route) {
  Bytes key;
  AppendBigEndian64(route, key);
  return key;
}

// As MiddleRoute, for the keys from `begin` up to `end`.
std::optional<Bytes> MiddleOf(BytesView begin, BytesView end) {
  const auto routes = RoutesIn(begin, end);
  auto middle = RouteKey(routes.first + routes.width() / 2);
  if (middle <= begin) return std::nullopt;
  if (!end.empty() && middle >= end) return std::nullopt;
  return middle;
}

void KeepLastSplits(TableSettings& settings) {
  auto& splits = settings.splits;
  if (splits.size() <= limits::kSplitsKept) return;
  splits.erase(splits.begin(), splits.end() - limits::kSplitsKept);
}

// A partition that SplitUntil may split further.
struct Piece {
  PartitionRange range;
  Bytes end;  // empty: the end of the key order
  std::uint64_t width;

  Piece(PartitionRange the_range, Bytes the_end)
      : range(std::move(the_range)),
        end(std::move(the_end)),
        width(RoutesIn(range.begin, end).width()) {}
};

// Orders a heap: the widest piece first, and among equals the one with the lowest keys.
struct Narrower {
  bool operator()(const Piece& left, const Piece& right) const {
    if (left.width != right.width) return left.width < right.width;
    return left.range.begin > right.range.begin;
  }
};

}  // namespace

std::uint64_t RouteIn(BytesView key) {
  Bytes route(key.substr(0, 8));
  route.resize(8, '\0');
  return ReadBigEndian64(route);
}

std::vector<PartitionRange> EvenPartitions(std::size_t count) {
  CHECK(count > 0);
  std::vector<PartitionRange> partitions{{1, Bytes()}};
  const std::uint64_t width = ~std::uint64_t{0} / count + (count == 1 ? 0 : 1);
  for (std::uint32_t i = 1; i < count; ++i) partitions.push_back({i + 1, RouteKey(i * width)});
  return partitions;
}

BytesView EndOf(std::span<const PartitionRange> partitions, std::size_t place) {
  return place + 1 == partitions.size() ? BytesView() : BytesView(partitions[place + 1].begin);
}

std::size_t WidestPartition(std::span<const PartitionRange> partitions) {
  std::size_t widest = 0;
  for (std::size_t i = 1; i < partitions.size(); ++i) {
    if (RoutesOf(partitions, i).width() > RoutesOf(partitions, widest).width()) widest = i;
  }
  return widest;
}

std::optional<Bytes> MiddleRoute(std::span<const PartitionRange> partitions, std::size_t place) {
  return MiddleOf(partitions[place].begin, EndOf(partitions, place));
}

const std::vector<PartitionRange>* PartitionsOf(const TableSettings& settings,
                                                std::string_view index) {
  if (index.empty()) return &settings.partitions;
  const auto found = std::ranges::find(settings.indexes, index, &Index::name);
  const bool is_global = found != settings.indexes.end() && found->kind == IndexKind::kGlobal;
  return is_global ? &found->partitions : nullptr;
}

std::vector<PartitionRange>* PartitionsOf(TableSettings& settings, std::string_view index) {
  return const_cast<std::vector<PartitionRange>*>(PartitionsOf(std::as_const(settings), index));
}

std::optional<std::size_t> PlaceOf(std::span<const PartitionRange> partitions,
                                   std::uint32_t number) {
  const auto found = std::ranges::find(partitions, number, &PartitionRange::number);
  if (found == partitions.end()) return std::nullopt;
  return static_cast<std::size_t>(found - partitions.begin());
}

void SplitPartition(const Split& split, TableSettings& settings) {
  auto* partitions = PartitionsOf(settings, split.index);
  CHECK(partitions != nullptr);
  const auto place = PlaceOf(*partitions, split.partition);
  CHECK(place.has_value());
  const auto end = EndOf(*partitions, *place);
  CHECK((*partitions)[*place].begin < split.at);
  CHECK(end.empty() || split.at < end);
  // The newest number is always in use, because a split replaces one number by two newer ones.
  const auto last = std::ranges::max(*partitions, {}, &PartitionRange::number).number;
  (*partitions)[*place].number = last + 1;
  partitions->insert(partitions->begin() + static_cast<std::ptrdiff_t>(*place) + 1,
                     {last + 2, split.at});
  settings.splits.push_back(split);
  KeepLastSplits(settings);
}

void SplitUntil(std::size_t count, std::string_view index, SplitReason reason, TimeMicros now,
                TableSettings& settings) {
  auto* partitions = PartitionsOf(settings, index);
  CHECK(partitions != nullptr);
  if (partitions->size() >= count) return;
  auto last = std::ranges::max(*partitions, {}, &PartitionRange::number).number;
  std::vector<Piece> pieces;  // a heap
  pieces.reserve(count);
  for (std::size_t i = 0; i < partitions->size(); ++i) {
    pieces.emplace_back((*partitions)[i], Bytes(EndOf(*partitions, i)));
  }
  std::ranges::make_heap(pieces, Narrower());
  while (pieces.size() < count) {
    std::ranges::pop_heap(pieces, Narrower());
    Piece& widest = pieces.back();
    auto middle = MiddleOf(widest.range.begin, widest.end);
    if (!middle) break;  // more partitions than routes; cannot happen
    settings.splits.push_back({now, std::string(index), widest.range.number, reason, *middle});
    Piece upper({last + 2, *middle}, std::move(widest.end));
    widest = Piece({last + 1, std::move(widest.range.begin)}, *std::move(middle));
    last += 2;
    std::ranges::push_heap(pieces, Narrower());
    pieces.push_back(std::move(upper));
    std::ranges::push_heap(pieces, Narrower());
  }
  partitions->clear();
  for (Piece& piece : pieces) partitions->push_back(std::move(piece.range));
  std::ranges::sort(*partitions, {}, &PartitionRange::begin);
  KeepLastSplits(settings);
}

}  // namespace stator::catalog
