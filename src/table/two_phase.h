#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
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
  // Takes the marks off again. Those of the commands whose mark stays for now.
  std::vector<Command> Release(BytesView transaction, std::span<const Command> commands);
  // Whether the item collections have room for all that was prepared together.
  std::vector<Result<>> CheckCollections(std::span<const Command> commands,
                                         std::span<const Result<Written>> prepared) const;

  // The record of a transaction whose items are all marked.
  CommitRecord RecordOf(std::span<const Command> commands,
                        std::span<const Result<Written>> prepared,
                        const std::optional<Token>& token) const;
  // The commit point. kTransactionConflictException: somebody ended the transaction before.
  Result<> Decide(BytesView transaction, const CommitRecord& record);
  // Makes the changes of a committed transaction. It may be repeated. An item that has gone with
  // its table answers without one.
  std::vector<Result<Written>> Apply(BytesView transaction, const CommitRecord& record);
  // Forgets a transaction whose changes are made and remembers its token. False: somebody did.
  Result<bool> Finish(BytesView transaction, const CommitRecord& record);

  Result<std::optional<CommitRecord>> Find(BytesView transaction);
  // Sees to it that a transaction without a record never commits. False: it has committed.
  Result<bool> Abort(BytesView transaction);
  // Ends a transaction that nobody pursues any more, if it has not committed and its mark is on
  // this row.
  Result<> Abandon(BytesView transaction, const Command& marked);

 private:
  // Where a phase is to be carried out, whatever becomes of the table's descriptor.
  struct Place {
    std::string table;
    catalog::TableNumber number = 0;
    Bytes row_key;
    table::Decide decide;
  };
  std::vector<Result<Written>> WriteAll(std::vector<Command> commands);
  std::vector<Result<Written>> CarryOut(BytesView transaction, Phase phase,
                                        std::span<const Place> places);
  std::optional<Command> CommandAt(BytesView transaction, Phase phase, const Place& place) const;
  Result<bool> Bears(BytesView transaction, const Command& marked);

  storage::Engine& engine_;
  catalog::Catalog& catalog_;
  CommitQueue& queue_;
  const ServiceClock& clock_;
};

}  // namespace stator::table
