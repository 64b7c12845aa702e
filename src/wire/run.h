#pragma once

#include <chrono>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "api/context.h"
#include "api/explanation.h"
#include "api/operation.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/loop.h"
#include "base/result.h"
#include "base/texts.h"
#include "base/work_limits.h"
#include "database/lane.h"
#include "wire/codec.h"
#include "wire/error_table.h"
#include "wire/response.h"

// How an operation of each kind is run and answered, once its request is decoded. A template over
// the database (database::Database) so that tests can stand in for queues that are full and tables
// that change.
namespace stator::wire {

template <class Database>
struct Destination {
  Database& database;
  Loop& loop;
  Reply done;
  api::Explanation* explanation = nullptr;  // what the operation is to fill in
  api::Service service = api::Service::kDynamoDB;
  api::Layer layer = api::Layer::kOlder;  // of the operation
  std::string_view host = {};             // that the client sent the request to
};

template <class Answer>
Response Encoded(const Result<Answer>& answer, api::Service service = api::Service::kDynamoDB) {
  if (!answer) return ErrorResponse(answer.error(), service);
  Response response;
  Encode(*answer, response.body);
  return response;
}

// An answer, and what was thrown instead of one.
struct Outcome {
  Response response;
  std::exception_ptr thrown;
};

// What `make` answers. Our own code throws nothing, but memory may run out and a library may throw:
// that costs one request its answer, not the process its life. What takes the outcome back to the
// loop is noexcept, all of it: the closure it posts must not be dropped on another thread, with all
// that belongs to the loop (see EventLoop::Post), so without the memory for it the process ends.
template <class Make>
Outcome OutcomeOf(Make make, api::Service service = api::Service::kDynamoDB) {
  try {
    return {make(), nullptr};
  } catch (...) {
    return {ErrorResponse(Error(ErrorCode::kInternalServerError, texts::kInternal), service),
            std::current_exception()};
  }
}

// On the loop, which counts what escapes.
inline void Deliver(Reply& done, Outcome outcome) {
  done(std::move(outcome.response));
  if (outcome.thrown) std::rethrow_exception(outcome.thrown);
}

// Runs `make` on a worker, then answers on the loop. `call` has the destination `to` and lives
// until then; it is shared only because a full pool drops the work with all it holds, and someone
// has to say so. The pool gives its share away: it may still be busy with what it ran while the
// loop ends the connection, which must end there.
template <class Call, class Make>
void AnswerFromPool(database::Lane lane, const std::shared_ptr<Call>& call, Make make) {
  auto work = [own = call, make = std::move(make)]() mutable noexcept {
    auto outcome = OutcomeOf(make, own->to.service);
    Loop& loop = own->to.loop;
    loop.Post([own = std::move(own), outcome = std::move(outcome)]() mutable {
      Deliver(own->to.done, std::move(outcome));
    });
  };
  const bool accepted = call->to.database.RunOnPool(lane, std::move(work));
  if (!accepted) {
    call->to.done(
        ErrorResponse(Error(ErrorCode::kThrottlingException, texts::kPoolFull), call->to.service));
  }
}

// For other threads to work with: whoever lets go of it last takes it back to the loop, where
// `back` goes on with it.
template <class Pending>
std::shared_ptr<Pending> Lend(std::unique_ptr<Pending> pending, Loop& loop,
                              void (*back)(std::unique_ptr<Pending>)) {
  return {
      pending.release(), [&loop, back](Pending* lent) noexcept {
        loop.Post([own = std::unique_ptr<Pending>(lent), back]() mutable { back(std::move(own)); });
      }};
}

// A short read: here and now.
template <class Database, class Request, class Handler>
void RunHere(Destination<Database> to, const Request& request, Handler handler) {
  to.done(Encoded(handler(to.database.context(), request), to.service));
}

// Runs work that may take long or wait on a worker, then answers on the loop.
template <class Database, class Request, class Handler>
void RunOnPool(database::Lane lane, Destination<Database> to, Request request, Handler handler) {
  struct Call {
    Destination<Database> to;
    Request request;
  };
  const auto call = std::make_shared<Call>(std::move(to), std::move(request));
  AnswerFromPool(lane, call, [own = call.get(), handler] {
    return Encoded(handler(own->to.database.context(), own->request), own->to.service);
  });
}

// A decoded request; those of DynamoDB know where to explain what was done, one knows its host.
template <class Request, class Database>
Result<Request> Decoded(const Destination<Database>& to, const json::Body& body) {
  Result<Request> request = Decode<Request>(body, to.layer);
  if constexpr (requires { request->host; }) {
    if (request) request->host = to.host;
  }
  if constexpr (requires { request->explanation; }) {
    if (request) request->explanation = to.explanation;
  }
  return request;
}

// An operation that is answered by one call of its handler, which is all there are in most
// services.
template <class Database, class Request, class Answer>
void Run(api::Kind kind, Destination<Database> to, const json::Body& body,
         Result<Answer> (*handler)(api::Context&, const Request&)) {
  Result<Request> request = Decoded<Request>(to, body);
  if (!request) return to.done(ErrorResponse(request.error(), to.service));
  if (kind == api::Kind::kPoint) return RunHere(std::move(to), *request, handler);
  RunOnPool(database::LaneOf(kind), std::move(to), *std::move(request), handler);
}

// A page of items: here and now while it is short, else on workers. A page that takes long goes to
// the end of their queue every few milliseconds, so that a short one never waits for all of it.
template <class Database, class Request, class Answer, class Handler>
class PendingPage {
 public:
  using Pointer = std::unique_ptr<PendingPage>;

  PendingPage(Destination<Database> to, Request request, Handler handler)
      : to_(std::move(to)), request_(std::move(request)), handler_(std::move(handler)) {}

  // On the loop.
  static void Start(Pointer self) {
    constexpr query::Reader::Budget kOnLoop{limits::kLoopReadEntriesMax, limits::kLoopReadBytesMax,
                                            limits::kLoopReadTracesMax, limits::kLoopWorkMax};
    if (auto response = self->Attempt(kOnLoop)) return self->to_.done(std::move(*response));
    Loop& loop = self->to_.loop;
    const auto shared = Lend(std::move(self), loop, &Finish);
    if (GoOn(shared)) return;
    shared->outcome_.response =
        ErrorResponse(Error(ErrorCode::kThrottlingException, texts::kPoolFull));
  }

 private:
  using Shared = std::shared_ptr<PendingPage>;

  // Has a worker read on. False: too many pages wait already.
  static bool GoOn(const Shared& self) {
    return self->to_.database.RunOnPool(database::Lane::kReads, [self]() noexcept { Work(self); });
  }

  // On a worker. Where no further page may wait, this one keeps the worker.
  static void Work(const Shared& self) noexcept {
    bool left = false;  // to another worker, which may be at it already
    auto outcome = OutcomeOf([&] {
      while (true) {
        if (auto response = self->Slice()) return std::move(*response);
        left = GoOn(self);
        if (left) return Response();
      }
    });
    if (!left) self->outcome_ = std::move(outcome);
  }

  // On a worker, for a few milliseconds; nullopt: the page is not complete yet.
  std::optional<Response> Slice() {
    query::Reader::Budget budget;
    budget.until = MachineSteadyNow() + std::chrono::microseconds(limits::kPageSliceMicros);
    auto response = Attempt(budget);
    if (response || page_ || ++attempts_ < limits::kStaleTriesMax) return response;
    return ErrorResponse(Error(ErrorCode::kInternalServerError, texts::kTableUnsettled));
  }

  // Reads on. nullopt: the budget does not suffice, or the page has to be read anew and is gone.
  std::optional<Response> Attempt(const query::Reader::Budget& budget) {
    if (!page_) {
      auto page = handler_(to_.database.context(), request_);
      if (!page) return ErrorResponse(page.error());
      page_ = std::move(*page);
    }
    const auto complete = page_->reader.Advance(budget);
    if (!complete) return ErrorResponse(complete.error());
    if (!*complete) return std::nullopt;
    auto answer = page_->answer(page_->reader);
    if (answer || answer.error().code != ErrorCode::kStaleDescriptor) return Encoded(answer);
    page_.reset();
    return std::nullopt;
  }

  // On the loop, once every worker has let go of it.
  static void Finish(Pointer self) { Deliver(self->to_.done, std::move(self->outcome_)); }

  Destination<Database> to_;
  Request request_;
  Handler handler_;
  std::optional<api::PageRead<Answer>> page_;
  std::size_t attempts_ = 0;  // that came to nothing because the table changed
  Outcome outcome_;
};

// See PendingPage.
template <class Answer, class Database, class Request, class Handler>
void RunPage(Destination<Database> to, Request request, Handler handler) {
  using Pending = PendingPage<Database, Request, Answer, Handler>;
  Pending::Start(std::make_unique<Pending>(std::move(to), std::move(request), std::move(handler)));
}

// Answers with what a durable decision came to. If a table changed under it, it is made `again`:
// looked up and decided anew, a few times.
template <class Answer, class Decided, class Again>
void Settle(Result<Decided> outcome, std::move_only_function<Answer(Decided&&)>& answer,
            Reply& done, std::size_t& attempts, Again again) {
  if (outcome) {
    return Deliver(done,
                   OutcomeOf([&] { return Encoded(Result<Answer>(answer(*std::move(outcome)))); }));
  }
  if (outcome.error().code != ErrorCode::kStaleDescriptor) {
    return done(ErrorResponse(outcome.error()));
  }
  if (++attempts < limits::kStaleTriesMax) return again();
  done(ErrorResponse(Error(ErrorCode::kInternalServerError, texts::kTableUnsettled)));
}

// One item's write, from its decision until its commit is durable: `handler` as api/handlers.h has
// them.
template <class Database, class Request, class Answer, class Handler>
class PendingWrite {
 public:
  using Pointer = std::unique_ptr<PendingWrite>;

  PendingWrite(Destination<Database> to, Request request, Handler handler)
      : to_(std::move(to)), request_(std::move(request)), handler_(std::move(handler)) {}

  // On the loop.
  static void Start(Pointer self) {
    auto write = self->handler_(self->to_.database.context(), self->request_);
    if (!write) return self->to_.done(ErrorResponse(write.error()));
    self->answer_ = std::move(write->answer);
    Database& database = self->to_.database;
    database.Submit(std::move(write->command),
                    [self = std::move(self)](Result<table::Written> written) mutable noexcept {
                      Loop& loop = self->to_.loop;
                      loop.Post([self = std::move(self), written = std::move(written)]() mutable {
                        Finish(std::move(self), std::move(written));
                      });
                    });
  }

 private:
  static void Finish(Pointer self, Result<table::Written> written) {
    auto* own = self.get();  // which `self` keeps alive, here or in what it starts again
    Settle(std::move(written), own->answer_, own->to_.done, own->attempts_,
           [&self] { Start(std::move(self)); });
  }

  Destination<Database> to_;
  Request request_;
  Handler handler_;
  std::move_only_function<Answer(table::Written&&)> answer_;
  std::size_t attempts_ = 0;
};

// See PendingWrite.
template <class Answer, class Database, class Request, class Handler>
void RunWrite(Destination<Database> to, Request request, Handler handler) {
  using Pending = PendingWrite<Database, Request, Answer, Handler>;
  Pending::Start(std::make_unique<Pending>(std::move(to), std::move(request), std::move(handler)));
}

// Several writes of one request, from their decisions until the last commit is durable.
template <class Database, class Request, class Answer, class Handler>
class PendingWrites {
 public:
  using Pointer = std::unique_ptr<PendingWrites>;

  PendingWrites(Destination<Database> to, Request request, Handler handler)
      : to_(std::move(to)), request_(std::move(request)), handler_(std::move(handler)) {}

  // On the loop.
  static void Start(Pointer self) {
    auto writes = self->handler_(self->to_.database.context(), self->request_);
    if (!writes) return self->to_.done(ErrorResponse(writes.error()));
    self->writes_ = std::move(*writes);
    // What is never submitted, for memory may run out halfway, has failed.
    self->outcomes_.assign(self->writes_.commands.size(),
                           Fail(ErrorCode::kInternalServerError, texts::kInternal));
    std::vector<Placed> all;
    for (auto& command : self->writes_.commands) all.push_back({all.size(), std::move(command)});
    Submit(std::move(self), std::move(all));
  }

 private:
  struct Placed {
    std::size_t place;  // in the request
    table::Command command;
  };

  static void Submit(Pointer self, std::vector<Placed> all) {
    if (all.empty())
      return self->to_.done(Encoded(self->writes_.answer(std::move(self->outcomes_))));
    Database& database = self->to_.database;
    Loop& loop = self->to_.loop;
    // Whoever settles the last write lets go of it last.
    const auto shared = Lend(std::move(self), loop, &Settle);
    for (auto& each : all) {
      database.Submit(
          std::move(each.command),
          [pending = shared, place = each.place](Result<table::Written> written) mutable noexcept {
            pending->outcomes_[place] = std::move(written);
            pending.reset();
          });
    }
  }

  // Everything has an outcome; what found its table changed is made again.
  static void Settle(Pointer self) {
    const bool patient = ++self->attempts_ < limits::kStaleTriesMax;
    std::vector<Placed> again;
    for (std::size_t place = 0; place < self->outcomes_.size(); ++place) {
      auto& outcome = self->outcomes_[place];
      if (outcome || outcome.error().code != ErrorCode::kStaleDescriptor) continue;
      auto command = patient ? self->writes_.again(place)
                             : Fail(ErrorCode::kInternalServerError, texts::kTableUnsettled);
      if (command) {
        again.push_back({place, *std::move(command)});
      } else {
        outcome = std::unexpected(std::move(command.error()));
      }
    }
    Submit(std::move(self), std::move(again));
  }

  Destination<Database> to_;
  Request request_;
  Handler handler_;
  api::Writes<Answer> writes_;
  std::vector<Result<table::Written>> outcomes_;  // each set by whoever settles it
  std::size_t attempts_ = 0;
};

// See PendingWrites.
template <class Answer, class Database, class Request, class Handler>
void RunWrites(Destination<Database> to, Request request, Handler handler) {
  using Pending = PendingWrites<Database, Request, Answer, Handler>;
  Pending::Start(std::make_unique<Pending>(std::move(to), std::move(request), std::move(handler)));
}

// A transaction, from its decision on the pool until its commit is durable.
template <class Database, class Request, class Answer, class Handler>
class PendingTransaction {
 public:
  using Pointer = std::unique_ptr<PendingTransaction>;

  PendingTransaction(Destination<Database> to, Request request, Handler handler)
      : to_(std::move(to)), request_(std::move(request)), handler_(std::move(handler)) {}

  // On the loop.
  static void Start(Pointer self) {
    self->outcome_.reset();
    Database& database = self->to_.database;
    Loop& loop = self->to_.loop;
    const auto shared = Lend(std::move(self), loop, &Finish);
    if (database.RunOnPool(database::Lane::kTransactions, [shared]() noexcept { Begin(shared); }))
      return;
    shared->outcome_ = Fail(ErrorCode::kThrottlingException, texts::kPoolFull);
  }

 private:
  using Shared = std::shared_ptr<PendingTransaction>;

  // On the pool. What throws costs this request its answer and nothing else, as for every other
  // operation.
  static void Begin(const Shared& self) noexcept {
    try {
      Decide(self);
    } catch (...) {
      self->thrown_ = std::current_exception();
    }
  }

  static void Decide(const Shared& self) {
    auto transact = self->handler_(self->to_.database.context(), self->request_);
    if (!transact) {
      self->outcome_ = std::unexpected(std::move(transact.error()));
      return;
    }
    self->answer_ = std::move(transact->answer);
    self->to_.database.Transact(
        std::move(transact->transaction),
        [pending = self](Result<table::Transacted> outcome) mutable noexcept {
          pending->outcome_ = std::move(outcome);
          pending.reset();
        });
  }

  // On the loop, once everybody else has let go of it.
  static void Finish(Pointer self) {
    auto* own = self.get();  // which `self` keeps alive, here or in what it starts again
    if (!own->outcome_) {
      return Deliver(
          own->to_.done,
          {ErrorResponse(Error(ErrorCode::kInternalServerError, texts::kInternal)), own->thrown_});
    }
    Settle(*std::move(own->outcome_), own->answer_, own->to_.done, own->attempts_,
           [&self] { Start(std::move(self)); });
  }

  Destination<Database> to_;
  Request request_;
  Handler handler_;
  std::move_only_function<Answer(table::Transacted&&)> answer_;
  std::optional<Result<table::Transacted>> outcome_;  // none if something was thrown instead
  std::exception_ptr thrown_;
  std::size_t attempts_ = 0;
};

// See PendingTransaction.
template <class Answer, class Database, class Request, class Handler>
void RunTransaction(Destination<Database> to, Request request, Handler handler) {
  using Pending = PendingTransaction<Database, Request, Answer, Handler>;
  Pending::Start(std::make_unique<Pending>(std::move(to), std::move(request), std::move(handler)));
}

}  // namespace stator::wire
