#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "simulate/chunks.h"

// Retries of throttled requests, as an SDK's standard mode sends them. Each wait is random, up to
// one second, then two, four and so on, until the client gives up (docs/simulate.md).
namespace stator::simulate {

// How often a client sends a request at most. SDKs send a DynamoDB request four times.
inline constexpr int kAttemptsDefault = 4;
inline constexpr int kAttemptsMax = 20;
// The longest wait in seconds before the next attempt.
inline constexpr std::int64_t kBackoffMax = 20;

// Requests of one flow that are alike. All of them are served, or all are throttled.
struct Piece {
  std::size_t flow = 0;
  double runs = 0;
  std::vector<Slice> slices;  // by want
  int attempt = 1;
};

// Returns the seconds until a throttled piece is sent again: the rest of its second plus the
// backoff, and at least 1. `attempt` is how often it was sent.
std::int64_t SecondsUntilRetry(int attempt, Random& random);

// The pieces that wait for their next attempt.
class Retries {
 public:
  // Queues a piece that was throttled in the second `now`. A piece of many requests is split,
  // because each request draws a wait of its own. REQUIRES: Take was called for every second up to
  // `now`, in order.
  void Add(Piece piece, std::int64_t now, Random& random);
  // Removes and returns the pieces whose next attempt is in `second`.
  std::vector<Piece> Take(std::int64_t second);
  // Returns the number of requests that wait.
  double Waiting() const;

 private:
  std::array<std::vector<Piece>, kBackoffMax + 1> by_second_;  // a ring
};

}  // namespace stator::simulate
