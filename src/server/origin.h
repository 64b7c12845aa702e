#pragma once

#include <string_view>

// The origin of a web page, as browsers write it: a scheme, a host and perhaps a port.
namespace stator::server {

// Returns the host of an origin, without its port and without the brackets of an IPv6 address.
// Empty if the text is no origin.
std::string_view OriginHost(std::string_view origin);

// Whether the text is an origin whose scheme is http or https.
bool IsWebOrigin(std::string_view text);

}  // namespace stator::server
