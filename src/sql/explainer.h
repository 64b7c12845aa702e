#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "database/database.h"

namespace stator::sql {

// The place that plans statements: the admin function `explain`, of a server or of a database in
// this process. Both answer with the same JSON.
class Explainer {
 public:
  struct Answer {
    int status = 0;
    std::string body;
  };

  virtual ~Explainer() = default;

  // Sends a request of the admin function. Errors: no answer came.
  virtual Result<Answer> Ask(const std::string& request) = 0;
};

// The admin API of a server. The request is signed with the credentials of the environment.
std::unique_ptr<Explainer> ExplainerAt(std::string endpoint);

// A database of this process. Lifetime: `database` outlives the explainer.
std::unique_ptr<Explainer> ExplainerOf(database::Database& database);

}  // namespace stator::sql
