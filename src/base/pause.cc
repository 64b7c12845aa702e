#include "base/pause.h"

#include <condition_variable>
#include <mutex>

namespace stator {

void Pause(std::chrono::milliseconds time) {
  std::mutex mutex;
  std::condition_variable never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, time, [] { return false; });
}

}  // namespace stator
