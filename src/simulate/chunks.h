#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/random.h"
#include "catalog/table.h"
#include "simulate/key_space.h"

// The traffic of a second in a few pieces, each for one key, or for one partition's part of the
// keys that are everywhere alike.
namespace stator::simulate {

// A part of a key space.
struct Slice {
  double size = 0;                  // its share
  std::optional<std::size_t> busy;  // which of the busy keys; else
  std::uint64_t first_route = 0;    // … any key from here on,
  std::uint64_t routes = 0;         // … as far as this
};

// Parts of the keys that are everywhere alike; where there are more partitions, some share one.
inline constexpr std::size_t kEvenSlicesMax = 128;

// All of the key space, as the partitions divide it. Sizes sum to 1.
std::vector<Slice> SlicesOf(const KeySpace& keys,
                            const std::vector<catalog::PartitionRange>& partitions);

// So many runs that are alike: which slice each of the wants falls into.
struct Chunk {
  double runs = 0;
  std::vector<std::size_t> slices;  // by want
};

// Runs up to this many are taken one by one.
inline constexpr double kSingleRunsMax = 16;

// Each want's slices get their exact part of the runs; which of them meet changes from call to
// call. REQUIRES: no list is empty.
std::vector<Chunk> Divide(double runs, const std::vector<std::vector<Slice>>& wants,
                          Random& random);
// One run, at random.
Chunk PickOne(const std::vector<std::vector<Slice>>& wants, Random& random);

}  // namespace stator::simulate
