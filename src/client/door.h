#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

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

// Makes connections for other parts of the library.
struct ConnectionMaker {
  static Connection Make(std::unique_ptr<Door> door) { return Connection(std::move(door)); }
};

}  // namespace stator::client
