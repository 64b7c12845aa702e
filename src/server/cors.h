#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/http_message.h"

// Decides which web pages may use the API. A browser lets every page send simple requests to
// localhost. It asks the server which pages may send other requests and read the answers.
namespace stator::server {

// "*", "off", "loopback" or an origin: a scheme, a host and perhaps a port.
bool IsCorsSetting(std::string_view text);

// Whether `origin` is a page that this machine served: http or https, localhost or a loopback
// address, any port.
bool IsLoopbackOrigin(std::string_view origin);

// The allowed origins of pages, by the setting `cors`.
class CorsPolicy {
 public:
  // No settings mean "loopback". REQUIRES: IsCorsSetting holds for each.
  explicit CorsPolicy(std::span<const std::string> settings);

  // Whether a page sent the request and may read the answer.
  bool Allows(const HttpRequest& request) const;

  // Whether a page sent the request that is neither allowed nor one of this server's own.
  bool IsForeign(const HttpRequest& request, std::span<const std::string> own_origins) const;

 private:
  bool all_ = false;
  bool loopback_ = false;
  std::vector<std::string> origins_;
};

// Whether the request's Host header is acceptable for the address that the client reached. On a
// loopback address the host must be the server's own name (NamesThisServer), an address, a private
// name or one of `allowed`; "*" allows all. A web page may have pointed any other name at this
// machine (DNS rebinding). Connections to other addresses may use any name.
bool HostIsAllowed(const HttpRequest& request, std::span<const std::string> own_names,
                   std::span<const std::string> allowed);

}  // namespace stator::server
