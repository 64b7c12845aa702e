#pragma once

#include <string>
#include <string_view>

namespace stator::wire {

// Appends text as XML 1.0 holds it in an element or an attribute. Characters that XML cannot hold
// become the replacement character.
void AppendXmlText(std::string_view text, std::string& out);

}  // namespace stator::wire
