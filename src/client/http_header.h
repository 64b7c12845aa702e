#pragma once

#include <string_view>

namespace stator::client {

// One header of a request or an answer, borrowed from it.
struct HttpHeader {
  std::string_view name;  // as sent; names compare without regard to case
  std::string_view value;
};

bool EqualsIgnoringCase(std::string_view left, std::string_view right);

}  // namespace stator::client
