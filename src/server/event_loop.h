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

// A connection's socket with a concrete executor type. The type-erased executor of tcp::socket
// would cost each read and write a few indirect calls.
using Socket =
    boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

// A connection as its event loop sees it. Threads: the loop's.
class Connection {
 public:
  virtual ~Connection() = default;
  // Called a few times per timeout; ends the connection if its deadline has passed.
  virtual void OnTick(SteadyTime now) = 0;
  // Takes no further request: ends an idle connection now, and any other one after its answer.
  virtual void Drain() = 0;
  // Ends the connection now.
  virtual void Abort() = 0;
};

// Runs many connections on one thread. Threads: any may call Post. All other functions belong to
// the thread that calls Run, or to the time before and after Run.
class EventLoop final : public Loop {
 public:
  // `tick` is the interval at which connections check their deadlines.
  explicit EventLoop(std::chrono::milliseconds tick);
  ~EventLoop() override;

  // Runs `work` on the loop's thread. Work that arrives while earlier work waits costs no further
  // wake-up: one turn runs all work posted so far. Throws nothing: work that was dropped here would
  // destroy its connection on the wrong thread. So the process ends if there is no memory to queue
  // the work.
  void Post(std::move_only_function<void()> work) noexcept override;

  boost::asio::io_context& io() { return io_; }

  // Runs until Stop, or until a drain ends.
  void Run();

  // Ends idle connections and makes Run return when the last connection has gone, at `deadline` at
  // the latest.
  void Drain(SteadyTime deadline);

  // Registers a connection for ticks and drains. Remove takes the iterator that Add returned.
  std::list<Connection*>::iterator Add(Connection& connection);
  void Remove(std::list<Connection*>::iterator place);

  // Exceptions that escaped from posted work and handlers. Our own code throws none.
  const metrics::Counter& exceptions() const { return exceptions_; }

 private:
  void RunHandlers();
  void RunPosted();
  void ScheduleTick();
  void Tick();

  // Member order matters. Destroying io_ ends the connections whose handlers wait in it, and those
  // remove themselves from the list.
  const std::chrono::milliseconds tick_;
  std::list<Connection*> connections_;
  bool draining_ = false;
  SteadyTime drain_deadline_;
  metrics::Counter exceptions_;
  Mutex mutex_;
  std::vector<std::move_only_function<void()>> posted_ GUARDED_BY(mutex_);
  std::vector<std::move_only_function<void()>> running_;  // keeps its capacity
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard_;
  boost::asio::steady_timer timer_;
};

}  // namespace stator::server
