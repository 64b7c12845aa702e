#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "api/operation.h"
#include "base/clock.h"
#include "json/parser.h"
#include "observe/recorder.h"
#include "wire/response.h"

// Records the CloudWatch metrics of a request as a whole: its latency, its error.
namespace stator::server {

// Returns the tables that a data request names: one table, each table of a batch once, or the table
// of each action of a transaction in order. Other requests name none here.
std::vector<std::string> TablesOf(const api::Operation& operation, const json::Body& body);

// Records the request's latency for each of `tables`, or its error.
void NoteRequest(const api::Operation& operation, const std::vector<std::string>& tables,
                 const wire::Response& response, std::chrono::nanoseconds latency, TimeMicros now,
                 observe::Recorder& recorder);

}  // namespace stator::server
