#include "server/admin.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace stator::server {

std::string_view HostName(std::string_view header) {
  const bool bracketed = header.starts_with('[');
  const auto end = std::min(header.find(bracketed ? ']' : ':'), header.size());
  const std::string_view name = bracketed ? header.substr(1, end - 1) : header.substr(0, end);
  if (bracketed && end == header.size()) return {};
  // Only a port may follow the name: "127.0.0.1:1@elsewhere" is not this machine.
  const std::string_view rest = header.substr(bracketed ? end + 1 : end);
  const bool port = rest.starts_with(':') && rest.find_first_not_of("0123456789", 1) == rest.npos;
  return rest.empty() || port ? name : std::string_view();
}

bool NamesThisServer(const HttpRequest& request, std::span<const std::string> names) {
  const auto header = request.Find("host");
  if (!header) return false;
  const std::string_view host = HostName(*header);
  if (host.empty()) return false;
  if (EqualsIgnoringCase(host, "localhost") || host == "127.0.0.1" || host == "::1" ||
      host == request.local_address) {
    return true;
  }
  return std::ranges::any_of(names, [&](const std::string& name) {
    return EqualsIgnoringCase(host,
                              name.starts_with('[') ? HostName(name) : std::string_view(name));
  });
}

bool ComesFromOwnPages(const HttpRequest& request, std::span<const std::string> origins) {
  // A plain GET of a page has no Origin header, but browsers send Sec-Fetch-Site.
  if (request.Find("sec-fetch-site").value_or("") == "cross-site") return false;
  const auto origin = request.Find("origin");
  if (!origin) return true;
  const auto is_origin = [&](const std::string& own) { return EqualsIgnoringCase(*origin, own); };
  if (std::ranges::any_of(origins, is_origin)) return true;
  const auto host = request.Find("host");
  if (!host) return false;
  return is_origin(fmt::format("{}://{}", request.tls ? "https" : "http", *host));
}

HttpReply AdminReply(int status, std::string json) {
  return {.status = status,
          .content_type = "application/json",
          .body = std::move(json),
          .headers = "Cache-Control: no-store\r\n",
          .checksum = false};
}

HttpReply AdminRefusal(int status, std::string_view message) {
  return AdminReply(status, fmt::format(R"({{"message":"{}"}})", message));
}

}  // namespace stator::server
