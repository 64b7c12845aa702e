#pragma once

#include <string>

#include "client/stator.h"

// Answers out of DynamoDB's JSON. What another server sends may be anything: whatever is not the
// answer that was asked for is "InvalidAnswer".
namespace stator::client {

// Defined for every type of result that an operation of Connection has.
template <class Result>
Expected<Result> Decode(const std::string& json);

// The body of an answer, or the error that it is.
Expected<std::string> Settled(int http_status, std::string body);

}  // namespace stator::client
