#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <vector>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include "base/loop.h"
#include "base/metrics.h"
#include "base/mutex.h"

namespace stator::server {

using SteadyTime = std::chrono::steady_clock::time_point;

// A connection's socket. It names its executor: the type-erased one of tcp::socket costs every read
// and write a few indirect calls.
using Socket =
    boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

// What an event loop knows of a connection. Used on the loop's thread only.
class Connection {
 public:
  virtual ~Connection() = default;
  // Called a few times per timeout; ends the connection if its time is up.
  virtual void OnTick(SteadyTime now) = 0;
  // No further request is to be taken in: ends an idle connection now, any other with its answer.
  virtual void Drain() = 0;
  virtual void Abort() = 0;
};

// One thread's worth of connections. Post is safe from any thread; the rest belongs to the thread
// that calls Run, or to the time before and after it.
class EventLoop final : public Loop {
 public:
  // `tick` is how often the connections' deadlines are looked at.
  explicit EventLoop(std::chrono::milliseconds tick);
  ~EventLoop() override;

  // Work that arrives while earlier work waits costs no further wake-up: everything posted so far
  // runs in one go. Throws nothing: work that were dropped on another thread would take its
  // connection with it there, so without the memory to keep it the process ends.
  void Post(std::move_only_function<void()> work) noexcept override;

  boost::asio::io_context& io() { return io_; }

  // Runs until Stop, or until a drain ends.
  void Run();

  // After which Run returns: when the last connection has gone, at `deadline` at the latest.
  void Drain(SteadyTime deadline);

  std::list<Connection*>::iterator Add(Connection& connection);
  void Remove(std::list<Connection*>::iterator place);

  // Exceptions that posted work and handlers let escape; our own code throws none.
  const metrics::Counter& exceptions() const { return exceptions_; }

 private:
  void RunHandlers();
  void RunPosted();
  void ScheduleTick();
  void Tick();

  // Destroying io_ ends the connections whose handlers wait in it, and those take themselves off
  // the list: the order of these members matters.
  const std::chrono::milliseconds tick_;
  std::list<Connection*> connections_;
  bool draining_ = false;
  SteadyTime drain_deadline_;
  metrics::Counter exceptions_;
  Mutex mutex_;
  std::vector<std::move_only_function<void()>> posted_ GUARDED_BY(mutex_);
  std::vector<std::move_only_function<void()>> running_;  // kept for its capacity
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard_;
  boost::asio::steady_timer timer_;
};

}  // namespace stator::server
