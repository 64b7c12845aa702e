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

// Transactions for engines that commit one partition at a time (docs/design/0008-transactions.md).
// Every item is marked, then a commit record is the commit point, then every item is changed.
// Threads: safe for concurrent use. All functions may wait for the disk.
//
// [INV-TWO-PHASE-1] A transaction has at most one commit record ever, and that record's outcome is
// carried out. [INV-TWO-PHASE-2] Only the transaction whose mark an item bears changes that item.
class TwoPhase {
 public:
  TwoPhase(storage::Engine& engine, catalog::Catalog& catalog, CommitQueue& queue,
           const ServiceClock& clock)
      : engine_(engine), catalog_(catalog), queue_(queue), clock_(clock) {}

  // Decides every write and marks its item.
  std::vector<Result<Written>> Prepare(BytesView transaction, std::span<const Command> commands);
  // Removes the marks. Returns the commands whose marks could not be removed yet.
  std::vector<Command> Release(BytesView transaction, std::span<const Command> commands);
  // Fails the writes whose item collection has no room for all prepared writes together.
  std::vector<Result<>> CheckCollections(std::span<const Command> commands,
                                         std::span<const Result<Written>> prepared) const;

  // Returns the commit record. REQUIRES: all items are marked.
  CommitRecord RecordOf(std::span<const Command> commands,
                        std::span<const Result<Written>> prepared,
                        const std::optional<Token>& token) const;
  // Stores the commit record: the commit point. Errors: kTransactionConflictException if the
  // transaction already has a record, because another thread ended it.
  Result<> Decide(BytesView transaction, const CommitRecord& record);
  // Makes the changes of a committed transaction. It may be repeated. If an item's table was
  // dropped, its outcome is a Written without a table.
  std::vector<Result<Written>> Apply(BytesView transaction, const CommitRecord& record);
  // Removes the commit record of a transaction whose changes are made, and remembers its token.
  // False if the record was removed before.
  Result<bool> Finish(BytesView transaction, const CommitRecord& record);

  // Returns the transaction's commit record, or nullopt.
  Result<std::optional<CommitRecord>> Find(BytesView transaction);
  // Makes sure that a transaction without a record never commits. False if it has committed.
  Result<bool> Abort(BytesView transaction);
  // Ends a transaction that no thread runs any more, if it has not committed and this row bears its
  // mark.
  Result<> Abandon(BytesView transaction, const Command& marked);

 private:
  // A row to write in a phase. The table's descriptor may change meanwhile.
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
