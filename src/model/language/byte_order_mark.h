#pragma once

#include <string_view>

namespace stator::model {

// UTF-8's byte order mark, which some programs write at the beginning of a text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Returns the text without a leading byte order mark.
inline std::string_view WithoutByteOrderMark(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

}  // namespace stator::model
