#include "server/origin.h"

#include <algorithm>

#include "server/admin.h"

namespace stator::server {

std::string_view OriginHost(std::string_view origin) {
  const auto scheme = origin.find("://");
  if (scheme == 0 || scheme == origin.npos) return {};
  const std::string_view authority = origin.substr(scheme + 3);
  const bool plain = std::ranges::none_of(authority, [](char each) {
    return each <= ' ' || each == '/' || each == '?' || each == '#' || each == '@';
  });
  return plain ? HostName(authority) : std::string_view();
}

bool IsWebOrigin(std::string_view text) {
  return (text.starts_with("http://") || text.starts_with("https://")) && !OriginHost(text).empty();
}

}  // namespace stator::server
