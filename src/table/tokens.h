#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "storage/engine.h"
#include "table/commit_queue.h"
#include "table/ledger.h"
#include "table/step.h"

namespace stator::table {

// The tokens of clients: those of running transactions, and those of transactions that finished
// less than ten minutes ago.
// Threads: safe for concurrent use.
class Tokens {
 public:
  // `wake` is called when a first token waits to be deleted.
  Tokens(storage::Engine& engine, CommitQueue& queue, const ServiceClock& clock,
         std::function<void()> wake)
      : engine_(engine), queue_(queue), clock_(clock), wake_(std::move(wake)) {}

  // Returns the record of a finished transaction with this token, or nullopt if there is none.
  // Errors: IdempotentParameterMismatchException if another transaction has the token.
  Result<std::optional<TokenRecord>> Find(const Token& token);

  // Starts a transaction's use of its token. A returned record means that the transaction has
  // finished already. After nullopt the transaction may run, and the caller must call End.
  // Errors: TransactionInProgressException if the transaction runs already.
  // IdempotentParameterMismatchException if another one has the token. ThrottlingException if too
  // many tokens are remembered.
  Result<std::optional<TokenRecord>> Begin(const Token& token);
  // Marks the token of a transaction as running that recovery will finish after a crash.
  void Resume(const Token& token);
  // Ends the running use of the token, whether or not its record was stored.
  void End(const Token& token);
  // Notes that the token's record was stored.
  void Remembered();

  // Deletes the records of tokens that have expired. Threads: one thread at a time.
  Result<StepOutcome> Step();

 private:
  Result<> Forget(std::span<const Bytes> expiry_keys);

  storage::Engine& engine_;
  CommitQueue& queue_;
  const ServiceClock& clock_;
  const std::function<void()> wake_;
  std::atomic<std::int64_t> count_ = 0;  // records stored since the start and not deleted
  std::atomic<bool> sweeping_ = false;   // a step is due, because a token waits to be deleted
  Bytes swept_;                          // all expiry keys before it are deleted; used by Step only

  Mutex mutex_;
  std::map<std::string, Bytes> running_ GUARDED_BY(mutex_);  // token to fingerprint
};

}  // namespace stator::table
