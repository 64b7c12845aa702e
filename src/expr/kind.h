#pragma once

#include <cstdint>
#include <string_view>

namespace stator::expr {

// The parameter an expression came in; error texts name it.
enum class Kind : std::uint8_t { kUpdate, kCondition, kKeyCondition, kFilter, kProjection };

// "UpdateExpression", "ConditionExpression", "KeyConditionExpression", "FilterExpression",
// "ProjectionExpression".
std::string_view KindName(Kind kind);

}  // namespace stator::expr
