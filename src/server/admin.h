#pragma once

#include <span>
#include <string>
#include <string_view>

#include "server/http_message.h"

// Access rules of the admin API. Any web page can make a browser send requests to localhost. So the
// admin API refuses each request that a foreign page may have sent.
namespace stator::server {

// Returns the host of a Host header, without its port and without the brackets of an IPv6 address.
// Empty if the header has no such form.
std::string_view HostName(std::string_view header);

// Whether the Host header names this server: localhost, a loopback address, the connection's local
// address, or one of `names`. A web page may point any other name at this machine (DNS rebinding).
bool NamesThisServer(const HttpRequest& request, std::span<const std::string> names);

// Whether the request comes from no web page, or from a page that this server served. Another port
// is another origin. `origins` are further ones under which browsers see this server: a proxy that
// terminates TLS gives its pages an origin that the server cannot know.
bool ComesFromOwnPages(const HttpRequest& request, std::span<const std::string> origins);

// Builds an answer without CORS headers and checksums. AdminRefusal's body is {"message":"…"}.
HttpReply AdminReply(int status, std::string json);
HttpReply AdminRefusal(int status, std::string_view message);

}  // namespace stator::server
