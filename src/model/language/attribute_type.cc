#include "model/language/attribute_type.h"

namespace stator::model {

client::Value::Type TypeOf(const Attribute& attribute) {
  using Type = client::Value::Type;
  switch (attribute.kind) {
    case Kind::kNumber:
    case Kind::kCounter:
    case Kind::kVersion:
    case Kind::kExpiry:
      return Type::kNumber;
    case Kind::kBool:
      return Type::kBool;
    case Kind::kBlob:
      return Type::kBinary;
    case Kind::kMap:
      return Type::kMap;
    case Kind::kList:
      return Type::kList;
    default:
      return Type::kString;
  }
}

}  // namespace stator::model
