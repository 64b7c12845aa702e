#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "base/result.h"
#include "client/http_client.h"

namespace stator::client {

// Where commands look for a server that are not told.
inline constexpr char kDefaultEndpoint[] = "http://127.0.0.1:8000";

// Asks an admin function of a running server, as "clock", or with a body has it do something.
// Errors as those of ParseHttpUrl and Fetch.
Result<HttpAnswer> CallAdmin(const std::string& endpoint, std::string_view function,
                             std::string_view body = {},
                             std::size_t answer_bytes_max = limits::kClientAnswerBytesMax);

// The message of an admin function's refusal; nullopt if it is no such answer.
std::optional<std::string> AdminMessage(const std::string& json);

}  // namespace stator::client
