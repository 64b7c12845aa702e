#pragma once

#include <string_view>

namespace stator::client {

// One header. Lifetime: leans on its request or answer.
struct HttpHeader {
  std::string_view name;  // as sent; names compare without case
  std::string_view value;
};

// Whether the text fits into a header, where a blank or a line end would change the meaning.
bool FitsHeader(std::string_view text);

bool EqualsIgnoringCase(std::string_view left, std::string_view right);

}  // namespace stator::client
