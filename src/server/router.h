#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "admin/model_desk.h"
#include "admin/routes.h"
#include "base/log.h"
#include "database/database.h"
#include "server/body_reader.h"
#include "server/body_workers.h"
#include "server/call.h"
#include "server/console.h"
#include "server/cors.h"
#include "server/credentials.h"
#include "server/http_message.h"
#include "server/request_metrics.h"
#include "server/settings.h"
#include "wire/dispatch.h"

namespace stator::server {

// The objects that the routers of all loops share. Immutable while requests run, except for the
// database and the log, which are thread-safe.
struct RouterShared {
  database::Database& database;
  Log& log;
  BodyWorkers& bodies;
  admin::ModelDesk& models;
  jobs::Jobs* jobs = nullptr;                 // nullptr: no jobs
  const hooks::HookThreads* hooks = nullptr;  // nullptr: no functions
  Settings settings;
  std::optional<Credentials> credentials;  // none: every request is allowed
  std::vector<std::string> own_names;      // names that the admin API accepts
  // Renders the answer of /metrics, with or without the names of tables and keys.
  std::function<std::string(bool names)> metrics_text;
  Console console = {"off", {}};
};

// Answers every request of one event loop: DynamoDB and its sibling services by target, health,
// preflight, admin API, console and metrics. It checks a DynamoDB request in AWS's order
// (facts 1.7).
class Router final : public RequestHandler {
 public:
  // Lifetime: both outlive the router. `metrics` are those of its loop.
  Router(const RouterShared& shared, RequestMetrics& metrics);

  void Handle(const HttpRequest& request, Loop& loop, Respond respond) override;
  HttpReply Broken() const override;

 private:
  using Started = std::chrono::steady_clock::time_point;

  struct LongRequest;
  struct LongAdminRequest;
  struct ConsoleRequest;

  void HandleOperation(const HttpRequest& request, Loop& loop, Respond respond);
  bool IsUnmetered(const HttpRequest& request, const api::Operation& operation) const;
  std::optional<HttpReply> RefusePage(const HttpRequest& request, const Call& call) const;
  HttpReply WithCors(const HttpRequest& request, HttpReply reply) const;
  void HandleLong(const HttpRequest& request, const Call& call, Started started, Loop& loop,
                  Respond respond);
  void RunLong(LongRequest& request, wire::Reply done) const;
  void Run(BodyReader& reader, const HttpRequest& request, const Call& call,
           const Result<std::optional<json::Body>>& body, Loop& loop, wire::Reply done) const;
  HttpReply Answer(const HttpRequest& request, const Call& call, Started started,
                   const std::vector<std::string>& tables, wire::Response response);
  void LogIfSlow(const HttpRequest& request, const api::Operation& operation,
                 const wire::Response& response, std::chrono::nanoseconds latency) const;
  void LogFailure(const HttpRequest& request, const api::Operation& operation,
                  const wire::Response& response);
  HttpReply Root(const HttpRequest& request) const;
  HttpReply Health() const;
  HttpReply Metrics(const HttpRequest& request);
  void ReadConsole(const HttpRequest& request, Loop& loop, Respond respond);
  void Admin(const HttpRequest& request, Loop& loop, Respond respond);
  void LongAdmin(const HttpRequest& request, Loop& loop, Respond respond);
  // Threads: any.
  void AnswerAdmin(const HttpRequest& request, Loop& loop, wire::Reply done) const;
  std::optional<HttpReply> RefuseAdminPage(const HttpRequest& request) const;

  const RouterShared& shared_;
  RequestMetrics& metrics_;
  const CorsPolicy cors_;
  const admin::ServerFacts server_facts_;
  std::optional<Started> failure_logged_;
  std::uint64_t failures_unlogged_ = 0;  // since then
  BodyReader reader_;                    // for bodies that the loop reads itself
};

}  // namespace stator::server
