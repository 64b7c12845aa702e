#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/loop.h"
#include "database/database.h"
#include "wire/response.h"

// The admin API: paths under /_stator/ (docs/operating.md).
namespace stator::admin {

// Facts about the server that the admin API shows.
struct ServerFacts {
  std::string_view version;
  std::function<std::string()> settings_json;
};

struct Request {
  std::string_view method;
  std::string_view path;  // behind /_stator/
  const std::string& body;
  database::Database& database;
  Loop& loop;
  const ServerFacts& server;
};

// Runs the admin function of the request. `done` is called once, on the loop, perhaps before this
// returns. Unknown paths are answered 404, and paths that can only be read 405. Lifetime: `body` is
// not used after this returns.
void Answer(const Request& request, wire::Reply done);

}  // namespace stator::admin
