#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "api/layer.h"
#include "api/service.h"
#include "base/result.h"
#include "capacity/usage.h"
#include "query/reader.h"
#include "table/transactions.h"
#include "table/write.h"

namespace stator::api {

enum class Kind : std::uint8_t {
  kPoint,
  kPage,
  kWrite,
  kWrites,
  kTransaction,
  kLong,
  kSlow,
  kAbsent
};
using Access = capacity::Access;

enum class OperationId : std::uint8_t {
#define OPERATION(service, name, kind, access, layer) k##name,
#include "api/operations.inc"
#undef OPERATION
// Services may have operations of equal names.
#define OPERATION(service, name, kind, access) k##service##name,
#include "api/autoscaling/operations.inc"
#include "api/cloudwatch/operations.inc"
#undef OPERATION
};

struct Operation {
  OperationId id;
  Service service;
  std::string_view name;
  std::string_view
      label;  // of metrics: the name, after that of the service if it is not DynamoDB's
  Kind kind;
  Access access;
  Layer layer = Layer::kOlder;
};

// All of them, indexed by OperationId.
std::span<const Operation> Operations();

// "DynamoDB_20120810.PutItem" and the like; nullptr if no service has it. Kind may be kAbsent.
const Operation* FindOperation(std::string_view target);
const Operation* FindOperation(Service service, std::string_view name);

// The operation that a type of request belongs to: kKind, and kHandler, its function. Each
// handlers.h specialises it for its operations.
template <class Request>
struct OperationOf;

// A single-item write that passed every check it can pass without the stored item. The caller hands
// `command` to the commit queue and, once it is durable, asks `answer` for the response. Both lean
// on the request.
template <class Response>
struct Write {
  table::Command command;
  std::move_only_function<Response(table::Written&&)> answer;
};

// Several writes of one request, each for itself, which passed every check they can pass without
// the stored items. The caller hands all of `commands` to the commit queue, has those made `again`
// whose table changed meanwhile, and once each is durable or has failed asks `answer` for the
// response. All lean on the request.
template <class Response>
struct Writes {
  std::vector<table::Command> commands;
  std::move_only_function<Result<table::Command>(std::size_t place)> again;
  // The outcomes in the order of the commands.
  std::move_only_function<Result<Response>(std::vector<Result<table::Written>>&&)> answer;
};

// Writes that take effect together or not at all, which passed every check they can pass without
// the stored items. The caller runs `transaction` and, once it is durable, asks `answer` for the
// response. Both lean on the request.
template <class Response>
struct Transact {
  table::Transaction transaction;
  std::move_only_function<Response(table::Transacted&&)> answer;
};

// A page of a Query or Scan that passed every check. The caller lets the reader advance until the
// page is complete and then asks `answer` for the response, which leans on the request.
// kStaleDescriptor: the table has changed; begin again.
template <class Response>
struct PageRead {
  query::Reader reader;
  std::move_only_function<Result<Response>(query::Reader&)> answer;
};

}  // namespace stator::api
