#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "base/result.h"
#include "client/http_client.h"

namespace stator::client {

// The server that commands ask if they are given no other.
inline constexpr char kDefaultEndpoint[] = "http://127.0.0.1:8000";

// Calls an admin function of a running server, such as "clock": with a body to change something,
// without one to read. The request is signed with the credentials of the environment, because a
// server with --auth demands a signature. Other servers ignore it.
// Errors: ValidationException for a malformed URL or unusable credentials; those of
// HttpConnections::Fetch.
Result<HttpAnswer> CallAdmin(const std::string& endpoint, std::string_view function,
                             std::string_view body = {},
                             std::size_t answer_bytes_max = limits::kClientAnswerBytesMax);

// The message in the answer of an admin function that refuses; nullopt for any other answer.
std::optional<std::string> AdminMessage(const std::string& json);

}  // namespace stator::client
