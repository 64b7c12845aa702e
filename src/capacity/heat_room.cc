#include "capacity/heat_room.h"

#include <utility>

#include "base/limits.h"

namespace stator::capacity {

HeatRoom::Share::Share(Share&& other) noexcept
    : room_(std::exchange(other.room_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

HeatRoom::Share& HeatRoom::Share::operator=(Share&& other) noexcept {
  std::swap(room_, other.room_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

bool HeatRoom::Share::Resize(std::size_t bytes) {
  if (bytes == bytes_) return true;
  if (room_ == nullptr) return false;
  if (bytes < bytes_) {
    room_->bytes_.fetch_sub(bytes_ - bytes, std::memory_order_relaxed);
    bytes_ = bytes;
    return true;
  }
  const std::size_t more = bytes - bytes_;
  auto taken = room_->bytes();
  do {
    if (taken + more > room_->bytes_max_) return false;
  } while (!room_->bytes_.compare_exchange_weak(taken, taken + more, std::memory_order_relaxed));
  bytes_ = bytes;
  return true;
}

bool HeatRoom::IsCoarsest() const { return doublings() >= limits::kHeatDoublingsMax; }

// Finer slots nest in coarse ones only if no fine slot is older than one turn. One that is old has
// been folded after kHeatSecondsKept and the sweep that follows.
bool HeatRoom::IsWide(std::int64_t second) const {
  return doublings() > 0 && 4 * bytes() < bytes_max_ &&
         second - turned_.load(std::memory_order_relaxed) > 2 * limits::kHeatSecondsKept;
}

void HeatRoom::Turn(int doublings, std::int64_t second) {
  doublings_.store(doublings, std::memory_order_relaxed);
  turned_.store(second, std::memory_order_relaxed);
}

}  // namespace stator::capacity
