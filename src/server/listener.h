#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "base/result.h"
#include "server/event_loop.h"

namespace stator::server {

// The addresses and the port to listen on.
struct ListenOptions {
  std::vector<std::string>
      hosts;                  // addresses or names; empty: 127.0.0.1 and, where there is one, ::1
  std::uint16_t port = 8000;  // 0: any free one, the same on all addresses
};

// Binds and listens on every address, with the same port on all. The acceptors are non-blocking.
// Errors: kStartup with a sentence for the operator if an address is in use, unknown or not ours.
Result<std::vector<boost::asio::ip::tcp::acceptor>> Listen(boost::asio::io_context& io,
                                                           const ListenOptions& options);

// Accepts the connections that wait at `acceptor`, at most `accepts_max`. With one accept a turn, a
// crowd of new connections would wait for as many turns of a busy loop. `next_io` returns the loop
// of the next connection.
// Returns the error that ended it: would_block if no connection is left, none if it reached the
// bound. Never waits.
// REQUIRES: `acceptor` is non-blocking.
boost::system::error_code AcceptWaiting(boost::asio::ip::tcp::acceptor& acceptor,
                                        std::size_t accepts_max,
                                        const std::function<boost::asio::io_context&()>& next_io,
                                        const std::function<void(Socket)>& take);

}  // namespace stator::server
