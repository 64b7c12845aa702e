#pragma once

#include <cstddef>
#include <string_view>

namespace stator::expr {

inline constexpr std::size_t kReservedWords = 573;
inline constexpr std::size_t kReservedWordBytesMax = 14;

// Whether DynamoDB refuses `name`, in any case, as an attribute name in an expression.
bool IsReserved(std::string_view name);

}  // namespace stator::expr
