#include "server/router.h"

#include <utility>

#include <fmt/format.h>

#include "admin/routes.h"
#include "base/clock.h"
#include "base/contain.h"
#include "base/limits.h"
#include "base/loop.h"
#include "base/release.h"
#include "base/request_limits.h"
#include "base/texts.h"
#include "server/admin.h"
#include "server/call.h"
#include "server/command_line.h"
#include "server/inflate.h"
#include "server/request_notes.h"
#include "server/services.h"
#include "wire/cbor.h"
#include "wire/query_protocol.h"
#include "wire/schema.h"

namespace stator::server {
namespace {

// Returns the server's address as the client reached it, for HTTP/1.0 requests without a Host
// header.
std::string ReachedAddress(const HttpRequest& request) {
  const bool is_v6 = request.local_address.contains(':');
  return fmt::format("{}{}{}:{}", is_v6 ? "[" : "", request.local_address, is_v6 ? "]" : "",
                     request.local_port);
}

constexpr std::string_view kExplainHeader = "x-stator-explain";
constexpr std::string_view kUnmeteredHeader = "x-stator-unmetered";
constexpr std::string_view kQueryModeHeader = "x-amzn-query-mode";
constexpr std::string_view kAdminPath = "/_stator/";
// Answer headers that a page may read, beyond the few that every page may read.
constexpr std::string_view kExposedHeaders =
    "x-amzn-RequestId,x-amzn-ErrorType,x-amz-crc32,x-stator-explain,Date";
constexpr std::string_view kSigningName = "dynamodb";  // also for the admin API

constexpr std::chrono::seconds kFailureLogPause{1};
constexpr std::string_view kLongBody = "The body is too long for the admin API.";
constexpr std::string_view kBodiesBusy = "Too many long requests wait. Try again.";

// The answer to a request that calls no operation (facts 1.1).
HttpReply NotFound() { return {.status = 404, .body = "<UnknownOperationException/>\n"}; }

// Answers a browser's preflight: the browser asks before a page may send the headers of DynamoDB.
HttpReply Preflight(const HttpRequest& request) {
  HttpReply reply{.checksum = false};
  const auto echo = [&](std::string_view asked, std::string_view answer) {
    if (const auto value = request.Find(asked)) {
      reply.headers += fmt::format("{}: {}\r\n", answer, *value);
    }
  };
  echo("access-control-request-headers", "Access-Control-Allow-Headers");
  echo("access-control-request-method", "Access-Control-Allow-Methods");
  reply.headers += "Access-Control-Max-Age: 172800\r\n";
  reply.headers += fmt::format("x-amzn-RequestId: {}\r\n", request.request_id);
  return reply;
}

// AWS has no such refusals, but SDKs show the text.
HttpReply Refusal(std::string_view text) {
  auto response = wire::ErrorResponse(Error(ErrorCode::kAccessDeniedException, std::string(text)));
  return {.status = 403, .content_type = kAmazonJson, .body = std::move(response.body)};
}

// Converts an answer to the form of its request.
void Rewrite(const HttpRequest& request, const Call& call, wire::Response& response,
             std::string& headers) {
  const auto* schema = SchemaOf(call);
  const auto* answer = schema == nullptr || response.error ? nullptr : schema->response;
  if (call.form == Call::Form::kCbor) {
    response.body = wire::CborOfJson(response.body, answer);
    headers += "smithy-protocol: rpc-v2-cbor\r\n";
    return;
  }
  response.body =
      wire::XmlOf(response, schema == nullptr ? "" : schema->name, answer, request.request_id);
}

HttpReply ReplyOf(wire::Response response) {
  auto reply = AdminReply(response.status, std::move(response.body));
  reply.headers += response.headers;
  if (!response.content_type.empty()) reply.content_type = response.content_type;
  return reply;
}

BodyReader::Options ReaderOptions(const RouterShared& shared, std::size_t bytes_max) {
  return {.credentials = shared.credentials ? &*shared.credentials : nullptr,
          .skew = std::chrono::seconds(shared.settings.signature_skew),
          .bytes_max = bytes_max};
}

}  // namespace

Router::Router(const RouterShared& shared, RequestMetrics& metrics)
    : shared_(shared),
      metrics_(metrics),
      cors_(shared.settings.cors),
      server_facts_{.version = kVersion,
                    .settings_json = [&shared] { return SettingsJson(shared.settings); },
                    .jobs = shared.jobs,
                    .hooks = shared.hooks,
                    .models = &shared.models},
      reader_(ReaderOptions(shared, limits::kLoopBodyBytesMax)) {}

void Router::Handle(const HttpRequest& request, Loop& loop, Respond respond) {
  if (request.path.starts_with(kAdminPath)) return Admin(request, loop, std::move(respond));
  if (IsConsolePath(request.path)) return ReadConsole(request, loop, std::move(respond));
  if (request.path == "/metrics") return respond(Metrics(request));
  if (request.method == "POST") return HandleOperation(request, loop, std::move(respond));
  if (request.IsRead() && request.path == "/") return respond(Root(request));
  if (request.method == "OPTIONS" && request.Find("origin")) {
    if (!cors_.Allows(request)) return respond(HttpReply{.status = 403, .checksum = false});
    return respond(WithCors(request, Preflight(request)));
  }
  respond(WithCors(request, NotFound()));
}

// AWS answers every origin alike. Here only an allowed page gets CORS headers, and it learns
// nothing about other origins.
HttpReply Router::WithCors(const HttpRequest& request, HttpReply reply) const {
  if (!cors_.Allows(request)) return reply;
  reply.headers += "Access-Control-Allow-Origin: *\r\n";
  reply.headers += fmt::format("Access-Control-Expose-Headers: {}\r\n", kExposedHeaders);
  return reply;
}

HttpReply Router::Broken() const {
  auto response = wire::ErrorResponse(Error(ErrorCode::kInternalServerError, texts::kInternal));
  return {.status = response.status, .content_type = kAmazonJson, .body = std::move(response.body)};
}

// A request whose body a worker reads. The loop creates and destroys it.
struct Router::LongRequest {
  Router& router;
  const HttpRequest& request;
  Loop& loop;
  Call call;
  Started started;
  Respond respond;
  std::vector<std::string> tables = {};
  std::optional<wire::Response> response = {};  // empty if an exception was thrown
  std::exception_ptr thrown = {};

  // Threads: a worker. The last holder of the request posts it back to its loop.
  static void Read(std::shared_ptr<LongRequest> self) noexcept {
    try {
      self->router.RunLong(*self, [self](wire::Response response) mutable {
        self->response = std::move(response);
        self.reset();
      });
    } catch (...) {
      self->thrown = std::current_exception();
    }
  }

  // Threads: the loop's.
  static void Finish(std::unique_ptr<LongRequest> self) {
    if (!self->response) {
      self->response = wire::ErrorResponse(Error(ErrorCode::kInternalServerError, texts::kInternal),
                                           self->call.errors());
    }
    self->respond(self->router.Answer(self->request, self->call, self->started, self->tables,
                                      *std::move(self->response)));
    if (self->thrown) std::rethrow_exception(self->thrown);
  }
};

void Router::HandleOperation(const HttpRequest& request, Loop& loop, Respond respond) {
  auto call = RecogniseCall(request);
  if (!call) return respond(WithCors(request, NotFound()));
  if (auto refusal = RefusePage(request, *call)) return respond(*std::move(refusal));
  const Started started = MachineSteadyNow();
  const auto body = reader_.Read(request, *call);
  if (body && !*body) return HandleLong(request, *call, started, loop, std::move(respond));
  std::vector<std::string> tables;
  if (body && call->operation != nullptr) tables = TablesOf(*call->operation, **body);
  Run(reader_, request, *call, body, loop,
      [this, &request, call = *call, started, tables = std::move(tables),
       respond = std::move(respond)](wire::Response response) mutable {
        respond(Answer(request, call, started, tables, std::move(response)));
      });
}

// Refuses requests of foreign web pages. A browser asks first, unless the page sends a form. A page
// whose own name points at this machine need not ask at all. Neither kind of page can sign.
std::optional<HttpReply> Router::RefusePage(const HttpRequest& request, const Call& call) const {
  if (call.form == Call::Form::kQuery && cors_.IsForeign(request, shared_.settings.admin_origin)) {
    return Refusal("Forms from web pages of other origins are refused; see the setting cors.");
  }
  if (!shared_.credentials &&
      !HostIsAllowed(request, shared_.own_names, shared_.settings.allow_host)) {
    return Refusal("The Host header names another host; see the setting allow-host.");
  }
  return std::nullopt;
}

void Router::HandleLong(const HttpRequest& request, const Call& call, Started started, Loop& loop,
                        Respond respond) {
  auto shared =
      Lend(std::make_unique<LongRequest>(*this, request, loop, call, started, std::move(respond)),
           loop, &LongRequest::Finish);
  if (shared_.bodies.Run([shared] { LongRequest::Read(shared); })) return;
  shared->response =
      wire::ErrorResponse(Error(ErrorCode::kThrottlingException, texts::kPoolFull), call.errors());
}

// Threads: a worker. It uses only the request's own data and thread-safe objects.
void Router::RunLong(LongRequest& request, wire::Reply done) const {
  BodyReader reader(ReaderOptions(shared_, limits::kRequestBytesMax));
  const auto body = reader.Read(request.request, request.call);
  if (body && request.call.operation != nullptr) {
    request.tables = TablesOf(*request.call.operation, **body);
  }
  Run(reader, request.request, request.call, body, request.loop, std::move(done));
}

void Router::Run(BodyReader& reader, const HttpRequest& request, const Call& call,
                 const Result<std::optional<json::Body>>& body, Loop& loop,
                 wire::Reply done) const {
  if (!body) return done(wire::ErrorResponse(body.error(), call.errors()));
  if (call.absent != nullptr) return done(wire::NotBuilt(*call.absent));
  if (call.operation == nullptr) return done(wire::UnknownOperation(call.errors()));
  if (!call.authenticated) {
    if (auto signer = reader.Authenticate(request, call.service->signing_name); !signer) {
      return done(wire::ErrorResponse(signer.error(), call.errors()));
    }
  }
  const auto explain =
      request.Find(kExplainHeader) == "1" ? wire::Explain::kYes : wire::Explain::kNo;
  const std::string reached = ReachedAddress(request);
  const wire::Origin origin{explain, request.Find("host").value_or(reached),
                            IsUnmetered(request, *call.operation)};
  wire::Dispatch(shared_.database, *call.operation, **body, loop, origin, std::move(done));
}

// Unmetered reads are for an operator's tools, so they need what the admin API needs. Elsewhere the
// header has no effect: a client could otherwise evade its capacity. The signature is that of the
// operation, which was verified already.
bool Router::IsUnmetered(const HttpRequest& request, const api::Operation& operation) const {
  return request.Find(kUnmeteredHeader) == "1" && operation.access == api::Access::kRead &&
         NamesThisServer(request, shared_.own_names) &&
         ComesFromOwnPages(request, shared_.settings.admin_origin);
}

HttpReply Router::Answer(const HttpRequest& request, const Call& call, Started started,
                         const std::vector<std::string>& tables, wire::Response response) {
  if (call.operation != nullptr) {
    const std::chrono::nanoseconds latency = MachineSteadyNow() - started;
    metrics_.Record(*call.operation, response.error, latency);
    if (response.error || !IsUnmetered(request, *call.operation)) {
      NoteRequest(*call.operation, tables, response, latency, shared_.database.clock().Now(),
                  shared_.database.observation().recorder());
    }
    LogIfSlow(request, *call.operation, response, latency);
    if (response.status >= 500) LogFailure(request, *call.operation, response);
  }
  // A body that is too large gets an empty answer, like bodies that are refused unread. CloudWatch
  // alone states the limit.
  if (response.error == ErrorCode::kRequestEntityTooLarge &&
      call.errors() != api::Service::kCloudWatch) {
    response.body.clear();
  }
  std::string headers;
  if (!response.explanation.empty()) {
    headers = fmt::format("{}: {}\r\n", kExplainHeader, response.explanation);
  }
  if (!response.query_error.empty() && request.Find(kQueryModeHeader) == "true") {
    headers += fmt::format("x-amzn-query-error: {}\r\n", response.query_error);
  }
  if (call.form != Call::Form::kJson) Rewrite(request, call, response, headers);
  return WithCors(request,
                  {.status = response.status,
                   .content_type = call.content_type,
                   .body = std::move(response.body),
                   .headers = std::move(headers),
                   .owed = call.operation != nullptr &&
                           call.operation->access == api::Access::kWrite && !response.error,
                   .operation = call.operation != nullptr});
}

void Router::LogIfSlow(const HttpRequest& request, const api::Operation& operation,
                       const wire::Response& response, std::chrono::nanoseconds latency) const {
  const std::chrono::milliseconds slow(shared_.settings.slow_request_ms);
  if (slow.count() == 0 || latency < slow) return;
  shared_.log.Warning(
      "slow-request",
      {{"operation", operation.label},
       {"milliseconds", std::chrono::duration<double, std::milli>(latency).count()},
       {"status", response.status},
       {"error", response.error ? wire::ErrorName(*response.error) : std::string_view("none")},
       {"request_id", request.request_id},
       {"request_bytes", request.body().size()},
       {"response_bytes", response.body.size()}});
}

// A failing disk may fail every request. So the log gets a bounded number of lines, and a count of
// the rest.
void Router::LogFailure(const HttpRequest& request, const api::Operation& operation,
                        const wire::Response& response) {
  const Started now = MachineSteadyNow();
  if (failure_logged_ && now - *failure_logged_ < kFailureLogPause) {
    ++failures_unlogged_;
    return;
  }
  failure_logged_ = now;
  shared_.log.Error("request-failed", {{"operation", operation.name},
                                       {"request_id", request.request_id},
                                       {"reason", response.message},
                                       {"others", std::exchange(failures_unlogged_, 0)}});
}

// A browser that opens the server's address gets the console. Load balancers, scripts and SDKs get
// the health text, as from AWS.
HttpReply Router::Root(const HttpRequest& request) const {
  if (shared_.console.is_on() && OpensDocument(request) &&
      NamesThisServer(request, shared_.own_names)) {
    return RedirectToConsole();
  }
  return WithCors(request, Health());
}

HttpReply Router::Health() const {
  return {.content_type = "text/plain",
          .body = fmt::format("healthy: dynamodb.{}.amazonaws.com ", shared_.settings.region)};
}

// Prometheus may use any name and needs no signature. Names of tables appear only for clients that
// the admin API would admit. A page of another origin is refused.
HttpReply Router::Metrics(const HttpRequest& request) {
  if (request.body().size() > limits::kLoopBodyBytesMax) return AdminRefusal(413, kLongBody);
  if (!request.IsRead()) return AdminRefusal(405, "Metrics are read with GET.");
  if (!ComesFromOwnPages(request, shared_.settings.admin_origin)) {
    return AdminRefusal(403, "Metrics are closed to web pages.");
  }
  const bool names = NamesThisServer(request, shared_.own_names) &&
                     reader_.Authenticate(request, kSigningName).has_value();
  return {.content_type = "text/plain; version=0.0.4",
          .body = shared_.metrics_text(names),
          .checksum = false};
}

// A request for a file of the console that a worker answers. The loop creates and destroys it.
struct Router::ConsoleRequest {
  const HttpRequest& request;
  Respond respond;
  HttpReply reply = {.status = 503};  // unless a worker takes the request

  // Threads: the loop's.
  static void Finish(std::unique_ptr<ConsoleRequest> self) {
    self->respond(std::move(self->reply));
  }
};

void Router::ReadConsole(const HttpRequest& request, Loop& loop, Respond respond) {
  auto refusal = RefuseConsole(request, shared_.own_names, shared_.settings.admin_origin);
  if (refusal) return respond(*std::move(refusal));
  const Console& console = shared_.console;
  if (!console.TakesLong(request)) return respond(console.Answer(request));
  auto pending = Lend(std::make_unique<ConsoleRequest>(request, std::move(respond)), loop,
                      &ConsoleRequest::Finish);
  shared_.bodies.Run([&console, pending = std::move(pending)] {
    pending->reply = {.status = 500};
    ContainQuietly([&] { pending->reply = console.Answer(pending->request); });
  });
}

// A request to the admin API whose body a worker reads. The loop creates and destroys it.
struct Router::LongAdminRequest {
  const Router& router;
  const HttpRequest& request;
  Loop& loop;
  Respond respond;
  HttpReply reply = AdminRefusal(503, kBodiesBusy);  // unless a worker takes the request

  // Threads: a worker. The last holder of the request posts it back to its loop.
  static void Read(std::shared_ptr<LongAdminRequest> self) {
    BodyReader reader(ReaderOptions(self->router.shared_, limits::kAdminBodyBytesMax));
    self->reply = AdminReply(
        500, wire::ErrorResponse(Error(ErrorCode::kInternalServerError, texts::kInternal)).body);
    if (const auto signer = reader.Authenticate(self->request, kSigningName); !signer) {
      self->reply = AdminReply(403, wire::ErrorResponse(signer.error()).body);
      return;
    }
    const auto& lent = *self;
    lent.router.AnswerAdmin(lent.request, lent.loop, [self](wire::Response response) mutable {
      self->reply = ReplyOf(std::move(response));
      self.reset();
    });
  }

  // Threads: the loop's.
  static void Finish(std::unique_ptr<LongAdminRequest> self) {
    self->respond(std::move(self->reply));
  }
};

void Router::Admin(const HttpRequest& request, Loop& loop, Respond respond) {
  if (request.body().size() > limits::kLoopBodyBytesMax) {
    return LongAdmin(request, loop, std::move(respond));
  }
  if (auto refusal = RefuseAdminPage(request)) return respond(*std::move(refusal));
  if (auto signer = reader_.Authenticate(request, kSigningName); !signer) {
    return respond(AdminReply(403, wire::ErrorResponse(signer.error()).body));
  }
  AnswerAdmin(request, loop, [respond = std::move(respond)](wire::Response response) mutable {
    respond(ReplyOf(std::move(response)));
  });
}

void Router::LongAdmin(const HttpRequest& request, Loop& loop, Respond respond) {
  const bool is_taken =
      admin::TakesLongBody(request.method, request.path.substr(kAdminPath.size()));
  if (!is_taken || request.body().size() > limits::kAdminBodyBytesMax) {
    return respond(AdminRefusal(413, kLongBody));
  }
  if (auto refusal = RefuseAdminPage(request)) return respond(*std::move(refusal));
  auto pending = Lend(std::make_unique<LongAdminRequest>(*this, request, loop, std::move(respond)),
                      loop, &LongAdminRequest::Finish);
  shared_.bodies.Run(
      [pending = std::move(pending)]() mutable { LongAdminRequest::Read(std::move(pending)); });
}

void Router::AnswerAdmin(const HttpRequest& request, Loop& loop, wire::Reply done) const {
  const std::string none;
  admin::Answer({.method = request.method,
                 .path = request.path.substr(kAdminPath.size()),
                 .query = request.query,
                 .if_match = request.Find("if-match").value_or(""),
                 .if_none_match = request.Find("if-none-match").value_or(""),
                 .body = request.body_text == nullptr ? none : *request.body_text,
                 .database = shared_.database,
                 .loop = loop,
                 .server = server_facts_},
                std::move(done));
}

std::optional<HttpReply> Router::RefuseAdminPage(const HttpRequest& request) const {
  if (NamesThisServer(request, shared_.own_names) &&
      ComesFromOwnPages(request, shared_.settings.admin_origin)) {
    return std::nullopt;
  }
  return AdminRefusal(403, "The admin API is closed to other hosts and origins.");
}

}  // namespace stator::server
