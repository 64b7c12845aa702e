#pragma once

#include <string>
#include <string_view>

namespace stator::model {

// The text as everyone writes it: two spaces before members, columns aligned within an entity and
// within the patterns, one space between words, comments kept. To be called with a text that
// parses; means the same as before, and formatting it again changes nothing.
std::string Format(std::string_view text);

}  // namespace stator::model
