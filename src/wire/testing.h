#pragma once

// Shared by this folder's tests: a client that runs the loop on the test's thread.

#include <memory>
#include <optional>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "base/waiting_loop.h"
#include "database/database.h"
#include "json/parser.h"
#include "wire/dispatch.h"
#include "wire/response.h"

namespace stator::wire::testing {

// Calls operations of a database by their JSON. Lifetime: the database outlives the client.
class TestClient {
 public:
  explicit TestClient(database::Database& database) : database_(database) {}

  // Starts a request. The result gets the answer later.
  std::shared_ptr<std::optional<Response>> Start(const std::string& operation,
                                                 const std::string& json) {
    return Start(*api::FindOperation("DynamoDB_20120810." + operation), json);
  }
  std::shared_ptr<std::optional<Response>> Start(const api::Operation& operation,
                                                 const std::string& json) {
    auto answer = std::make_shared<std::optional<Response>>();
    const Result<json::Body> body = parser_.Parse(json);
    Dispatch(database_, operation, *body, loop_, Origin(),
             [answer, thread = std::this_thread::get_id()](Response response) {
               EXPECT_EQ(std::this_thread::get_id(), thread);
               EXPECT_FALSE(answer->has_value());
               *answer = std::move(response);
             });
    return answer;
  }

  // `operation` is a name, or an operation that the test has modified.
  template <class Operation>
  Response Answer(const Operation& operation, const std::string& json) {
    const auto answer = Start(operation, json);
    while (!answer->has_value()) loop_.RunOne();
    return **answer;
  }

  WaitingLoop& loop() { return loop_; }

 private:
  database::Database& database_;
  json::Parser parser_;
  WaitingLoop loop_;
};

}  // namespace stator::wire::testing
