#include "admin/routes.h"

#include <optional>
#include <utility>

#include "admin/advice.h"
#include "admin/bill_report.h"
#include "admin/capacity_mode.h"
#include "admin/clock.h"
#include "admin/health.h"
#include "admin/index_report.h"
#include "admin/partitions.h"
#include "admin/refusal.h"
#include "admin/split.h"
#include "admin/transaction_pauses.h"

namespace stator::admin {
namespace {

enum class Method : std::uint8_t {
  kRead,  // GET or HEAD; other methods need a route of their own
  kGet,
  kHead,
  kPost,
};

// `table` is the text at the asterisk of the route's path.
using Handler = void (*)(const Request& request, std::string_view table, wire::Reply done);

struct Route {
  Method method;
  std::string_view path;
  Handler handler;
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
  AnswerBill(request.database, request.loop, std::move(done));
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

// Calls a function that takes the body and changes one table.
template <auto run>
void OfTableWithBody(const Request& request, std::string_view table, wire::Reply done) {
  run(request.database, table, request.body, request.loop, std::move(done));
}

constexpr Route kRoutes[] = {
    {Method::kRead, "health", ReadHealth},
    {Method::kRead, "settings", ReadSettings},
    {Method::kRead, "indexes", Now<IndexesJson>},
    {Method::kRead, "advice", Now<ReadAdvice>},
    {Method::kRead, "clock", Now<ReadClock>},
    {Method::kPost, "clock", WithBody<TurnClock>},
    {Method::kRead, "transactions", Now<PausesJson>},
    {Method::kPost, "transactions/hold", WithBody<HoldTransaction>},
    {Method::kPost, "transactions/release", WithBody<ReleaseTransactions>},
    {Method::kGet, "bill", ReadBill},
    {Method::kHead, "bill", ReadBill},
    {Method::kPost, "bill/reset", Now<ResetBill>},
    {Method::kGet, "tables/*/partitions", OfTable<ReadPartitions>},
    {Method::kPost, "tables/*/split", OfTableWithBody<SplitTable>},
    {Method::kGet, "tables/*/capacity", OfTable<ReadCapacity>},
    {Method::kPost, "tables/*/capacity", OfTableWithBody<SetCapacity>},
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
  const auto end = path.find('/');
  if (end == 0 || end == path.npos || path.substr(end) != route.substr(star + 1)) {
    return std::nullopt;
  }
  return path.substr(0, end);
}

}  // namespace

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
