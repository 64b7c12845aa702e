#pragma once

#include "api/operation.h"
#include "database/database.h"
#include "json/parser.h"
#include "wire/run.h"

// The services beside DynamoDB, each in a source file of its own for the types it needs. As
// Dispatch. REQUIRES: an operation of the service; the body is not empty.
namespace stator::wire {

void RunAutoScaling(const api::Operation& operation, Destination to, const json::Body& body);
void RunCloudWatch(const api::Operation& operation, Destination to, const json::Body& body);

}  // namespace stator::wire
