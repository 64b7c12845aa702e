#pragma once

#include <string>
#include <string_view>

namespace stator::wire {

// Text as XML 1.0 holds it, in an element or an attribute. What it has no way to write becomes the
// replacement character.
void AppendXmlText(std::string_view text, std::string& out);

}  // namespace stator::wire
