#include "client/loopback.h"

#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/ip/address_v6.hpp>

#include "client/http_header.h"

namespace stator::client {
namespace {

constexpr std::string_view kName = "localhost";

}  // namespace

std::vector<boost::asio::ip::address> LoopbackOf(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);  // an absolute name may end with a dot
  if (host.size() < kName.size()) return {};
  const auto above = host.substr(0, host.size() - kName.size());
  const bool below_it = above.size() > 1 && above.ends_with('.');
  if (!above.empty() && !below_it) return {};
  if (!EqualsIgnoringCase(host.substr(above.size()), kName)) return {};
  return {boost::asio::ip::address_v6::loopback(), boost::asio::ip::address_v4::loopback()};
}

}  // namespace stator::client
