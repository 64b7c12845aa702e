#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "api/operation.h"
#include "base/work_limits.h"
#include "database/caller.h"
#include "table/transactions.h"
#include "table/write.h"

// Carries writes from their decision until their commit is durable.
namespace stator::database {

// Answers with the outcome of a durable decision. If the table changed since the decision, calls
// `again` to retry, a bounded number of times. Threads: the loop.
template <class Answer, class Caller, class Decided, class Again>
void Settle(Result<Decided> outcome, std::move_only_function<Answer(Decided&&)>& answer,
            Caller& caller, std::size_t& attempts, Again again) {
  if (outcome) {
    return Deliver(caller, OutcomeOf<Answer>(caller, [&] {
                     return caller.render(Result<Answer>(answer(*std::move(outcome))));
                   }));
  }
  if (outcome.error().code != ErrorCode::kStaleDescriptor) {
    return caller.done(caller.template Fail<Answer>(std::move(outcome.error())));
  }
  if (++attempts < limits::kStaleTriesMax) return again();
  caller.done(
      caller.template Fail<Answer>(ErrorCode::kInternalServerError, texts::kTableUnsettled));
}

// The write of one item.
template <class Caller, class Request, class Answer, class Handler>
class PendingWrite {
 public:
  using Pointer = std::unique_ptr<PendingWrite>;

  PendingWrite(Caller&& caller, Request&& request, Handler handler)
      : caller_(std::move(caller)), request_(std::move(request)), handler_(std::move(handler)) {}

  // Threads: the loop, or a body worker if the request's body is long.
  static void Start(Pointer self) {
    auto write = CallHandler(self->caller_.database, self->handler_, self->request_);
    if (!write) {
      return self->caller_.done(self->caller_.template Fail<Answer>(std::move(write.error())));
    }
    self->answer_ = std::move(write->answer);
    auto& database = self->caller_.database;
    database.Submit(std::move(write->command),
                    [self = std::move(self)](Result<table::Written> written) mutable noexcept {
                      Loop& loop = self->caller_.loop;
                      loop.Post([self = std::move(self), written = std::move(written)]() mutable {
                        Finish(std::move(self), std::move(written));
                      });
                    });
  }

 private:
  static void Finish(Pointer self, Result<table::Written> written) {
    auto* own = self.get();  // kept alive by `self`, here or in the retry
    Settle(std::move(written), own->answer_, own->caller_, own->attempts_,
           [&self] { Start(std::move(self)); });
  }

  Caller caller_;
  Request request_;
  Handler handler_;
  std::move_only_function<Answer(table::Written&&)> answer_;
  std::size_t attempts_ = 0;
};

// Independent writes of one request, until the last commit is durable.
template <class Caller, class Request, class Answer, class Handler>
class PendingWrites {
 public:
  using Pointer = std::unique_ptr<PendingWrites>;

  PendingWrites(Caller&& caller, Request&& request, Handler handler)
      : caller_(std::move(caller)), request_(std::move(request)), handler_(std::move(handler)) {}

  // Threads: the loop, or a body worker if the request's body is long.
  static void Start(Pointer self) {
    auto writes = CallHandler(self->caller_.database, self->handler_, self->request_);
    if (!writes) {
      return self->caller_.done(self->caller_.template Fail<Answer>(std::move(writes.error())));
    }
    self->writes_ = std::move(*writes);
    // Memory may run out halfway, so a write that was never submitted counts as failed.
    self->outcomes_.assign(self->writes_.commands.size(),
                           Fail(ErrorCode::kInternalServerError, texts::kInternal));
    std::vector<Placed> all;
    for (auto& command : self->writes_.commands) all.push_back({all.size(), std::move(command)});
    Submit(std::move(self), std::move(all));
  }

 private:
  struct Placed {
    std::size_t place;  // index in the request
    table::Command command;
  };

  static void Submit(Pointer self, std::vector<Placed> all) {
    if (all.empty()) {
      return self->caller_.done(
          self->caller_.render(self->writes_.answer(std::move(self->outcomes_))));
    }
    auto& database = self->caller_.database;
    Loop& loop = self->caller_.loop;
    // The last thread that settles a write releases the last share, which runs SettleAll.
    const auto shared = Lend(std::move(self), loop, &SettleAll);
    for (auto& each : all) {
      database.Submit(
          std::move(each.command),
          [pending = shared, place = each.place](Result<table::Written> written) mutable noexcept {
            pending->outcomes_[place] = std::move(written);
            pending.reset();
          });
    }
  }

  // Runs once each write has an outcome. Retries the writes whose table has changed.
  static void SettleAll(Pointer self) {
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

  Caller caller_;
  Request request_;
  Handler handler_;
  api::Writes<Answer> writes_;
  std::vector<Result<table::Written>> outcomes_;  // each set by the thread that settles it
  std::size_t attempts_ = 0;
};

// A transaction, from its decision on the pool until its commit is durable.
template <class Caller, class Request, class Answer, class Handler>
class PendingTransaction {
 public:
  using Pointer = std::unique_ptr<PendingTransaction>;

  PendingTransaction(Caller&& caller, Request&& request, Handler handler)
      : caller_(std::move(caller)), request_(std::move(request)), handler_(std::move(handler)) {}

  // Threads: the loop, or a body worker if the request's body is long.
  static void Start(Pointer self) {
    self->outcome_.reset();
    auto& database = self->caller_.database;
    Loop& loop = self->caller_.loop;
    const auto shared = Lend(std::move(self), loop, &Finish);
    if (database.RunOnPool(Lane::kTransactions, [shared]() noexcept { Begin(shared); })) return;
    shared->outcome_ = Fail(ErrorCode::kThrottlingException, texts::kPoolFull);
  }

 private:
  using Shared = std::shared_ptr<PendingTransaction>;

  // An exception fails only this request, as for every other operation. Threads: a worker.
  static void Begin(const Shared& self) noexcept {
    try {
      Decide(self);
    } catch (...) {
      self->thrown_ = std::current_exception();
    }
  }

  static void Decide(const Shared& self) {
    auto transact = CallHandler(self->caller_.database, self->handler_, self->request_);
    if (!transact) {
      self->outcome_ = std::unexpected(std::move(transact.error()));
      return;
    }
    self->answer_ = std::move(transact->answer);
    self->caller_.database.Transact(
        std::move(transact->transaction),
        [pending = self](Result<table::Transacted> outcome) mutable noexcept {
          pending->outcome_ = std::move(outcome);
          pending.reset();
        });
  }

  // Runs once every other thread has released the transaction. Threads: the loop.
  static void Finish(Pointer self) {
    auto* own = self.get();  // kept alive by `self`, here or in the retry
    auto& caller = own->caller_;
    if (!own->outcome_) {
      caller.done(caller.template Fail<Answer>(ErrorCode::kInternalServerError, texts::kInternal));
      if (own->thrown_) std::rethrow_exception(own->thrown_);
      return;
    }
    Settle(*std::move(own->outcome_), own->answer_, caller, own->attempts_,
           [&self] { Start(std::move(self)); });
  }

  Caller caller_;
  Request request_;
  Handler handler_;
  std::move_only_function<Answer(table::Transacted&&)> answer_;
  std::optional<Result<table::Transacted>> outcome_;  // empty if an exception was thrown instead
  std::exception_ptr thrown_;
  std::size_t attempts_ = 0;
};

}  // namespace stator::database
