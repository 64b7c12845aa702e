#include "model/command/interrupts.h"

namespace stator::model {
namespace {

// Bounds the time that the destructor waits for the thread.
constexpr timespec kGlance{.tv_sec = 0, .tv_nsec = 20'000'000};

}  // namespace

Interrupts::Interrupts() {
  sigemptyset(&watched_);
  sigaddset(&watched_, SIGINT);
  sigaddset(&watched_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &watched_, &before_);
  thread_ = std::thread([this] { Watch(); });
}

Interrupts::~Interrupts() {
  ended_ = true;
  ended_.notify_all();
  thread_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void Interrupts::Watch() {
  while (!ended_) {
    if (sigtimedwait(&watched_, nullptr, &kGlance) <= 0) continue;
    noted_ = true;
    // The next signal reaches this thread and has its default effect: it ends the process.
    pthread_sigmask(SIG_UNBLOCK, &watched_, nullptr);
    ended_.wait(false);
  }
}

}  // namespace stator::model
