#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/loop.h"
#include "database/database.h"
#include "wire/response.h"

// The admin API: paths under /_stator/ (docs/operating.md).
namespace stator::admin {

// Facts about the server that the admin API reports.
struct ServerFacts {
  std::string_view version;
  std::function<std::string()> settings_json;
};

// A request to the admin API.
struct Request {
  std::string_view method;
  std::string_view path;  // after /_stator/
  const std::string& body;
  database::Database& database;
  Loop& loop;
  const ServerFacts& server;
};

// Runs the admin function of the request. Calls `done` once, on the loop, perhaps before this
// returns. Errors: unknown paths are 404, writes to read-only paths 405. Lifetime: `body` is not
// used after this returns.
void Answer(const Request& request, wire::Reply done);

}  // namespace stator::admin
