#include "expr/kind.h"

#include <utility>

namespace stator::expr {

std::string_view KindName(Kind kind) {
  switch (kind) {
    case Kind::kUpdate:
      return "UpdateExpression";
    case Kind::kCondition:
      return "ConditionExpression";
    case Kind::kKeyCondition:
      return "KeyConditionExpression";
    case Kind::kFilter:
      return "FilterExpression";
    case Kind::kProjection:
      return "ProjectionExpression";
  }
  std::unreachable();
}

}  // namespace stator::expr
