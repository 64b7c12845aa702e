#pragma once

#include <atomic>
#include <csignal>
#include <thread>

namespace stator::model {

// While an object exists, the first SIGINT or SIGTERM is only noted, so that the caller can clean
// up on the server. The second one ends the process.
// REQUIRES: threads that must ignore these signals start after this object is made, because they
// inherit its signal mask.
class Interrupts {
 public:
  Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  ~Interrupts();

  // Returns true after the first signal.
  bool noted() const { return noted_; }

 private:
  void Watch();

  sigset_t watched_{};
  sigset_t before_{};
  std::atomic<bool> noted_ = false;
  std::atomic<bool> ended_ = false;
  std::thread thread_;
};

}  // namespace stator::model
