#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/random.h"
#include "catalog/table.h"
#include "simulate/key_space.h"

// Divides the traffic of a second into a few chunks. Each falls on one busy key, or on one
// partition's part of the even keys.
namespace stator::simulate {

// A part of a key space: one busy key, or a range of routes.
struct Slice {
  double size = 0;                  // the share of the key space
  std::optional<std::size_t> busy;  // the busy key; nullopt: the routes below
  std::uint64_t first_route = 0;    // the first route of the range
  std::uint64_t routes = 0;         // the number of routes in the range
};

// Bound of the slices of even keys. If there are more partitions, several share a slice.
inline constexpr std::size_t kEvenSlicesMax = 128;

// Divides the whole key space along its partitions. Sizes sum to 1.
std::vector<Slice> SlicesOf(const KeySpace& keys,
                            const std::vector<catalog::PartitionRange>& partitions);

// Runs that are alike: for each want, all fall into the same slice.
struct Chunk {
  double runs = 0;
  std::vector<std::size_t> slices;  // by want
};

// Up to this many runs, each run picks its slices by itself.
inline constexpr double kSingleRunsMax = 16;

// Divides the runs so that each want's slices get their exact share. The combinations of slices
// change from call to call. REQUIRES: no list is empty.
std::vector<Chunk> Divide(double runs, const std::vector<std::vector<Slice>>& wants,
                          Random& random);
// Picks the slices of one run at random, by their shares.
Chunk PickOne(const std::vector<std::vector<Slice>>& wants, Random& random);

}  // namespace stator::simulate
