#include "server/router.h"

#include <utility>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/limits.h"
#include "base/release.h"
#include "base/texts.h"
#include "base/utf8.h"
#include "server/admin.h"
#include "server/bill_report.h"
#include "server/command_line.h"
#include "server/index_report.h"
#include "server/inflate.h"
#include "server/request_notes.h"
#include "server/services.h"
#include "server/table_functions.h"
#include "wire/cbor.h"
#include "wire/clock.h"
#include "wire/explanation.h"
#include "wire/json_writer.h"
#include "wire/query_protocol.h"
#include "wire/schema.h"
#include "wire/transaction_holds.h"

namespace stator::server {
namespace {

constexpr std::string_view kExplainHeader = "x-stator-explain";
constexpr std::string_view kQueryModeHeader = "x-amzn-query-mode";
constexpr std::string_view kAmazonJson = "application/x-amz-json-1.0";
constexpr std::string_view kAdminPath = "/_stator/";
constexpr std::string_view kSigningName = "dynamodb";  // also for the admin API

// What answers a request that is for no operation at all (facts 1.1).
HttpReply NotFound() { return {.status = 404, .body = "<UnknownOperationException/>\n"}; }

// A browser asks before a page may send what a DynamoDB request needs; everything is allowed.
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
  return reply;
}

HttpReply WithCors(const HttpRequest& request, HttpReply reply) {
  if (request.Find("origin")) reply.headers += "Access-Control-Allow-Origin: *\r\n";
  return reply;
}

const wire::OperationSchema* SchemaOf(const Call& call) {
  if (call.operation == nullptr) return nullptr;
  return wire::FindSchema(wire::CloudwatchSchemas(), call.operation->name);
}

// Puts an answer into the form of its request.
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

wire::Reply AnswerAdmin(Respond respond) {
  return [respond = std::move(respond)](wire::Response response) mutable {
    respond(AdminReply(response.status, std::move(response.body)));
  };
}

// A server whose store refuses writes still reads, but somebody should see to it.
HttpReply StoreHealth(const std::string& fault) {
  if (fault.empty()) {
    return AdminReply(200, fmt::format(R"({{"status":"ok","version":"{}"}})", kVersion));
  }
  std::string reason;
  wire::WriteString(ValidUtf8(fault) ? fault : "a disk fault", reason);
  return AdminReply(503, fmt::format(R"({{"status":"cannot-write","reason":{},"version":"{}"}})",
                                     reason, kVersion));
}

bool IsRead(const HttpRequest& request) {
  return request.method == "GET" || request.method == "HEAD";
}

}  // namespace

Router::Router(const RouterShared& shared, RequestMetrics& metrics)
    : shared_(shared), metrics_(metrics) {
  if (shared.credentials) {
    verifier_.emplace(*shared.credentials, std::chrono::seconds(shared.settings.signature_skew));
  }
}

void Router::Handle(const HttpRequest& request, Loop& loop, Respond respond) {
  if (request.path.starts_with(kAdminPath)) return Admin(request, loop, std::move(respond));
  if (request.path == "/metrics") return respond(Metrics(request));
  if (request.method == "POST") return HandleOperation(request, loop, std::move(respond));
  if (IsRead(request) && request.path == "/") return respond(WithCors(request, Health()));
  if (request.method == "OPTIONS" && request.Find("origin")) {
    return respond(WithCors(request, Preflight(request)));
  }
  respond(WithCors(request, NotFound()));
}

HttpReply Router::Broken() const {
  auto response = wire::ErrorResponse(Error(ErrorCode::kInternalServerError, texts::kInternal));
  return {.status = response.status, .content_type = kAmazonJson, .body = std::move(response.body)};
}

void Router::HandleOperation(const HttpRequest& request, Loop& loop, Respond respond) {
  auto call = RecogniseCall(request);
  if (!call) return respond(WithCors(request, NotFound()));
  const Started started = MachineSteadyNow();
  const auto body = JsonBody(request, *call);
  std::vector<std::string> tables;
  if (body && call->operation != nullptr) tables = TablesOf(*call->operation, *body);
  Run(request, *call, body, loop,
      [this, &request, call = *call, started, tables = std::move(tables),
       respond = std::move(respond)](wire::Response response) mutable {
        respond(WithCors(request, Answer(request, call, started, tables, std::move(response))));
      });
}

void Router::Run(const HttpRequest& request, const Call& call, const Result<wire::Body>& body,
                 Loop& loop, wire::Reply done) {
  if (!body) return done(wire::ErrorResponse(body.error(), call.errors()));
  if (call.operation == nullptr) return done(wire::UnknownOperation(call.errors()));
  if (call.form == Call::Form::kJson) {  // else ConvertedBody has
    if (auto signer = Authenticate(request, call.service->signing_name); !signer) {
      return done(wire::ErrorResponse(signer.error(), call.errors()));
    }
  }
  const auto explain =
      request.Find(kExplainHeader) == "1" ? wire::Explain::kYes : wire::Explain::kNo;
  wire::Dispatch(shared_.database, *call.operation, *body, loop, explain, std::move(done));
}

Result<wire::Body> Router::JsonBody(const HttpRequest& request, Call& call) {
  if (const auto size = request.body().size(); size > call.bytes_max()) {
    return Fail(ErrorCode::kRequestEntityTooLarge,
                fmt::format(texts::kRequestTooLarge, size, call.bytes_max()));
  }
  if (call.form != Call::Form::kJson) return ConvertedBody(request, call);
  return parser_.Parse(*TRY(PlainBody(request, call)));
}

// Converting takes longer than the loop would give to anybody, so it is done for signers alone and
// for operations that there are. (AWS tells broken JSON before it looks for a signature.)
Result<wire::Body> Router::ConvertedBody(const HttpRequest& request, Call& call) {
  if (converted_.capacity() > limits::kBufferKeptBytesMax) Release(converted_);
  converted_ = "{}";
  if (call.operation == nullptr && !call.packed) return parser_.Parse(converted_);
  TRY(Authenticate(request, call.service->signing_name));
  const auto* text = TRY(PlainBody(request, call));
  if (call.packed) call.operation = OperationInForm(*text);
  if (call.form == Call::Form::kCbor) {
    if (!text->empty()) converted_ = TRY(wire::JsonOfCbor(*text));
  } else if (const auto* schema = SchemaOf(call)) {
    converted_ = TRY(wire::JsonOfForm(*text, *schema->request));
  }
  return parser_.Parse(converted_);
}

// The body without its content coding. It is read to its end before Run returns, so one buffer will
// do for all requests of the loop.
Result<const std::string*> Router::PlainBody(const HttpRequest& request, const Call& call) {
  if (inflated_.capacity() > limits::kBufferKeptBytesMax) Release(inflated_);
  const auto coding = ParseContentCoding(request.Find("content-encoding").value_or(""));
  if (coding == ContentCoding::kIdentity) return request.body_text;
  if (coding == ContentCoding::kUnknown) return Fail(ErrorCode::kSerializationException, "");
  switch (Inflate(coding, request.body(), call.bytes_max(), inflated_)) {
    case InflateOutcome::kDone:
      return &inflated_;
    case InflateOutcome::kTooLarge:
      return Fail(ErrorCode::kRequestEntityTooLarge,
                  fmt::format(texts::kInflatedTooLarge, call.bytes_max()));
    case InflateOutcome::kBroken:
      break;
  }
  return Fail(ErrorCode::kInternalServerError, texts::kBodyBroken);
}

Result<> Router::Authenticate(const HttpRequest& request, std::string_view service) {
  if (!verifier_) return {};
  const auto signer = verifier_->Verify(request, service, MachineNow());
  if (!signer) return Fail(signer.error());
  return {};
}

HttpReply Router::Answer(const HttpRequest& request, const Call& call, Started started,
                         const std::vector<std::string>& tables, wire::Response response) {
  if (call.operation != nullptr) {
    const std::chrono::nanoseconds latency = MachineSteadyNow() - started;
    metrics_.Record(*call.operation, response.error, latency);
    auto& context = shared_.database.context();
    NoteRequest(*call.operation, tables, response, latency, context.clock.Now(), context.recorder);
    LogIfSlow(request, *call.operation, response, latency);
  }
  // A body that is too large is answered without one, like the bodies that are refused unread; but
  // CloudWatch says how large it may be.
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
  return {.status = response.status,
          .content_type = call.content_type,
          .body = std::move(response.body),
          .headers = std::move(headers),
          .owed = call.operation != nullptr && call.operation->access == api::Access::kWrite &&
                  !response.error,
          .operation = call.operation != nullptr};
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

HttpReply Router::Health() const {
  return {.content_type = "text/plain",
          .body = fmt::format("healthy: dynamodb.{}.amazonaws.com ", shared_.settings.region)};
}

// Prometheus may reach us under any name and without a signature, but names of tables are for those
// who may ask for them elsewhere. A page of another origin has no business here.
HttpReply Router::Metrics(const HttpRequest& request) {
  if (!IsRead(request)) return AdminRefusal(405, "Metrics are read with GET.");
  if (!ComesFromOwnPages(request)) return AdminRefusal(403, "Metrics are closed to web pages.");
  const bool names = NamesThisServer(request, shared_.own_names) &&
                     Authenticate(request, kSigningName).has_value();
  return {.content_type = "text/plain; version=0.0.4",
          .body = shared_.metrics_text(names),
          .checksum = false};
}

void Router::Admin(const HttpRequest& request, Loop& loop, Respond respond) {
  if (auto refusal = RefuseAdmin(request)) return respond(*std::move(refusal));
  const std::string_view name = request.path.substr(kAdminPath.size());
  if (name == "bill" && IsRead(request)) {
    return AnswerBill(shared_.database, loop, AnswerAdmin(std::move(respond)));
  }
  const std::string none;
  const std::string& body = request.body_text == nullptr ? none : *request.body_text;
  if (const auto function = FindTableFunction(request.method, name); function.run != nullptr) {
    return function.run(shared_.database, function.table, body, loop,
                        AnswerAdmin(std::move(respond)));
  }
  if (request.method != "POST") return respond(ReadAdmin(request));
  if (name == "clock") {
    return wire::TurnClock(shared_.database, body, loop, AnswerAdmin(std::move(respond)));
  }
  if (name == "transactions/hold") {
    return wire::HoldTransaction(shared_.database, body, loop, AnswerAdmin(std::move(respond)));
  }
  if (name == "transactions/release") {
    return wire::ReleaseTransactions(shared_.database, body, loop, AnswerAdmin(std::move(respond)));
  }
  if (name == "bill/reset") return respond(AdminReply(200, ResetBill(shared_.database)));
  respond(ReadAdmin(request));
}

std::optional<HttpReply> Router::RefuseAdmin(const HttpRequest& request) {
  if (!NamesThisServer(request, shared_.own_names) || !ComesFromOwnPages(request)) {
    return AdminRefusal(403, "The admin API is closed to other hosts and origins.");
  }
  if (auto signer = Authenticate(request, kSigningName); !signer) {
    return AdminReply(403, wire::ErrorResponse(signer.error()).body);
  }
  return std::nullopt;
}

HttpReply Router::ReadAdmin(const HttpRequest& request) {
  const std::string_view name = request.path.substr(kAdminPath.size());
  std::string answer;
  if (name == "health") {
    if (IsRead(request)) return StoreHealth(shared_.database.store_fault());
  } else if (name == "settings") {
    answer = SettingsJson(shared_.settings);
  } else if (name == "indexes") {
    answer = IndexesJson(shared_.database);
  } else if (name == "clock") {
    answer = wire::ClockJson(shared_.database.ReadClock());
  } else if (name == "transactions") {
    answer = wire::HoldsJson(shared_.database);
  } else if (name == "advice") {
    answer = wire::AdviceJson(shared_.database.context().advice.Lines());
  } else {
    return AdminRefusal(404, "There is no such admin function.");
  }
  if (!IsRead(request)) return AdminRefusal(405, "This is read with GET.");
  return AdminReply(200, std::move(answer));
}

}  // namespace stator::server
