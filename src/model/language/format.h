#pragma once

#include <string>
#include <string_view>

namespace stator::model {

// Lays a model out in the standard form: two spaces before members, aligned columns within an
// entity and within the patterns, one space between words. Comments stay. The result means the
// same, and formatting it again changes nothing. REQUIRES: Parse accepts the text.
std::string Format(std::string_view text);

}  // namespace stator::model
