#pragma once

#include <atomic>
#include <cstddef>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/mutex.h"
#include "storage/engine.h"

namespace stator::table {

// The items that transactions of this process hold, from before they are decided until they end.
// Any other write of such an item fails with a conflict; no writer waits.
// Threads: safe for concurrent use.
class Marks {
 public:
  // Marks the free rows of `rows`. Element i is false if another transaction holds row i. If Take
  // throws, it has marked none.
  std::vector<bool> Take(std::span<const storage::Address> rows);
  // Removes the marks of the rows.
  void Release(std::span<const storage::Address> rows) noexcept;

  // Whether a transaction holds the row. It costs almost nothing while no transaction runs.
  bool Has(storage::Space space, BytesView row_key) const;

 private:
  using Row = std::pair<storage::Space, Bytes>;
  struct Less {
    using is_transparent = void;
    using View = std::pair<storage::Space, BytesView>;
    static View ViewOf(const Row& row) { return {row.first, row.second}; }
    bool operator()(const Row& a, const Row& b) const { return a < b; }
    bool operator()(const Row& a, const View& b) const { return ViewOf(a) < b; }
    bool operator()(const View& a, const Row& b) const { return a < ViewOf(b); }
  };

  void Drop(const storage::Address& row) REQUIRES(mutex_);

  std::atomic<std::size_t> count_ = 0;
  mutable Mutex mutex_;
  std::set<Row, Less> rows_ GUARDED_BY(mutex_);
};

}  // namespace stator::table
