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

// The items that transactions of this process hold, from before they are decided until they are
// over. Whoever else wants to write one meets a conflict; nobody waits. Safe for concurrent use.
class Marks {
 public:
  // Marks those of `rows` that nobody holds. Element i is false if somebody does. If it throws,
  // none is marked.
  std::vector<bool> Take(std::span<const storage::Address> rows);
  void Release(std::span<const storage::Address> rows) noexcept;

  // Costs next to nothing while no transaction runs.
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
