#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/http_message.h"

// Which web pages may use the API. A browser lets every page send requests to localhost, and asks
// the server which pages may send more than a form and read the answers.
namespace stator::server {

// "*", "off", "loopback" or an origin: a scheme, a host and perhaps a port.
bool IsCorsSetting(std::string_view text);

// A page that this machine served: http or https, localhost or a loopback address, any port.
bool IsLoopbackOrigin(std::string_view origin);

class CorsPolicy {
 public:
  // As the setting `cors` has them; none: loopback. REQUIRES: IsCorsSetting holds for each.
  explicit CorsPolicy(std::span<const std::string> settings);

  // A page sent the request and may read the answer.
  bool Allows(const HttpRequest& request) const;

  // A page sent the request, neither one that is allowed nor one of this server.
  bool IsForeign(const HttpRequest& request) const;

 private:
  bool all_ = false;
  bool loopback_ = false;
  std::vector<std::string> origins_;
};

// A name under which the server may be addressed by someone who reached a loopback address: one of
// its own (NamesThisServer), an address, a name below localhost, or one of `allowed`, where "*"
// stands for any. Any other name may be one that a page has had point here (DNS rebinding).
// Connections to other addresses may use any name.
bool HostIsAllowed(const HttpRequest& request, std::span<const std::string> own_names,
                   std::span<const std::string> allowed);

}  // namespace stator::server
