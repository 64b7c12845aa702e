#pragma once

#include <string_view>
#include <vector>

#include <boost/asio/ip/address.hpp>

namespace stator::client {

// Where "localhost" and the names below it are, on this machine: nobody is asked for that, so it
// holds also where no file of names says so (RFC 6761, 6.3). The last is the IPv4 address, which
// every machine has. Empty: another name, or an address.
std::vector<boost::asio::ip::address> LoopbackOf(std::string_view host);

}  // namespace stator::client
