#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/loop.h"
#include "database/database.h"
#include "hooks/hook_thread.h"
#include "jobs/jobs.h"
#include "wire/response.h"

// The admin API: paths under /_stator/ (docs/operating.md).
namespace stator::admin {

class ModelDesk;

// Facts about the server that the admin API reports.
struct ServerFacts {
  std::string_view version;
  std::function<std::string()> settings_json;
  jobs::Jobs* jobs = nullptr;                 // nullptr: this server runs none
  const hooks::HookThreads* hooks = nullptr;  // nullptr: this server calls no functions
  // nullptr only where no function on models is called.
  ModelDesk* models = nullptr;
};

// A request to the admin API.
struct Request {
  std::string_view method;
  std::string_view path;        // after /_stator/, without the query
  std::string_view query = {};  // after the '?', as sent: admin/query.h reads it
  // The headers of their names; empty: none.
  std::string_view if_match = {};
  std::string_view if_none_match = {};
  const std::string& body;
  database::Database& database;
  Loop& loop;
  const ServerFacts& server;
};

// Whether the function takes bodies of more than limits::kLoopBodyBytesMax, up to
// limits::kAdminBodyBytesMax. Such a body is read by a worker, which may also call Answer.
bool TakesLongBody(std::string_view method, std::string_view path);

// Runs the admin function of the request. Calls `done` once, on the loop, perhaps before this
// returns. If a worker calls this, `done` may also run on that worker before this returns.
// Errors: unknown paths are 404, writes to read-only paths 405. Lifetime: `body` is not used after
// this returns.
void Answer(const Request& request, wire::Reply done);

}  // namespace stator::admin
