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

// Stops transactions on purpose between prepare and commit, so that users can see what others meet
// meanwhile. Safe for concurrent use.
class TransactionPauses {
 public:
  // How a transaction goes on: to its commit, or to its end without one.
  enum class Onward : bool { kCommit, kGiveUp };
  using Continue = std::move_only_function<void(Onward)>;

  // The next transaction that writes this row is to be held.
  Result<> Arm(storage::Address row);

  // Keeps `go_on` for later if a transaction of these rows is to be held.
  bool Catch(std::span<const storage::Address> rows, Continue& go_on);

  // Lets the transactions that are held at this row go on, here and now, and holds no further one
  // there; without a row, all. How many went on.
  std::size_t Release(const std::optional<storage::Address>& row, Onward onward = Onward::kCommit);

  // Gives up all that are held, and holds none from now on.
  void Stop();

  struct Counts {
    std::size_t armed = 0;  // rows that wait for a transaction
    std::size_t held = 0;   // transactions
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
