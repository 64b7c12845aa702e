#include "client/in_process.h"

#include <exception>
#include <optional>
#include <utility>

#include "api/operation.h"
#include "base/texts.h"
#include "base/waiting_loop.h"
#include "client/codec.h"
#include "client/local_database.h"
#include "client/target.h"
#include "database/database.h"
#include "wire/dispatch.h"

namespace stator::client {
namespace {

wire::Response Run(database::Database& database, const api::Operation& operation,
                   const json::Body& body, const wire::Origin& origin) {
  WaitingLoop loop;
  std::optional<wire::Response> answer;
  try {
    wire::Dispatch(database, operation, body, loop, origin,
                   [&answer](wire::Response response) { answer = std::move(response); });
    while (!answer) loop.RunOne();
  } catch (const std::exception&) {  // memory; an exception ends the request that it is about
    if (!answer) {
      return wire::ErrorResponse({ErrorCode::kInternalServerError, texts::kInternal});
    }
  }
  return *std::move(answer);
}

class InProcess final : public Door {
 public:
  explicit InProcess(std::unique_ptr<database::Database> database)
      : database_(std::move(database)) {}

  Expected<std::string> Call(std::string_view operation, const std::string& json) override {
    auto response = Ask(operation, json);
    return Settled(response.status, std::move(response.body));
  }

  bool retries() const override { return false; }

  LocalDatabase* local() override { return &database_; }

 private:
  wire::Response Ask(std::string_view name, const std::string& json) {
    json::Parser parser;
    const auto body = parser.Parse(json);
    if (!body) return wire::ErrorResponse(body.error());
    const api::Operation* operation = api::FindOperation(TargetOf(name));
    if (operation == nullptr) return wire::UnknownOperation();
    return Run(database_.database(), *operation, *body, wire::Origin());
  }

  LocalDatabase database_;
};

// A database that belongs to others.
class UnmeteredReads final : public Door {
 public:
  explicit UnmeteredReads(database::Database& database) : database_(database) {}

  Expected<std::string> Call(std::string_view name, const std::string& json) override {
    const api::Operation* operation = api::FindOperation(TargetOf(name));
    if (operation == nullptr || operation->access != api::Access::kRead) {
      return std::unexpected(Error{"InvalidRequest", "This connection only reads."});
    }
    json::Parser parser;
    const auto body = parser.Parse(json);
    if (!body) return std::unexpected(Error{"InvalidRequest", body.error().message});
    auto response = Run(database_, *operation, *body, {.unmetered = true});
    return Settled(response.status, std::move(response.body));
  }

  bool retries() const override { return false; }

 private:
  database::Database& database_;
};

}  // namespace

Expected<std::unique_ptr<Door>> OpenInProcess(const std::string& folder,
                                              const LocalOptions& options) {
  auto database = database::Database::Open(
      {.data_folder = folder,
       .durability = options.durable ? storage::Durability::kFsync : storage::Durability::kOs,
       .region = options.region,
       .account = options.account});
  if (!database) {
    return std::unexpected(Error{"OpenFailure", std::move(database.error().message)});
  }
  return std::make_unique<InProcess>(*std::move(database));
}

Connection ConnectUnmetered(database::Database& database) {
  return ConnectionMaker::Make(std::make_unique<UnmeteredReads>(database));
}

}  // namespace stator::client
