#pragma once

#include <string_view>
#include <vector>

#include <boost/asio/ip/address.hpp>

namespace stator::client {

// The addresses of "localhost" and the names below it. They are known without a name server or a
// file of names (RFC 6761, 6.3). The IPv4 address, which every machine has, is the last. Empty for
// another name or an address.
std::vector<boost::asio::ip::address> LoopbackOf(std::string_view host);

}  // namespace stator::client
