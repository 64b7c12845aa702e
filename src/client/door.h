#pragma once

#include <string>
#include <string_view>

#include "client/stator.h"

namespace stator::client {

// The way to a database, in this process or elsewhere. Safe for concurrent use.
class Door {
 public:
  virtual ~Door() = default;

  // The answer to a success; anything else is an error. `json` is the request, valid UTF-8.
  virtual Expected<std::string> Call(std::string_view operation, const std::string& json) = 0;

  // Whether a request may be sent more than once.
  virtual bool retries() const = 0;
};

}  // namespace stator::client
