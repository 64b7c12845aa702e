#pragma once

#include <functional>
#include <thread>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

namespace stator::server {

// Watches SIGINT and SIGTERM on its own thread. So a signal is handled before any event loop runs,
// also while the store hangs during open. The first signal restores the default action, so a second
// signal ends the process at once.
class StopSignals {
 public:
  // Calls `stop` with the number of the first signal, on the thread of this object.
  explicit StopSignals(std::function<void(int signal)> stop);
  // Waits for a running call of `stop`.
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

 private:
  const std::function<void(int)> stop_;
  boost::asio::io_context io_;
  boost::asio::signal_set signals_;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace stator::server
