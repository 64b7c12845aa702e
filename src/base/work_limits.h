#pragma once

#include <cstddef>
#include <cstdint>

// Bounds on the work that one request may do while other requests wait.
namespace stator::limits {

// Decisions that wait for a worker. Each holds its request, which has a separate bound.
inline constexpr std::size_t kDecisionQueueMax = 4096;

// --- Work of decisions and pages, in copied bytes ---
// Weight of a condition's pass over an item: searching is slower than copying.
inline constexpr std::size_t kSearchWeight = 4;
// Weight of a nested path of an update: it decodes its attribute, which costs several passes.
inline constexpr std::size_t kNestedPasses = 8;
// Work of one decision or page on an event loop. A worker does any larger one. It is a millisecond
// at worst.
inline constexpr std::size_t kLoopWorkMax = 1U * 1024 * 1024;
// Work of all decisions that one batch repeats on the commit thread.
inline constexpr std::size_t kBatchWorkMax = 16U * 1024 * 1024;
// Rounds in which a worker decides a write whose item changes each time. Beyond:
// ThrottlingException.
inline constexpr int kDecisionRoundsMax = 16;
// A worker begins no decision while more bytes than this wait for the commit thread.
inline constexpr std::size_t kHeavyPendingBytesMax = 16U * 1024 * 1024;
// A transaction leaves its lane to others if its conditions make more passes over their items.
inline constexpr std::size_t kTransactionPassesMax = 64;
// Time for which a page keeps its worker before other pages get a turn, in microseconds.
inline constexpr std::int64_t kPageSliceMicros = 5000;
// Added to the nice value of workers that read pages or make heavy decisions: event loops take
// priority.
inline constexpr int kWorkerNice = 10;
// Time for which a table operation waits for background work without a configured delay, in
// milliseconds.
inline constexpr std::int64_t kSettleWaitMillis = 2000;

// --- Background work and concurrent writers ---
// A walk over a table rests this many times as long as its last step took, within bounds.
inline constexpr int kRestTimes = 4;
inline constexpr std::int64_t kRestMillisMax = 50;
// Writers count as present if another one has written within this time.
inline constexpr std::int64_t kWritersSeenMillis = 1000;

}  // namespace stator::limits
