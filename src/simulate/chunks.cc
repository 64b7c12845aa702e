#include "simulate/chunks.h"

#include <algorithm>
#include <cmath>

#include "capacity/heat.h"

namespace stator::simulate {
namespace {

constexpr double kChunkRoutes = 18'446'744'073'709'551'616.0;  // 2^64
// Smaller differences of shares are rounding errors.
constexpr double kEpsilon = 1e-12;

// The position of a want on its way through its slices.
struct Cursor {
  const std::vector<Slice>* slices = nullptr;
  std::size_t at = 0;
  double left = 0;  // the unused share of the slice

  void Start(double offset) {
    left = slices->front().size;
    while (offset > left && at + 1 < slices->size()) {
      offset -= left;
      left = (*slices)[++at].size;
    }
    left = std::max(0.0, left - offset);
  }

  void Pass(double share) {
    left -= share;
    for (std::size_t i = 0; left <= kEpsilon && i < slices->size(); ++i) {
      at = (at + 1) % slices->size();
      left = (*slices)[at].size;
    }
  }
};

}  // namespace

std::vector<Slice> SlicesOf(const KeySpace& keys,
                            const std::vector<catalog::PartitionRange>& partitions) {
  std::vector<Slice> slices;
  for (std::size_t i = 0; i < keys.busy.size(); ++i) {
    if (keys.busy[i].share > kEpsilon) slices.push_back({.size = keys.busy[i].share, .busy = i});
  }
  if (keys.others <= kEpsilon && !slices.empty()) return slices;
  const auto together = (partitions.size() + kEvenSlicesMax - 1) / kEvenSlicesMax;
  for (std::size_t i = 0; i < partitions.size(); i += together) {
    capacity::KeyRange range{.begin = partitions[i].begin};
    if (i + together < partitions.size()) range.end = partitions[i + together].begin;
    const auto routes = capacity::RoutesOf(range);
    const double size = keys.others * static_cast<double>(routes) / kChunkRoutes;
    if (size <= kEpsilon) continue;
    slices.push_back(
        {.size = size, .first_route = capacity::FirstRouteOf(range), .routes = routes});
  }
  return slices;
}

std::vector<Chunk> Divide(double runs, const std::vector<std::vector<Slice>>& wants,
                          Random& random) {
  std::vector<Cursor> cursors(wants.size());
  for (std::size_t i = 0; i < wants.size(); ++i) {
    cursors[i].slices = &wants[i];
    cursors[i].Start(random.Fraction());
  }
  std::vector<Chunk> chunks;
  double left = 1;
  while (left > kEpsilon) {
    double share = left;
    Chunk chunk;
    for (const auto& cursor : cursors) {
      if (cursor.left > kEpsilon) share = std::min(share, cursor.left);
      chunk.slices.push_back(cursor.at);
    }
    chunk.runs = runs * share;
    chunks.push_back(std::move(chunk));
    for (auto& cursor : cursors) cursor.Pass(share);
    left -= share;
  }
  return chunks;
}

Chunk PickOne(const std::vector<std::vector<Slice>>& wants, Random& random) {
  Chunk chunk{.runs = 1};
  for (const auto& slices : wants) {
    Cursor cursor{.slices = &slices};
    cursor.Start(random.Fraction());
    chunk.slices.push_back(cursor.at);
  }
  return chunk;
}

}  // namespace stator::simulate
