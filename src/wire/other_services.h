#pragma once

#include "api/operation.h"
#include "database/database.h"
#include "json/parser.h"
#include "wire/run.h"

// Dispatch for the services other than DynamoDB. Each has its own source file, because of the types
// it needs. REQUIRES: an operation of the service; the body is not empty.
namespace stator::wire {

void RunAutoScaling(const api::Operation& operation, Destination to, const json::Body& body);
void RunCloudWatch(const api::Operation& operation, Destination to, const json::Body& body);

}  // namespace stator::wire
