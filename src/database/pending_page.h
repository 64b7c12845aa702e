#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "api/operation.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/work_limits.h"
#include "database/caller.h"
#include "query/reader.h"

namespace stator::database {

// A page of items that is being read. The loop reads it while it is short; workers read on from
// there. A page that takes long goes to the end of their queue every few milliseconds, so that a
// short one never waits for all of it.
template <class Caller, class Request, class Answer, class Handler>
class PendingPage {
 public:
  using Pointer = std::unique_ptr<PendingPage>;

  PendingPage(Caller&& caller, Request&& request, Handler handler)
      : caller_(std::move(caller)), request_(std::move(request)), handler_(std::move(handler)) {}

  // Threads: the loop.
  static void Start(Pointer self) {
    constexpr query::Reader::Budget kOnLoop{limits::kLoopReadEntriesMax, limits::kLoopReadBytesMax,
                                            limits::kLoopReadTracesMax, limits::kLoopWorkMax};
    if (auto rendered = self->Attempt(kOnLoop)) return self->caller_.done(*std::move(rendered));
    Loop& loop = self->caller_.loop;
    const auto shared = Lend(std::move(self), loop, &Finish);
    if (GoOn(shared)) return;
    shared->outcome_ = {shared->Failed(ErrorCode::kThrottlingException, texts::kPoolFull), nullptr};
  }

 private:
  using Shared = std::shared_ptr<PendingPage>;
  using Rendered = RenderedBy<Caller, Answer>;

  // Has a worker read on. False: too many pages wait already.
  static bool GoOn(const Shared& self) {
    return self->caller_.database.RunOnPool(Lane::kReads, [self]() noexcept { Work(self); });
  }

  // Reads until the slice of time is over. If no further page may wait, this one keeps the worker.
  // Threads: a worker.
  static void Work(const Shared& self) noexcept {
    bool left = false;  // to another worker, which may be at it already
    auto outcome = Contained(*self, [&]() -> std::optional<Rendered> {
      while (true) {
        if (auto rendered = self->Slice()) return rendered;
        left = GoOn(self);
        if (left) return std::nullopt;
      }
    });
    if (!left) self->outcome_ = std::move(outcome);
  }

  template <class Make>
  static std::optional<Outcome<Rendered>> Contained(PendingPage& self, Make make) {
    try {
      auto rendered = make();
      if (!rendered) return std::nullopt;
      return Outcome<Rendered>{*std::move(rendered), nullptr};
    } catch (...) {
      return Outcome<Rendered>{self.Failed(ErrorCode::kInternalServerError, texts::kInternal),
                               std::current_exception()};
    }
  }

  Rendered Failed(ErrorCode code, const char* text) {
    return caller_.template Fail<Answer>(code, text);
  }

  // Reads on for a few milliseconds. nullopt: the page is not complete yet. Threads: a worker.
  std::optional<Rendered> Slice() {
    query::Reader::Budget budget;
    budget.until = MachineSteadyNow() + std::chrono::microseconds(limits::kPageSliceMicros);
    auto rendered = Attempt(budget);
    if (rendered || page_ || ++attempts_ < limits::kStaleTriesMax) return rendered;
    return Failed(ErrorCode::kInternalServerError, texts::kTableUnsettled);
  }

  // Reads on. nullopt: the budget does not suffice, or the page has to be read anew and is gone.
  std::optional<Rendered> Attempt(const query::Reader::Budget& budget) {
    if (!page_) {
      auto page = CallHandler(caller_.database, handler_, request_);
      if (!page) return caller_.template Fail<Answer>(std::move(page.error()));
      page_ = std::move(*page);
    }
    auto complete = page_->reader.Advance(budget);
    if (!complete) return caller_.template Fail<Answer>(std::move(complete.error()));
    if (!*complete) return std::nullopt;
    auto answer = page_->answer(page_->reader);
    if (answer || answer.error().code != ErrorCode::kStaleDescriptor) {
      return caller_.render(std::move(answer));
    }
    page_.reset();
    return std::nullopt;
  }

  // Runs once every worker has let go of the page. Threads: the loop.
  static void Finish(Pointer self) { Deliver(self->caller_, *std::move(self->outcome_)); }

  Caller caller_;
  Request request_;
  Handler handler_;
  std::optional<api::PageRead<Answer>> page_;
  std::size_t attempts_ = 0;  // that came to nothing because the table changed
  std::optional<Outcome<Rendered>> outcome_;
};

}  // namespace stator::database
