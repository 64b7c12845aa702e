#include "server/event_loop.h"

#include <utility>

#include <boost/asio/post.hpp>

#include "base/clock.h"

namespace stator::server {

// The concurrency hint 1 spares Asio lock contention: one thread runs each context.
EventLoop::EventLoop(std::chrono::milliseconds tick)
    : tick_(tick), io_(1), guard_(io_.get_executor()), timer_(io_) {}

// Pending work may hold connections, and connections need io_ to end.
EventLoop::~EventLoop() {
  std::vector<std::move_only_function<void()>> abandoned;
  const MutexLock lock(mutex_);
  abandoned.swap(posted_);
}

void EventLoop::Post(std::move_only_function<void()> work) noexcept {
  bool wake = false;
  {
    const MutexLock lock(mutex_);
    wake = posted_.empty();
    posted_.push_back(std::move(work));
  }
  if (wake) boost::asio::post(io_, [this] { RunPosted(); });
}

void EventLoop::RunPosted() {
  {
    const MutexLock lock(mutex_);
    running_.swap(posted_);
  }
  for (auto& work : running_) {
    try {
      work();
    } catch (...) {
      exceptions_.Add();
    }
    work = nullptr;  // destroys its captures in order, not with the batch
  }
  running_.clear();
}

void EventLoop::Run() {
  ScheduleTick();
  RunHandlers();
}

// A handler that throws has released its connection, and only that connection ends.
void EventLoop::RunHandlers() {
  while (true) {
    try {
      io_.run();
      return;
    } catch (...) {
      exceptions_.Add();
    }
  }
}

void EventLoop::Drain(SteadyTime deadline) {
  draining_ = true;
  drain_deadline_ = deadline;
  // A connection that ends removes itself from the list.
  for (auto at = connections_.begin(); at != connections_.end();) (*at++)->Drain();
  if (connections_.empty()) io_.stop();
}

std::list<Connection*>::iterator EventLoop::Add(Connection& connection) {
  return connections_.insert(connections_.end(), &connection);
}

void EventLoop::Remove(std::list<Connection*>::iterator place) {
  connections_.erase(place);
  if (draining_ && connections_.empty()) io_.stop();
}

void EventLoop::ScheduleTick() {
  timer_.expires_after(tick_);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) Tick();
  });
}

void EventLoop::Tick() {
  const SteadyTime now = MachineSteadyNow();
  for (auto at = connections_.begin(); at != connections_.end();) (*at++)->OnTick(now);
  if (draining_ && now >= drain_deadline_) {
    for (auto at = connections_.begin(); at != connections_.end();) (*at++)->Abort();
    io_.stop();
    return;
  }
  ScheduleTick();
}

}  // namespace stator::server
