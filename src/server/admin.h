#pragma once

#include <span>
#include <string>
#include <string_view>

#include "server/http_message.h"

// Who may use what is not DynamoDB. Any web page can make a browser send requests to localhost, so
// the admin API listens only to those that cannot come from one.
namespace stator::server {

// The host of a Host header, without its port and without the brackets of an IPv6 address.
std::string_view HostName(std::string_view header);

// The request names this server by an address or name that is its own: localhost, a loopback
// address, the address the connection came in on, or one of `names`. Any other name may belong to a
// page that had its own name point here (DNS rebinding).
bool NamesThisServer(const HttpRequest& request, std::span<const std::string> names);

// No page sent the request, or one that this server served itself. Another port is another origin.
bool ComesFromOwnPages(const HttpRequest& request);

// {"message":"…"} without CORS headers or checksums.
HttpReply AdminReply(int status, std::string json);
HttpReply AdminRefusal(int status, std::string_view message);

}  // namespace stator::server
