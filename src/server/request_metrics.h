#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "api/operation.h"
#include "base/error.h"
#include "base/metrics.h"

namespace stator::server {

// Requests, errors and latencies per operation, of one event loop. Threads: only the loop's thread
// records; any thread may report.
class RequestMetrics {
 public:
  RequestMetrics();

  // Counts a request with its error, if any, and its latency.
  void Record(const api::Operation& operation, std::optional<ErrorCode> error,
              std::chrono::nanoseconds latency);

  // Adds the sums over all loops. Operations that Stator does not have get no samples.
  static void Report(std::span<const std::unique_ptr<RequestMetrics>> loops,
                     metrics::Exposition& exposition);

 private:
  // Codes that reach clients come first. Internal codes count as InternalServerError, because
  // clients see them as that.
  static constexpr std::size_t kCodes = 0
#define ERROR_CODE(name, prefix, status, member) +1
#include "base/error_codes.inc"
#undef ERROR_CODE
      ;
  struct PerOperation {
    metrics::Counter requests;
    metrics::Histogram latency;
    std::array<metrics::Counter, kCodes> errors;
  };

  std::vector<PerOperation> operations_;  // by OperationId
};

}  // namespace stator::server
