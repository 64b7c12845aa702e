#include <utility>

#include <fmt/format.h>

#include "base/ids.h"
#include "base/limits.h"
#include "base/result.h"
#include "base/utf8.h"
#include "client/codec.h"
#include "client/door.h"
#include "client/endpoint.h"
#include "client/in_process.h"
#include "client/local_database.h"
#include "client/stator.h"
#include "client/table_definition.h"

namespace stator::client {
namespace {

Expected<std::string> Send(Door& door, std::string_view operation, const std::string& json) {
  const auto refuse = [](std::string message) {
    return std::unexpected(Error{"InvalidRequest", std::move(message)});
  };
  if (json.size() > limits::kRequestBytesMax) {
    return refuse(fmt::format("The request takes {} bytes; at most {} can be sent.", json.size(),
                              limits::kRequestBytesMax));
  }
  if (!ValidUtf8(json)) return refuse("The request holds text that is not UTF-8.");
  return door.Call(operation, json);
}

template <class Operation>
Expected<typename Operation::Result> AskInJson(Door& door,
                                               const typename Operation::Request& request) {
  const std::string json = TRY(Encode<Operation>(request));
  return Decode<Operation>(TRY(Send(door, Operation::kName, json)));
}

template <class Request>
Request WithToken(Request request) {
  request.client_request_token = ThreadIds().Uuid();
  return request;
}

// A database in this process takes the request as it is, unless the request breaks a rule of its
// shape: then the decoder of its JSON says which.
template <class Operation>
Expected<typename Operation::Result> Ask(Door& door, const typename Operation::Request& request) {
  if (LocalDatabase* const local = door.local()) {
    if (auto answer = local->Run<Operation>(request)) return *std::move(answer);
  }
  // Without a token, an attempt whose answer was lost would take effect again.
  if constexpr (requires { request.client_request_token; }) {
    if (door.retries() && request.client_request_token.empty()) {
      return AskInJson<Operation>(door, WithToken(request));
    }
  }
  return AskInJson<Operation>(door, request);
}

}  // namespace

Connection::Connection(std::unique_ptr<Door> door) : door_(std::move(door)) {}
Connection::Connection(Connection&&) noexcept = default;
Connection& Connection::operator=(Connection&&) noexcept = default;
Connection::~Connection() = default;

Expected<Connection> Connection::OpenFolder(const std::string& folder,
                                            const LocalOptions& options) {
  if (folder.empty()) return std::unexpected(Error{"InvalidRequest", "The folder has no name."});
  return Connection(TRY(OpenInProcess(folder, options)));
}

Expected<Connection> Connection::OpenMemory(const LocalOptions& options) {
  return Connection(TRY(OpenInProcess("", options)));
}

Expected<Connection> Connection::Connect(const EndpointOptions& options) {
  return Connection(TRY(Endpoint::Make(options)));
}

#define OPERATION(name)                                                                           \
  Expected<operations::name::Result> Connection::name(const operations::name::Request& request) { \
    return Ask<operations::name>(*door_, request);                                                \
  }
#define LOWERED_OPERATION(name)  // defined below
#include "client/operations.inc"
#undef LOWERED_OPERATION
#undef OPERATION

Expected<TableDescription> Connection::CreateTable(const CreateTableRequest& request) {
  return Ask<operations::CreateTable>(*door_, DefinitionOf(request));
}

Pages<QueryRequest, Page> Connection::QueryPages(QueryRequest first) {
  return {*this, &Connection::Query, std::move(first)};
}

Pages<ScanRequest, Page> Connection::ScanPages(ScanRequest first) {
  return {*this, &Connection::Scan, std::move(first)};
}

Pages<ExecuteStatementRequest, ExecuteStatementResult> Connection::ExecutePages(
    ExecuteStatementRequest first) {
  return {*this, &Connection::ExecuteStatement, std::move(first)};
}

Expected<BatchExecuteStatementResult> Connection::ExecuteBatch(
    const std::vector<Statement>& statements) {
  BatchExecuteStatementRequest request;
  for (const Statement& each : statements) {
    request.statements.push_back({.statement = each.text, .parameters = each.parameters});
  }
  return BatchExecuteStatement(request);
}

Expected<ExecuteTransactionResult> Connection::ExecuteTransaction(
    const std::vector<Statement>& statements) {
  ExecuteTransactionRequest request;
  for (const Statement& each : statements) {
    request.statements.push_back({.statement = each.text, .parameters = each.parameters});
  }
  return ExecuteTransaction(request);
}

Expected<std::string> Connection::Call(std::string_view operation, std::string_view json_request) {
  return Send(*door_, operation, std::string(json_request));
}

}  // namespace stator::client
