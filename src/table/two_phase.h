#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "storage/engine.h"
#include "table/commit_queue.h"
#include "table/ledger.h"

namespace stator::table {

// Transactions where the engine commits one partition at a time: every item is marked, a commit
// record is the commit point, then every item is changed (docs/design/0008-transactions.md). All of
// it waits for the disk. Safe for concurrent use.
//
// [INV-TWO-PHASE-1] A transaction has at most one commit record ever, and what that says is done.
// [INV-TWO-PHASE-2] An item that bears a mark is changed by that transaction alone.
class TwoPhase {
 public:
  TwoPhase(storage::Engine& engine, catalog::Catalog& catalog, CommitQueue& queue,
           const ServiceClock& clock)
      : engine_(engine), catalog_(catalog), queue_(queue), clock_(clock) {}

  // Decides every write and marks its item.
  std::vector<Result<Written>> Prepare(BytesView transaction, std::span<const Command> commands);
  // Takes the marks off again.
  void Release(BytesView transaction, std::span<const Command> commands);

  // The record of a transaction whose items are all marked.
  CommitRecord RecordOf(std::span<const Command> commands,
                        std::span<const Result<Written>> prepared,
                        const std::optional<Token>& token) const;
  // The commit point. kTransactionConflictException: somebody ended the transaction before.
  Result<> Decide(BytesView transaction, const CommitRecord& record);
  // Makes the changes of a committed transaction. It may be repeated.
  std::vector<Result<Written>> Apply(BytesView transaction, const CommitRecord& record);
  // Forgets a transaction whose changes are made and remembers its token.
  Result<> Finish(BytesView transaction, const CommitRecord& record);

  // Sees to it that a transaction without a record never commits. False: it has committed.
  Result<bool> Abort(BytesView transaction);
  // Ends a transaction that nobody pursues any more, one of whose marks is on this row.
  Result<> Abandon(BytesView transaction, const Command& marked);

 private:
  std::vector<Result<Written>> WriteAll(std::vector<Command> commands);
  std::optional<Command> ApplyCommand(BytesView transaction, const CommitRecord::Part& part) const;
  Result<std::optional<CommitRecord>> Find(BytesView transaction);

  storage::Engine& engine_;
  catalog::Catalog& catalog_;
  CommitQueue& queue_;
  const ServiceClock& clock_;
};

}  // namespace stator::table
