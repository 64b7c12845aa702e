#pragma once

#include <string>
#include <string_view>

#include "client/stator.h"

namespace stator::client {

class LocalDatabase;

// The way to a database, in this process or elsewhere. Threads: any, at the same time.
class Door {
 public:
  virtual ~Door() = default;

  // Sends a request, which is valid UTF-8, and returns the JSON of a successful answer.
  virtual Expected<std::string> Call(std::string_view operation, const std::string& json) = 0;

  // Whether Call may send a request more than once.
  virtual bool retries() const = 0;

  // The database, if it is in this process. Lifetime: that of the door.
  virtual LocalDatabase* local() { return nullptr; }
};

}  // namespace stator::client
