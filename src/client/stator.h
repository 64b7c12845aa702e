#pragma once

// libstator: DynamoDB's operations for C++ programs. A program includes this header alone.
//
//   using namespace stator::client;
//
//   // Or OpenFolder("data"), or Connect({.endpoint = "http://127.0.0.1:8000"}).
//   auto database = Connection::OpenMemory();
//   auto put = database->PutItem({.table = "Music",
//                                 .item = {{"Artist", Value::String("Nina Simone")},
//                                          {"Song", Value::String("Sinnerman")},
//                                          {"Plays", Value::Number(1)}},
//                                 .condition = "attribute_not_exists(Artist)"});
//   if (!put) return Report(put.error());  // nothing here throws
//
// A program that was written for a database in its own process runs unchanged against a server, and
// against DynamoDB: only the line that opens the connection differs.
//
// Requests are structs for designated initialisers. Their members have DynamoDB's names without the
// words Expression, Attribute and Name: `key_condition` is KeyConditionExpression, `names` is
// ExpressionAttributeNames, `table` is TableName. A request leaves out an empty text, list or map
// and a member without a value. docs/libstator.md says how to link.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/statement.h"
#include "client/types.h"  // generated: the request and the answer of each operation
#include "client/value.h"

namespace stator::client {

// --- Errors --------------------------------------------------------------------------------------

// The part of one action of a transaction in its cancellation.
struct CancellationReason {
  std::string code;  // "None", "ConditionalCheckFailed", "TransactionConflict", …
  std::string message;
  std::optional<Item> item;  // the stored one, if the action asked for it

  bool operator==(const CancellationReason&) const = default;
};

// A failure. Its code is DynamoDB's, or one of four of the library:
// - "OpenFailure": the folder cannot be used.
// - "ConnectionFailure": no answer came. The request may have been executed.
// - "InvalidAnswer": the answer is not DynamoDB's.
// - "InvalidRequest": no service could understand the request, so it was not sent.
struct Error {
  std::string code;  // "ConditionalCheckFailedException"
  std::string message;
  int http_status = 0;            // 0: no answer came
  std::optional<Item> item = {};  // of a failed condition, if the request asked for it
  std::vector<CancellationReason> reasons = {};  // of a cancelled transaction, one for each action

  bool Is(std::string_view other_code) const { return code == other_code; }
  bool operator==(const Error&) const = default;
};

template <class T>
using Expected = std::expected<T, Error>;

// --- Tables --------------------------------------------------------------------------------------

struct KeyAttribute {
  std::string name;
  Value::Type type = Value::Type::kString;  // kString, kNumber or kBinary
};

enum class Projection : std::uint8_t { kAll, kKeysOnly, kInclude };

struct GlobalIndex {
  std::string name;
  std::vector<KeyAttribute> partition_key;  // up to four
  std::vector<KeyAttribute> sort_key = {};  // up to four
  Projection projection = Projection::kAll;
  std::vector<std::string> included = {};     // with kInclude: attributes beside the keys
  std::optional<Throughput> throughput = {};  // of a provisioned table
  std::optional<OnDemandThroughput> on_demand_throughput = {};
  std::optional<WarmThroughput> warm_throughput = {};
};

struct LocalIndex {
  std::string name;
  KeyAttribute sort_key;
  Projection projection = Projection::kAll;
  std::vector<std::string> included = {};
};

enum class StreamView : std::uint8_t { kNone, kKeysOnly, kNewImage, kOldImage, kNewAndOldImages };

// A table to be made. Key attributes are defined where they are used; DynamoDB's attribute
// definitions, key schemas and billing mode follow from them.
struct CreateTableRequest {
  std::string table;
  KeyAttribute partition_key;
  std::optional<KeyAttribute> sort_key = {};
  std::vector<GlobalIndex> global_indexes = {};
  std::vector<LocalIndex> local_indexes = {};
  std::optional<Throughput> throughput = {};  // none: on demand
  StreamView stream = StreamView::kNone;      // kNone: no stream
  bool deletion_protection = false;
  std::optional<OnDemandThroughput> on_demand_throughput = {};
  std::optional<WarmThroughput> warm_throughput = {};
  std::optional<EncryptionSpecification> encryption = {};
  std::optional<TableClass> table_class = {};
  std::vector<Tag> tags = {};
};

// --- Connections ---------------------------------------------------------------------------------

struct LocalOptions {
  std::string region = "us-east-1";  // in the ARNs of tables made here
  std::string account = "123456789012";
  // Whether a write is on the disk when it is answered. Without it, a power cut may lose the latest
  // writes; the end of the program loses none.
  bool durable = true;
};

struct EndpointOptions {
  std::string endpoint;  // "http://127.0.0.1:8000", "https://dynamodb.us-east-1.amazonaws.com"
  std::string region = "us-east-1";
  std::string access_key = "local";  // any will do, unless the server checks signatures
  std::string secret_key = "local";
  std::string session_token = {};  // of temporary credentials
  // How often a request is sent in all, from 1 to 20. A request is sent again if it is throttled,
  // gets no answer or meets a failure of the service. The pauses double, up to 5 s, and vary by
  // chance.
  int attempts = 4;
  std::chrono::milliseconds timeout{30'000};  // for one attempt, the connection included
  // Connections kept for the next request, up to 1,024. Further requests at the same time open
  // connections that are closed afterwards.
  std::size_t connections_kept = 16;
  // For https: a PEM file with the authorities that may vouch for the server's name; empty: those
  // of the system.
  std::string authorities_file = {};
};

class Door;
class Connection;

// --- Pages ---------------------------------------------------------------------------------------

// The pages of an answer, each of which is one request. An answer with a next page makes the next
// request. The pages end with the last one, or with the first failure.
//
//   for (const auto& page : database->QueryPages({.table = "Music", …})) {
//     if (!page) return Report(page.error());
//     for (const Item& item : page->items) …
//   }
//
// Lifetime: the connection is neither moved nor destroyed before. Threads: one.
template <class Request, class Result>
class Pages {
 public:
  using Ask = Expected<Result> (Connection::*)(const Request&);

  Pages(Connection& connection, Ask ask, Request first)
      : connection_(&connection), ask_(ask), request_(std::move(first)) {}

  // Asks for the next page. nullopt: there is none.
  std::optional<Expected<Result>> Next() {
    if (ended_) return std::nullopt;
    auto page = (connection_->*ask_)(request_);
    ended_ = !page || !Continue(*page);
    return page;
  }

  // The request of the next page. A program may change its limit; the rest is part of what the
  // pages are pages of.
  Request& request() { return request_; }

  // Asks for a page when it is made and at each step.
  class Iterator {
   public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = Expected<Result>;
    using difference_type = std::ptrdiff_t;

    explicit Iterator(Pages& pages) : pages_(&pages), page_(pages.Next()) {}
    Expected<Result>& operator*() const { return *page_; }
    Expected<Result>* operator->() const { return &*page_; }
    Iterator& operator++() {
      page_ = pages_->Next();
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t /*end*/) const { return !page_; }

   private:
    Pages* pages_;
    mutable std::optional<Expected<Result>> page_;
  };
  Iterator begin() { return Iterator(*this); }
  std::default_sentinel_t end() const { return {}; }

 private:
  // Whether there is a next page.
  bool Continue(const Result& page) {
    if constexpr (requires { request_.next_token; }) {
      request_.next_token = page.next_token;
      return !request_.next_token.empty();
    } else {
      request_.exclusive_start_key = page.last_evaluated_key;
      return !request_.exclusive_start_key.empty();
    }
  }

  Connection* connection_;
  Ask ask_;
  Request request_;
  bool ended_ = false;
};

// A database in this process, or a server that speaks DynamoDB's protocol. Every operation waits
// for its answer.
//
// Threads: any, at the same time; a connection is moved and destroyed by one.
class Connection {
 public:
  // The database in a folder, which is created if it does not exist. One process at a time may have
  // it open; the destructor closes it.
  static Expected<Connection> OpenFolder(const std::string& folder,
                                         const LocalOptions& options = {});
  // An empty database that ends with the connection.
  static Expected<Connection> OpenMemory(const LocalOptions& options = {});
  // A server. Nothing is sent before the first operation.
  static Expected<Connection> Connect(const EndpointOptions& options);

  Connection(Connection&&) noexcept;
  Connection& operator=(Connection&&) noexcept;
  ~Connection();

  // Items
  Expected<WriteResult> PutItem(const PutItemRequest& request);
  Expected<GetItemResult> GetItem(const GetItemRequest& request);
  Expected<WriteResult> UpdateItem(const UpdateItemRequest& request);
  Expected<WriteResult> DeleteItem(const DeleteItemRequest& request);
  Expected<Page> Query(const QueryRequest& request);
  Expected<Page> Scan(const ScanRequest& request);
  Pages<QueryRequest, Page> QueryPages(QueryRequest first);
  Pages<ScanRequest, Page> ScanPages(ScanRequest first);
  Expected<BatchGetItemResult> BatchGetItem(const BatchGetItemRequest& request);
  Expected<BatchWriteItemResult> BatchWriteItem(const BatchWriteItemRequest& request);

  // A transaction with a token that succeeded is not carried out again. A connection to an endpoint
  // makes a token up if the request has none, so that its own retries take effect once.
  Expected<TransactWriteItemsResult> TransactWriteItems(const TransactWriteItemsRequest& request);
  Expected<TransactGetItemsResult> TransactGetItems(const TransactGetItemsRequest& request);

  // PartiQL
  Expected<ExecuteStatementResult> ExecuteStatement(const ExecuteStatementRequest& request);
  Expected<BatchExecuteStatementResult> BatchExecuteStatement(
      const BatchExecuteStatementRequest& request);
  Expected<ExecuteTransactionResult> ExecuteTransaction(const ExecuteTransactionRequest& request);
  Pages<ExecuteStatementRequest, ExecuteStatementResult> ExecutePages(
      ExecuteStatementRequest first);

  // PartiQL with typed parameters (client/statement.h):
  //   database->Execute("SELECT * FROM Music WHERE Artist = ? AND Plays > ?", "Nina Simone", 5)
  //   database->ExecuteTransaction({Statement("UPDATE …", "a"), Statement("DELETE …", "b")})
  template <Parameter... Types>
  Expected<ExecuteStatementResult> Execute(std::string_view statement, Types&&... parameters) {
    return ExecuteStatement({.statement = std::string(statement),
                             .parameters = Parameters(std::forward<Types>(parameters)...)});
  }
  template <Parameter... Types>
  Pages<ExecuteStatementRequest, ExecuteStatementResult> ExecutePages(std::string_view statement,
                                                                      Types&&... parameters) {
    return ExecutePages(
        ExecuteStatementRequest{.statement = std::string(statement),
                                .parameters = Parameters(std::forward<Types>(parameters)...)});
  }
  Expected<BatchExecuteStatementResult> ExecuteBatch(const std::vector<Statement>& statements);
  // A transaction without a token gets one as TransactWriteItems does.
  Expected<ExecuteTransactionResult> ExecuteTransaction(const std::vector<Statement>& statements);

  // Tables
  Expected<TableDescription> CreateTable(const CreateTableRequest& request);
  Expected<TableDescription> DescribeTable(const DescribeTableRequest& request);
  Expected<TableDescription> UpdateTable(const UpdateTableRequest& request);
  Expected<TableDescription> DeleteTable(const DeleteTableRequest& request);
  Expected<ListTablesResult> ListTables(const ListTablesRequest& request = {});
  Expected<TimeToLive> UpdateTimeToLive(const UpdateTimeToLiveRequest& request);
  Expected<TimeToLiveDescription> DescribeTimeToLive(const DescribeTimeToLiveRequest& request);
  Expected<TagResourceResult> TagResource(const TagResourceRequest& request);
  Expected<UntagResourceResult> UntagResource(const UntagResourceRequest& request);
  Expected<ListTagsOfResourceResult> ListTagsOfResource(const ListTagsOfResourceRequest& request);
  Expected<ContinuousBackupsDescription> DescribeContinuousBackups(
      const DescribeContinuousBackupsRequest& request);
  Expected<UpdateContributorInsightsResult> UpdateContributorInsights(
      const UpdateContributorInsightsRequest& request);
  Expected<DescribeContributorInsightsResult> DescribeContributorInsights(
      const DescribeContributorInsightsRequest& request);
  Expected<ListContributorInsightsResult> ListContributorInsights(
      const ListContributorInsightsRequest& request = {});

  // Streams
  Expected<ListStreamsResult> ListStreams(const ListStreamsRequest& request = {});
  Expected<StreamDescription> DescribeStream(const DescribeStreamRequest& request);
  Expected<GetShardIteratorResult> GetShardIterator(const GetShardIteratorRequest& request);
  Expected<GetRecordsResult> GetRecords(const GetRecordsRequest& request);

  // The service
  Expected<DescribeLimitsResult> DescribeLimits(const DescribeLimitsRequest& request = {});
  Expected<DescribeEndpointsResult> DescribeEndpoints(const DescribeEndpointsRequest& request = {});

  // Any operation, in DynamoDB's JSON: Call("DescribeLimits", "{}").
  Expected<std::string> Call(std::string_view operation, std::string_view json_request);

 private:
  friend struct ConnectionMaker;
  explicit Connection(std::unique_ptr<Door> door);

  std::unique_ptr<Door> door_;
};

}  // namespace stator::client
