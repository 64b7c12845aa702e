#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "simulate/chunks.h"

// Throttled requests, as an SDK in its standard mode sends them again: after a random part of a
// second, of two, of four and so on, until it gives up (docs/simulate.md).
namespace stator::simulate {

// How often a request is sent at most. SDKs send one to DynamoDB four times.
inline constexpr int kAttemptsDefault = 4;
inline constexpr int kAttemptsMax = 20;
// The longest wait in seconds before the next attempt.
inline constexpr std::int64_t kBackoffMax = 20;

// Requests of a flow that are alike, and are served or throttled together.
struct Piece {
  std::size_t flow = 0;
  double runs = 0;
  std::vector<Slice> slices;  // by want
  int attempt = 1;
};

// In how many seconds a throttled piece comes again, `attempt` being how often it was sent: what is
// left of its second and the backoff, but never in the same second.
std::int64_t SecondsUntilRetry(int attempt, Random& random);

// What waits for its next attempt.
class Retries {
 public:
  // A piece that was throttled in the second `now`. One of many requests comes in parts, because
  // each of them draws a wait of its own. REQUIRES: all seconds are taken, one after the other, and
  // `now` is the one that was taken last.
  void Add(Piece piece, std::int64_t now, Random& random);
  // What comes again in this second.
  std::vector<Piece> Take(std::int64_t second);
  // Requests that still wait.
  double Waiting() const;

 private:
  std::array<std::vector<Piece>, kBackoffMax + 1> by_second_;  // a ring
};

}  // namespace stator::simulate
