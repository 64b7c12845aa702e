#pragma once

#include <functional>
#include <memory>
#include <utility>

namespace stator {

// A thread that runs posted work in order. Threads: any may call Post, which never waits.
class Loop {
 public:
  virtual ~Loop() = default;
  virtual void Post(std::move_only_function<void()> work) = 0;
};

// Lends an object of the loop to other threads. The last holder's release posts it back to the
// loop, where `back` continues with it.
template <class Pending>
std::shared_ptr<Pending> Lend(std::unique_ptr<Pending> pending, Loop& loop,
                              void (*back)(std::unique_ptr<Pending>)) {
  return {
      pending.release(), [&loop, back](Pending* lent) noexcept {
        loop.Post([own = std::unique_ptr<Pending>(lent), back]() mutable { back(std::move(own)); });
      }};
}

}  // namespace stator
