#pragma once

#include <atomic>
#include <cstddef>

namespace stator::server {

// Bounds the memory of large answers that clients have not yet read. A client may never read its
// answer. Threads: any.
class AnswerBudget {
 public:
  explicit AnswerBudget(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  // Reserves `bytes`. Returns false and reserves nothing if that would exceed the bound. An answer
  // that is alone may exceed the bound: otherwise a very large answer could never be sent.
  bool Take(std::size_t bytes) {
    const std::size_t before = used_.fetch_add(bytes, std::memory_order_relaxed);
    if (before + bytes <= bytes_max_ || before == 0) return true;
    GiveBack(bytes);
    return false;
  }
  void GiveBack(std::size_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

  // Reserves `bytes` even beyond the bound, for the answer to a write that was committed. If the
  // server dropped that answer, the client would retry and write twice.
  void TakeOwed(std::size_t bytes) {
    used_.fetch_add(bytes, std::memory_order_relaxed);
    owed_.fetch_add(bytes, std::memory_order_relaxed);
  }
  void GiveBackOwed(std::size_t bytes) {
    owed_.fetch_sub(bytes, std::memory_order_relaxed);
    GiveBack(bytes);
  }
  // Whether owed answers alone exceed the bound. The server then begins no request whose answer may
  // be owed too.
  bool overdrawn() const { return owed_.load(std::memory_order_relaxed) > bytes_max_; }

  std::size_t used() const { return used_.load(std::memory_order_relaxed); }

 private:
  const std::size_t bytes_max_;
  std::atomic<std::size_t> used_ = 0;
  std::atomic<std::size_t> owed_ = 0;  // part of used_
};

}  // namespace stator::server
