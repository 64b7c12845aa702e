#include <utility>

#include <fmt/format.h>

#include "base/ids.h"
#include "base/limits.h"
#include "base/result.h"
#include "base/utf8.h"
#include "client/answer_json.h"
#include "client/door.h"
#include "client/endpoint.h"
#include "client/in_process.h"
#include "client/request_json.h"
#include "client/stator.h"

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

template <class Result, class Request>
Expected<Result> Ask(Door& door, std::string_view operation, const Request& request) {
  return Decode<Result>(TRY(Send(door, operation, TRY(Encode(request)))));
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

Expected<TableDescription> Connection::CreateTable(const CreateTableRequest& request) {
  return Ask<TableDescription>(*door_, "CreateTable", request);
}

Expected<TableDescription> Connection::DescribeTable(const DescribeTableRequest& request) {
  return Ask<TableDescription>(*door_, "DescribeTable", request);
}

Expected<TableDescription> Connection::DeleteTable(const DeleteTableRequest& request) {
  return Ask<TableDescription>(*door_, "DeleteTable", request);
}

Expected<ListTablesResult> Connection::ListTables(const ListTablesRequest& request) {
  return Ask<ListTablesResult>(*door_, "ListTables", request);
}

Expected<TimeToLive> Connection::UpdateTimeToLive(const UpdateTimeToLiveRequest& request) {
  return Ask<TimeToLive>(*door_, "UpdateTimeToLive", request);
}

Expected<WriteResult> Connection::PutItem(const PutItemRequest& request) {
  return Ask<WriteResult>(*door_, "PutItem", request);
}

Expected<GetItemResult> Connection::GetItem(const GetItemRequest& request) {
  return Ask<GetItemResult>(*door_, "GetItem", request);
}

Expected<WriteResult> Connection::UpdateItem(const UpdateItemRequest& request) {
  return Ask<WriteResult>(*door_, "UpdateItem", request);
}

Expected<WriteResult> Connection::DeleteItem(const DeleteItemRequest& request) {
  return Ask<WriteResult>(*door_, "DeleteItem", request);
}

Expected<Page> Connection::Query(const QueryRequest& request) {
  return Ask<Page>(*door_, "Query", request);
}

Expected<Page> Connection::Scan(const ScanRequest& request) {
  return Ask<Page>(*door_, "Scan", request);
}

Expected<BatchGetItemResult> Connection::BatchGetItem(const BatchGetItemRequest& request) {
  return Ask<BatchGetItemResult>(*door_, "BatchGetItem", request);
}

Expected<BatchWriteItemResult> Connection::BatchWriteItem(const BatchWriteItemRequest& request) {
  return Ask<BatchWriteItemResult>(*door_, "BatchWriteItem", request);
}

Expected<TransactWriteItemsResult> Connection::TransactWriteItems(
    const TransactWriteItemsRequest& request) {
  const std::string token = door_->retries() ? ThreadIds().Uuid() : std::string();
  return Decode<TransactWriteItemsResult>(
      TRY(Send(*door_, "TransactWriteItems", TRY(Encode(request, token)))));
}

Expected<TransactGetItemsResult> Connection::TransactGetItems(
    const TransactGetItemsRequest& request) {
  return Ask<TransactGetItemsResult>(*door_, "TransactGetItems", request);
}

Expected<std::string> Connection::Call(std::string_view operation, std::string_view json_request) {
  return Send(*door_, operation, std::string(json_request));
}

}  // namespace stator::client
