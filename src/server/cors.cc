#include "server/cors.h"

#include <algorithm>

#include <boost/asio/ip/address.hpp>

#include "client/loopback.h"
#include "server/admin.h"
#include "server/origin.h"

namespace stator::server {
namespace {

constexpr std::string_view kAll = "*";
constexpr std::string_view kNone = "off";
constexpr std::string_view kLoopback = "loopback";

boost::asio::ip::address AddressOf(std::string_view text) {
  boost::system::error_code error;
  auto address = boost::asio::ip::make_address(text, error);
  return error ? boost::asio::ip::address() : address;
}

bool IsAddress(std::string_view text) {
  boost::system::error_code error;
  boost::asio::ip::make_address(text, error);
  return !error;
}

// Whether public DNS cannot have such a name: it has no names of one label, and none below
// "internal". So no web page can point such a name here. Containers find their host below
// "internal".
bool IsPrivateName(std::string_view host) {
  constexpr std::string_view kInternal = ".internal";
  if (host.empty()) return false;
  return host.find('.') == std::string_view::npos || host.ends_with(kInternal);
}

bool IsLoopbackHost(std::string_view host) {
  return !client::LoopbackOf(host).empty() || AddressOf(host).is_loopback();
}

bool Contains(std::span<const std::string> list, std::string_view wanted) {
  return std::ranges::any_of(
      list, [wanted](const std::string& each) { return EqualsIgnoringCase(each, wanted); });
}

}  // namespace

bool IsCorsSetting(std::string_view text) {
  return text == kAll || text == kNone || text == kLoopback || !OriginHost(text).empty();
}

bool IsLoopbackOrigin(std::string_view origin) {
  return IsWebOrigin(origin) && IsLoopbackHost(OriginHost(origin));
}

CorsPolicy::CorsPolicy(std::span<const std::string> settings)
    : all_(Contains(settings, kAll)),
      loopback_(settings.empty() || Contains(settings, kLoopback)),
      origins_(settings.begin(), settings.end()) {}

bool CorsPolicy::Allows(const HttpRequest& request) const {
  const auto origin = request.Find("origin");
  if (!origin) return false;
  if (all_ || (loopback_ && IsLoopbackOrigin(*origin))) return true;
  return !OriginHost(*origin).empty() && Contains(origins_, *origin);
}

bool CorsPolicy::IsForeign(const HttpRequest& request,
                           std::span<const std::string> own_origins) const {
  return !Allows(request) && !ComesFromOwnPages(request, own_origins);
}

bool HostIsAllowed(const HttpRequest& request, std::span<const std::string> own_names,
                   std::span<const std::string> allowed) {
  const auto header = request.Find("host");
  if (!header || !AddressOf(request.local_address).is_loopback()) return true;
  if (NamesThisServer(request, own_names) || Contains(allowed, kAll)) return true;
  const std::string_view host = HostName(*header);
  return IsAddress(host) || IsLoopbackHost(host) || IsPrivateName(host) ||
         (!host.empty() && Contains(allowed, host));
}

}  // namespace stator::server
