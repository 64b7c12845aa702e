#pragma once

#include "client/stator.h"
#include "model/language/model.h"

namespace stator::model {

// In which DynamoDB type the attribute is stored.
client::Value::Type TypeOf(const Attribute& attribute);

}  // namespace stator::model
