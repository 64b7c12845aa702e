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

struct ListenOptions {
  std::vector<std::string>
      hosts;                  // addresses or names; empty: 127.0.0.1 and, where there is one, ::1
  std::uint16_t port = 8000;  // 0: any free one, the same on all addresses
};

// Binds and listens on every address, all on one port. The acceptors are non-blocking. kStartup
// with a sentence for the operator where an address is taken, unknown or not ours.
Result<std::vector<boost::asio::ip::tcp::acceptor>> Listen(boost::asio::io_context& io,
                                                           const ListenOptions& options);

// Accepts the connections that wait at `acceptor`, at most `accepts_max`. One accept a turn would
// make a crowd of new connections wait for as many turns of a busy loop. `next_io` names the loop
// that the next connection belongs to. Returns the error that ended it: would_block when no
// connection is left, none when the bound was reached. Never waits.
// REQUIRES: `acceptor` is non-blocking.
boost::system::error_code AcceptWaiting(boost::asio::ip::tcp::acceptor& acceptor,
                                        std::size_t accepts_max,
                                        const std::function<boost::asio::io_context&()>& next_io,
                                        const std::function<void(Socket)>& take);

}  // namespace stator::server
