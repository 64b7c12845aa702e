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

// A page that is being read. The loop reads short pages; workers continue longer ones. Every few
// milliseconds an unfinished page goes to the end of the workers' queue, so that a short page never
// waits for all of a long one.
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

  // Queues the page for a worker. Returns false if too many pages wait already.
  static bool GoOn(const Shared& self) {
    return self->caller_.database.RunOnPool(Lane::kReads, [self]() noexcept { Work(self); });
  }

  // Reads until its slice of time is over. If the queue is full, the page keeps this worker.
  // Threads: a worker.
  static void Work(const Shared& self) noexcept {
    bool left = false;  // queued for another worker, which may already be running it
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

  // Reads for a few milliseconds. nullopt: the page is not complete yet. Threads: a worker.
  std::optional<Rendered> Slice() {
    query::Reader::Budget budget;
    budget.until = MachineSteadyNow() + std::chrono::microseconds(limits::kPageSliceMicros);
    auto rendered = Attempt(budget);
    if (rendered || page_ || ++attempts_ < limits::kStaleTriesMax) return rendered;
    return Failed(ErrorCode::kInternalServerError, texts::kTableUnsettled);
  }

  // Continues reading. nullopt: the budget is used up, or the table changed and the page was
  // discarded to be read again.
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

  // Runs once every worker has released the page. Threads: the loop.
  static void Finish(Pointer self) { Deliver(self->caller_, *std::move(self->outcome_)); }

  Caller caller_;
  Request request_;
  Handler handler_;
  std::optional<api::PageRead<Answer>> page_;
  std::size_t attempts_ = 0;  // discarded because the table changed
  std::optional<Outcome<Rendered>> outcome_;
};

}  // namespace stator::database
