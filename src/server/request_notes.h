#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "api/operation.h"
#include "base/clock.h"
#include "json/parser.h"
#include "observe/recorder.h"
#include "wire/response.h"

// What CloudWatch is told of a request as a whole: how long it took, how it failed.
namespace stator::server {

// The tables that a request for items names: one, or those of a batch each once, or those of a
// transaction's actions in their order. Other requests name none here.
std::vector<std::string> TablesOf(const api::Operation& operation, const json::Body& body);

void NoteRequest(const api::Operation& operation, const std::vector<std::string>& tables,
                 const wire::Response& response, std::chrono::nanoseconds latency, TimeMicros now,
                 observe::Recorder& recorder);

}  // namespace stator::server
