#pragma once

#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

#include "base/loop.h"
#include "base/result.h"
#include "base/texts.h"
#include "database/lane.h"

namespace stator::database {

// The party that requests an operation: a connection of a server, or a program that the database is
// part of.
//
// `render` turns a Result<Answer> into the caller's form: text for HTTP, or values. It runs on the
// thread where the operation ends. That may be a worker, so that a long answer does not block the
// loop. It may throw.
//
// `done` takes the rendered answer. It is called exactly once, on the thread of `loop`.
//
// Lifetime: `database` and `loop` live until `done` was called. The request lives until its answer
// is rendered, so an answer may refer to its request.
//
// `Database` is a template parameter so that tests can simulate full queues and changing tables.
template <class Database, class Render, class Done>
struct Caller {
  Database& database;
  Loop& loop;
  Render render;
  Done done;

  // Renders an error in place of an answer.
  template <class Answer>
  auto Fail(Error error) {
    return render(Result<Answer>(std::unexpected(std::move(error))));
  }
  template <class Answer>
  auto Fail(ErrorCode code, const char* text) {
    return Fail<Answer>(Error(code, text));
  }
};

// The type that a caller's renderer returns for an answer.
template <class Caller, class Answer>
using RenderedBy = decltype(std::declval<Caller&>().render(std::declval<Result<Answer>>()));

// Calls a handler with the services that it takes: those of unmetered reads if the request is one.
template <class Database, class Handler, class Request>
auto CallHandler(Database& database, Handler& handler, const Request& request) {
  if constexpr (requires { handler(database.unmetered_services(), request), request.unmetered; }) {
    if (request.unmetered) return handler(database.unmetered_services(), request);
  }
  return handler(database.services(), request);
}

// A rendered answer, with the exception that it replaces, if any.
template <class Rendered>
struct Outcome {
  Rendered rendered;
  std::exception_ptr thrown;
};

// Runs `make`, which renders an answer, and contains its exceptions. Our code throws nothing, but
// memory may run out or a library may throw. That costs one request its answer but does not end the
// process.
//
// All code that takes the outcome back to the loop is noexcept. The posted closure owns objects of
// the loop and must not be destroyed on another thread (see EventLoop::Post). So if there is no
// memory for it, the process ends.
template <class Answer, class Caller, class Make>
Outcome<RenderedBy<Caller, Answer>> OutcomeOf(Caller& caller, Make make) {
  try {
    return {make(), nullptr};
  } catch (...) {
    return {caller.template Fail<Answer>(ErrorCode::kInternalServerError, texts::kInternal),
            std::current_exception()};
  }
}

// Gives the outcome to the caller. Threads: the loop, which counts the exceptions that escape.
template <class Caller, class Rendered>
void Deliver(Caller& caller, Outcome<Rendered> outcome) {
  caller.done(std::move(outcome.rendered));
  if (outcome.thrown) std::rethrow_exception(outcome.thrown);
}

// Runs `make`, which returns a Result<Answer>, on a worker of the lane, renders there, and answers
// on the loop. A full pool answers ThrottlingException. `make` lives until the caller is answered.
template <class Caller, class Make>
void AnswerFromPool(Lane lane, Caller caller, Make make) {
  using Answer = std::invoke_result_t<Make&>::value_type;
  struct Call {
    Caller caller;
    Make make;
  };
  // The call is shared only because a full pool destroys the work with everything it owns. The work
  // moves its share to the loop: a worker may still hold the closure while the loop ends the
  // connection, which must end on the loop.
  const auto call = std::make_shared<Call>(Call{std::move(caller), std::move(make)});
  auto work = [own = call]() mutable noexcept {
    auto outcome =
        OutcomeOf<Answer>(own->caller, [&own] { return own->caller.render(own->make()); });
    Loop& loop = own->caller.loop;
    loop.Post([own = std::move(own), outcome = std::move(outcome)]() mutable {
      Deliver(own->caller, std::move(outcome));
    });
  };
  if (call->caller.database.RunOnPool(lane, std::move(work))) return;
  call->caller.done(
      call->caller.template Fail<Answer>(ErrorCode::kThrottlingException, texts::kPoolFull));
}

}  // namespace stator::database
