#include "admin/explain.h"

#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "admin/answer.h"
#include "admin/refusal.h"
#include "admin/texts.h"
#include "api/operation.h"
#include "api/plan_explanation.h"
#include "api/types.h"
#include "json/describe.h"
#include "json/from_json.h"
#include "json/parser.h"
#include "wire/codecs.h"
#include "wire/plan_explanation.h"

namespace stator::admin {
namespace {

// The operations that can be planned.
enum class Plannable : std::uint8_t { kExecuteStatement, kQuery, kScan };
BOOST_DESCRIBE_ENUM(Plannable, kExecuteStatement, kQuery, kScan)
std::string_view NameOf(Plannable operation) {
  constexpr std::string_view kNames[] = {"ExecuteStatement", "Query", "Scan"};
  return kNames[static_cast<std::size_t>(operation)];
}

// The text of a JSON object.
struct ObjectText {
  std::string json;
};
Result<> ReadValue(json::Value value, const json::ValuePath& path, ObjectText& out) {
  if (!value.is_object()) return json::FailAt(path, "must be an object.");
  out.json = simdjson::minify(value);
  return {};
}

struct ExplainBody {
  Plannable operation = Plannable::kExecuteStatement;
  ObjectText input;
};
BOOST_DESCRIBE_STRUCT(ExplainBody, (), (operation, input))

Result<ExplainBody> ReadExplainBody(const std::string& text) {
  json::Parser parser;
  const auto body = parser.Parse(text);
  if (!body) return FailInvalid(texts::kExplainNoObject);
  if (body->empty()) return FailInvalid(texts::kExplainEmpty);
  return json::FromJson<ExplainBody>(body->root());
}

// A plan is that of all pages, so a request for a further page has none.
Result<> CheckFirstPage(const api::ExecuteStatementRequest& request) {
  if (!request.next_token) return {};
  return FailInvalid(fmt::format(texts::kExplainFurtherPage, "NextToken"));
}

template <class Request>
Result<> CheckFirstPage(const Request& request) {
  if (!request.exclusive_start_key) return {};
  return FailInvalid(fmt::format(texts::kExplainFurtherPage, "ExclusiveStartKey"));
}

template <class Request>
Result<std::string> Explained(const database::Database& database, const ExplainBody& asked) {
  const std::string_view name = NameOf(asked.operation);
  const api::Layer layer = api::FindOperation(api::Service::kDynamoDB, name)->layer;
  json::Parser parser;
  const auto body = TRY(parser.Parse(asked.input.json));
  auto request = wire::Decode<Request>(body, layer);
  // JSON of a wrong type has no text of its own, or one that does not name the request.
  if (!request && request.error().code == ErrorCode::kSerializationException) {
    return FailInvalid(fmt::format(texts::kExplainInput, name, request.error().message));
  }
  if (!request) return std::unexpected(std::move(request.error()));
  TRY(CheckFirstPage(*request));
  return wire::PlanExplanationJson(TRY(api::PlanOf(database.services(), *request)));
}

Result<std::string> ExplainText(const database::Database& database, const std::string& text) {
  const auto asked = TRY(ReadExplainBody(text));
  switch (asked.operation) {
    case Plannable::kExecuteStatement:
      return Explained<api::ExecuteStatementRequest>(database, asked);
    case Plannable::kQuery:
      return Explained<api::QueryRequest>(database, asked);
    case Plannable::kScan:
      return Explained<api::ScanRequest>(database, asked);
  }
  std::unreachable();
}

}  // namespace

void ExplainRequest(database::Database& database, const std::string& body, Loop& loop,
                    wire::Reply done) {
  AnswerFromPool(
      database, loop, std::move(done),
      [&database, body]() -> wire::Response {
        auto answer = ExplainText(database, body);
        if (!answer) return AdminRefusal(answer.error());
        return {.body = *std::move(answer)};
      },
      database::Lane::kReads);
}

}  // namespace stator::admin
