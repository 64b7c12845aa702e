#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "api/operation.h"
#include "database/caller.h"
#include "database/lane.h"
#include "database/pending_page.h"
#include "database/pending_write.h"

// Runs statements. Once they are parsed, their work is that of another operation: a page, writes,
// a transaction. The classes of those operations carry it on.
namespace stator::database {

// A request that several parts of its work share. It never moves, so the work may hold views into
// it.
template <class Request>
struct SharedRequest {
  std::shared_ptr<const Request> request;
  bool unmetered = false;
};

// Stands for a handler that returns one kind of work. The first call returns the work that the
// statement's handler has made; later calls, after a change of the table, make it again.
template <class Kind, class Handler>
struct StatementPart {
  std::optional<Kind> first;
  Handler handler;

  template <class Services, class Request>
  Result<Kind> operator()(const Services& services, const SharedRequest<Request>& shared) {
    if (first) {
      Result<Kind> made(*std::move(first));
      first.reset();
      return made;
    }
    auto work = handler(services, *shared.request);
    if (!work) return std::unexpected(std::move(work.error()));
    if (auto* kind = std::get_if<Kind>(&*work)) return std::move(*kind);
    // The new table makes another kind of work of the statement.
    return Fail(ErrorCode::kInternalServerError, texts::kTableUnsettled);
  }
};

template <class Caller, class Request, class Answer, class Handler>
class PendingStatement {
 public:
  // Threads: the loop, or a body worker if the request's body is long.
  static void Start(Caller caller, Request&& request, Handler handler) {
    const auto shared = std::make_shared<const Request>(std::move(request));
    auto work = CallHandler(caller.database, handler, *shared);
    if (!work) return caller.done(caller.template Fail<Answer>(std::move(work.error())));
    const SharedRequest<Request> owner{shared, shared->unmetered};
    std::visit(
        [&](auto&& kind) {
          Go(std::move(caller), owner, handler, std::forward<decltype(kind)>(kind));
        },
        *std::move(work));
  }

 private:
  using Shared = SharedRequest<Request>;

  static void Go(Caller caller, const Shared& /*owner*/, Handler /*handler*/, Answer answer) {
    caller.done(caller.render(Result<Answer>(std::move(answer))));
  }

  static void Go(Caller caller, const Shared& owner, Handler /*handler*/,
                 api::Deferred<Answer> deferred) {
    AnswerFromPool(Lane::kReads, std::move(caller),
                   [owner, deferred = std::move(deferred)]() mutable { return deferred.run(); });
  }

  template <template <class> class Work>
  static void Go(Caller caller, const Shared& owner, Handler handler, Work<Answer> work) {
    using Part = StatementPart<Work<Answer>, Handler>;
    using Pending = typename Carrier<Part, Work<Answer>>::Type;
    Pending::Start(std::make_unique<Pending>(std::move(caller), Shared(owner),
                                             Part{std::move(work), std::move(handler)}));
  }

  template <class Part, class Work>
  struct Carrier;
  template <class Part>
  struct Carrier<Part, api::PageRead<Answer>> {
    using Type = PendingPage<Caller, Shared, Answer, Part>;
  };
  template <class Part>
  struct Carrier<Part, api::Write<Answer>> {
    using Type = PendingWrite<Caller, Shared, Answer, Part>;
  };
  template <class Part>
  struct Carrier<Part, api::Writes<Answer>> {
    using Type = PendingWrites<Caller, Shared, Answer, Part>;
  };
  template <class Part>
  struct Carrier<Part, api::Transact<Answer>> {
    using Type = PendingTransaction<Caller, Shared, Answer, Part>;
  };
};

}  // namespace stator::database
