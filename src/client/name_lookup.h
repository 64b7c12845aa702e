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

// Looks names up until a deadline. The system's resolver cannot be interrupted, so it runs on a
// thread of its own, and a caller whose time is up leaves that thread behind. The number of these
// threads is bounded. Threads: any.
class NameLookup {
 public:
  using Resolve = std::function<FoundAddresses(const std::string& host)>;
  using Deadline = std::chrono::steady_clock::time_point;

  // `resolve` may block without bound, even after the lookup is destroyed.
  NameLookup(Resolve resolve, std::size_t threads_max);

  // nullopt: the deadline passed, because nobody answered or every thread was busy.
  std::optional<FoundAddresses> Find(const std::string& host, Deadline deadline);

  // The lookup of the process, which asks the system's resolver.
  static NameLookup& OfSystem();

 private:
  struct State;

  const std::shared_ptr<State> state_;  // shared with threads left behind
};

}  // namespace stator::client
