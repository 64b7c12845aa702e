#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "storage/engine.h"

namespace stator::table {

// Pauses transactions on purpose between prepare and commit, so that users can see what other
// requests get meanwhile.
// Threads: safe for concurrent use.
class TransactionPauses {
 public:
  // The way a transaction goes on: to its commit, or to its end without one.
  enum class Onward : bool { kCommit, kGiveUp };
  using Continue = std::move_only_function<void(Onward)>;

  // Pauses the next transaction that writes this row. Errors: kLimitExceededException if too many
  // rows are armed or held, or after Stop.
  Result<> Arm(storage::Address row);

  // If a transaction of these rows must pause, takes `go_on` and returns true.
  bool Catch(std::span<const storage::Address> rows, Continue& go_on);

  // Lets the transactions paused at this row go on, and disarms the row; without a row, all.
  // Returns the number of transactions that went on. Threads: the caller's thread runs their
  // continuations.
  std::size_t Release(const std::optional<storage::Address>& row, Onward onward = Onward::kCommit);

  // Gives up all paused transactions. No transaction pauses from now on.
  void Stop();

  struct Counts {
    std::size_t armed = 0;  // rows that wait for a transaction
    std::size_t held = 0;   // paused transactions
  };
  Counts counts() const;

 private:
  struct Held {
    storage::Address row;
    Continue go_on;
  };
  mutable Mutex mutex_;
  std::vector<storage::Address> armed_ GUARDED_BY(mutex_);
  std::vector<Held> held_ GUARDED_BY(mutex_);
  bool stopped_ GUARDED_BY(mutex_) = false;
};

}  // namespace stator::table
