#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace stator::capacity {

// The memory that the heat of all partitions shares, and the lengths of slots that it allows. At
// most one sweep at a time changes the lengths. Threads: any.
class HeatRoom {
 public:
  // With 0 bytes nothing is recorded.
  explicit HeatRoom(std::size_t bytes_max) : bytes_max_(bytes_max) {}
  HeatRoom(const HeatRoom&) = delete;
  HeatRoom& operator=(const HeatRoom&) = delete;

  // A part of the room. It gives its bytes back when it is destroyed. Lifetime: the room outlives
  // it. Threads: one at a time.
  class Share {
   public:
    Share() = default;
    explicit Share(HeatRoom& room) : room_(&room) {}
    Share(Share&& other) noexcept;
    Share& operator=(Share&& other) noexcept;
    ~Share() { Resize(0); }

    // Returns false, and changes nothing, if the room lacks the bytes.
    bool Resize(std::size_t bytes);
    std::size_t bytes() const { return bytes_; }

   private:
    HeatRoom* room_ = nullptr;  // nullptr: holds no bytes
    std::size_t bytes_ = 0;
  };

  // The lengths of new slots, in seconds.
  std::int64_t fine_step() const { return std::int64_t{1} << doublings(); }
  std::int64_t coarse_step() const { return kCoarseSeconds << doublings(); }

  // Whether slots must become coarser: three quarters of the room are taken.
  bool IsShort() const { return 4 * bytes() > 3 * bytes_max_ && !IsCoarsest(); }
  // Whether slots may become finer: the room was coarse for longer than it keeps fine slots, and
  // three quarters of it are free.
  bool IsWide(std::int64_t second) const;
  void Coarsen(std::int64_t second) { Turn(doublings() + 1, second); }
  void Refine(std::int64_t second) { Turn(doublings() - 1, second); }

  std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }
  std::size_t bytes_max() const { return bytes_max_; }
  // Slots that were lost because there was no room.
  std::uint64_t lost() const { return lost_.load(std::memory_order_relaxed); }
  void NoteLost() { lost_.fetch_add(1, std::memory_order_relaxed); }

 private:
  static constexpr std::int64_t kCoarseSeconds = 60;

  int doublings() const { return doublings_.load(std::memory_order_relaxed); }
  bool IsCoarsest() const;
  void Turn(int doublings, std::int64_t second);

  const std::size_t bytes_max_;
  std::atomic<std::size_t> bytes_ = 0;
  std::atomic<int> doublings_ = 0;
  std::atomic<std::int64_t> turned_ = 0;  // the second of the last turn
  std::atomic<std::uint64_t> lost_ = 0;
};

}  // namespace stator::capacity
