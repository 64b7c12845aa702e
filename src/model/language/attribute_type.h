#pragma once

#include "client/stator.h"
#include "model/language/model.h"

namespace stator::model {

// Returns the DynamoDB type in which the attribute is stored.
client::Value::Type TypeOf(const Attribute& attribute);

}  // namespace stator::model
