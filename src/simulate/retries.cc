#include "simulate/retries.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stator::simulate {

std::int64_t SecondsUntilRetry(int attempt, Random& random) {
  const double longest = std::min(std::exp2(attempt - 1), double{kBackoffMax});
  const double in_second = random.Fraction();
  const double delay = longest * random.Fraction();
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(in_second + delay));
}

void Retries::Add(Piece piece, std::int64_t now, Random& random) {
  constexpr int kPartedAttempts = 3;  // so a piece has at most four parts
  const auto put = [&](Piece part) {
    const auto at = now + SecondsUntilRetry(part.attempt, random);
    ++part.attempt;
    by_second_[static_cast<std::size_t>(at) % by_second_.size()].push_back(std::move(part));
  };
  // The first wait always ends in the next second, so a split would have no effect.
  const bool parted = piece.attempt > 1 && piece.attempt <= kPartedAttempts;
  if (parted && piece.runs >= 2 * kSingleRunsMax) {
    piece.runs /= 2;
    put(piece);
  }
  put(std::move(piece));
}

std::vector<Piece> Retries::Take(std::int64_t second) {
  return std::exchange(by_second_[static_cast<std::size_t>(second) % by_second_.size()], {});
}

double Retries::Waiting() const {
  double runs = 0;
  for (const auto& pieces : by_second_) {
    for (const auto& piece : pieces) runs += piece.runs;
  }
  return runs;
}

}  // namespace stator::simulate
