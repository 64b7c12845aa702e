#pragma once

#include <cstdint>
#include <string_view>

#include "api/operation.h"
#include "base/loop.h"
#include "database/database.h"
#include "json/parser.h"
#include "wire/error_table.h"
#include "wire/response.h"

// The way of a request from JSON to JSON. A server checks in AWS's order (facts 1.7), each step
// before the next:
//   1. size and HTTP, then the content type: answered by the server itself;
//   2. json::json::json::json::Parser::Parse: broken JSON is a SerializationException without text,
//   whatever the target says.
//      An empty body passes;
//   3. api::FindOperation: none is UnknownOperation();
//   4. authentication;
//   5. Dispatch, which refuses Kind::kAbsent, then an empty body, then JSON of the wrong type, then
//   violated constraints.
// Errors of steps 2 to 4 become answers through ErrorResponse.
namespace stator::wire {

enum class Explain : std::uint8_t { kNo, kYes };

// Facts about a request that are not in its body.
struct Origin {
  Explain explain = Explain::kNo;
  std::string_view host = {};  // that the client sent it to; empty: over no network
};

// The answer of an operation that AWS has and Stator has not. Its text names the operation, so that
// a client's log does, too.
Response NotBuilt(const api::Operation& operation);

// Decodes a request, runs its operation and encodes the answer. `done` is called exactly once.
//
// Called on the thread of `loop`. Errors found before the operation runs, and operations of
// Kind::kPoint, are answered before Dispatch returns; all others later, on the loop. `body` is not
// used after Dispatch returns, but may exist while `done` runs: `done` must not parse with the same
// parser. `database`, `loop` and the texts of `origin` must live until `done` was called.
//
// The request lives until its answer is encoded, so what a handler of Kind::kWrite or Kind::kWrites
// returns may lean on it.
//
// With Explain::kYes the answer to a success carries an explanation of what was done.
void Dispatch(database::Database& database, const api::Operation& operation, const json::Body& body,
              Loop& loop, const Origin& origin, Reply done);

}  // namespace stator::wire
