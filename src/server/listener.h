#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "base/result.h"

namespace stator::server {

struct ListenOptions {
  std::vector<std::string>
      hosts;                  // addresses or names; empty: 127.0.0.1 and, where there is one, ::1
  std::uint16_t port = 8000;  // 0: any free one, the same on all addresses
};

// Binds and listens on every address, all on one port. kStartup with a sentence for the operator
// where an address is taken, unknown or not ours.
Result<std::vector<boost::asio::ip::tcp::acceptor>> Listen(boost::asio::io_context& io,
                                                           const ListenOptions& options);

}  // namespace stator::server
