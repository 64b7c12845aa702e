#pragma once

#include "base/error.h"
#include "wire/response.h"

namespace stator::admin {

// {"message":"…"}: how an admin function says no. Not found is 404, what cannot be done is 400, and
// what cannot be done now is 503.
wire::Response AdminRefusal(const Error& error);

}  // namespace stator::admin
