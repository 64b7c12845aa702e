#pragma once

#include <cstdint>
#include <string_view>

#include "api/operation.h"
#include "base/loop.h"
#include "database/database.h"
#include "json/parser.h"
#include "wire/error_table.h"
#include "wire/response.h"

// Processes a request from JSON to JSON. A server checks in AWS's order (facts 1.7), each step
// before the next:
//   1. size and HTTP, then the content type: the server answers these itself;
//   2. json::Parser::Parse: broken JSON is a SerializationException without text, for any target.
//      An empty body passes;
//   3. api::FindOperation: if there is none, UnknownOperation();
//   4. authentication;
//   5. Dispatch: refuses Kind::kAbsent, then an empty body, then JSON of the wrong type, then
//      violated constraints.
// ErrorResponse turns errors of steps 2 to 4 into answers.
namespace stator::wire {

// Whether the answer includes an explanation of the execution.
enum class Explain : std::uint8_t { kNo, kYes };

// Facts about a request that are not in its body.
struct Origin {
  Explain explain = Explain::kNo;
  std::string_view host = {};  // the host that the client addressed; empty: no network
  // The request takes no capacity and is not counted. REQUIRES: the operation only reads.
  bool unmetered = false;
};

// The answer for an operation that AWS has and Stator has not. Its text names the operation, so the
// client's log shows it.
Response NotBuilt(const api::Operation& operation);

// Decodes a request, runs its operation and encodes the answer. Calls `done` exactly once.
//
// Threads: the thread of `loop`. Errors before the operation runs, and operations of Kind::kPoint,
// are answered before Dispatch returns. All others are answered later, on the loop.
// Lifetime: `body` is not used after Dispatch returns. It may still exist while `done` runs, so
// `done` must not use the same parser. `database`, `loop` and the texts of `origin` must live until
// `done` was called.
//
// The request lives until its answer is encoded. So the answer of a handler of Kind::kWrite or
// Kind::kWrites may refer to it.
//
// With Explain::kYes a successful answer includes an explanation of the execution.
void Dispatch(database::Database& database, const api::Operation& operation, const json::Body& body,
              Loop& loop, const Origin& origin, Reply done);

}  // namespace stator::wire
