#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "storage/engine.h"
#include "table/commit_queue.h"
#include "table/ledger.h"
#include "table/step.h"
#include "table/tokens.h"
#include "table/transaction_pauses.h"
#include "table/two_phase.h"

namespace stator::table {

// Writes of distinct items that take effect together or not at all. An action that only checks an
// item is a write that keeps it.
struct Transaction {
  std::vector<Command> commands;
  std::optional<Token> token;
};

// The result of a transaction.
struct Transacted {
  std::vector<Written> parts;  // one for each command
  // Set if the transaction had finished before and nothing happened now: the cost of reading its
  // items, which the client pays instead.
  std::optional<std::vector<HalfUnits>> replayed;
};

// Runs transactions, which are serializable with each other and with every other write
// (docs/design/0008-transactions.md).
// Threads: safe for concurrent use.
class Transactions final : public SteppedWork {
 public:
  enum class Protocol : bool { kOneCommit, kTwoPhase };
  using Done = std::move_only_function<void(Result<Transacted>)>;

  // `wake` is called when Step has work. REQUIRES: the references outlive this object.
  Transactions(storage::Engine& engine, catalog::Catalog& catalog, CommitQueue& queue,
               const ServiceClock& clock, Protocol protocol, std::function<void()> wake);

  // Finds the transactions that a crash interrupted. REQUIRES: called before the first transaction.
  Result<> Load();

  // Runs a transaction; it may wait for the disk. `done` is called exactly once: on this thread,
  // the commit thread, or the thread that releases a paused transaction.
  // Errors: kTransactionCanceledException with its reasons if one of the writes could not be made;
  // then none was made. kStaleDescriptor if a table has changed; the caller decides again.
  void Run(Transaction transaction, Done done);

  // Whether the transaction of this token has finished, so that running it again would change
  // nothing. Errors: IdempotentParameterMismatchException if another transaction has the token.
  Result<bool> IsOver(const Token& token);

  // Whether a transaction holds one of these rows.
  bool Holding(std::span<const storage::Address> rows) const;
  // Notes that a reader or writer met a transaction's mark in this row. Step then finds out whether
  // the transaction still runs. Threads: any.
  void Met(const catalog::TablePtr& table, BytesView row_key);

  // The pauses that tests and users set.
  TransactionPauses& pauses() { return pauses_; }

  // Finishes interrupted transactions, and deletes old tokens. Threads: one thread at a time.
  Result<StepOutcome> Step() override;

  // Gives up all paused transactions. REQUIRES: no later call of Run.
  void Stop();

 private:
  struct Running;
  using RunningPtr = std::shared_ptr<Running>;

  Result<> Prepare(Running& running);
  bool Hold(const RunningPtr& running);
  // For each command, the billed size of its item, or its error.
  using Sizes = std::vector<Result<std::size_t>>;
  Sizes PrepareOneCommit(Running& running, const std::vector<bool>& taken);
  Sizes PrepareTwoPhase(Running& running, const std::vector<bool>& taken);
  void Commit(const RunningPtr& running);
  Result<Transacted> Conclude(Running& running, std::vector<Result<Written>> outcomes);
  void CommitOnce(const RunningPtr& running);
  void CommitTwoPhase(const RunningPtr& running);
  void LeaveToRecovery(Running& running) noexcept;
  void GiveUp(Running& running, Error error);
  static void Answer(Running& running, Result<Transacted> outcome) noexcept;
  static void TellWatches(Running& running, const std::vector<Result<Written>>& outcomes);
  static void TellWatches(Running& running, const Error& error);
  void End(Running& running);
  Result<> RecoverLeft();
  Result<StepOutcome> RecoverRecords();
  Result<StepOutcome> RecoverRecord(BytesView transaction, const CommitRecord& record);
  Result<StepOutcome> RecoverMarks();
  Result<> RecoverMark(const catalog::TablePtr& table, const Bytes& row_key);
  bool IsRunning(BytesView transaction) const;

  storage::Engine& engine_;
  catalog::Catalog& catalog_;
  CommitQueue& queue_;
  const ServiceClock& clock_;
  const Protocol protocol_;
  const std::function<void()> wake_;
  Tokens tokens_;
  TwoPhase two_phase_;
  TransactionPauses pauses_;
  std::atomic<bool> recover_ = true;  // there may be commit records to finish

  mutable Mutex mutex_;
  std::set<Bytes> running_ GUARDED_BY(mutex_);  // ids, in two phases only
  // Transactions left to recovery whose outcome is unknown yet.
  std::map<Bytes, std::optional<Token>> left_ GUARDED_BY(mutex_);
  // Rows in which a mark was met, with their tables.
  std::map<std::pair<std::string, Bytes>, catalog::TablePtr> met_ GUARDED_BY(mutex_);
};

}  // namespace stator::table
