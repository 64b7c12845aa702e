#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include "api/operation.h"
#include "database/caller.h"
#include "database/lane.h"
#include "database/pending_page.h"
#include "database/pending_statement.h"
#include "database/pending_write.h"

// Runs operations on the loop, on workers or through the commit queue, and retries them if a table
// changed. The functions below take a handler (api/handlers.h); Execute finds it by the type of the
// request.
namespace stator::database {

// Answers immediately. For short reads. Threads: as Execute.
template <class Caller, class Request, class Handler>
void RunHere(Caller&& caller, const Request& request, Handler handler) {
  caller.done(caller.render(CallHandler(caller.database, handler, request)));
}

// Runs an operation that may take long or wait on a worker.
template <class Caller, class Request, class Handler>
void RunOnWorker(Lane lane, Caller caller, Request request, Handler handler) {
  auto& database = caller.database;
  AnswerFromPool(lane, std::move(caller),
                 [&database, request = std::move(request), handler = std::move(handler)]() mutable {
                   return CallHandler(database, handler, request);
                 });
}

// Selects the class that completes an operation, by the type that its handler returns.
template <class Caller, class Request, class Handler, class Planned>
struct PendingOf;
template <class Caller, class Request, class Handler, class Answer>
struct PendingOf<Caller, Request, Handler, api::PageRead<Answer>> {
  using Type = PendingPage<Caller, Request, Answer, Handler>;
};
template <class Caller, class Request, class Handler, class Answer>
struct PendingOf<Caller, Request, Handler, api::Write<Answer>> {
  using Type = PendingWrite<Caller, Request, Answer, Handler>;
};
template <class Caller, class Request, class Handler, class Answer>
struct PendingOf<Caller, Request, Handler, api::Writes<Answer>> {
  using Type = PendingWrites<Caller, Request, Answer, Handler>;
};
template <class Caller, class Request, class Handler, class Answer>
struct PendingOf<Caller, Request, Handler, api::Transact<Answer>> {
  using Type = PendingTransaction<Caller, Request, Answer, Handler>;
};

template <class Caller, class Request, class Handler>
using PendingFor = PendingOf<Caller, Request, Handler,
                             typename decltype(CallHandler(
                                 std::declval<Caller&>().database, std::declval<Handler&>(),
                                 std::declval<const Request&>()))::value_type>::Type;

// Runs an operation whose handler returns the remaining work: a page to read, or writes to commit.
// Threads: as Execute.
template <class Caller, class Request, class Handler>
void RunPending(Caller caller, Request&& request, Handler handler) {
  using Pending = PendingFor<Caller, Request, Handler>;
  Pending::Start(std::make_unique<Pending>(std::move(caller), std::forward<Request>(request),
                                           std::move(handler)));
}

// Runs statements, whose work is known once they are parsed. Threads: as Execute.
template <class Caller, class Request, class Handler>
void RunStatement(Caller caller, Request&& request, Handler handler) {
  using Work =
      typename decltype(CallHandler(caller.database, handler, std::as_const(request)))::value_type;
  using Answer = std::variant_alternative_t<0, Work>;
  PendingStatement<Caller, Request, Answer, Handler>::Start(
      std::move(caller), std::forward<Request>(request), std::move(handler));
}

// Runs the operation that `Request` belongs to and answers the caller; see Caller. REQUIRES: the
// header with the operation's handler is included, for api::OperationOf<Request>.
//
// Operations of Kind::kPoint are answered before this returns, and so are errors that are found
// before the operation runs. All others are answered later, on the loop. Threads: the loop, or a
// body worker if the request's body is long.
template <class Caller, class Request>
  requires(!std::is_reference_v<Request>)
void Execute(Caller caller, Request&& request) {
  using Operation = api::OperationOf<Request>;
  using Handler = decltype(Operation::kHandler);
  if constexpr (Operation::kKind == api::Kind::kPoint) {
    RunHere(std::move(caller), request, Operation::kHandler);
  } else if constexpr (Operation::kKind == api::Kind::kStatement) {
    RunStatement(std::move(caller), std::forward<Request>(request), Operation::kHandler);
  } else if constexpr (requires { typename PendingFor<Caller, Request, Handler>; }) {
    RunPending(std::move(caller), std::forward<Request>(request), Operation::kHandler);
  } else {
    RunOnWorker(LaneOf(Operation::kKind), std::move(caller), std::forward<Request>(request),
                Operation::kHandler);
  }
}

}  // namespace stator::database
