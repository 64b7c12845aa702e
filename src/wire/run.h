#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "api/explanation.h"
#include "api/operation.h"
#include "base/limits.h"
#include "base/loop.h"
#include "base/result.h"
#include "base/texts.h"
#include "wire/codecs.h"
#include "wire/error_table.h"
#include "wire/response.h"

// How an operation of each kind is run and answered, once its request is decoded. A template over
// the database (api::Database) so that tests can stand in for queues that are full and tables that
// change.
namespace stator::wire {

template <class Database>
struct Destination {
  Database& database;
  Loop& loop;
  Reply done;
  api::Explanation* explanation = nullptr;  // what the operation is to fill in
};

template <class Answer>
Response Encoded(const Result<Answer>& answer) {
  if (!answer) return ErrorResponse(answer.error());
  Response response;
  Encode(*answer, response.body);
  return response;
}

// A short read: here and now.
template <class Database, class Request, class Handler>
void RunHere(Destination<Database> to, const Request& request, Handler handler) {
  to.done(Encoded(handler(to.database.context(), request)));
}

// What may take long or wait: on the pool, then back to the loop.
template <class Database, class Request, class Handler>
void RunOnPool(Destination<Database> to, Request request, Handler handler) {
  struct Call {
    Destination<Database> to;
    Request request;
  };
  // Shared only because a full pool drops the work with all it holds, and someone has to say so.
  auto call = std::make_shared<Call>(std::move(to), std::move(request));
  const bool accepted = call->to.database.RunOnPool([call, handler] {
    Response response = Encoded(handler(call->to.database.context(), call->request));
    call->to.loop.Post(
        [call, response = std::move(response)]() mutable { call->to.done(std::move(response)); });
  });
  if (!accepted) {
    call->to.done(ErrorResponse(Error(ErrorCode::kThrottlingException, texts::kPoolFull)));
  }
}

// A page of items, while it is short here and now, else on the pool.
template <class Database, class Request, class Answer, class Handler>
class PendingPage {
 public:
  using Pointer = std::shared_ptr<PendingPage>;

  PendingPage(Destination<Database> to, Request request, Handler handler)
      : to_(std::move(to)), request_(std::move(request)), handler_(std::move(handler)) {}

  // On the loop.
  static void Start(const Pointer& self) {
    constexpr query::Reader::Budget kOnLoop{limits::kLoopReadEntriesMax, limits::kLoopReadBytesMax};
    if (auto response = self->Attempt(kOnLoop)) return self->to_.done(std::move(*response));
    // Shared only because a full pool drops the work with all it holds, and someone has to say so.
    const bool accepted = self->to_.database.RunOnPool([self] {
      self->to_.loop.Post(
          [self, response = self->Finish()]() mutable { self->to_.done(std::move(response)); });
    });
    if (!accepted) {
      self->to_.done(ErrorResponse(Error(ErrorCode::kThrottlingException, texts::kPoolFull)));
    }
  }

 private:
  // Reads on; nullopt if the budget does not suffice, or the page has to be read anew.
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

  // On the pool: to the end of the page, however often its table changes meanwhile.
  Response Finish() {
    for (std::size_t attempts = 0; attempts < limits::kStaleWritesMax; ++attempts) {
      if (auto response = Attempt({})) return std::move(*response);
    }
    return ErrorResponse(Error(ErrorCode::kInternalServerError, texts::kTableUnsettled));
  }

  Destination<Database> to_;
  Request request_;
  Handler handler_;
  std::optional<api::PageRead<Answer>> page_;
};

// See PendingPage.
template <class Answer, class Database, class Request, class Handler>
void RunPage(Destination<Database> to, Request request, Handler handler) {
  using Pending = PendingPage<Database, Request, Answer, Handler>;
  Pending::Start(std::make_shared<Pending>(std::move(to), std::move(request), std::move(handler)));
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
                    [self = std::move(self)](Result<table::Written> written) mutable {
                      Loop& loop = self->to_.loop;
                      loop.Post([self = std::move(self), written = std::move(written)]() mutable {
                        Settle(std::move(self), std::move(written));
                      });
                    });
  }

 private:
  static void Settle(Pointer self, Result<table::Written> written) {
    if (written) {
      return self->to_.done(Encoded(Result<Answer>(self->answer_(*std::move(written)))));
    }
    if (written.error().code != ErrorCode::kStaleDescriptor) {
      return self->to_.done(ErrorResponse(written.error()));
    }
    // The table changed under the decision: look it up and decide again.
    if (++self->attempts_ < limits::kStaleWritesMax) return Start(std::move(self));
    self->to_.done(ErrorResponse(Error(ErrorCode::kInternalServerError, texts::kTableUnsettled)));
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

}  // namespace stator::wire
