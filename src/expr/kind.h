#pragma once

#include <cstdint>
#include <string_view>

namespace stator::expr {

// The request parameter that holds the expression. Error texts name it.
enum class Kind : std::uint8_t { kUpdate, kCondition, kKeyCondition, kFilter, kProjection };

// Returns "UpdateExpression", "ConditionExpression", "KeyConditionExpression", "FilterExpression"
// or "ProjectionExpression".
std::string_view KindName(Kind kind);

}  // namespace stator::expr
