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
  // Of errors of a service that has other protocols, too: the text, and the code in those with
  // whose fault it was ("InvalidParameterValue;Sender").
  std::string message;
  std::string query_error;
};

using Reply = std::move_only_function<void(Response)>;

}  // namespace stator::wire
