#pragma once

#include <deque>
#include <string>
#include <vector>

#include "base/result.h"
#include "client/value.h"

namespace stator::sql {

// Reads values for the `?` of statements. Each text is one value in DynamoDB's JSON, {"S": "a"}, or
// a list of them. Errors: ValidationException that quotes the text.
Result<std::deque<client::Value>> ParseParameters(const std::vector<std::string>& texts);

}  // namespace stator::sql
