#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/ip/address.hpp>
#include <boost/system/error_code.hpp>

namespace stator::client {

struct FoundAddresses {
  boost::system::error_code error;
  std::vector<boost::asio::ip::address> addresses;  // empty with an error
};

// Asks for the addresses of names, for no longer than the caller is willing to wait. The system's
// resolver cannot be interrupted, so it runs on a thread of its own, which a caller whose time is
// up leaves behind. The number of these threads is bounded. Safe for concurrent use.
class NameLookup {
 public:
  using Resolve = std::function<FoundAddresses(const std::string& host)>;
  using Deadline = std::chrono::steady_clock::time_point;

  // `resolve` may wait for as long as it likes, also after the lookup is destroyed.
  NameLookup(Resolve resolve, std::size_t threads_max);

  // nullopt: the deadline has passed, be it because nobody answers or because every thread waits.
  std::optional<FoundAddresses> Find(const std::string& host, Deadline deadline);

  // The one of the whole process, which asks the system.
  static NameLookup& OfSystem();

 private:
  struct State;

  const std::shared_ptr<State> state_;  // shared with threads left behind
};

}  // namespace stator::client
