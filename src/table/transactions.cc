#include "table/transactions.h"

#include <utility>

#include "base/cancellation.h"
#include "base/check.h"
#include "base/contain.h"
#include "base/ids.h"
#include "base/limits.h"
#include "base/texts.h"
#include "item/row.h"

namespace stator::table {
namespace {

// Whether one action of a transaction may be the reason of its cancellation. Any other failure is
// the whole request's.
bool IsReason(const Error& error) {
  switch (error.code) {
    case ErrorCode::kConditionalCheckFailedException:
    case ErrorCode::kDuplicateItemException:
    case ErrorCode::kItemCollectionSizeLimitExceededException:
    case ErrorCode::kTransactionConflictException:
    case ErrorCode::kValidationException:
      return true;
    default:
      return error.throttling != nullptr;
  }
}

// Returns the transaction's failure if one of its writes failed. It names all failed writes, but
// like AWS it stops at the first one that is not valid.
template <class T>
Result<> VerdictOn(const std::vector<Result<T>>& outcomes) {
  CancellationReasons reasons(outcomes.size());
  bool failed = false;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes[i]) continue;
    const auto& error = outcomes[i].error();
    if (!IsReason(error)) return Fail(error);
    failed = true;
    if (error.code == ErrorCode::kValidationException) {
      reasons.assign(outcomes.size(), std::nullopt);
      reasons[i] = error;
      break;
    }
    reasons[i] = error;
  }
  if (!failed) return {};
  return Fail(Cancelled(std::move(reasons)));
}

Error Conflict() { return {ErrorCode::kTransactionConflictException, texts::kTransactionConflict}; }

std::vector<storage::Address> RowsOf(const std::vector<Command>& commands) {
  std::vector<storage::Address> rows;
  rows.reserve(commands.size());
  for (const auto& command : commands) {
    rows.push_back({command.table->settings().rows, command.row_key});
  }
  return rows;
}

}  // namespace

struct Transactions::Running {
  Transaction transaction;
  Done done;                             // until it is called
  std::vector<storage::Address> marked;  // until the transaction ends
  bool told = false;                     // whether the admissions have been told
  Sizes sizes;                           // once the transaction is prepared
  std::optional<WriteGroup> writes;      // the group to commit
  // Used in two phases only:
  Bytes id;
  std::vector<Command> prepared;  // the commands whose items bear the mark
  std::vector<Result<Written>> decided;
};

Transactions::Transactions(storage::Engine& engine, catalog::Catalog& catalog, CommitQueue& queue,
                           const ServiceClock& clock, Protocol protocol, std::function<void()> wake)
    : engine_(engine),
      catalog_(catalog),
      queue_(queue),
      clock_(clock),
      protocol_(protocol),
      wake_(std::move(wake)),
      tokens_(engine, queue, clock, wake_),
      two_phase_(engine, catalog, queue, clock) {
  CHECK(protocol == Protocol::kTwoPhase || engine.traits().atomic_across_routes);
  queue.OnMark([this](const Command& command) { Met(command.table, command.row_key); });
}

Result<> Transactions::Load() {
  auto range = CommitKeys();
  while (true) {
    const auto page = TRY(engine_.Read(catalog::kTransactionSpace, range, {}));
    for (const auto& entry : page.entries) {
      const auto record = TRY(DecodeCommitRecord(entry.value));
      if (record.state == CommitRecord::State::kCommitted && record.token) {
        tokens_.Resume(*record.token);
      }
    }
    if (!page.more) return {};
    range.begin = page.entries.back().key + '\0';
  }
}

Result<bool> Transactions::IsOver(const Token& token) {
  return TRY(tokens_.Find(token)).has_value();
}

void Transactions::Run(Transaction transaction, Done done) {
  const auto running = std::make_shared<Running>();
  if (transaction.token) {
    auto seen = tokens_.Begin(*transaction.token);
    if (!seen) return done(std::unexpected(std::move(seen.error())));
    if (*seen) return done(Transacted{.parts = {}, .replayed = std::move((*seen)->read_units)});
  }
  running->transaction = std::move(transaction);
  running->done = std::move(done);
  // The caller took the transaction for a finished one, but its token has expired meanwhile.
  if (running->transaction.commands.empty()) {
    return GiveUp(*running, {ErrorCode::kStaleDescriptor, "there is nothing to run"});
  }
  // Memory may run out here. The marks must not stay in that case.
  auto held = Contain([&]() -> Result<bool> {
    TRY(Prepare(*running));
    return Hold(running);
  });
  if (!held) return GiveUp(*running, std::move(held.error()));
  if (!*held) Commit(running);
}

// Whether the transaction is paused; it then goes on when it is released.
bool Transactions::Hold(const RunningPtr& running) {
  TransactionPauses::Continue go_on = [this, running](TransactionPauses::Onward onward) {
    if (onward == TransactionPauses::Onward::kCommit) return Commit(running);
    GiveUp(*running, {ErrorCode::kInternalServerError, texts::kInternal});
  };
  return pauses_.Catch(running->marked, go_on);
}

// Marks the items and decides all writes.
Result<> Transactions::Prepare(Running& running) {
  auto rows = RowsOf(running.transaction.commands);
  running.marked.reserve(rows.size());  // noting a mark must not run out of memory
  const auto taken = queue_.marks().Take(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (taken[i]) running.marked.push_back(std::move(rows[i]));
  }
  running.sizes = protocol_ == Protocol::kOneCommit ? PrepareOneCommit(running, taken)
                                                    : PrepareTwoPhase(running, taken);
  for (std::size_t i = 0; i < running.sizes.size(); ++i) {
    if (!taken[i]) running.sizes[i] = Fail(Conflict());
  }
  return VerdictOn(running.sizes);
}

Transactions::Sizes Transactions::PrepareOneCommit(Running& running,
                                                   const std::vector<bool>& taken) {
  auto decided = queue_.Decide(running.transaction.commands);
  if (!decided) return Sizes(taken.size(), Fail(decided.error()));
  Sizes sizes;
  for (std::size_t i = 0; i < decided->size(); ++i) {
    const auto& outcome = decided->outcome(i);
    sizes.push_back(outcome ? Result<std::size_t>(decided->item_bytes(i)) : Fail(outcome.error()));
  }
  if (decided->bytes() > limits::kTransactionWriteBytesMax) {
    sizes.front() = FailInvalid(texts::kTransactionWritesTooMuch);
  }
  running.writes = std::move(*decided);
  return sizes;
}

Transactions::Sizes Transactions::PrepareTwoPhase(Running& running,
                                                  const std::vector<bool>& taken) {
  running.id = ThreadIds().Uuid();
  {
    const MutexLock lock(mutex_);
    running_.insert(running.id);
  }
  const auto& commands = running.transaction.commands;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (taken[i]) running.prepared.push_back(commands[i]);
  }
  running.decided = two_phase_.Prepare(running.id, running.prepared);
  const auto room = two_phase_.CheckCollections(running.prepared, running.decided);
  Sizes sizes(commands.size());
  for (std::size_t i = 0, at = 0; i < commands.size(); ++i) {
    if (!taken[i]) continue;
    const auto& decided = running.decided[at];
    if (!decided) {
      sizes[i] = Fail(decided.error());
    } else {
      sizes[i] = room[at] ? Result<std::size_t>(decided->item_bytes) : Fail(room[at].error());
    }
    ++at;
  }
  return sizes;
}

void Transactions::Commit(const RunningPtr& running) {
  try {
    protocol_ == Protocol::kOneCommit ? CommitOnce(running) : CommitTwoPhase(running);
  } catch (...) {
    // If CommitOnce throws, the group was not queued. How far two phases came is unknown, so
    // recovery finds it out.
    if (protocol_ == Protocol::kTwoPhase) return LeaveToRecovery(*running);
    GiveUp(*running, {ErrorCode::kInternalServerError, texts::kInternal});
  }
}

void Transactions::CommitOnce(const RunningPtr& running) {
  const auto extra_mutations = [this, running](const std::vector<const Written*>& parts) {
    std::vector<storage::Mutation> mutations;
    if (!running->transaction.token) return mutations;
    std::vector<HalfUnits> units;
    for (const auto* part : parts) units.push_back(2 * ReadUnitsFor(part->item_bytes, true));
    return RememberToken(*running->transaction.token, std::move(units), clock_.Now());
  };
  auto done = [this, running](std::vector<Result<Written>> outcomes) {
    auto transacted = Contain([&] { return Conclude(*running, std::move(outcomes)); });
    if (!transacted) return GiveUp(*running, std::move(transacted.error()));
    End(*running);
    Answer(*running, std::move(transacted));
  };
  queue_.Submit(std::move(*running->writes), extra_mutations, std::move(done));
}

Result<Transacted> Transactions::Conclude(Running& running, std::vector<Result<Written>> outcomes) {
  if (outcomes.size() < running.sizes.size()) {
    return Fail(ErrorCode::kInternalServerError, texts::kInternal);
  }
  if (auto verdict = VerdictOn(outcomes); !verdict) {
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      running.sizes[i] =
          outcomes[i] ? Result<std::size_t>(outcomes[i]->item_bytes) : Fail(outcomes[i].error());
    }
    return Fail(std::move(verdict.error()));
  }
  Transacted transacted;
  transacted.parts.reserve(outcomes.size());  // may throw, so before any admission is told
  TellWatches(running, outcomes);
  for (auto& outcome : outcomes) transacted.parts.push_back(*std::move(outcome));
  if (running.transaction.token) tokens_.Remembered();
  return transacted;
}

void Transactions::CommitTwoPhase(const RunningPtr& running) {
  const auto record =
      two_phase_.RecordOf(running->prepared, running->decided, running->transaction.token);
  if (auto decided = two_phase_.Decide(running->id, record); !decided) {
    // The record may or may not be on disk.
    if (decided.error().code == ErrorCode::kInternalServerError) return LeaveToRecovery(*running);
    if (!IsReason(decided.error())) return GiveUp(*running, std::move(decided.error()));
    return GiveUp(*running, Cancelled(CancellationReasons(record.parts.size(), Conflict())));
  }
  auto outcomes = two_phase_.Apply(running->id, record);
  if (!VerdictOn(outcomes) || !two_phase_.Finish(running->id, record)) {
    return LeaveToRecovery(*running);
  }
  Transacted transacted;
  transacted.parts.reserve(outcomes.size());
  TellWatches(*running, running->decided);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    // A write costs what was decided, even if its table has been dropped since.
    auto& written = transacted.parts.emplace_back(*std::move(running->decided[i]));
    if (outcomes[i]->table) written.collection_bytes = outcomes[i]->collection_bytes;
  }
  if (running->transaction.token) tokens_.Remembered();
  End(*running);
  Answer(*running, std::move(transacted));
}

// Leaves the transaction to recovery. Its marks stay in the rows, and its token counts as running,
// until Step finds out how it ended. If there is no memory for the entry in `left_`, the process
// ends, and the next start recovers the transaction.
void Transactions::LeaveToRecovery(Running& running) noexcept {
  if (!running.done) return;  // the exception came after the answer
  {
    const MutexLock lock(mutex_);
    left_.emplace(running.id, std::exchange(running.transaction.token, std::nullopt));
  }
  End(running);
  TellWatches(running, running.decided);  // most likely, recovery will commit it
  recover_ = true;
  wake_();
  Answer(running, Fail(ErrorCode::kInternalServerError, texts::kTransactionUnfinished));
}

void Transactions::GiveUp(Running& running, Error error) {
  std::vector<Command> left;  // the next access to an item meets any mark missing here
  ContainQuietly([&] {
    if (!running.id.empty()) left = two_phase_.Release(running.id, running.prepared);
  });
  End(running);
  ContainQuietly([&] {
    for (const auto& command : left) Met(command.table, command.row_key);
    if (error.code != ErrorCode::kStaleDescriptor) TellWatches(running, error);
  });
  Answer(running, Fail(std::move(error)));
}

// Calls `done` once. An exception of `done` changes nothing about the outcome.
void Transactions::Answer(Running& running, Result<Transacted> outcome) noexcept {
  ContainQuietly([&] {
    if (auto done = std::exchange(running.done, nullptr)) done(std::move(outcome));
  });
}

void Transactions::TellWatches(Running& running, const std::vector<Result<Written>>& outcomes) {
  if (std::exchange(running.told, true)) return;
  const auto& commands = running.transaction.commands;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    WriteAdmission::Tell(commands[i], outcomes[i]);
  }
}

// Tells the admissions of a failed transaction. Each write fails for its own reason, or as
// cancelled with the others.
void Transactions::TellWatches(Running& running, const Error& error) {
  if (std::exchange(running.told, true)) return;
  const auto& commands = running.transaction.commands;
  const auto& sizes = running.sizes;
  const bool cancelled = error.code == ErrorCode::kTransactionCanceledException;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (!commands[i].admission) continue;
    Error own = error;
    if (cancelled && i < sizes.size()) {
      if (sizes[i]) own.item_bytes = *sizes[i];
      if (!sizes[i]) own = sizes[i].error();
    }
    WriteAdmission::Tell(commands[i], Fail(std::move(own)));
  }
}

// May run any number of times. The first call releases everything, because other transactions may
// hold the items and the token by the next one.
void Transactions::End(Running& running) {
  queue_.marks().Release(std::exchange(running.marked, {}));
  const auto token = std::exchange(running.transaction.token, std::nullopt);
  if (token) tokens_.End(*token);
  if (running.id.empty()) return;
  const MutexLock lock(mutex_);
  running_.erase(running.id);
}

bool Transactions::Holding(std::span<const storage::Address> rows) const {
  for (const auto& row : rows) {
    if (queue_.marks().Has(row.space, row.key)) return true;
  }
  return false;
}

void Transactions::Met(const catalog::TablePtr& table, BytesView row_key) {
  {
    const MutexLock lock(mutex_);
    if (met_.size() >= limits::kMetMarksMax) return;  // a later access will meet it again
    if (!met_.emplace(std::pair((*table)->name, Bytes(row_key)), table).second) return;
  }
  wake_();
}

bool Transactions::IsRunning(BytesView transaction) const {
  const MutexLock lock(mutex_);
  return running_.contains(Bytes(transaction));
}

Result<StepOutcome> Transactions::Step() {
  StepSum sum;
  sum.Add(RecoverRecords());
  sum.Add(RecoverMarks());
  sum.Add(tokens_.Step());
  return sum.Take();
}

Result<StepOutcome> Transactions::RecoverRecords() {
  if (!recover_.exchange(false)) return StepOutcome{};
  StepSum sum;
  if (const auto left = RecoverLeft(); !left) sum.Add(Fail(left.error()));
  auto range = CommitKeys();
  for (bool more = true; more;) {
    const auto page = engine_.Read(catalog::kTransactionSpace, range,
                                   {.entries_max = limits::kCommitRecordsPerStep});
    if (!page) {
      sum.Add(Fail(page.error()));
      break;
    }
    for (const auto& entry : page->entries) {
      const auto transaction = TransactionIn(entry.key);
      if (IsRunning(transaction)) continue;
      const auto record = DecodeCommitRecord(entry.value);
      sum.Add(record ? RecoverRecord(transaction, *record) : Fail(record.error()));
    }
    more = page->more;
    if (more) range.begin = page->entries.back().key + '\0';
  }
  auto outcome = sum.Take();
  if (!outcome || outcome->wait) recover_ = true;
  return outcome;
}

// Aborts every transaction that was left without a commit record, so that it can never get one.
Result<> Transactions::RecoverLeft() {
  std::map<Bytes, std::optional<Token>> left;
  {
    const MutexLock lock(mutex_);
    left = left_;
  }
  for (const auto& [transaction, token] : left) {
    if (TRY(two_phase_.Abort(transaction)) && token) tokens_.End(*token);
    const MutexLock lock(mutex_);
    left_.erase(transaction);
  }
  return {};
}

Result<StepOutcome> Transactions::RecoverRecord(BytesView transaction, const CommitRecord& record) {
  if (record.state == CommitRecord::State::kAborted) {
    // The aborted record refuses a coordinator that still tries to commit. No coordinator does
    // after so long.
    const auto until = record.time + limits::kTokenMicros;
    if (until > clock_.Now()) return StepOutcome{.wait = until - clock_.Now()};
    const auto finished = two_phase_.Finish(transaction, record);
    return finished ? Result<StepOutcome>(StepOutcome{}) : Fail(finished.error());
  }
  for (const auto& outcome : two_phase_.Apply(transaction, record)) {
    if (!outcome) return Fail(outcome.error());
  }
  if (TRY(two_phase_.Finish(transaction, record)) && record.token) {
    tokens_.End(*record.token);
    tokens_.Remembered();
  }
  return StepOutcome{};
}

Result<StepOutcome> Transactions::RecoverMarks() {
  std::map<std::pair<std::string, Bytes>, catalog::TablePtr> met;
  {
    const MutexLock lock(mutex_);
    met.swap(met_);
  }
  StepSum sum;
  for (const auto& [place, table] : met) {
    const auto recovered = RecoverMark(table, place.second);
    if (recovered) continue;
    sum.Add(Fail(recovered.error()));
    const MutexLock lock(mutex_);
    met_.emplace(place, table);
  }
  return sum.Take();
}

Result<> Transactions::RecoverMark(const catalog::TablePtr& table, const Bytes& row_key) {
  const auto current = catalog_.Find((*table)->name);
  if (!current || current->settings().number != table->settings().number) return {};
  const auto entry = TRY(engine_.Get((*current)->rows, row_key));
  if (!entry) return {};
  const auto mark = TRY(item::DecodeRow(entry->value)).header.transaction;
  if (mark.empty() || IsRunning(mark)) return {};
  if (const auto record = TRY(two_phase_.Find(mark));
      record && record->state == CommitRecord::State::kCommitted) {
    const auto recovered = RecoverRecord(mark, *record);
    return recovered ? Result<>() : Fail(recovered.error());
  }
  return two_phase_.Abandon(mark, {.table = current, .row_key = row_key, .decide = {}});
}

void Transactions::Stop() { pauses_.Stop(); }

}  // namespace stator::table
