#include "server/http_message.h"

#include <algorithm>

namespace stator::server {
namespace {

char Lower(char character) {
  return character >= 'A' && character <= 'Z' ? static_cast<char>(character | 0x20) : character;
}

}  // namespace

bool EqualsIgnoringCase(std::string_view left, std::string_view right) {
  return std::ranges::equal(left, right, {}, Lower, Lower);
}

std::optional<std::string_view> HttpRequest::Find(std::string_view name) const {
  for (const HttpHeader& header : headers) {
    if (header.name.size() == name.size() && EqualsIgnoringCase(header.name, name)) {
      return header.value;
    }
  }
  return std::nullopt;
}

}  // namespace stator::server
