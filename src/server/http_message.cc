#include "server/http_message.h"

namespace stator::server {

std::optional<std::string_view> HttpRequest::Find(std::string_view name) const {
  for (const HttpHeader& header : headers) {
    if (header.name.size() == name.size() && EqualsIgnoringCase(header.name, name)) {
      return header.value;
    }
  }
  return std::nullopt;
}

}  // namespace stator::server
