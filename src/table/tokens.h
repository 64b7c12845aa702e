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

// The tokens of clients: of transactions that run, and of those that were over less than ten
// minutes ago. Safe for concurrent use.
class Tokens {
 public:
  // `wake` is called when there is a first token that will have to be forgotten.
  Tokens(storage::Engine& engine, CommitQueue& queue, const ServiceClock& clock,
         std::function<void()> wake)
      : engine_(engine), queue_(queue), clock_(clock), wake_(std::move(wake)) {}

  // What a transaction came to, if it is over already; nullopt: it is not, or not known.
  // IdempotentParameterMismatchException: another one has the token.
  Result<std::optional<TokenRecord>> Find(const Token& token);

  // Before a transaction begins. What it came to, if it is over already; nullopt: it may run, and
  // must be ended. TransactionInProgressException or IdempotentParameterMismatchException if it may
  // not.
  Result<std::optional<TokenRecord>> Begin(const Token& token);
  // A transaction that a crash interrupted runs on.
  void Resume(const Token& token);
  // It is over, whether or not its token was written down.
  void End(const Token& token);
  // Its token was written down.
  void Remembered();

  // Forgets those whose time is up.
  Result<StepOutcome> Step();

 private:
  Result<> Forget(std::span<const Bytes> expiry_keys);

  storage::Engine& engine_;
  CommitQueue& queue_;
  const ServiceClock& clock_;
  const std::function<void()> wake_;
  std::atomic<std::int64_t> count_ = 0;  // written down since the start and not forgotten
  std::atomic<bool> sweeping_ = false;   // a step will come, as there is a token to forget
  Bytes swept_;                          // everything before has been forgotten; the steps' own

  Mutex mutex_;
  std::map<std::string, Bytes> running_ GUARDED_BY(mutex_);  // token to fingerprint
};

}  // namespace stator::table
