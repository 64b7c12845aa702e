#pragma once

// libstator: DynamoDB's operations for C++ programs, the whole of it in this one header.
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
// ExpressionAttributeNames, `table` is TableName. A text or map that is empty is left out of the
// request, as is a number or truth that is not given. docs/libstator.md says how to link.

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace stator::client {

// --- Values and items ----------------------------------------------------------------------------

class Value;
using Item = std::map<std::string, Value>;  // attributes by name; a key is an item, too
using ValueList = std::vector<Value>;
using ValueSet = std::set<std::string>;            // texts, decimal texts or byte strings
using Names = std::map<std::string, std::string>;  // "#placeholder" to attribute name
using Values = Item;                               // ":placeholder" to value

// One attribute value of any of DynamoDB's ten types. A number is its decimal text, so that all 38
// digits stay what they were; text is UTF-8, and binary is any bytes.
class Value {
 public:
  enum class Type : std::uint8_t {
    kString,     // S
    kNumber,     // N
    kBinary,     // B
    kBool,       // BOOL
    kNull,       // NULL
    kMap,        // M
    kList,       // L
    kStringSet,  // SS
    kNumberSet,  // NS
    kBinarySet,  // BS
  };

  Value() : content_(std::in_place_index<kIndexNull>) {}

  static Value String(std::string text) { return Make<Type::kString>(std::move(text)); }
  static Value Number(std::string decimal) { return Make<Type::kNumber>(std::move(decimal)); }
  static Value Number(std::integral auto number) { return Number(std::to_string(number)); }
  static Value Number(double number);  // the shortest decimal that reads back as the same double
  static Value Binary(std::string bytes) { return Make<Type::kBinary>(std::move(bytes)); }
  static Value Bool(bool truth) { return Make<Type::kBool>(truth); }
  static Value Null() { return {}; }
  static Value Map(Item members) { return Make<Type::kMap>(std::move(members)); }
  static Value List(ValueList elements) { return Make<Type::kList>(std::move(elements)); }
  static Value StringSet(ValueSet members) { return Make<Type::kStringSet>(std::move(members)); }
  static Value NumberSet(ValueSet members) { return Make<Type::kNumberSet>(std::move(members)); }
  static Value BinarySet(ValueSet members) { return Make<Type::kBinarySet>(std::move(members)); }

  Type type() const { return static_cast<Type>(content_.index()); }
  bool is(Type wanted) const { return type() == wanted; }

  // What the value holds. Items come from tables that anybody may have written to, so asking for
  // another type than the value has is no error: the answer is empty (or false, or nullopt).
  const std::string& string() const;
  const std::string& number() const;            // decimal text
  std::optional<std::int64_t> integer() const;  // nullopt also if it is not whole or too large
  std::optional<double> real() const;           // the nearest double
  const std::string& binary() const;
  bool boolean() const;
  bool is_null() const { return is(Type::kNull); }
  const Item& map() const;
  const ValueList& list() const;
  const ValueSet& set() const;  // of any of the three kinds

  // Equal in type and content. Numbers are compared as texts; the service answers with the one
  // plain form of a number ("1E2" comes back as "100"), so that what was read compares as it
  // should.
  bool operator==(const Value& other) const = default;

 private:
  static constexpr std::size_t kIndexNull = 4;
  // In the order of Type.
  using Storage = std::variant<std::string, std::string, std::string, bool, std::monostate, Item,
                               ValueList, ValueSet, ValueSet, ValueSet>;

  template <Type type, class Content>
  static Value Make(Content&& content) {
    Value value;
    value.content_.template emplace<static_cast<std::size_t>(type)>(std::forward<Content>(content));
    return value;
  }
  template <Type type>
  const auto& Content() const;

  Storage content_;
};

// The attribute of that name; nullptr if the item has none.
const Value* Find(const Item& item, const std::string& name);

// --- Errors --------------------------------------------------------------------------------------

// Why one action of a transaction was, or was not, the cause of its cancellation.
struct CancellationReason {
  std::string code;  // "None", "ConditionalCheckFailed", "TransactionConflict", …
  std::string message;
  std::optional<Item> item;  // the stored one, if the action asked for it
};

// What went wrong. Codes are DynamoDB's; four are the library's own: "OpenFailure" (the folder
// cannot be used), "ConnectionFailure" (nobody answered; the request may have been carried out),
// "InvalidAnswer" (what came is not an answer) and "InvalidRequest" (it was not sent, because no
// service could understand it).
struct Error {
  std::string code;  // "ConditionalCheckFailedException"
  std::string message;
  int http_status = 0;            // 0: no answer came
  std::optional<Item> item = {};  // of a failed condition, if the request asked for it
  std::vector<CancellationReason> reasons = {};  // of a cancelled transaction, one for each action

  bool Is(std::string_view other_code) const { return code == other_code; }
};

template <class T>
using Expected = std::expected<T, Error>;

// --- What requests and answers share -------------------------------------------------------------

enum class ReturnValues : std::uint8_t { kNone, kAllOld, kUpdatedOld, kAllNew, kUpdatedNew };
enum class ReturnOldItem : std::uint8_t { kNo, kYes };  // when the condition fails
enum class ReturnConsumedCapacity : std::uint8_t { kNone, kTotal, kIndexes };

struct Capacity {
  double units = 0;
  double read_units = 0;   // given by transactions
  double write_units = 0;  // likewise
};

struct ConsumedCapacity {
  std::string table;
  Capacity total;
  std::optional<Capacity> table_part;              // with kIndexes
  std::map<std::string, Capacity> local_indexes;   // likewise
  std::map<std::string, Capacity> global_indexes;  // likewise
};

// --- Tables --------------------------------------------------------------------------------------

struct KeyAttribute {
  std::string name;
  Value::Type type = Value::Type::kString;  // kString, kNumber or kBinary
};

enum class Projection : std::uint8_t { kAll, kKeysOnly, kInclude };

struct Throughput {
  std::int64_t read_units = 0;
  std::int64_t write_units = 0;
};

struct GlobalIndex {
  std::string name;
  std::vector<KeyAttribute> partition_key;  // up to four
  std::vector<KeyAttribute> sort_key = {};  // up to four
  Projection projection = Projection::kAll;
  std::vector<std::string> included = {};     // with kInclude: what is projected besides the keys
  std::optional<Throughput> throughput = {};  // of a provisioned table
};

struct LocalIndex {
  std::string name;
  KeyAttribute sort_key;
  Projection projection = Projection::kAll;
  std::vector<std::string> included = {};
};

enum class StreamView : std::uint8_t { kNone, kKeysOnly, kNewImage, kOldImage, kNewAndOldImages };

struct CreateTableRequest {
  std::string table;
  KeyAttribute partition_key;
  std::optional<KeyAttribute> sort_key = {};
  std::vector<GlobalIndex> global_indexes = {};
  std::vector<LocalIndex> local_indexes = {};
  std::optional<Throughput> throughput = {};  // none: on demand
  StreamView stream = StreamView::kNone;      // kNone: no stream
  bool deletion_protection = false;
};

struct IndexDescription {
  std::string name;
  std::string status;  // "ACTIVE", "CREATING", …; empty for a local index
  std::int64_t item_count = 0;
  std::int64_t size_bytes = 0;
};

struct TableDescription {
  std::string table;
  std::string arn;
  std::string status;  // "ACTIVE", "CREATING", …
  std::int64_t item_count = 0;
  std::int64_t size_bytes = 0;
  std::vector<IndexDescription> global_indexes;
  std::vector<IndexDescription> local_indexes;
  std::string stream_arn;  // of the latest stream; empty: there was none
};

struct DescribeTableRequest {
  std::string table;
};

struct DeleteTableRequest {
  std::string table;
};

struct ListTablesRequest {
  std::string exclusive_start_table = {};
  std::optional<std::int64_t> limit = {};
};

struct ListTablesResult {
  std::vector<std::string> tables;
  std::string last_evaluated_table;  // empty: these were the last
};

struct UpdateTimeToLiveRequest {
  std::string table;
  std::string attribute;  // holds the time, in seconds since 1970
  bool enabled = true;
};

struct TimeToLive {
  std::string attribute;
  bool enabled = false;
};

// --- Single items --------------------------------------------------------------------------------

struct PutItemRequest {
  std::string table;
  Item item;
  std::string condition = {};
  Names names = {};
  Values values = {};
  ReturnValues return_values = ReturnValues::kNone;
  ReturnOldItem return_old_on_failure = ReturnOldItem::kNo;  // ReturnValuesOnConditionCheckFailure
  ReturnConsumedCapacity return_capacity = ReturnConsumedCapacity::kNone;
};

struct GetItemRequest {
  std::string table;
  Item key;
  std::string projection = {};
  Names names = {};
  bool consistent_read = false;
  ReturnConsumedCapacity return_capacity = ReturnConsumedCapacity::kNone;
};

struct GetItemResult {
  std::optional<Item> item;  // none: there is no item under the key
  std::optional<ConsumedCapacity> capacity;
};

struct UpdateItemRequest {
  std::string table;
  Item key;
  std::string update = {};
  std::string condition = {};
  Names names = {};
  Values values = {};
  ReturnValues return_values = ReturnValues::kNone;
  ReturnOldItem return_old_on_failure = ReturnOldItem::kNo;
  ReturnConsumedCapacity return_capacity = ReturnConsumedCapacity::kNone;
};

struct DeleteItemRequest {
  std::string table;
  Item key;
  std::string condition = {};
  Names names = {};
  Values values = {};
  ReturnValues return_values = ReturnValues::kNone;
  ReturnOldItem return_old_on_failure = ReturnOldItem::kNo;
  ReturnConsumedCapacity return_capacity = ReturnConsumedCapacity::kNone;
};

// Of PutItem, UpdateItem and DeleteItem.
struct WriteResult {
  std::optional<Item> attributes;  // what return_values asked for
  std::optional<ConsumedCapacity> capacity;
};

// --- Query and Scan ------------------------------------------------------------------------------

// kDefault is what DynamoDB chooses: everything, of an index what is projected, or the projection.
enum class Select : std::uint8_t {
  kDefault,
  kAllAttributes,
  kAllProjectedAttributes,
  kSpecificAttributes,
  kCount,
};

struct QueryRequest {
  std::string table;
  std::string index = {};
  std::string key_condition;
  std::string filter = {};
  std::string projection = {};
  Names names = {};
  Values values = {};
  std::optional<std::int64_t> limit = {};
  Item exclusive_start_key = {};  // a page's last_evaluated_key; empty: from the beginning
  bool scan_index_forward = true;
  bool consistent_read = false;
  Select select = Select::kDefault;
  ReturnConsumedCapacity return_capacity = ReturnConsumedCapacity::kNone;
};

struct ScanRequest {
  std::string table;
  std::string index = {};
  std::string filter = {};
  std::string projection = {};
  Names names = {};
  Values values = {};
  std::optional<std::int64_t> limit = {};
  Item exclusive_start_key = {};
  std::optional<std::int64_t> segment = {};
  std::optional<std::int64_t> total_segments = {};
  bool consistent_read = false;
  Select select = Select::kDefault;
  ReturnConsumedCapacity return_capacity = ReturnConsumedCapacity::kNone;
};

// One page of either.
struct Page {
  std::vector<Item> items;
  std::int64_t count = 0;          // items that passed the filter
  std::int64_t scanned_count = 0;  // items that were read
  Item last_evaluated_key;         // empty: this was the last page
  std::optional<ConsumedCapacity> capacity;
};

// --- Batches -------------------------------------------------------------------------------------

struct BatchGet {
  std::vector<Item> keys;
  std::string projection = {};
  Names names = {};
  bool consistent_read = false;
};

struct BatchGetItemRequest {
  std::map<std::string, BatchGet> tables;
  ReturnConsumedCapacity return_capacity = ReturnConsumedCapacity::kNone;
};

struct BatchGetItemResult {
  std::map<std::string, std::vector<Item>> items;  // by table, in no order
  std::map<std::string, BatchGet> unprocessed;     // to be asked for again; empty: nothing
  std::vector<ConsumedCapacity> capacity;
};

struct BatchPut {
  Item item;
};
struct BatchDelete {
  Item key;
};
using BatchWrite = std::variant<BatchPut, BatchDelete>;

struct BatchWriteItemRequest {
  std::map<std::string, std::vector<BatchWrite>> tables;
  ReturnConsumedCapacity return_capacity = ReturnConsumedCapacity::kNone;
};

struct BatchWriteItemResult {
  std::map<std::string, std::vector<BatchWrite>> unprocessed;  // to be sent again; empty: nothing
  std::vector<ConsumedCapacity> capacity;
};

// --- Transactions --------------------------------------------------------------------------------

struct TransactPut {
  std::string table;
  Item item;
  std::string condition = {};
  Names names = {};
  Values values = {};
  ReturnOldItem return_old_on_failure = ReturnOldItem::kNo;
};

struct TransactUpdate {
  std::string table;
  Item key;
  std::string update;
  std::string condition = {};
  Names names = {};
  Values values = {};
  ReturnOldItem return_old_on_failure = ReturnOldItem::kNo;
};

struct TransactDelete {
  std::string table;
  Item key;
  std::string condition = {};
  Names names = {};
  Values values = {};
  ReturnOldItem return_old_on_failure = ReturnOldItem::kNo;
};

struct ConditionCheck {
  std::string table;
  Item key;
  std::string condition;
  Names names = {};
  Values values = {};
  ReturnOldItem return_old_on_failure = ReturnOldItem::kNo;
};

using TransactWrite = std::variant<TransactPut, TransactUpdate, TransactDelete, ConditionCheck>;

struct TransactWriteItemsRequest {
  std::vector<TransactWrite> actions;
  // A transaction with a token that succeeded is not carried out again. A connection to an endpoint
  // makes one up where none is given, so that its own retries do nothing twice.
  std::string client_request_token = {};
  ReturnConsumedCapacity return_capacity = ReturnConsumedCapacity::kNone;
};

struct TransactWriteItemsResult {
  std::vector<ConsumedCapacity> capacity;  // one for each table
};

struct TransactGet {
  std::string table;
  Item key;
  std::string projection = {};
  Names names = {};
};

struct TransactGetItemsRequest {
  std::vector<TransactGet> gets;
  ReturnConsumedCapacity return_capacity = ReturnConsumedCapacity::kNone;
};

struct TransactGetItemsResult {
  std::vector<std::optional<Item>> items;  // in the order of the request
  std::vector<ConsumedCapacity> capacity;
};

// --- Connections ---------------------------------------------------------------------------------

struct LocalOptions {
  std::string region = "us-east-1";  // of the ARNs of tables made here
  std::string account = "123456789012";
  // Whether a write is on the disk when it is answered. Without, a power cut may take the latest
  // ones; the program's own end takes nothing.
  bool durable = true;
};

struct EndpointOptions {
  std::string endpoint;  // "http://127.0.0.1:8000", "https://dynamodb.us-east-1.amazonaws.com"
  std::string region = "us-east-1";
  std::string access_key = "local";  // any will do, unless the server checks signatures
  std::string secret_key = "local";
  std::string session_token = {};  // of temporary credentials
  // How often a request is sent that is throttled or gets no answer, or one of the service's own
  // failures; from 1 to 20. The pauses between double, up to 5 s, and vary by chance.
  int attempts = 4;
  std::chrono::milliseconds timeout{30'000};  // for one attempt, the connection included
  // Connections kept for the next request. More requests at once are sent on connections of their
  // own; up to 1,024 are kept.
  std::size_t connections_kept = 16;
  // For https: the PEM file of those whose word on a server's name is believed; empty: whom the
  // system believes.
  std::string authorities_file = {};
};

class Door;

// A database: in this process, or a server that speaks DynamoDB's protocol. Safe for concurrent
// use, but for moving and destroying it. Every operation waits for its answer.
class Connection {
 public:
  // The database in a folder, which is made if there is none. Only one process at a time may have
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

  Expected<TableDescription> CreateTable(const CreateTableRequest& request);
  Expected<TableDescription> DescribeTable(const DescribeTableRequest& request);
  Expected<TableDescription> DeleteTable(const DeleteTableRequest& request);
  Expected<ListTablesResult> ListTables(const ListTablesRequest& request = {});
  Expected<TimeToLive> UpdateTimeToLive(const UpdateTimeToLiveRequest& request);

  Expected<WriteResult> PutItem(const PutItemRequest& request);
  Expected<GetItemResult> GetItem(const GetItemRequest& request);
  Expected<WriteResult> UpdateItem(const UpdateItemRequest& request);
  Expected<WriteResult> DeleteItem(const DeleteItemRequest& request);

  Expected<Page> Query(const QueryRequest& request);
  Expected<Page> Scan(const ScanRequest& request);

  Expected<BatchGetItemResult> BatchGetItem(const BatchGetItemRequest& request);
  Expected<BatchWriteItemResult> BatchWriteItem(const BatchWriteItemRequest& request);
  Expected<TransactWriteItemsResult> TransactWriteItems(const TransactWriteItemsRequest& request);
  Expected<TransactGetItemsResult> TransactGetItems(const TransactGetItemsRequest& request);

  // Any other operation, in DynamoDB's JSON: Call("DescribeLimits", "{}").
  Expected<std::string> Call(std::string_view operation, std::string_view json_request);

 private:
  explicit Connection(std::unique_ptr<Door> door);

  std::unique_ptr<Door> door_;
};

}  // namespace stator::client
