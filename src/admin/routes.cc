#include "admin/routes.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "admin/advice.h"
#include "admin/bill_report.h"
#include "admin/capacity_mode.h"
#include "admin/clock.h"
#include "admin/explain.h"
#include "admin/health.h"
#include "admin/heat.h"
#include "admin/hooks.h"
#include "admin/index_report.h"
#include "admin/jobs.h"
#include "admin/models.h"
#include "admin/partitions.h"
#include "admin/refusal.h"
#include "admin/split.h"
#include "admin/throttles.h"
#include "admin/transaction_pauses.h"
#include "model/answer/answers.h"

namespace stator::admin {
namespace {

enum class Method : std::uint8_t {
  kRead,  // GET or HEAD; other methods need a route of their own
  kGet,
  kHead,
  kPost,
  kPut,
  kDelete,
};

// `table` is the text at the asterisk of the route's path.
using Handler = void (*)(const Request& request, std::string_view table, wire::Reply done);

struct Route {
  Method method;
  std::string_view path;
  Handler handler;
  // Whether the body may be longer than an event loop reads. A worker then calls the handler.
  bool takes_long_body = false;
};

// Answers at once with the result of `make`: JSON, or a response.
template <auto make>
void Now(const Request& request, std::string_view /*table*/, wire::Reply done) {
  done(wire::Response{.body = make(request.database)});
}

void ReadHealth(const Request& request, std::string_view /*table*/, wire::Reply done) {
  done(Health(request.database, request.server.version));
}

void ReadSettings(const Request& request, std::string_view /*table*/, wire::Reply done) {
  done(wire::Response{.body = request.server.settings_json()});
}

std::string ReadClock(database::Database& database) { return ClockJson(database.ReadClock()); }

std::string ReadAdvice(database::Database& database) {
  return AdviceJson(database.advice().Lines());
}

void ReadBill(const Request& request, std::string_view /*table*/, wire::Reply done) {
  AnswerBill(request.database, request.query, request.loop, std::move(done));
}

void CompareBills(const Request& request, std::string_view /*table*/, wire::Reply done) {
  AnswerBillDiff(request.database, request.query, request.body, request.loop, std::move(done));
}

// Calls a function that takes the body.
template <auto run>
void WithBody(const Request& request, std::string_view /*table*/, wire::Reply done) {
  run(request.database, request.body, request.loop, std::move(done));
}

// Calls a function that reads one table.
template <auto run>
void OfTable(const Request& request, std::string_view table, wire::Reply done) {
  run(request.database, table, request.loop, std::move(done));
}

void ReadHooks(const Request& request, std::string_view /*table*/, wire::Reply done) {
  AnswerHooks(request.database, request.server.hooks, request.query, request.loop, std::move(done));
}

// Calls a function that reads one table and takes parameters.
template <auto run>
void OfTableWithQuery(const Request& request, std::string_view table, wire::Reply done) {
  run(request.database, table, request.query, request.loop, std::move(done));
}

// Calls a function that takes the body and changes one table.
template <auto run>
void OfTableWithBody(const Request& request, std::string_view table, wire::Reply done) {
  run(request.database, table, request.body, request.loop, std::move(done));
}

// Calls a function of the jobs.
template <auto run>
void OfJobs(const Request& request, std::string_view id, wire::Reply done) {
  if (request.server.jobs == nullptr) {
    return done(AdminRefusal(503, "This server runs no jobs."));
  }
  run(*request.server.jobs, request, id, std::move(done));
}

void PostJob(jobs::Jobs& jobs, const Request& request, std::string_view /*id*/, wire::Reply done) {
  done(StartJob(jobs, request.database, request.body));
}

void GetJobs(jobs::Jobs& jobs, const Request& /*request*/, std::string_view /*id*/,
             wire::Reply done) {
  done(ListJobs(jobs));
}

void GetJob(jobs::Jobs& jobs, const Request& request, std::string_view id, wire::Reply done) {
  ReadJob(jobs, request.database, id, request.loop, std::move(done));
}

void StopJob(jobs::Jobs& jobs, const Request& /*request*/, std::string_view id, wire::Reply done) {
  done(DeleteJob(jobs, id));
}

// Calls a function on the text of a model.
template <auto function>
void OnModel(const Request& request, std::string_view /*table*/, wire::Reply done) {
  AnswerModel(request, function, std::move(done));
}

template <auto make>
void ModelFacts(const Request& request, std::string_view /*table*/, wire::Reply done) {
  AnswerModelFacts(request, make, std::move(done));
}

constexpr bool kTakesLongBody = true;

constexpr Route kRoutes[] = {
    {Method::kRead, "health", ReadHealth},
    {Method::kRead, "settings", ReadSettings},
    {Method::kRead, "indexes", Now<IndexesJson>},
    {Method::kRead, "advice", Now<ReadAdvice>},
    {Method::kPost, "explain", WithBody<ExplainRequest>, kTakesLongBody},
    {Method::kRead, "clock", Now<ReadClock>},
    {Method::kPost, "clock", WithBody<TurnClock>},
    {Method::kRead, "transactions", Now<PausesJson>},
    {Method::kPost, "transactions/hold", WithBody<HoldTransaction>},
    {Method::kPost, "transactions/release", WithBody<ReleaseTransactions>},
    {Method::kGet, "bill", ReadBill},
    {Method::kHead, "bill", ReadBill},
    {Method::kPost, "bill/diff", CompareBills, /*takes_long_body=*/true},
    {Method::kPost, "bill/reset", Now<ResetBill>},
    {Method::kGet, "hooks", ReadHooks},
    {Method::kGet, "tables/*/partitions", OfTable<ReadPartitions>},
    {Method::kGet, "tables/*/heat", OfTableWithQuery<ReadHeat>},
    {Method::kGet, "tables/*/throttles", OfTableWithQuery<ReadThrottles>},
    {Method::kPost, "tables/*/split", OfTableWithBody<SplitTable>},
    {Method::kGet, "tables/*/capacity", OfTable<ReadCapacity>},
    {Method::kPost, "tables/*/capacity", OfTableWithBody<SetCapacity>},
    {Method::kGet, "jobs", OfJobs<GetJobs>},
    {.method = Method::kPost, .path = "jobs", .handler = OfJobs<PostJob>, .takes_long_body = true},
    {Method::kGet, "jobs/*", OfJobs<GetJob>},
    {Method::kDelete, "jobs/*", OfJobs<StopJob>},
    {Method::kPost, "model/check", OnModel<model::AnswerCheck>, kTakesLongBody},
    {Method::kPost, "model/describe", OnModel<model::AnswerDescribe>, kTakesLongBody},
    {Method::kPost, "model/price", OnModel<model::AnswerPrice>, kTakesLongBody},
    {Method::kPost, "model/advise", OnModel<model::AnswerAdvise>, kTakesLongBody},
    {Method::kPost, "model/format", OnModel<model::AnswerFormat>, kTakesLongBody},
    {Method::kPost, "model/generate", OnModel<model::AnswerGenerate>, kTakesLongBody},
    {Method::kPost, "model/import", OnModel<model::AnswerImport>, kTakesLongBody},
    {Method::kPost, "model/export", OnModel<model::AnswerExport>, kTakesLongBody},
    {Method::kRead, "model/examples", ModelFacts<model::ExamplesJson>},
    {Method::kRead, "prices", ModelFacts<model::PricesJson>},
    {Method::kRead, "models", ListModels},
    {Method::kGet, "models/*", ReadModelFile},
    {Method::kPut, "models/*", WriteModelFile, kTakesLongBody},
    {Method::kDelete, "models/*", DeleteModelFile},
};

bool Accepts(Method method, std::string_view name) {
  switch (method) {
    case Method::kRead:
      return name == "GET" || name == "HEAD";
    case Method::kGet:
      return name == "GET";
    case Method::kHead:
      return name == "HEAD";
    case Method::kPost:
      return name == "POST";
    case Method::kPut:
      return name == "PUT";
    case Method::kDelete:
      return name == "DELETE";
  }
  std::unreachable();
}

// Returns the text at the route's asterisk: one path segment, not empty. A route without asterisk
// gives an empty text. nullopt if the path does not match.
std::optional<std::string_view> Match(std::string_view route, std::string_view path) {
  const auto star = route.find('*');
  if (star == route.npos) {
    return route == path ? std::optional(std::string_view()) : std::nullopt;
  }
  if (!path.starts_with(route.substr(0, star))) return std::nullopt;
  path.remove_prefix(star);
  const auto end = std::min(path.find('/'), path.size());
  if (end == 0 || path.substr(end) != route.substr(star + 1)) return std::nullopt;
  return path.substr(0, end);
}

}  // namespace

bool TakesLongBody(std::string_view method, std::string_view path) {
  return std::ranges::any_of(kRoutes, [&](const Route& route) {
    return route.takes_long_body && Match(route.path, path) && Accepts(route.method, method);
  });
}

void Answer(const Request& request, wire::Reply done) {
  bool is_readable = false;
  for (const auto& route : kRoutes) {
    const auto table = Match(route.path, request.path);
    if (!table) continue;
    if (Accepts(route.method, request.method)) {
      return route.handler(request, *table, std::move(done));
    }
    is_readable = is_readable || route.method == Method::kRead;
  }
  done(is_readable ? AdminRefusal(405, "This admin function accepts only GET.")
                   : AdminRefusal(404, "There is no such admin function."));
}

}  // namespace stator::admin
