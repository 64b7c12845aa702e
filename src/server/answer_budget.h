#pragma once

#include <atomic>
#include <cstddef>

namespace stator::server {

// The room that large answers share until their clients have taken them in, which may be never.
// Safe for concurrent use.
class AnswerBudget {
 public:
  explicit AnswerBudget(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  // False, and nothing taken, where the bound would be passed. What is alone may be larger: nobody
  // knows how large an answer gets, and one that was always refused could never be had.
  bool Take(std::size_t bytes) {
    const std::size_t before = used_.fetch_add(bytes, std::memory_order_relaxed);
    if (before + bytes <= bytes_max_ || before == 0) return true;
    GiveBack(bytes);
    return false;
  }
  void GiveBack(std::size_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

  // For an answer that must not be dropped, because what it tells of was done and would be done
  // once more by a client that tries again.
  void TakeOwed(std::size_t bytes) {
    used_.fetch_add(bytes, std::memory_order_relaxed);
    owed_.fetch_add(bytes, std::memory_order_relaxed);
  }
  void GiveBackOwed(std::size_t bytes) {
    owed_.fetch_sub(bytes, std::memory_order_relaxed);
    GiveBack(bytes);
  }
  // Those alone have passed the bound: nothing that may become another should be begun.
  bool overdrawn() const { return owed_.load(std::memory_order_relaxed) > bytes_max_; }

  std::size_t used() const { return used_.load(std::memory_order_relaxed); }

 private:
  const std::size_t bytes_max_;
  std::atomic<std::size_t> used_ = 0;
  std::atomic<std::size_t> owed_ = 0;  // of these
};

}  // namespace stator::server
