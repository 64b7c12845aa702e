#include "server/request_notes.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "base/limits.h"
#include "catalog/table.h"
#include "partiql/named_table.h"

namespace stator::server {
namespace {

using api::OperationId;
using observe::Metric;
using observe::Recorder;
using Json = json::Value;

// Returns the table's name, also from an ARN; empty if the request has none.
std::string NameIn(const Json& object) {
  std::string_view text;
  if (object["TableName"].get(text) != simdjson::SUCCESS) return {};
  return std::string(catalog::TableNameIn(text).value_or(std::string_view()));
}

std::vector<std::string> Batch(const Json& root) {
  std::vector<std::string> tables;
  simdjson::dom::object items;
  if (root["RequestItems"].get(items) != simdjson::SUCCESS) return tables;
  for (const auto& [name, requests] : items) {
    if (tables.size() == limits::kBatchReadsMax) break;
    tables.emplace_back(catalog::TableNameIn(name).value_or(std::string_view()));
  }
  return tables;
}

std::vector<std::string> Actions(const Json& root) {
  std::vector<std::string> tables;
  simdjson::dom::array actions;
  if (root["TransactItems"].get(actions) != simdjson::SUCCESS) return tables;
  for (const Json action : actions) {
    simdjson::dom::object kinds;
    if (tables.size() == limits::kTransactionActionsMax) break;
    if (action.get(kinds) != simdjson::SUCCESS) continue;
    std::string name;
    for (const auto& [kind, content] : kinds) name = NameIn(content);
    tables.push_back(std::move(name));
  }
  return tables;
}

std::string NameInStatement(const Json& object) {
  std::string_view text;
  if (object["Statement"].get(text) != simdjson::SUCCESS) return {};
  return std::string(
      catalog::TableNameIn(partiql::TableNamedIn(text)).value_or(std::string_view()));
}

std::vector<std::string> Statements(const Json& root, std::string_view member) {
  std::vector<std::string> tables;
  simdjson::dom::array statements;
  if (root[member].get(statements) != simdjson::SUCCESS) return tables;
  for (const Json statement : statements) {
    if (tables.size() == limits::kTransactionActionsMax) break;
    tables.push_back(NameInStatement(statement));
  }
  return tables;
}

bool IsThrottle(ErrorCode code) {
  return code == ErrorCode::kProvisionedThroughputExceededException ||
         code == ErrorCode::kThrottlingException || code == ErrorCode::kRequestLimitExceeded;
}

// Records one sample for each table whose actions failed with `code`. Its value is the number of
// those actions.
void NoteReasons(ErrorCode code, Metric metric, const std::vector<std::string>& tables,
                 const CancellationReasons& reasons, TimeMicros now, Recorder& recorder) {
  std::map<std::string_view, double> sums;
  for (std::size_t i = 0; i < std::min(tables.size(), reasons.size()); ++i) {
    if (reasons[i] && reasons[i]->code == code) ++sums[tables[i]];
  }
  for (const auto& [table, sum] : sums) recorder.Note(metric, {.table = table}, now, sum);
}

void NoteFailure(const api::Operation& operation, const std::vector<std::string>& tables,
                 const wire::Response& response, TimeMicros now, Recorder& recorder) {
  const auto code = *response.error;
  const auto each = [&](Metric metric, std::string_view name) {
    const std::set<std::string_view> distinct(tables.begin(), tables.end());
    for (const auto table : distinct) {
      if (!table.empty()) recorder.Note(metric, {.table = table, .operation = name}, now, 1);
    }
  };
  if (IsThrottle(code)) return;  // the throttling code counts these
  if (response.status >= 500) return each(Metric::kSystemErrors, operation.name);
  if (code == ErrorCode::kConditionalCheckFailedException) {
    return each(Metric::kConditionalCheckFailed, "");
  }
  // A cancelled transaction counts as a user error, whatever its reasons: AWS excludes errors by
  // their names.
  if (response.status == 400) recorder.Note(Metric::kUserErrors, {}, now, 1);
  if (code == ErrorCode::kTransactionConflictException) each(Metric::kTransactionConflict, "");
  if (!response.reasons) return;
  NoteReasons(ErrorCode::kTransactionConflictException, Metric::kTransactionConflict, tables,
              *response.reasons, now, recorder);
  NoteReasons(ErrorCode::kConditionalCheckFailedException, Metric::kConditionalCheckFailed, tables,
              *response.reasons, now, recorder);
}

}  // namespace

std::vector<std::string> TablesOf(const api::Operation& operation, const json::Body& body) {
  if (body.empty()) return {};
  switch (operation.id) {
    case OperationId::kGetItem:
    case OperationId::kPutItem:
    case OperationId::kUpdateItem:
    case OperationId::kDeleteItem:
    case OperationId::kQuery:
    case OperationId::kScan:
      return {NameIn(body.root())};
    case OperationId::kBatchGetItem:
    case OperationId::kBatchWriteItem:
      return Batch(body.root());
    case OperationId::kTransactGetItems:
    case OperationId::kTransactWriteItems:
      return Actions(body.root());
    case OperationId::kExecuteStatement:
      return {NameInStatement(body.root())};
    case OperationId::kBatchExecuteStatement:
      return Statements(body.root(), "Statements");
    case OperationId::kExecuteTransaction:
      return Statements(body.root(), "TransactStatements");
    default:
      return {};
  }
}

void NoteRequest(const api::Operation& operation, const std::vector<std::string>& tables,
                 const wire::Response& response, std::chrono::nanoseconds latency, TimeMicros now,
                 Recorder& recorder) {
  if (operation.service != api::Service::kDynamoDB) return;
  if (response.error) return NoteFailure(operation, tables, response, now, recorder);
  const double milliseconds = std::chrono::duration<double, std::milli>(latency).count();
  for (std::size_t i = 0; i < tables.size(); ++i) {
    // A table that several actions name counts once.
    const auto before = tables.begin() + static_cast<std::ptrdiff_t>(i);
    if (tables[i].empty() || std::find(tables.begin(), before, tables[i]) != before) continue;
    recorder.Note(Metric::kLatency, {.table = tables[i], .operation = operation.name}, now,
                  milliseconds);
  }
}

}  // namespace stator::server
