#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace stator::wire {

// An answer, ready for HTTP.
struct Response {
  int status = 200;
  std::string body;
  std::string explanation;                             // the operation's explanation, if requested
  std::optional<ErrorCode> error;                      // the error, for metrics; none: success
  std::shared_ptr<const CancellationReasons> reasons;  // a cancelled transaction's, for metrics
  // CloudWatch only: the error's text and, in query_error, its code
  // ("InvalidParameterValue;Sender"), for the protocols other than JSON. An internal error of any
  // service: `message` is its cause, for the log alone.
  std::string message;
  std::string query_error;
  // The admin API only: further lines, each ended by CR LF, and a type other than JSON's, which
  // lives for the whole program.
  std::string headers;
  std::string_view content_type;
};

using Reply = std::move_only_function<void(Response)>;

}  // namespace stator::wire
