#pragma once

#include <string_view>

#include "base/error.h"
#include "wire/response.h"

namespace stator::admin {

// Builds an admin function's refusal, {"message":"…"}: 404 if the name does not exist, 400 if the
// request is impossible, 503 if it is impossible at present.
wire::Response AdminRefusal(const Error& error);
// REQUIRES: `message` is valid UTF-8.
wire::Response AdminRefusal(int status, std::string_view message);

}  // namespace stator::admin
