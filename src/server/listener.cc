#include "server/listener.h"

#include <algorithm>
#include <utility>

#include <boost/asio/ip/v6_only.hpp>
#include <fmt/format.h>

#include "base/limits.h"
#include "client/loopback.h"

namespace stator::server {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using tcp = asio::ip::tcp;
using Address = asio::ip::address;

constexpr int kBacklog = 1024;

struct Wanted {
  Address address;
  bool optional = false;  // a machine without IPv6 still gets our default
};

// IPv4 comes first: every machine has it, and it chooses the free port.
std::vector<Wanted> Loopback() {
  return {{.address = asio::ip::address_v4::loopback()},
          {.address = asio::ip::address_v6::loopback(), .optional = true}};
}

Result<std::vector<Wanted>> AddressesOf(asio::io_context& io, const std::string& host) {
  if (!client::LoopbackOf(host).empty()) return Loopback();
  error_code error;
  tcp::resolver resolver(io);
  const auto found = resolver.resolve(host, "", tcp::resolver::passive, error);
  if (error || found.empty()) {
    return Fail(ErrorCode::kStartup,
                fmt::format("The address {} is not known; choose another with --host.", host));
  }
  std::vector<Wanted> addresses;
  for (const auto& entry : found) addresses.push_back({.address = entry.endpoint().address()});
  return addresses;
}

Result<std::vector<Wanted>> Resolve(asio::io_context& io, const std::vector<std::string>& hosts) {
  if (hosts.empty()) return Loopback();
  std::vector<Wanted> wanted;
  for (const std::string& host : hosts) {
    for (const Wanted& each : TRY(AddressesOf(io, host))) {
      const auto known = std::ranges::find(wanted, each.address, &Wanted::address);
      if (known == wanted.end()) {
        wanted.push_back(each);
      } else {
        known->optional = known->optional && each.optional;
      }
    }
  }
  return wanted;
}

error_code Open(tcp::acceptor& acceptor, const tcp::endpoint& endpoint) {
  error_code error;
  acceptor.open(endpoint.protocol(), error);
  // Lets a restarted server bind while old connections fade. Another listening server still blocks
  // us.
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error && endpoint.address().is_v6()) acceptor.set_option(asio::ip::v6_only(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(kBacklog, error);
  if (!error) acceptor.non_blocking(true, error);
  return error;
}

Error Sentence(const tcp::endpoint& endpoint, const error_code& error) {
  const std::string address = endpoint.address().to_string();
  const auto port = endpoint.port();
  if (error == asio::error::address_in_use) {
    return {ErrorCode::kStartup,
            fmt::format("Port {} on {} is in use; choose another with --port.", port, address)};
  }
  if (error == asio::error::access_denied) {
    return {ErrorCode::kStartup,
            fmt::format("Port {} on {} may not be used by this user; choose another with --port.",
                        port, address)};
  }
  return {ErrorCode::kStartup,
          fmt::format("Cannot listen on port {} of {}: {}.", port, address, error.message())};
}

bool Absent(const error_code& error) {
  return error == asio::error::address_family_not_supported ||
         error == boost::system::errc::address_not_available;
}

Result<std::vector<tcp::acceptor>> ListenOnce(asio::io_context& io,
                                              const std::vector<Wanted>& wanted,
                                              std::uint16_t port) {
  std::vector<tcp::acceptor> acceptors;
  for (const Wanted& each : wanted) {
    tcp::acceptor acceptor(io);
    const tcp::endpoint endpoint(each.address, port);
    if (const error_code error = Open(acceptor, endpoint)) {
      if (each.optional && Absent(error)) continue;
      return Fail(Sentence(endpoint, error));
    }
    if (port == 0) port = acceptor.local_endpoint().port();
    acceptors.push_back(std::move(acceptor));
  }
  return acceptors;
}

}  // namespace

Result<std::vector<tcp::acceptor>> Listen(asio::io_context& io, const ListenOptions& options) {
  const auto wanted = TRY(Resolve(io, options.hosts));
  auto listening = ListenOnce(io, wanted, options.port);
  // A port that is free on the first address may be taken on the second.
  for (int i = 0; !listening && options.port == 0 && i < limits::kFreePortTriesMax; ++i) {
    listening = ListenOnce(io, wanted, 0);
  }
  return listening;
}

error_code AcceptWaiting(tcp::acceptor& acceptor, std::size_t accepts_max,
                         const std::function<asio::io_context&()>& next_io,
                         const std::function<void(Socket)>& take) {
  for (std::size_t i = 0; i < accepts_max; ++i) {
    error_code error;
    Socket socket = acceptor.accept(next_io(), error);
    if (error == asio::error::connection_aborted) continue;  // the client has disconnected
    if (error) return error;
    take(std::move(socket));
  }
  return {};
}

}  // namespace stator::server
