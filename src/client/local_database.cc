#include "client/local_database.h"

#include <exception>
#include <functional>
#include <utility>

#include "api/handlers.h"
#include "base/cancellation.h"
#include "base/limits.h"
#include "base/texts.h"
#include "base/waiting_loop.h"
#include "client/api_codecs.h"
#include "client/target.h"
#include "database/execution.h"
#include "wire/checks.h"
#include "wire/error_table.h"

namespace stator::client {
namespace {

CancellationReason ReasonOf(const std::optional<stator::Error>& reason) {
  CancellationReason given{.code = std::string(ReasonCode(reason)), .message = {}, .item = {}};
  if (!reason) return given;
  given.message = wire::ClientText(*reason);
  if (reason->item != nullptr) given.item = ItemOf(item::ItemView(*reason->item));
  return given;
}

// The error as JSON would have brought it.
Error ErrorOf(const stator::Error& error) {
  const wire::ErrorFacts facts = wire::FactsOf(error);
  Error given{.code = std::string(facts.name),
              .message = std::string(facts.text),
              .http_status = facts.status};
  if (error.code == ErrorCode::kConditionalCheckFailedException && error.item != nullptr) {
    given.item = ItemOf(item::ItemView(*error.item));
  }
  if (error.reasons != nullptr) {
    for (const auto& reason : *error.reasons) given.reasons.push_back(ReasonOf(reason));
  }
  return given;
}

// Renders answers as values; see database::Caller.
template <class Operation>
struct ValueRenderer {
  using Rendered = Expected<typename Operation::Result>;

  Rendered operator()(const Result<typename Operation::ApiAnswer>& answer) const {
    if (!answer) return std::unexpected(ErrorOf(answer.error()));
    Rendered rendered;
    Take(*answer, *rendered);
    return rendered;
  }
};

template <class Operation>
using ValueCaller =
    database::Caller<database::Database, ValueRenderer<Operation>,
                     std::move_only_function<void(typename ValueRenderer<Operation>::Rendered)>>;

// The request as its decoder would have made it. Nullopt if it might break a rule, or if its JSON
// might be too long to be sent: the connection refuses that, whatever the database.
template <class Operation>
std::optional<typename Operation::ApiRequest> Filled(const typename Operation::Request& request) {
  typename Operation::ApiRequest filled;
  JsonBound bound;
  if (!Fill(request, filled, bound) || bound.bytes > limits::kRequestBytesMax) return std::nullopt;
  if (!wire::Fits(filled)) return std::nullopt;
  static const api::Layer layer = api::FindOperation(TargetOf(Operation::kName))->layer;
  filled.layer = layer;
  return filled;
}

}  // namespace

template <class Operation>
std::optional<Expected<typename Operation::Result>> LocalDatabase::Run(
    const typename Operation::Request& request) {
  auto filled = Filled<Operation>(request);
  if (!filled) return std::nullopt;
  WaitingLoop loop;
  std::optional<Expected<typename Operation::Result>> answer;
  try {
    database::Execute(ValueCaller<Operation>{*database_,
                                             loop,
                                             {},
                                             [&answer](Expected<typename Operation::Result> given) {
                                               answer = std::move(given);
                                             }},
                      *std::move(filled));
    while (!answer) loop.RunOne();
  } catch (const std::exception&) {  // memory; an exception ends the request that it is about
    if (!answer) {
      answer = std::unexpected(ErrorOf({ErrorCode::kInternalServerError, texts::kInternal}));
    }
  }
  return answer;
}

#define OPERATION(name)                                                                            \
  template std::optional<Expected<operations::name::Result>> LocalDatabase::Run<operations::name>( \
      const operations::name::Request&);
#define LOWERED_OPERATION(name) OPERATION(name)
#include "client/operations.inc"
#undef LOWERED_OPERATION
#undef OPERATION

}  // namespace stator::client
