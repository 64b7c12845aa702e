#pragma once

#include <functional>

namespace stator {

// A thread that runs what is posted to it, in order. Post is safe from any thread and never waits.
class Loop {
 public:
  virtual ~Loop() = default;
  virtual void Post(std::move_only_function<void()> work) = 0;
};

}  // namespace stator
