#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "api/layer.h"
#include "api/service.h"
#include "base/result.h"
#include "capacity/usage.h"
#include "query/reader.h"
#include "table/transactions.h"
#include "table/write.h"

namespace stator::api {

// The way an operation runs; operations.inc explains the values.
enum class Kind : std::uint8_t {
  kPoint,
  kPage,
  kWrite,
  kWrites,
  kTransaction,
  kStatement,
  kLong,
  kSlow,
  kAbsent
};
using Access = capacity::Access;

// Identifies an operation of any service.
enum class OperationId : std::uint8_t {
#define OPERATION(service, name, kind, access, layer) k##name,
#include "api/operations.inc"
#undef OPERATION
// Services may have operations with equal names.
#define OPERATION(service, name, kind, access) k##service##name,
#include "api/autoscaling/operations.inc"
#include "api/cloudwatch/operations.inc"
#undef OPERATION
};

// An operation of a service, as operations.inc describes it.
struct Operation {
  OperationId id;
  Service service;
  std::string_view name;
  std::string_view
      label;  // for metrics: the name, preceded by its service's name unless that is DynamoDB
  Kind kind;
  Access access;
  Layer layer = Layer::kOlder;
};

// Returns all operations, indexed by OperationId.
std::span<const Operation> Operations();

// Finds an operation by its target, such as "DynamoDB_20120810.PutItem"; nullptr if no service has
// it. Its kind may be kAbsent.
const Operation* FindOperation(std::string_view target);
const Operation* FindOperation(Service service, std::string_view name);

// Maps a type of request to its operation: kKind, and kHandler, its function. Each handlers.h
// specialises it for its operations.
template <class Request>
struct OperationOf;

// A write of one item that passed every check possible without the stored item. The caller hands
// `command` to the commit queue. Once the commit is durable, it calls `answer` for the response.
// Lifetime: both hold views into the request.
template <class Response>
struct Write {
  table::Command command;
  std::move_only_function<Response(table::Written&&)> answer;
};

// Independent writes of one request, which passed every check possible without the stored items.
// The caller hands all `commands` to the commit queue. It calls `again` for writes whose table
// changed, and submits the new commands. Once each write is durable or has failed, it calls
// `answer` for the response.
//
// Lifetime: all members hold views into the request.
template <class Response>
struct Writes {
  std::vector<table::Command> commands;
  std::move_only_function<Result<table::Command>(std::size_t place)> again;
  // Takes the outcomes in the order of the commands.
  std::move_only_function<Result<Response>(std::vector<Result<table::Written>>&&)> answer;
};

// Writes that take effect together or not at all, which passed every check possible without the
// stored items. The caller runs `transaction` and calls `answer` once it is durable. Lifetime: both
// hold views into the request.
template <class Response>
struct Transact {
  table::Transaction transaction;
  std::move_only_function<Response(table::Transacted&&)> answer;
};

// A page of a Query or Scan that passed every check. The caller advances the reader until the page
// is complete and then calls `answer` for the response. Lifetime: the response holds views into the
// request.
// Errors: kStaleDescriptor if the table has changed; the caller starts over.
template <class Response>
struct PageRead {
  query::Reader reader;
  std::move_only_function<Result<Response>(query::Reader&)> answer;
};

// A read that may take long. The caller runs it on a worker. Lifetime: holds views into the
// request.
template <class Response>
struct Deferred {
  std::move_only_function<Result<Response>()> run;
};

// The work that is left of statements. It is known once they are parsed: a response, or work of one
// of the kinds above.
template <class Response>
using StatementWork = std::variant<Response, PageRead<Response>, Write<Response>, Writes<Response>,
                                   Transact<Response>, Deferred<Response>>;

}  // namespace stator::api
