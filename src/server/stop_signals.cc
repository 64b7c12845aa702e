#include "server/stop_signals.h"

#include <csignal>
#include <utility>

namespace stator::server {

StopSignals::StopSignals(std::function<void(int)> stop)
    : stop_(std::move(stop)), signals_(io_, SIGINT, SIGTERM) {
  signals_.async_wait([this](const boost::system::error_code& error, int signal) {
    if (error) return;
    boost::system::error_code ignored;
    signals_.clear(ignored);
    stop_(signal);
  });
  thread_ = std::thread([this] { io_.run(); });
}

StopSignals::~StopSignals() {
  io_.stop();
  thread_.join();
}

}  // namespace stator::server
