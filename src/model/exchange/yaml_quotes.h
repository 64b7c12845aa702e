#pragma once

#include <string>
#include <string_view>

namespace stator::model {

struct Unquoted {
  std::string text;
  std::string_view wrong;  // what is wrong with it, a sentence; empty: nothing
};

// A scalar of YAML without its quotes, and with what its escapes stand for; one without quotes as
// it is. A quoted text must end where the scalar ends.
Unquoted Unquote(std::string_view scalar);

}  // namespace stator::model
