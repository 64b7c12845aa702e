#pragma once

#include <cstddef>
#include <cstdint>

// Bounds on the work that one request may do where others wait for it.
namespace stator::limits {

// Decisions that wait for a worker. Each holds its request, which has a bound of its own.
inline constexpr std::size_t kDecisionQueueMax = 4096;

// --- Work of decisions and pages, in bytes that they copy ---
// A condition's pass over an item counts so many times: searching is slower than copying.
inline constexpr std::size_t kSearchWeight = 4;
// A nested path of an update takes its attribute apart, which counts as so many passes.
inline constexpr std::size_t kNestedPasses = 8;
// Of one decision or page on an event loop. A worker does what is more: a millisecond at worst.
inline constexpr std::size_t kLoopWorkMax = 1U * 1024 * 1024;
// Of all decisions that one batch makes again on the commit thread.
inline constexpr std::size_t kBatchWorkMax = 16U * 1024 * 1024;
// How often a worker decides a write whose item changes each time. Beyond: ThrottlingException.
inline constexpr int kDecisionRoundsMax = 16;
// A worker begins no decision while more than this waits for the commit thread.
inline constexpr std::size_t kHeavyPendingBytesMax = 16U * 1024 * 1024;
// A transaction whose conditions pass over their items more often leaves its lane to others.
inline constexpr std::size_t kTransactionPassesMax = 64;
// How long a page keeps its worker before others have their turn, in microseconds.
inline constexpr std::int64_t kPageSliceMicros = 5000;
// Added to the nice value of workers that read pages or make heavy decisions: loops go first.
inline constexpr int kWorkerNice = 10;
// How long a table operation waits for background work that no delay holds up, in milliseconds.
inline constexpr std::int64_t kSettleWaitMillis = 2000;

// --- Background work beside writers ---
// A walk over a table rests so many times as long as its step took, within bounds.
inline constexpr int kRestTimes = 4;
inline constexpr std::int64_t kRestMillisMax = 50;
// Writers are there if another has written within this time.
inline constexpr std::int64_t kWritersSeenMillis = 1000;

}  // namespace stator::limits
