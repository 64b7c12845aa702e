#include "sql/explainer.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "admin/routes.h"
#include "base/waiting_loop.h"
#include "client/admin_call.h"

namespace stator::sql {
namespace {

constexpr char kFunction[] = "explain";
constexpr std::size_t kExplanationBytesMax = 8UL * 1024 * 1024;

class RemoteExplainer final : public Explainer {
 public:
  explicit RemoteExplainer(std::string endpoint) : endpoint_(std::move(endpoint)) {}

  Result<Answer> Ask(const std::string& request) override {
    auto answer = TRY(client::CallAdmin(endpoint_, kFunction, request, kExplanationBytesMax));
    return Answer{.status = answer.status, .body = std::move(answer.body)};
  }

 private:
  const std::string endpoint_;
};

class LocalExplainer final : public Explainer {
 public:
  explicit LocalExplainer(database::Database& database) : database_(database) {}

  Result<Answer> Ask(const std::string& request) override {
    WaitingLoop loop;
    std::optional<wire::Response> response;
    admin::Answer({.method = "POST",
                   .path = kFunction,
                   .body = request,
                   .database = database_,
                   .loop = loop,
                   .server = facts_},
                  [&response](wire::Response given) { response = std::move(given); });
    while (!response) loop.RunOne();
    return Answer{.status = response->status, .body = std::move(response->body)};
  }

 private:
  database::Database& database_;
  const admin::ServerFacts facts_;
};

}  // namespace

std::unique_ptr<Explainer> ExplainerAt(std::string endpoint) {
  return std::make_unique<RemoteExplainer>(std::move(endpoint));
}

std::unique_ptr<Explainer> ExplainerOf(database::Database& database) {
  return std::make_unique<LocalExplainer>(database);
}

}  // namespace stator::sql
