#pragma once

#include <atomic>
#include <csignal>
#include <thread>

namespace stator::model {

// While one lives, the first SIGINT or SIGTERM does not end the process but is noted, so that what
// was begun elsewhere can be undone; a second one ends it. Threads that are to know nothing of
// signals must be started after it.
class Interrupts {
 public:
  Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  ~Interrupts();

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
