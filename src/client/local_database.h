#pragma once

#include <memory>
#include <optional>
#include <string>

#include "client/json_codecs.h"
#include "client/stator.h"
#include "database/database.h"

namespace stator::client {

// A database of this process that is asked without JSON. Threads: any, at the same time.
class LocalDatabase {
 public:
  explicit LocalDatabase(std::unique_ptr<database::Database> database)
      : database_(std::move(database)) {}

  // Executes the operation and waits for its answer. Nullopt, and nothing was done, if the request
  // breaks a rule of its shape: then the decoder of its JSON words what is wrong. Defined for every
  // operation.
  template <class Operation>
  std::optional<Expected<typename Operation::Result>> Run(
      const typename Operation::Request& request);

  database::Database& database() { return *database_; }

 private:
  const std::unique_ptr<database::Database> database_;
};

}  // namespace stator::client
