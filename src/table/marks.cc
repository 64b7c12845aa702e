#include "table/marks.h"

namespace stator::table {

std::vector<bool> Marks::Take(std::span<const storage::Address> rows) {
  std::vector<bool> taken;
  taken.reserve(rows.size());
  const MutexLock lock(mutex_);
  try {
    for (const auto& [space, key] : rows) taken.push_back(rows_.emplace(space, key).second);
  } catch (...) {
    for (std::size_t i = 0; i < taken.size(); ++i) {
      if (taken[i]) Drop(rows[i]);
    }
    throw;
  }
  count_.store(rows_.size(), std::memory_order_release);
  return taken;
}

void Marks::Release(std::span<const storage::Address> rows) noexcept {
  const MutexLock lock(mutex_);
  for (const auto& row : rows) Drop(row);
  count_.store(rows_.size(), std::memory_order_release);
}

// Erases without copying the key, because memory may have run out.
void Marks::Drop(const storage::Address& row) {
  const auto found = rows_.find(Less::View(row.space, row.key));
  if (found != rows_.end()) rows_.erase(found);
}

bool Marks::Has(storage::Space space, BytesView row_key) const {
  if (count_.load(std::memory_order_acquire) == 0) return false;
  const MutexLock lock(mutex_);
  return rows_.contains(Less::View(space, row_key));
}

}  // namespace stator::table
