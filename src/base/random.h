#pragma once

#include <cstdint>

namespace stator {

// Pseudorandom numbers, the same for a seed on every machine (SplitMix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  // Returns 64 pseudorandom bits.
  std::uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
    return mixed ^ (mixed >> 31U);
  }

  // Returns a number in [0, bound). REQUIRES: bound > 0.
  std::uint64_t Below(std::uint64_t bound) { return Next() % bound; }

  // Returns a number in [0, 1).
  double Fraction() {
    constexpr double kScale = 1.0 / 9'007'199'254'740'992.0;  // 2^-53
    return static_cast<double>(Next() >> 11U) * kScale;
  }

 private:
  std::uint64_t state_;
};

}  // namespace stator
