#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"

namespace stator::wire {

// An answer, ready for HTTP.
struct Response {
  int status = 200;
  std::string body;
  std::string explanation;         // what the operation did, if that was asked for
  std::optional<ErrorCode> error;  // what the answer is about, for metrics; none: success
  std::shared_ptr<const CancellationReasons> reasons;  // of a transaction, likewise
  // The text of an error of CloudWatch, for its other protocols, or why an internal error happened,
  // for the log alone. Then the code in those protocols ("InvalidParameterValue;Sender").
  std::string message;
  std::string query_error;
};

using Reply = std::move_only_function<void(Response)>;

}  // namespace stator::wire
