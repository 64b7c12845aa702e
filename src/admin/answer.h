#pragma once

#include <utility>

#include "base/loop.h"
#include "base/result.h"
#include "database/database.h"
#include "database/execution.h"
#include "database/lane.h"
#include "wire/error_table.h"
#include "wire/response.h"

namespace stator::admin {

// Passes an answer of the admin API on, which is rendered already. Only refusals of the database,
// such as a full pool, arrive as errors.
struct AdminRenderer {
  wire::Response operator()(Result<wire::Response> answer) const {
    return answer ? *std::move(answer) : wire::ErrorResponse(answer.error());
  }
};

// Runs `make`, which returns a wire::Response, on a worker of the lane, then answers on the loop.
// For functions that wait or take long.
template <class Make>
void AnswerFromPool(database::Database& database, Loop& loop, wire::Reply done, Make make,
                    database::Lane lane = database::Lane::kTables) {
  using Caller = database::Caller<database::Database, AdminRenderer, wire::Reply>;
  database::AnswerFromPool(
      lane, Caller{database, loop, AdminRenderer(), std::move(done)},
      [make = std::move(make)]() mutable -> Result<wire::Response> { return make(); });
}

}  // namespace stator::admin
