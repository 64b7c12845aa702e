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

// Writes of distinct items that take effect together or not at all. What only checks an item is a
// write that keeps it.
struct Transaction {
  std::vector<Command> commands;
  std::optional<Token> token;
};

// What a transaction came to.
struct Transacted {
  std::vector<Written> parts;  // of each command
  // The transaction was over already, and nothing happened: what reading its items costs instead.
  std::optional<std::vector<HalfUnits>> replayed;
};

// Transactions, serializable with each other and with every other write (docs/design/
// 0008-transactions.md). Safe for concurrent use.
class Transactions final : public SteppedWork {
 public:
  enum class Protocol : bool { kOneCommit, kTwoPhase };
  using Done = std::move_only_function<void(Result<Transacted>)>;

  // `wake`: there is work for Step. The references outlive it.
  Transactions(storage::Engine& engine, catalog::Catalog& catalog, CommitQueue& queue,
               const ServiceClock& clock, Protocol protocol, std::function<void()> wake);

  // Takes up what a crash interrupted. Before the first transaction.
  Result<> Load();

  // May wait for the disk. `done` is called once, on this thread, the commit thread or that of
  // whoever releases it. kTransactionCanceledException with its reasons: one of the writes could
  // not be made, and none was. kStaleDescriptor: a table has changed; decide again.
  void Run(Transaction transaction, Done done);

  // The transaction of this token is over, and running it again would change nothing.
  // IdempotentParameterMismatchException: another one has the token.
  Result<bool> IsOver(const Token& token);

  // A transaction holds one of these rows.
  bool Holding(std::span<const storage::Address> rows) const;
  // A reader or writer met the mark of a transaction in the row of this table.
  void Met(const catalog::TablePtr& table, BytesView row_key);

  TransactionPauses& pauses() { return pauses_; }

  // Finishes what nobody pursues, and forgets old tokens. For one thread at a time.
  Result<StepOutcome> Step() override;

  // Ends those that are held. No transaction may be run afterwards.
  void Stop();

 private:
  struct Running;
  using RunningPtr = std::shared_ptr<Running>;

  Result<> Prepare(Running& running);
  bool Hold(const RunningPtr& running);
  // What became of each command: the size of its item as billed, or what it failed on.
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
  std::atomic<bool> recover_ = true;  // there may be records to finish

  mutable Mutex mutex_;
  std::set<Bytes> running_ GUARDED_BY(mutex_);  // in two phases
  // Nobody pursues these any more, and how they ended is not known yet.
  std::map<Bytes, std::optional<Token>> left_ GUARDED_BY(mutex_);
  // Rows whose marks were met, with their tables.
  std::map<std::pair<std::string, Bytes>, catalog::TablePtr> met_ GUARDED_BY(mutex_);
};

}  // namespace stator::table
